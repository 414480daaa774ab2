"""What a matcher is, and what it finds."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hyperbaton.text.segments import References

if TYPE_CHECKING:
    from hyperbaton.alignment.matches import SegmentMatches


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
    def of_segments(self, matches: SegmentMatches, known: Any) -> WordClasses | PairMatches:
        """What it finds for one system, given what it knows about the references."""


@dataclass(frozen=True)
class WordMatcher(Matcher):
    """Words match if they have a class in common."""

    @abstractmethod
    def classes(self, words: Sequence[str], numbers: dict[str, int]) -> list[Sequence[int]]:
        """The classes of each word, any number of them, as sorted numbers.

        What has no number of its own gets the next one in `numbers`.
        """

    def of_references(self, references: References) -> _KnownClasses:
        """The classes of the references' words."""
        numbers: dict[str, int] = {}
        return _KnownClasses(_arrays(self.classes(references.vocabulary, numbers)), numbers)

    def of_segments(self, matches: SegmentMatches, known: _KnownClasses) -> WordClasses:
        """The classes of all words, those of the references first; `known` stays as it is."""
        segments = matches.segments
        if not segments.further_words:
            return known.arrays
        further = _arrays(self.classes(segments.further_words, dict(known.numbers)))
        values, offsets = known.arrays
        return WordClasses(
            np.concatenate([values, further.values]),
            np.concatenate([offsets, offsets[-1] + further.offsets[1:]]),
        )


@dataclass(frozen=True)
class PairMatcher(Matcher):
    """Finds matches of one or more words in every pair of sentences."""

    @abstractmethod
    def of_segments(self, matches: SegmentMatches, known: Any) -> PairMatches:
        """The matches of all pairs."""


class _KnownClasses(NamedTuple):
    """Classes of words, and the numbers that were given to some of them."""

    arrays: WordClasses
    numbers: dict[str, int]


def _arrays(classes: list[Sequence[int]]) -> WordClasses:
    lengths = np.cumsum([0, *map(len, classes)], dtype=np.int64)
    return WordClasses(np.fromiter(chain.from_iterable(classes), np.int32), lengths)
