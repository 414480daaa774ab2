"""CoNLL-U, the format of Universal Dependencies, read and written.

A sentence is a block of lines, ended by a blank one: comments (`# sent_id = 7`), then one line of
ten columns per word. Read are form, universal part of speech, head and relation. Multi-word tokens
(`3-4`) and empty nodes (`8.1`) are not words of the tree and are skipped.

`# segment = N`, counted from 1, at the first sentence of each segment marks segments of several
sentences: sentences without the mark continue the segment, and a number left out is a segment of no
words. Files without any such mark have one sentence per segment.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from hyperbaton.checks import shown
from hyperbaton.errors import InputError
from hyperbaton.files import display_name, read_text, split_lines
from hyperbaton.trees.dependency import DependencyTree

COLUMNS = 10
FORM, UPOS, HEAD, DEPREL = 1, 3, 6, 7

_NUMBER = re.compile(r"[0-9]{1,7}")
_NOT_A_WORD = re.compile(r"[0-9]+[-.][0-9]+")
_COMMENT = re.compile(r"#\s*(\S+)\s*=\s*(.*)")


@dataclass(frozen=True)
class Sentence:
    """A sentence of a CoNLL-U file, with the lines that begin with `#`, and where it begins."""

    tree: DependencyTree
    comments: tuple[str, ...] = ()
    line: int = 0

    def comment(self, key: str) -> str | None:
        """The value of the first comment `# key = value`."""
        for comment in self.comments:
            match = _COMMENT.fullmatch(comment)
            if match and match[1] == key:
                return match[2]
        return None


def read_sentences(path: str) -> Iterator[Sentence]:
    """Yields the sentences of a file, unpacked if its name ends in .gz; `-` is standard input.

    Raises:
        InputError: the file cannot be read, or is not CoNLL-U; names file and line.
    """
    name = display_name(path)
    block: list[str] = []
    for number, line in enumerate([*split_lines(read_text(path)), ""], start=1):
        if line.strip():
            block.append(line)
        elif block:
            yield _sentence(name, number - len(block), block)
            block = []


def read_segment_trees(path: str, segments: int | None = None) -> list[tuple[DependencyTree, ...]]:
    """Reads the trees of every segment, grouped as the module's text says.

    `segments` says how many there must be; in marked files the last ones may have no words.

    Raises:
        InputError: the file cannot be read, or has another number of segments.
    """
    name = display_name(path)
    groups: list[list[DependencyTree]] = []
    marked = False
    for sentence in read_sentences(path):
        mark = sentence.comment("segment")
        if mark is None and not marked:
            groups.append([])
        elif mark is not None:
            if groups and not marked:
                problem = "has a segment mark, but the first sentence has none; mark that one too"
                raise InputError(f"{name}:{sentence.line}: {problem}")
            marked = True
            number = int(mark) if _NUMBER.fullmatch(mark) else 0
            if number <= len(groups):
                problem = f"segment {shown(mark)}; expected an integer above {len(groups)}"
                raise InputError(f"{name}:{sentence.line}: {problem}")
            groups.extend([] for _ in range(number - len(groups)))
        groups[-1].append(sentence.tree)
    if marked and segments is not None:
        groups.extend([] for _ in range(segments - len(groups)))
    if segments not in (None, len(groups)):
        raise InputError(
            f"{name}: has trees for {len(groups)} segments but {segments} are expected; mark "
            "segments of several sentences or of none with '# segment = N'"
        )
    return list(map(tuple, groups))


def write_conllu(sentences: Iterable[Sentence]) -> Iterator[str]:
    """Yields sentences as CoNLL-U, each with its blank line; lemmas and other columns are `_`.

    Raises:
        InputError: a word or label cannot be written in a line of columns.
    """
    for sentence in sentences:
        tree, lines = sentence.tree, [*sentence.comments]
        rows = zip(tree.words, tree.upos, tree.heads, tree.deprels, strict=True)
        for number, (word, tag, head, relation) in enumerate(rows, start=1):
            for value in (word, tag, relation):
                if not value or any(character in value for character in "\t\n\r"):
                    raise InputError(f"{value!r}: empty or with tabs or line ends; not for CoNLL-U")
            lines.append(f"{number}\t{word}\t_\t{tag}\t_\t_\t{head}\t{relation}\t_\t_")
        yield "\n".join([*lines, "", ""])


def _sentence(name: str, begin: int, lines: Sequence[str]) -> Sentence:
    """The sentence in a block of lines that begins on line `begin` of a file."""
    words: list[list[str]] = []
    places: list[int] = []  # the line of each word
    for line, text in enumerate(lines, start=begin):
        fields = text.split("\t")
        if text.startswith("#") or _NOT_A_WORD.fullmatch(fields[0]):
            continue
        problem = ""
        if len(fields) != COLUMNS or not all(fields):
            problem = (
                f"expected {COLUMNS} tab-separated columns, _ for a missing value, got "
                f"{len(fields)}, {fields.count('')} of them empty"
            )
        elif fields[0] != str(len(words) + 1):
            problem = f"expected word {len(words) + 1}, got {shown(fields[0])}"
        elif not _NUMBER.fullmatch(fields[HEAD]):
            problem = f"head {shown(fields[HEAD])}; expected the number of a word, or 0 for a root"
        if problem:
            raise InputError(f"{name}:{line}: {problem}")
        words.append(fields)
        places.append(line)
    forms, heads, relations, tags = (
        tuple(word[column] for word in words) for column in (FORM, HEAD, DEPREL, UPOS)
    )
    try:
        tree = DependencyTree(forms, tuple(map(int, heads)), relations, tags)
    except InputError as error:
        line = begin if error.index is None else places[error.index]
        raise InputError(f"{name}:{line}: {error}") from None
    return Sentence(tree, tuple(line for line in lines if line.startswith("#")), begin)
