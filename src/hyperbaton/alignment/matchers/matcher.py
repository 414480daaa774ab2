"""What a matcher is, and what it finds."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hyperbaton.alignment.word_memory import Growing, WordMemory
from hyperbaton.text.ragged import chosen_rows
from hyperbaton.text.segments import Sentences

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
    def of_references(self, references: Sentences) -> Any:
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

    @property
    def contents(self) -> str:
        """What tells the files it reads from what they were before."""
        return ""

    def of_references(self, references: Sentences) -> None:
        """Nothing: words of all systems are remembered."""

    def of_segments(self, matches: SegmentMatches, known: None) -> WordClasses:
        """The classes of all words."""
        return _memory(self, self.contents).recalled(matches.segments.lexicon)


class _ClassMemory(WordMemory[WordClasses]):
    """The classes of words by one matcher."""

    def __init__(self, matcher: WordMatcher) -> None:
        self._matcher = matcher
        super().__init__()

    def _forget(self) -> None:
        self._numbers: dict[str, int] = {}
        self._values = Growing(np.zeros(0, np.int32))
        self._offsets = Growing(np.zeros(1, np.int64))

    def _learn(self, words: Sequence[str]) -> None:
        classes = self._matcher.classes(words, self._numbers)
        lengths = np.fromiter(map(len, classes), np.int64, len(classes))
        self._offsets.extend(len(self._values) + np.cumsum(lengths))
        self._values.extend(np.fromiter(chain.from_iterable(classes), np.int32))

    def _facts(self, rows: NDArray[np.int32]) -> WordClasses:
        return WordClasses(*chosen_rows(self._values.rows, self._offsets.rows, rows))


@lru_cache(maxsize=16)
def _memory(matcher: WordMatcher, _contents: str) -> _ClassMemory:
    return _ClassMemory(matcher)


@dataclass(frozen=True)
class PairMatcher(Matcher):
    """Finds matches of one or more words in every pair of sentences."""

    @abstractmethod
    def of_segments(self, matches: SegmentMatches, known: Any) -> PairMatches:
        """The matches of all pairs."""
