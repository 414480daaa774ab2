"""The parsers of the C++ core: `english`, which is bundled, and `trained`, others' own models.

A segment is divided into sentences, told from the words alone, and in English its words into those
of the treebank: `don't` is two of them, `well-known` three. Both are undone in the trees, which
have the words that were given.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, pairwise
from pathlib import Path
from typing import ClassVar

from hyperbaton.files import fingerprint
from hyperbaton.parsing.network import LONGEST, Network
from hyperbaton.parsing.parser import Parser, ParserModel, Trees
from hyperbaton.text.treebank_words import split_word
from hyperbaton.trees import DependencyTree
from hyperbaton.values import REQUIRED, parameter

MODEL = Path(__file__).parent / "models" / "english.safetensors"
# Part of the version of every model: raise it when segments are divided or words split in another
# way, so that signatures tell their trees from those of today.
RULES = 2


@dataclass(frozen=True)
class English(Parser):
    """The bundled English parser, trained on UD English EWT."""

    name: ClassVar[str] = "english"
    summary: ClassVar[str] = "the bundled English parser, trained on UD English EWT"
    for_language: ClassVar[str | None] = "en"

    def load(self) -> ParserModel:
        """Loads the bundled model."""
        return _model(MODEL)


@dataclass(frozen=True)
class Trained(Parser):
    """A model that `make model` trained."""

    name: ClassVar[str] = "trained"
    summary: ClassVar[str] = "a model that `make model` trained on a treebank"

    file: str = parameter(REQUIRED, "the model", text="a file")

    def load(self) -> ParserModel:
        """Loads the model in the file."""
        return _model(Path(self.file))


def _model(path: Path) -> ParserModel:
    network = Network.read(path)
    return ParserModel(f"{fingerprint(path)}.{RULES}", partial(_parse, network))


def _parse(network: Network, segments: Sequence[Sequence[str]], threads: int = 1) -> list[Trees]:
    divided = [divide(words) for words in segments]
    sentences = list(chain.from_iterable(divided))
    split = [_parts(network, words) for words in sentences]
    found, offsets = network.parse([parts for parts, _ in split], threads=threads)
    heads, relations, tags = found.tolist()
    trees = iter(
        contract(
            DependencyTree(
                tuple(parts),
                tuple(heads[begin:end]),
                tuple(network.labels[number] for number in relations[begin:end]),
                tuple(network.tags[number] for number in tags[begin:end]),
            ),
            owners,
            words,
        )
        for (parts, owners), words, (begin, end) in zip(
            split, sentences, pairwise(offsets.tolist()), strict=True
        )
    )
    return [tuple(next(trees) for _ in parts) for parts in divided]


def _parts(network: Network, words: Sequence[str]) -> tuple[Sequence[str], Sequence[int]]:
    """The treebank's words; the given ones in other languages, or if there would be too many."""
    if network.about.get("language") == "en":
        parts, owners = split_words(words)
        if len(parts) <= LONGEST:
            return parts, owners
    return words, range(len(words))


# Sentences of a segment

_ENDS = frozenset([".", "!", "?", "?!", "!?", "!!", "??", "!!!", "???"])
_CLOSERS = frozenset(["'", '"', "’", "”", "»", "''", ")", "]"])
_OPENERS = frozenset("'\"‘“„«`([")

# Words after which a full stop, where it is a word of its own, ends no sentence.
_ABBREVIATION = re.compile(
    r"(?i)[a-z]|mrs?|ms|dr|st|prof|gen|lt|col|sgt|capt|rev|hon|sen|rep|gov|messrs|vs|etc|inc|ltd"
    r"|corp|co|nos?|fig|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec"
)


def divide(words: Sequence[str]) -> list[Sequence[str]]:
    """The sentences of a segment.

    A sentence ends with `.`, `!` or `?` and the quotation marks and brackets that close after it,
    if a word follows that begins with a capital, a digit or an opening mark; not with dots of
    which there are several, and not after abbreviations and single letters (`U . S .`).

    >>> divide("She left . He stayed with Mr . Gray !".split())
    [['She', 'left', '.'], ['He', 'stayed', 'with', 'Mr', '.', 'Gray', '!']]
    """
    sentences = []
    begin = 0
    for position in range(2, len(words)):
        if _may_begin(words[position]) and _has_ended(words[begin:position]):
            sentences.append(words[begin:position])
            begin = position
    sentences.append(words[begin:])
    return sentences


def _may_begin(word: str) -> bool:
    first = word[0]
    return first.isupper() or first.isdigit() or (first in _OPENERS and word not in _CLOSERS)


def _has_ended(words: Sequence[str]) -> bool:
    last = len(words) - 1
    while last > 0 and words[last] in _CLOSERS:
        last -= 1
    if last == 0 or words[last] not in _ENDS:
        return False
    before = words[last - 1]
    return words[last] != "." or not (before == "." or _ABBREVIATION.fullmatch(before))


# Words of the treebank

# Typographic apostrophes and quotation marks, which are rare in the treebank.
_PLAIN = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"'})


def split_words(words: Sequence[str]) -> tuple[list[str], list[int]]:
    """The treebank's words, and for each of them which of the given words it is part of.

    >>> split_words(["They", "don't", "e-mail", "well-known", "editors"])[0]
    ['They', 'do', "n't", 'e-mail', 'well', '-', 'known', 'editors']
    """
    parts: list[str] = []
    owners: list[int] = []
    for owner, word in enumerate(words):
        pieces = split_word(word.translate(_PLAIN))
        parts += pieces
        owners += [owner] * len(pieces)
    return parts, owners


def contract(tree: DependencyTree, owners: Sequence[int], words: Sequence[str]) -> DependencyTree:
    """The tree of words from that of their parts.

    A word takes the head, relation and part of speech of its highest part, the leftmost of
    several. No cycle can come of it: the head of the highest part is a part nearer to the root,
    so the height of the highest part grows from each word to its head.

    Args:
        tree: the tree of the parts.
        owners: the word of each part, counted from 0 and rising.
        words: the words.
    """
    if len(tree) == len(words):
        return DependencyTree(tuple(words), tree.heads, tree.deprels, tree.upos)
    depths = _depths(tree)
    highest: dict[int, int] = {}
    for part, owner in enumerate(owners):
        if owner not in highest or depths[part] < depths[highest[owner]]:
            highest[owner] = part
    tops = [highest[word] for word in range(len(words))]
    heads = [tree.heads[top] for top in tops]
    return DependencyTree(
        tuple(words),
        tuple(owners[head - 1] + 1 if head else 0 for head in heads),
        tuple(tree.deprels[top] for top in tops),
        tuple(tree.upos[top] for top in tops),
    )


def _depths(tree: DependencyTree) -> list[int]:
    """How many heads stand above each word."""
    depths = [0] * len(tree)
    below = list(tree.roots)
    children = tree.children
    while below:
        word = below.pop()
        for child in children[word]:
            depths[child - 1] = depths[word - 1] + 1
            below.append(child)
    return depths
