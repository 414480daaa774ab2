"""Words as numbers, for native code.

Words are numbered by a lexicon: that of the references, which all systems share, and the further
words of each system. So the numbers of one system never depend on another.
"""

from __future__ import annotations

import math
import string
from collections.abc import Sequence
from functools import cached_property
from itertools import chain, pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hyperbaton import _core
from hyperbaton._core import Vocabulary
from hyperbaton.errors import InputError
from hyperbaton.text.text_column import Ragged, TextColumn, chosen_rows, offsets_of

# How much of one segment is computed with, far beyond sentences and documents. Within these limits
# nothing takes more than about a minute and two gigabytes for each thread.
WORDS = 1 << 20  # of one text
CHARACTERS = 5 << 19  # of one text, where n-grams have up to 6: 2,621,440
PAIRS = 1 << 34  # of words of a hypothesis and words of its reference: 131,072 with as many
SOFT_PAIRS = 1 << 31  # of the same, where vectors are compared: 46,340 with as many
LISTED_PAIRS = 1 << 22  # of the same, where all that match are listed: 2,048 with as many

Words = Sequence[Sequence[str]]  # of sentences
NumberedWords = Ragged[np.int32]  # of sentences
Indices = NDArray[np.int64]

_MARKS = frozenset(string.punctuation)


class SegmentArrays(NamedTuple):
    """Segments as word ids.

    Sentence k is `values[offsets[k]:offsets[k + 1]]`. The references of segment k are sentences
    `groups[k]` to `groups[k + 1] - 1` of the references.
    """

    hypothesis_values: NDArray[np.int32]
    hypothesis_offsets: NDArray[np.int64]
    reference_values: NDArray[np.int32]
    reference_offsets: NDArray[np.int64]
    groups: NDArray[np.int64]


class Sentences:
    """The words of sentences, as numbers.

    Attributes:
        values: the words of all sentences, one after the other.
        offsets: where the words of each sentence begin, and the end.
        lexicon: numbers the words.
        known: the sentences whose numbering the lexicon continues, if there are such.
    """

    def __init__(
        self, words: NumberedWords, lexicon: Vocabulary, known: Sentences | None = None
    ) -> None:
        self.values, self.offsets = words
        self.lexicon = lexicon
        self.known = known

    @classmethod
    def of(cls, sentences: Words, known: Sentences | None = None) -> Sentences:
        """Sentences whose words are known."""
        lexicon = Vocabulary(None if known is None else known.lexicon)
        words = TextColumn.of(list(chain.from_iterable(sentences)))
        lengths = np.fromiter(map(len, sentences), np.int64, len(sentences))
        values = lexicon.number_words(words.data, words.offsets)
        return cls(Ragged(values, offsets_of(lengths)), lexicon, known)

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @property
    def rows(self) -> NumberedWords:
        """Values and offsets."""
        return Ragged(self.values, self.offsets)

    def chosen(self, sentences: Indices | None) -> Sentences:
        """Some sentences, in the order given and as often as they are named; None is all."""
        if sentences is None:
            return self
        return Sentences(chosen_rows(*self.rows, sentences), self.lexicon, self.known)

    @cached_property
    def vocabulary(self) -> list[str]:
        """All words, in the order of their numbers: the known ones come first."""
        return [*([] if self.known is None else self.known.vocabulary), *self.further_words]

    @cached_property
    def further_words(self) -> list[str]:
        """The words that the known sentences do not have."""
        known = 0 if self.known is None else len(self.known.lexicon)
        return self.lexicon.words(known, len(self.lexicon))

    @cached_property
    def tokens(self) -> list[list[str]]:
        """The words of every sentence."""
        vocabulary, values = self.vocabulary, self.values.tolist()
        return [
            [vocabulary[word] for word in values[begin:end]]
            for begin, end in pairwise(self.offsets.tolist())
        ]

    @cached_property
    def lengths(self) -> NDArray[np.float64]:
        """The number of words of each sentence."""
        return np.diff(self.offsets).astype(np.float64)


