"""Ways of matching words; each module holds one.

A matcher either puts words into classes, so that two words match if they have a class in common
(`WordMatcher`), or finds the matches of every pair of sentences by itself (`PairMatcher`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hyperbaton.text.segments import References, Segments


class ClassArrays(NamedTuple):
    """Classes of words: word w has `values[offsets[w]:offsets[w + 1]]`."""

    values: NDArray[np.int32]
    offsets: NDArray[np.int64]


class GivenMatches(NamedTuple):
    """Matches of all pairs of a hypothesis and a reference.

    Pair r has rows `offsets[r]` to `offsets[r + 1] - 1` of `spans`, each with the first word and
    the number of words in the hypothesis, then in the reference; `weights` has one per row.
    """

    offsets: NDArray[np.int64]
    spans: NDArray[np.int32]
    weights: NDArray[np.float32]


class WordMatcher(ABC):
    """Words match if they have a class in common."""

    @abstractmethod
    def classes(self, words: Sequence[str]) -> list[Sequence[int]]:
        """The classes of each word, any number of them."""

    def of_vocabulary(self, references: References) -> ClassArrays:
        """The classes of all words seen so far; each word is asked for once."""
        return references.once(_GrowingClasses.of, self).extended(self, references)


class PairMatcher(ABC):
    """Finds matches of one or more words in every pair of sentences."""

    @abstractmethod
    def matches(self, segments: Segments, weight: float) -> GivenMatches:
        """All matches; `weight` is that of the matcher."""


class _GrowingClasses:
    """Classes by word id of a vocabulary that grows from system to system."""

    def __init__(self) -> None:
        self._arrays = ClassArrays(np.zeros(0, np.int32), np.zeros(1, np.int64))

    @classmethod
    def of(cls, _references: References, _matcher: WordMatcher) -> _GrowingClasses:
        return cls()

    def extended(self, matcher: WordMatcher, references: References) -> ClassArrays:
        values, offsets = self._arrays
        added = matcher.classes(references.vocabulary_from(len(offsets) - 1))
        if added:
            lengths = np.cumsum([len(classes) for classes in added], dtype=np.int64)
            flat = np.fromiter(chain.from_iterable(added), np.int32)
            self._arrays = ClassArrays(
                np.concatenate([values, flat]), np.concatenate([offsets, offsets[-1] + lengths])
            )
        return self._arrays
