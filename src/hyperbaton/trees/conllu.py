"""CoNLL-U, the format of Universal Dependencies, read and written.

A sentence is a block of lines, ended by a blank one: comments (`# sent_id = 7`), then one line of
ten columns per word. Read are form, universal part of speech, head and relation; empty nodes
(`8.1`), which are no part of the basic tree, are skipped.

Segments of several sentences are marked by `# segment = N`, counted from 1, at the first sentence
of each; sentences without the mark continue the segment, and a number left out is a segment of no
words. Files without any such mark have one sentence per segment.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from hyperbaton.checks import shown
from hyperbaton.errors import InputError
from hyperbaton.files import display_name, read_text, split_lines
from hyperbaton.trees.dependency import UNKNOWN, DependencyTree

COLUMNS = 10
FORM, UPOS, HEAD, DEPREL = 1, 3, 6, 7

_SEGMENT = re.compile(r"[1-9][0-9]{0,6}")
_HEAD = re.compile(r"0|[1-9][0-9]{0,8}")
_RANGE = re.compile(r"([1-9][0-9]{0,8})-([1-9][0-9]{0,8})")
_EMPTY_NODE = re.compile(r"[0-9]+\.[1-9][0-9]*")
_COMMENT = re.compile(r"#\s*(\S+)\s*=\s*(.*)")


@dataclass(frozen=True)
class MultiwordToken:
    """A token of the text that stands for several words of the tree, such as French `du`.

    Attributes:
        form: what is written.
        first: the number of its first word, counted from 1.
        last: the number of its last word.
    """

    form: str
    first: int
    last: int


@dataclass(frozen=True)
class Sentence:
    """A sentence of a CoNLL-U file.

    Attributes:
        tree: its words and heads.
        comments: the lines that begin with `#`, as they are written.
        multiword: tokens of several words.
        line: the line of the file it begins on; 0 if it comes from no file.
    """

    tree: DependencyTree
    comments: tuple[str, ...] = ()
    multiword: tuple[MultiwordToken, ...] = ()
    line: int = 0

    def comment(self, key: str) -> str | None:
        """Returns the value of a comment `# key = value`; the first if there are several."""
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
    return parse_conllu(read_text(path), display_name(path))


def parse_conllu(text: str, name: str = "<text>") -> Iterator[Sentence]:
    """Yields the sentences of a text; errors give it the name."""
    block: list[str] = []
    for number, line in enumerate([*split_lines(text), ""], start=1):
        if line.strip():
            block.append(line)
        elif block:
            yield _sentence(name, number - len(block), block)
            block = []


def read_segment_trees(path: str, segments: int | None = None) -> list[tuple[DependencyTree, ...]]:
    """Reads the trees of every segment; see the module's text for how sentences are grouped.

    Args:
        path: a CoNLL-U file.
        segments: how many there must be; unmarked files must have exactly as many sentences,
            while marked ones may leave segments without words at the end unmentioned.

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
                problem = "names a segment, but the first sentence does not; mark that one too"
                raise _wrong(name, sentence.line, problem)
            marked = True
            if not _SEGMENT.fullmatch(mark) or int(mark) <= len(groups):
                accepted = f"a whole number from {len(groups) + 1} to 9999999"
                raise _wrong(name, sentence.line, f"segment {shown(mark)}; expected {accepted}")
            if segments is not None and int(mark) > segments:
                raise _unexpected(name, int(mark), segments)
            groups.extend([] for _ in range(int(mark) - len(groups)))
        groups[-1].append(sentence.tree)
    if segments is not None:
        if marked:
            groups.extend([] for _ in range(segments - len(groups)))
        if len(groups) != segments:
            raise _unexpected(name, len(groups), segments)
    return list(map(tuple, groups))


