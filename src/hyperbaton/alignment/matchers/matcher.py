"""What a matcher is, what matchers find in segments, and the matchers of words: stems and synonyms.

Stems are those of the Snowball stemmers (Porter 2001). English synonyms come with the package:
WordNet 3.0 (Miller 1995), reduced by `tools/build_synonyms.py` to what is asked for here. An
inflected word is in the synsets of its lemmas, found in the list of irregular forms, or by the
rules of detachment that WordNet documents (morphy(7WN)).
"""

from __future__ import annotations

import lzma
import threading
from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hyperbaton._core import Vocabulary
from hyperbaton.errors import OptionError
from hyperbaton.text.languages import SNOWBALL, function_words
from hyperbaton.text.segments import Ragged, Segments, offsets_of
from hyperbaton.values import cached_method

if TYPE_CHECKING:
    from hyperbaton.alignment.aligner import WordAligner
    from hyperbaton.alignment.alignments import Alignments
    from hyperbaton.alignment.matchers.soft import SimilarWords, SoftMatcher

WordClasses = Ragged[np.int32]  # the classes of each word

# Of the matcher soft: the smallest similarity of a link, and what a distance from one end of the
# sentences to the other takes off when links are chosen.
MINIMUM = 0.45
NEARNESS = 0.3

_TABLE = Path(__file__).parents[1] / "data" / "wordnet-en.xz"

# Endings and what replaces them to make a lemma.
_RULES = """
    s: ses:s xes:x zes:z ches:ch shes:sh men:man ies:y es:e es: ed:e ed: ing:e ing: er: est:
    er:e est:e
"""
_DETACHMENT = [rule.split(":") for rule in _RULES.split()]
_BY_LAST_LETTER = {
    letter: tuple(rule for rule in _DETACHMENT if rule[0][-1] == letter)
    for letter in {ending[-1] for ending, _ in _DETACHMENT}
}
_SHORTEST_INFLECTED = 3
_LEMMAS_FROM = 1 << 30  # numbers of lemmas, after those of all synsets


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
    def of_segments(self, matches: SegmentMatches) -> WordClasses | PairMatches:
        """Returns the classes of all words, two of which match if they share one, or all matches.

        Raises:
            OptionError: something is missing that it needs.
            InputError: a file cannot be read, or a segment has too many words.
        """


class SegmentMatches:
    """What matchers and aligners find for the words of one system, each thing once."""

    def __init__(self, segments: Segments, threads: int = 1) -> None:
        self.segments = segments
        self.threads = threads

    @cached_method
    def found(self, matcher: Matcher) -> WordClasses | PairMatches:
        """Classes of words, or matches of pairs."""
        return matcher.of_segments(self)

    @cached_method
    def similar(self, matcher: SoftMatcher) -> SimilarWords:
        """Words with their best counterparts."""
        return matcher.similar_words(self.segments, self.threads)

    @cached_method
    def alignments(self, aligner: WordAligner) -> Alignments:
        """The alignments of all hypotheses with all their references."""
        return aligner.align_segments(self)


@dataclass(frozen=True)
class WordMatcher(Matcher):
    """Words match if they have a class in common."""

    @abstractmethod
    def classes(self, words: Sequence[str], numbers: dict[str, int]) -> list[Sequence[int]]:
        """Returns the classes of each word, any number of them, as sorted numbers.

        What has no number of its own gets the next one in `numbers`.
        """

    def of_segments(self, matches: SegmentMatches) -> WordClasses:
        """Returns the classes of all words of the lexicon."""
        found = _memory(self).recalled(matches.segments.hypotheses.lexicon)
        lengths = np.fromiter(map(len, found), np.int64, len(found)) // np.int32().nbytes
        return Ragged(np.frombuffer(b"".join(found), np.int32), offsets_of(lengths))


@lru_cache(maxsize=16)
def _memory(matcher: WordMatcher) -> WordMemory:
    def look_up(words: list[str], numbers: dict[str, int]) -> Iterator[bytes]:
        return (array("i", found).tobytes() for found in matcher.classes(words, numbers))

    return WordMemory(look_up)


