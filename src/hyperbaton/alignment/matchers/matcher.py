"""What a matcher is, what matchers find in segments, and what is remembered about words."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from hyperbaton._core import Vocabulary
from hyperbaton.once import cached_method
from hyperbaton.text.segments import Segments, Sentences
from hyperbaton.text.text_column import chosen_rows

if TYPE_CHECKING:
    from hyperbaton.alignment.aligner import WordAligner
    from hyperbaton.alignment.alignments import Alignments
    from hyperbaton.alignment.matchers.soft import SimilarWords, SoftMatcher

Facts = TypeVar("Facts")

# Of the matcher soft: the smallest similarity of a link, and what a distance from one end of the
# sentences to the other takes off when links are chosen.
MINIMUM = 0.45
NEARNESS = 0.3


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

    def of_references(self, references: Sentences) -> Any:
        """Returns what it knows about references, for all systems; nothing by default."""
        return None

    @abstractmethod
    def of_segments(self, matches: SegmentMatches, known: Any) -> WordClasses | PairMatches:
        """Returns what it finds for one system, given what it knows about the references."""


class ReferenceMatches:
    """What matchers know about references, for all systems."""

    def __init__(self, references: Sentences) -> None:
        self.references = references

    @cached_method
    def known(self, matcher: Matcher) -> Any:
        """What a matcher knows about them."""
        return matcher.of_references(self.references)


class SegmentMatches:
    """What matchers and aligners find for one system.

    Attributes:
        segments: the words.
        threads: how many threads to compute with.
        references: what matchers know about the references, which other systems may share.
    """

    def __init__(
        self, segments: Segments, threads: int = 1, references: ReferenceMatches | None = None
    ) -> None:
        self.segments = segments
        self.threads = threads
        self.references = references or ReferenceMatches(segments.references)

    @cached_method
    def found(self, matcher: Matcher) -> WordClasses | PairMatches:
        """Classes of words, or matches of pairs."""
        return matcher.of_segments(self, self.references.known(matcher))

    @cached_method
    def similar(self, matcher: SoftMatcher) -> SimilarWords:
        """Words with their best counterparts."""
        return matcher.similar_words(self.segments, self.threads)

    @cached_method
    def alignments(self, aligner: WordAligner) -> Alignments:
        """The alignments of all hypotheses with all their references."""
        return aligner.align_segments(self, self.threads)


@dataclass(frozen=True)
class WordMatcher(Matcher):
    """Words match if they have a class in common."""

    @abstractmethod
    def classes(self, words: Sequence[str], numbers: dict[str, int]) -> list[Sequence[int]]:
        """Returns the classes of each word, any number of them, as sorted numbers.

        What has no number of its own gets the next one in `numbers`.
        """

    @property
    def contents(self) -> str:
        """What tells the files it reads from what they were before."""
        return ""

    def of_segments(self, matches: SegmentMatches, known: None) -> WordClasses:
        """Returns the classes of all words."""
        return _memory(self, self.contents).recalled(matches.segments.lexicon)


class WordMemory(ABC, Generic[Facts]):
    """Facts about words, so that each is looked up once and not in every batch.

    Several threads may ask at the same time.

    Class attributes:
        most: how many words are remembered; with more, it begins again. Facts about the words of
            one lexicon always belong together.
    """

    most = 1 << 18

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._begin()

    def recalled(self, lexicon: Vocabulary) -> Facts:
        """Returns the facts about all words of a lexicon, in the order of their numbers."""
        with self._lock:
            if len(self._known) > self.most:
                self._begin()
            first = len(self._known)
            rows = self._known.number_vocabulary(lexicon, 0)
            try:
                if first == 0 or len(self._known) > first:
                    self._learn(self._known.words(first, len(self._known)))
            except BaseException:  # words are numbered about which nothing is known
                self._begin()
                raise
            return self._facts(rows)

    def _begin(self) -> None:
        self._known = Vocabulary()
        self._numbers: dict[str, int] = {}  # of classes
        self._forget()

    @abstractmethod
    def _forget(self) -> None:
        """Forgets everything."""

    @abstractmethod
    def _learn(self, words: Sequence[str]) -> None:
        """Looks up further words, and remembers what it finds behind all that came before."""

    @abstractmethod
    def _facts(self, rows: NDArray[np.int32]) -> Facts:
        """Returns what is known about words, by their places among all that were learnt."""


class Growing:
    """An array to which rows are added at the end, without copying all of it each time."""

    def __init__(self, first: NDArray[Any]) -> None:
        self._held = first.copy()
        self._length = len(first)

    def __len__(self) -> int:
        return self._length

    def extend(self, rows: NDArray[Any]) -> None:
        """Adds rows."""
        length = self._length + len(rows)
        if length > len(self._held):
            held = np.empty((max(length, 2 * len(self._held)), *rows.shape[1:]), rows.dtype)
            held[: self._length] = self.rows
            self._held = held
        self._held[self._length : length] = rows
        self._length = length

    @property
    def rows(self) -> NDArray[Any]:
        """All rows."""
        return self._held[: self._length]


class _ClassMemory(WordMemory[WordClasses]):
    """The classes of words by one matcher."""

    def __init__(self, matcher: WordMatcher) -> None:
        self._matcher = matcher
        super().__init__()

    def _forget(self) -> None:
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