def write_conllu(sentences: Iterable[Sentence]) -> Iterator[str]:
    """Yields sentences as CoNLL-U, each with its blank line; lemmas and other columns are `_`.

    Raises:
        InputError: a word or tag cannot be written in a line of columns.
    """
    for sentence in sentences:
        yield "\n".join([*sentence.comments, *_word_lines(sentence), "", ""])


def _word_lines(sentence: Sentence) -> Iterator[str]:
    tree = sentence.tree
    starts = {token.first: token for token in sentence.multiword}
    fields = zip(tree.words, tree.upos, tree.heads, tree.deprels, strict=True)
    for number, (word, tag, head, relation) in enumerate(fields, start=1):
        if number in starts:
            token = starts[number]
            form = _checked_field(token.form)
            yield "\t".join([f"{token.first}-{token.last}", form, *[UNKNOWN] * (COLUMNS - 2)])
        columns = [UNKNOWN] * COLUMNS
        columns[0], columns[HEAD] = str(number), str(head)
        columns[FORM], columns[UPOS] = _checked_field(word), _checked_field(tag)
        columns[DEPREL] = _checked_field(relation)
        yield "\t".join(columns)


def _checked_field(value: str) -> str:
    if not value or any(character in value for character in "\t\n\r"):
        raise InputError(f"{value!r} cannot be a field of CoNLL-U: text without tabs or line ends")
    return value


def _unexpected(name: str, found: int, expected: int) -> InputError:
    return InputError(
        f"{name}: has trees for {found} segments but {expected} are expected; mark segments of "
        "several sentences or of none with '# segment = N'"
    )


def _wrong(name: str, line: int, problem: str) -> InputError:
    return InputError(f"{name}:{line}: {problem}")


def _sentence(name: str, begin: int, lines: Sequence[str]) -> Sentence:
    """The sentence in a block of lines that begins on line `begin` of a file."""
    words: list[list[str]] = []
    places: list[int] = []  # the line of each word
    multiword: list[MultiwordToken] = []
    for line, text in enumerate(lines, start=begin):
        if text.startswith("#"):
            continue
        fields = text.split("\t")
        if len(fields) != COLUMNS or not all(fields):
            problem = f"expected {COLUMNS} tab-separated columns, _ for a missing value, got "
            raise _wrong(name, line, f"{problem}{len(fields)}, {fields.count('')} of them empty")
        if fields[0] == str(len(words) + 1):
            if not _HEAD.fullmatch(fields[HEAD]):
                problem = "0 for a root or the number of a word is accepted"
                raise _wrong(name, line, f"head {shown(fields[HEAD])}; {problem}")
            words.append(fields)
            places.append(line)
        elif match := _RANGE.fullmatch(fields[0]):
            first, last = int(match[1]), int(match[2])
            covered = multiword[-1].last if multiword else 0
            if first != len(words) + 1 or last <= first or first <= covered:
                problem = f"must come before its first word, here {len(words) + 1}"
                raise _wrong(
                    name, line, f"multi-word token {fields[0]} {problem}, and overlap no other"
                )
            multiword.append(MultiwordToken(fields[FORM], first, last))
        elif not _EMPTY_NODE.fullmatch(fields[0]):
            raise _wrong(name, line, f"expected word {len(words) + 1}, got {shown(fields[0])}")
    if multiword and multiword[-1].last > len(words):
        token = f"multi-word token {multiword[-1].first}-{multiword[-1].last}"
        raise _wrong(name, begin, f"{token} ends after the sentence, which has {len(words)} words")
    heads = tuple(int(word[HEAD]) for word in words)
    forms, relations, tags = (
        tuple(word[column] for word in words) for column in (FORM, DEPREL, UPOS)
    )
    try:
        tree = DependencyTree(forms, heads, relations, tags)
    except InputError as error:
        raise _wrong(
            name, begin if error.index is None else places[error.index], str(error)
        ) from None
    comments = tuple(line for line in lines if line.startswith("#"))
    return Sentence(tree, comments, tuple(multiword), begin)