class Segments:
    """The words of one system's hypotheses, and those of their references.

    Attributes:
        hypotheses: the words of the hypotheses, whose lexicon continues that of the references.
        references: the words of their references.
        arrays: the words of both as numbers.

    Raises:
        InputError: a text has too many words; see `limits`.
    """

    def __init__(
        self, hypotheses: Sentences, references: Sentences, groups: Indices | None = None
    ) -> None:
        """Puts hypotheses beside references.

        Args:
            hypotheses: one per segment.
            references: one or more per segment.
            groups: where the references of each segment begin, and the end; one each by default.
        """
        if groups is None:
            groups = np.arange(len(references) + 1, dtype=np.int64)
        check_words(references.offsets, groups)
        check_words(hypotheses.offsets, np.arange(len(hypotheses) + 1))
        self.hypotheses = hypotheses
        self.references = references
        self.arrays = SegmentArrays(*hypotheses.rows, *references.rows, groups)

    @classmethod
    def of(cls, hypotheses: Words, references: Words, groups: Indices | None = None) -> Segments:
        """Segments whose words are known."""
        theirs = Sentences.of(references)
        return cls(Sentences.of(hypotheses, theirs), theirs, groups)

    def __len__(self) -> int:
        return len(self.hypotheses)

    @property
    def lexicon(self) -> Vocabulary:
        """Numbers the words of both; those of the references come first."""
        return self.hypotheses.lexicon

    @property
    def vocabulary(self) -> list[str]:
        """All words, in the order of their numbers: those of the references come first."""
        return self.hypotheses.vocabulary

    @property
    def tokens(self) -> list[list[str]]:
        """The words of the hypotheses."""
        return self.hypotheses.tokens

    @property
    def lengths(self) -> NDArray[np.float64]:
        """The number of words of each hypothesis."""
        return self.hypotheses.lengths

    @property
    def counts(self) -> Indices:
        """How many references each segment has."""
        return np.diff(self.arrays.groups)

    @cached_property
    def lengths_by_reference(self) -> NDArray[np.float64]:
        """The number of words of each reference's hypothesis."""
        return np.repeat(self.lengths, self.counts)

    @cached_property
    def hypothesis_of(self) -> Indices:
        """Which hypothesis belongs to each reference."""
        return np.repeat(np.arange(len(self)), self.counts)

    @cached_property
    def mean_lengths(self) -> NDArray[np.float64]:
        """The mean number of words of each segment's references."""
        if len(self) == 0:
            return self.references.lengths
        return np.add.reduceat(self.references.lengths, self.arrays.groups[:-1]) / self.counts


def characters(texts: TextColumn, threads: int = 1) -> Ragged[np.int32]:
    """The characters of texts as code points, without white space."""
    return Ragged(*_core.characters(texts.data, texts.offsets, threads))


def code_points(texts: Sequence[str]) -> Ragged[np.int32]:
    """All characters of texts as code points, spaces included."""
    values = np.frombuffer("".join(texts).encode("utf-32-le", "surrogatepass"), np.int32)
    return Ragged(values, np.cumsum([0, *map(len, texts)], dtype=np.int64))


def split_marks(text: str) -> list[str]:
    """The words between spaces, with one mark at the end, or else at the beginning, split off.

    This is how chrF++ sees words.

    >>> split_marks('"Well," said (she)')
    ['"Well,', '"', 'said', '(she', ')']
    """
    words: list[str] = []
    for word in text.split():
        if len(word) > 1 and word[-1] in _MARKS:
            words += (word[:-1], word[-1])
        elif len(word) > 1 and word[0] in _MARKS:
            words += (word[0], word[1:])
        else:
            words.append(word)
    return words


def check_words(offsets: NDArray[np.int64], groups: NDArray[np.int64]) -> None:
    """Refuses texts with more words than `WORDS`; names the segment and how many words it has.

    Args:
        offsets: where the words of each text begin among all words, and the end.
        groups: where the texts of each segment begin, and the end.
    """
    _check_lengths(offsets, groups, WORDS, "has {:,} words; up to {:,} are accepted: split it")


def check_characters(arrays: SegmentArrays, n: int, what: str) -> None:
    """Refuses texts with more than `CHARACTERS` times 6 n-grams of up to n characters."""
    most = 6 * CHARACTERS // n
    reason = f"{{:,}} characters are too many for {what}, which takes up to {{:,}}; split the "
    reason += f"segment or leave {what} out"
    _check_lengths(arrays.hypothesis_offsets, np.arange(len(arrays.groups)), most, reason)
    _check_lengths(arrays.reference_offsets, arrays.groups, most, reason)


def _check_lengths(offsets: Indices, groups: Indices, most: int, reason: str) -> None:
    lengths = np.diff(offsets)
    for text in np.flatnonzero(lengths > most)[:1]:
        raise InputError(reason.format(lengths[text], most), index=_segment(text, groups))


def check_pairs(
    arrays: SegmentArrays, what: str, most: int = PAIRS, remedy: str | None = None
) -> None:
    """Refuses segments for what compares all words of a hypothesis with all of its reference.

    Args:
        arrays: the words.
        what: what compares them: a metric, or how words are matched.
        most: how many pairs of words one segment may have.
        remedy: what to do besides splitting the segment; to leave out `what` if None.

    Raises:
        InputError: names the segment, its numbers of words and the limit.
    """
    of_reference = np.diff(arrays.reference_offsets)
    of_hypothesis = np.repeat(np.diff(arrays.hypothesis_offsets), np.diff(arrays.groups))
    for k in np.flatnonzero(of_hypothesis.astype(float) * of_reference > most)[:1]:
        side = math.isqrt(most)
        raise InputError(
            f"{of_hypothesis[k]:,} words against {of_reference[k]:,} are too many for {what}, "
            f"which takes up to {side:,} against {side:,}; split the segment or "
            f"{remedy or f'leave {what} out'}",
            index=_segment(k, arrays.groups),
        )


def _segment(text: int, groups: NDArray[np.int64]) -> int:
    """The segment that a text belongs to, counted from 0."""
    return int(np.searchsorted(groups, text, side="right")) - 1
