"""The parsers of the C++ core: `english`, which is bundled, and `trained`, others' own models.

A segment is divided into sentences, told from the words alone, and in English its words into those
of the treebank: `don't` is two of them, `well-known` three. Both are undone in the trees, which
have the words that were given.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import chain
from pathlib import Path
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from hyperbaton._core import Vocabulary
from hyperbaton.files import fingerprint
from hyperbaton.parsing.network import Network
from hyperbaton.parsing.parser import LONGEST, Parser, ParserModel, Parses
from hyperbaton.text.segments import (
    Indices,
    Ragged,
    Sentences,
    TextColumn,
    chosen_rows,
    offsets_of,
)
from hyperbaton.text.treebank_words import split_word
from hyperbaton.trees.batch import Labels, TreeBatch
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


def _parse(network: Network, segments: Sentences, threads: int) -> Parses:
    # What a word is by itself is looked at once for each word, however often it occurs.
    there = np.bincount(segments.values, minlength=1) > 0
    used, words = np.flatnonzero(there).tolist(), (np.cumsum(there) - 1)[segments.values]
    vocabulary = segments.vocabulary
    texts = [vocabulary[word] for word in used]
    known = list(map(analysed, texts))
    marks = np.array([marks for marks, _ in known], np.uint8)[words]
    offsets = sentence_begins(marks, segments.offsets)
    if network.about.get("language") == "en":
        parts = [parts for _, parts in known]
    else:
        parts = [(text,) for text in texts]
    split, owners = _split(words, offsets, parts, texts)
    heads, deprels, upos = network.parse(split, threads)
    if len(owners) > len(words):
        tops, heads = contracted(heads, split.offsets, owners, offsets)
        deprels, upos = deprels[tops], upos[tops]
    trees = TreeBatch(
        Sentences(Ragged(segments.values, offsets), segments.lexicon, segments.known),
        heads,
        Labels(deprels, network.labels),
        Labels(upos, network.tags),
    )
    return Parses(trees, np.searchsorted(offsets, segments.offsets))


@lru_cache(1 << 16)
def analysed(word: str) -> tuple[int, tuple[str, ...]]:
    """What a word says about the ends of sentences, and its parts."""
    return _marks(word), tuple(split_word(word.translate(_PLAIN)))


# Sentences of a segment

_ENDS = frozenset([".", "!", "?", "?!", "!?", "!!", "??", "!!!", "???"])
_CLOSERS = frozenset(["'", '"', "’", "”", "»", "''", ")", "]"])
_OPENERS = frozenset("'\"‘“„«`([")

# Words after which a full stop, where it is a word of its own, ends no sentence.
_ABBREVIATION = re.compile(
    r"(?i)[a-z]|mrs?|ms|dr|st|prof|gen|lt|col|sgt|capt|rev|hon|sen|rep|gov|messrs|vs|etc|inc|ltd"
    r"|corp|co|nos?|fig|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|\."
)

BEGINS, CLOSES, ENDS, STOPS, ABBREVIATES = 1, 2, 4, 8, 16  # what a word may do to a sentence


def _marks(word: str) -> int:
    first, closes = word[0], word in _CLOSERS
    begins = first.isupper() or first.isdigit() or (first in _OPENERS and not closes)
    abbreviates = _ABBREVIATION.fullmatch(word) is not None
    does = ((BEGINS, begins), (CLOSES, closes), (ENDS, word in _ENDS), (STOPS, word == "."))
    return sum(mark for mark, holds in (*does, (ABBREVIATES, abbreviates)) if holds)


def sentence_begins(marks: NDArray[np.uint8], segments: Indices) -> Indices:
    """Where the words of each sentence begin, and the end.

    A sentence ends with `.`, `!` or `?` and the quotation marks and brackets that close after it,
    if a word follows that begins with a capital, a digit or an opening mark; not with dots of
    which there are several, and not after abbreviations and single letters (`U . S .`).

    Args:
        marks: what each word may do to a sentence.
        segments: where the words of each segment begin, and the end.
    """
    places = np.flatnonzero(marks[1:] & BEGINS & ((marks[:-1] & (CLOSES | ENDS)) > 0)) + 1
    first = segments[np.searchsorted(segments, places, "right") - 1]
    of_word, found, begin = marks.tobytes(), [], 0
    for place, segment in zip(places.tolist(), first.tolist(), strict=True):
        begin, last = max(begin, segment), place - 1
        while last > begin and of_word[last] & CLOSES:
            last -= 1
        if last <= begin or not of_word[last] & ENDS:
            continue
        if not (of_word[last] & STOPS and of_word[last - 1] & ABBREVIATES):
            found.append(place)
            begin = place
    return np.union1d(segments, np.array(found, np.int64))


# Words of the treebank

# Typographic apostrophes and quotation marks, which are rare in the treebank.
_PLAIN = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"'})


def _split(
    words: NDArray[np.int64],
    offsets: Indices,
    parts: Sequence[Sequence[str]],
    whole: Sequence[str],
) -> tuple[Sentences, NDArray[np.int64]]:
    """Sentences of the treebank's words, and for each of them which of the given words it is.

    Words stay whole in sentences that would be too long.

    Args:
        words: the words of sentences, as numbers.
        offsets: where the words of each sentence begin, and the end.
        parts: the parts of each word, by its number.
        whole: each word, by its number.
    """
    lexicon = Vocabulary()
    column = TextColumn.of([*chain.from_iterable(parts), *whole])
    numbers = lexicon.number_words(column.data, column.offsets)
    counts = np.array([*map(len, parts), *[1] * len(whole)], np.int64)
    lengths = np.diff(offsets_of(counts[words])[offsets])
    if (lengths > LONGEST).any():
        words = words + len(whole) * np.repeat(lengths > LONGEST, np.diff(offsets))
    rows = chosen_rows(numbers, offsets_of(counts), words)
    owners = np.repeat(np.arange(len(words)), np.diff(rows.offsets))
    return Sentences(Ragged(rows.values, rows.offsets[offsets]), lexicon), owners


def contracted(
    heads: NDArray[np.int32], parts: Indices, owners: NDArray[np.int64], words: Indices
) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """The heads of words from those of their parts.

    A word takes the head of its highest part, the leftmost of several. No cycle can come of it: the
    head of the highest part is a part nearer to the root, so the height of the highest part grows
    from each word to its head.

    Args:
        heads: by part, the number of its head in the sentence, counted from 1; 0 for the root.
        parts: where the parts of each sentence begin, and the end.
        owners: the word of each part, rising.
        words: where the words of each sentence begin, and the end.

    Returns:
        The highest part of each word, and the number of its head in the sentence.
    """
    above = np.where(heads > 0, heads + np.repeat(parts[:-1], np.diff(parts)) - 1, -1)
    several = np.flatnonzero(np.bincount(owners)[owners] > 1)  # parts of words that have more
    depths, place = np.zeros(len(several), np.int64), above[several]
    while (below := place >= 0).any():
        depths += below
        place = np.where(below, above[place], -1)
    by_word = several[np.lexsort((depths, owners[several]))]
    tops = np.unique(owners, return_index=True)[1]
    split, highest = np.unique(owners[by_word], return_index=True)
    tops[split] = by_word[highest]
    head = above[tops]
    begins = np.repeat(words[:-1], np.diff(words))
    return tops, np.where(head >= 0, owners[head] - begins + 1, 0).astype(np.int32)
