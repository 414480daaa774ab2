"""Words of hypotheses and references as numbers, for native code.

Words are numbered by a vocabulary: that of the references, which all systems share, and the further
words of each system. So the numbers of one system never depend on another.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hyperbaton.runtime.once import once
from hyperbaton.text.limits import check_words

Words = Sequence[Sequence[str]]  # of sentences


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


class References:
    """The words of the references of a test set.

    Attributes:
        tokens: the words of all references, one after the other.
        groups: where the references of each segment begin among all references, and the end.

    Raises:
        InputError: a reference has too many words; see `limits`.
    """

    def __init__(self, tokens: Words, groups: NDArray[np.int64]) -> None:
        self.tokens = tokens
        self.groups = groups
        self._ids: dict[str, int] = {}
        offsets = _offsets(tokens)
        check_words(offsets, groups)
        self.values, self.offsets = _encoded(tokens, self._ids), offsets

    @classmethod
    def single(cls, tokens: Words) -> References:
        """References of segments that have one each."""
        return cls(tokens, np.arange(len(tokens) + 1, dtype=np.int64))

    def __len__(self) -> int:
        """The number of segments."""
        return len(self.groups) - 1

    @once
    def vocabulary(self) -> list[str]:
        """All words, in the order of their ids."""
        return list(self._ids)

    @once
    def lengths(self) -> NDArray[np.float64]:
        """The number of words of each reference."""
        return np.diff(self.offsets).astype(np.float64)

    @once
    def counts(self) -> NDArray[np.int64]:
        """How many references each segment has."""
        return np.diff(self.groups)

    @once
    def mean_lengths(self) -> NDArray[np.float64]:
        """The mean number of words of each segment's references."""
        if len(self) == 0:
            return self.lengths
        return np.add.reduceat(self.lengths, self.groups[:-1]) / self.counts


class Segments:
    """The words of one system's hypotheses, and those of their references.

    Attributes:
        tokens: the words of the hypotheses.
        references: the words of their references.

    Raises:
        InputError: a hypothesis has too many words; see `limits`.
    """

    def __init__(self, tokens: Words, references: References) -> None:
        self.tokens = tokens
        self.references = references
        offsets = _offsets(tokens)
        check_words(offsets)
        ids = dict(references._ids)
        values = _encoded(tokens, ids)
        self.further_words = list(islice(ids, len(references._ids), None))
        self.arrays = SegmentArrays(
            values, offsets, references.values, references.offsets, references.groups
        )

    def __len__(self) -> int:
        return len(self.tokens)

    @property
    def vocabulary(self) -> list[str]:
        """All words, in the order of their ids: those of the references come first."""
        return [*self.references.vocabulary, *self.further_words]

    @once
    def lengths(self) -> NDArray[np.float64]:
        """The number of words of each hypothesis."""
        return np.diff(self.arrays.hypothesis_offsets).astype(np.float64)

    @once
    def lengths_by_reference(self) -> NDArray[np.float64]:
        """The number of words of each reference's hypothesis."""
        return np.repeat(self.lengths, self.references.counts)

    @once
    def hypothesis_of(self) -> NDArray[np.int64]:
        """Which hypothesis belongs to each reference."""
        return np.repeat(np.arange(len(self)), self.references.counts)


def _offsets(sentences: Words) -> NDArray[np.int64]:
    """Where the words of each sentence begin among all words, and the end."""
    return np.cumsum([0, *map(len, sentences)], dtype=np.int64)


def _encoded(sentences: Words, ids: dict[str, int]) -> NDArray[np.int32]:
    """Sentences as word ids, one after the other; new words get new ids."""
    values = [ids.setdefault(word, len(ids)) for words in sentences for word in words]
    return np.array(values, np.int32)
