"""What a matcher is, and what it finds."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hyperbaton.text.segments import References, Segments


class WordClasses(NamedTuple):
    """Classes of words: word w has `values[offsets[w]:offsets[w + 1]]`."""

    values: NDArray[np.int32]
    offsets: NDArray[np.int64]


class PairMatches(NamedTuple):
    """Matches of all pairs of a hypothesis and a reference.

    Pair r has rows `offsets[r]` to `offsets[r + 1] - 1` of `spans`, each with the first word and
    the number of words in the hypothesis, then in the reference; `similarities` has one per row.
    """

    offsets: NDArray[np.int64]
    spans: NDArray[np.int32]
    similarities: NDArray[np.float32]


@dataclass(frozen=True)
class Matcher(ABC):
    """A way of matching words; what it finds does not depend on weights."""

    @abstractmethod
    def of_references(self, references: References) -> Any:
        """What it knows about references, for all systems."""

    @abstractmethod
    def of_segments(self, segments: Segments, known: Any) -> WordClasses | PairMatches:
        """What it finds for one system, given what it knows about the references."""


@dataclass(frozen=True)
class WordMatcher(Matcher):
    """Words match if they have a class in common."""

    @abstractmethod
    def classes(self, words: Sequence[str]) -> list[Sequence[Hashable]]:
        """The classes of each word, any number of them."""

    def of_references(self, references: References) -> _NumberedClasses:
        """The numbered classes of the references' words."""
        return _NumberedClasses.of(self.classes(references.vocabulary))

    def of_segments(self, segments: Segments, known: _NumberedClasses) -> WordClasses:
        """The classes of all words, those of the references first."""
        return known.extended(self.classes(segments.further_words))


@dataclass(frozen=True)
class PairMatcher(Matcher):
    """Finds matches of one or more words in every pair of sentences."""

    @abstractmethod
    def of_segments(self, segments: Segments, known: Any) -> PairMatches:
        """The matches of all pairs."""


class _NumberedClasses(NamedTuple):
    """Classes of words, and the number that each class has."""

    arrays: WordClasses
    numbers: dict[Hashable, int]

    @classmethod
    def of(cls, classes: list[Sequence[Hashable]]) -> _NumberedClasses:
        numbers: dict[Hashable, int] = {}
        return cls(_arrays(classes, numbers), numbers)

    def extended(self, classes: list[Sequence[Hashable]]) -> WordClasses:
        """The classes with those of further words behind them; this object stays as it is."""
        if not classes:
            return self.arrays
        further = _arrays(classes, dict(self.numbers))
        values, offsets = self.arrays
        return WordClasses(
            np.concatenate([values, further.values]),
            np.concatenate([offsets, offsets[-1] + further.offsets[1:]]),
        )


def _arrays(classes: list[Sequence[Hashable]], numbers: dict[Hashable, int]) -> WordClasses:
    """Classes as sorted numbers; new ones are added to `numbers`."""
    for key in chain.from_iterable(classes):
        numbers.setdefault(key, len(numbers))
    number = numbers.__getitem__
    numbered = [
        sorted(map(number, keys)) if len(keys) > 1 else map(number, keys) for keys in classes
    ]
    lengths = np.cumsum([0, *map(len, classes)], dtype=np.int64)
    return WordClasses(np.fromiter(chain.from_iterable(numbered), np.int32), lengths)