class WordMemory:
    """What is known about words, as bytes, so that each word is looked up once in a long run.

    Several threads may ask at the same time. With more than `most` words it begins again.

    Args:
        look_up: from words and the numbers of classes so far to what is known about each word.
    """

    def __init__(
        self, look_up: Callable[[list[str], dict[str, int]], Iterable[bytes]], most: int = 1 << 17
    ) -> None:
        self._look_up = look_up
        self._most = most
        self._lock = threading.Lock()
        self._forget()

    def _forget(self) -> None:
        self._lexicon = Vocabulary()
        self._numbers: dict[str, int] = {}
        self._known: list[bytes] = []

    def recalled(self, lexicon: Vocabulary) -> list[bytes]:
        """Returns what is known about all words of a lexicon, in the order of their numbers."""
        with self._lock:
            if len(self._lexicon) > self._most:
                self._forget()
            places = self._lexicon.number_vocabulary(lexicon, 0).tolist()
            new = self._lexicon.words(len(self._known), len(self._lexicon))
            self._known.extend(list(self._look_up(new, self._numbers)) if new else ())
            return list(map(self._known.__getitem__, places))


@dataclass(frozen=True)
class StemMatcher(WordMatcher):
    """Stems of one language; case does not matter."""

    language: str

    def __post_init__(self) -> None:
        if self.language not in SNOWBALL:
            known = ", ".join(SNOWBALL)
            raise OptionError(
                f"matchers: there is no stemmer for language {self.language!r}; leave out 'stem' "
                f"or choose one of {known}"
            )

    def classes(self, words: Sequence[str], numbers: dict[str, int]) -> list[Sequence[int]]:
        """Returns one class each: the number of its stem."""
        from Stemmer import Stemmer

        # One for each call, as a stemmer serves one thread at a time, and without a cache.
        stems = Stemmer(SNOWBALL[self.language], 0).stemWords([word.lower() for word in words])
        return [(numbers.setdefault(stem, len(numbers)),) for stem in stems]


@dataclass(frozen=True)
class FunctionWords(WordMatcher):
    """One class for the function words of a language and all marks, and none for other words."""

    language: str

    def classes(self, words: Sequence[str], numbers: dict[str, int]) -> list[Sequence[int]]:
        """Returns a class for each function word and each word without letters and digits."""
        known = function_words(self.language)
        return [
            (0,) if word.lower() in known or not any(map(str.isalnum, word)) else ()
            for word in words
        ]


@dataclass(frozen=True)
class SynonymMatcher(WordMatcher):
    """Synonyms of English; case does not matter."""

    language: str

    def __post_init__(self) -> None:
        if self.language != "en":
            raise OptionError(
                f"matchers: there are synonyms for English only, not for {self.language!r}; leave "
                "out 'synonym'"
            )

    def classes(self, words: Sequence[str], numbers: dict[str, int]) -> list[Sequence[int]]:
        """Returns for each word its lemmas, itself included, and their synsets."""
        table = _synonyms()
        found: list[Sequence[int]] = []
        for word in map(str.lower, words):
            forms = dict.fromkeys([word, *_lemmas(word, table)])
            lemmas = [lemma for lemma in forms if lemma in table]
            synsets = {int(synset) for lemma in lemmas for synset in table[lemma].split()}
            own = [_LEMMAS_FROM + numbers.setdefault(lemma, len(numbers)) for lemma in lemmas]
            found.append([*sorted(synsets), *sorted(own)])
        return found


def _lemmas(word: str, table: Mapping[str, str]) -> Iterator[str]:
    irregular = table.get(f"@{word}")
    if irregular is not None:
        yield from irregular.split()
    elif len(word) >= _SHORTEST_INFLECTED and not word.endswith("ss"):
        for ending, replacement in _BY_LAST_LETTER.get(word[-1], ()):
            if word.endswith(ending):
                yield word.removesuffix(ending) + replacement


@cache
def _synonyms() -> dict[str, str]:
    text = lzma.decompress(_TABLE.read_bytes()).decode()
    return dict(line.split("\t") for line in text.splitlines())
