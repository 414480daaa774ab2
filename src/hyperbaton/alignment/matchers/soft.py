"""Words match that prefer each other: by word vectors, by stems, and by where they stand.

The similarity of a word of the hypothesis and one of the reference is 1 if they are the same word;
else 0 if both sentences have both words, which then stand for themselves; else the product of their
vectors, or a fixed value if they have the same stem and the product is smaller.

Nothing is gained by repeating a word: of more copies in the hypothesis than the reference has, as
many have a counterpart as there are in the reference, and at least one. Neighbours and links count
all copies.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hyperbaton import _core
from hyperbaton._core import Vocabulary
from hyperbaton.alignment.matchers.matcher import (
    MINIMUM,
    NEARNESS,
    Matcher,
    PairMatches,
    StemMatcher,
    WordMemory,
)
from hyperbaton.errors import OptionError
from hyperbaton.files import fingerprint
from hyperbaton.text.languages import SNOWBALL
from hyperbaton.text.segments import SOFT_PAIRS, Segments, check_pairs
from hyperbaton.vectors import (
    WordTable,
    completed_rows,
    install_command,
    languages_with_vectors,
    vectors_of_file,
    vectors_of_language,
)

if TYPE_CHECKING:
    from hyperbaton.alignment.matchers.matcher import SegmentMatches

STEM_SIMILARITY = 0.8


@dataclass(frozen=True)
class VectorSource:
    """Where the vectors of words come from."""

    language: str
    file: str | None  # None for the vectors that are installed, if there are any

    @property
    def table(self) -> WordTable | None:
        """The vectors; None where a language has none."""
        if self.file is None:
            return vectors_of_language(self.language)
        return vectors_of_file(self.file)

    @property
    def signature(self) -> str:
        """The vectors by name and contents, such as `vectors:en@…`."""
        if self.file is not None:
            return f"embeddings:{Path(self.file).name}@{fingerprint(self.file)}"
        installed = vectors_of_language(self.language)
        return f"vectors:{f'{self.language}@{installed.fingerprint}' if installed else 'none'}"

    def facts(self, lexicon: Vocabulary) -> NDArray[np.void]:
        """Returns one record for each word of a lexicon, with vectors or without.

        `row` is its vector, of length 1 or less, `information` -ln of its frequency, and `stem` the
        class of its stem, or of its digits if it has any; -1 for words without digits in languages
        without a stemmer.

        Raises:
            InputError: the file of the vectors cannot be read.
        """
        if self.file is not None and not Path(self.file).is_file():  # a pipe is read once
            found = WordMemory(self._look_up).recalled(lexicon)
        else:
            found = _memory(self, self.signature).recalled(lexicon)
        dimensions = (len(found[0]) if found else _record(0).itemsize) - _record(0).itemsize
        return np.frombuffer(b"".join(found), _record(dimensions // np.float32().nbytes))

    def _look_up(self, words: list[str], numbers: dict[str, int]) -> Iterator[bytes]:
        rows, information, _ = completed_rows(words, self.table)
        found = np.empty(len(words), _record(rows.shape[1]))
        found["row"], found["information"] = rows, information
        found["stem"] = self._stems(words, numbers)
        return (record.tobytes() for record in found)

    def _stems(self, words: Sequence[str], numbers: dict[str, int]) -> NDArray[np.int32]:
        """Classes of stems; numbers are written in many ways, so theirs are those of their digits.

        A stem that has digits is that of a word that has them, so the two never meet.
        """
        stems = np.full(len(words), -1, np.int32)
        if self.language in SNOWBALL:
            stems[:] = [stem for (stem,) in StemMatcher(self.language).classes(words, numbers)]
        for k, word in enumerate(words):
            digits = "".join(filter(str.isdigit, word))
            if digits:
                stems[k] = numbers.setdefault(digits, len(numbers))
        return stems

    def require(self) -> None:
        """Checks that there are vectors.

        Raises:
            OptionError: the language has none.
        """
        if self.file is None and vectors_of_language(self.language) is None:
            known = ", ".join(languages_with_vectors()) or "none"
            raise OptionError(
                f"soft matches: there are no word vectors of language {self.language!r} "
                f"(installed: {known}); get those of further languages with "
                f"'{install_command()}', or name a file with embeddings=FILE"
            )


def _record(dimensions: int) -> np.dtype[np.void]:
    return np.dtype([("row", "f4", dimensions), ("information", "f4"), ("stem", "i4")])


@lru_cache(maxsize=4)
def _memory(source: VectorSource, _signature: str) -> WordMemory:
    return WordMemory(source._look_up)


@dataclass(frozen=True)
class SoftMatcher(Matcher):
    """Mutually best words by vectors: each word has one counterpart at most."""

    source: VectorSource
    similarity: float = MINIMUM  # the smallest of a match

    def of_segments(self, matches: SegmentMatches) -> PairMatches:
        """Returns the links of all pairs, each with its similarity."""
        found = matches.similar(self).matches
        spans = np.ones((len(found.links), 4), np.int32)
        spans[:, ::2] = found.links
        return PairMatches(found.link_offsets, spans, found.link_similarity)

    def similar_words(self, segments: Segments, threads: int) -> SimilarWords:
        """Returns the words of all pairs with their best counterparts, with vectors or without.

        Raises:
            InputError: the file with vectors cannot be read, or a segment has too many words.
        """
        leave = "leave out the metric hyperbaton and the matcher soft"
        check_pairs(segments.arrays, "soft matches", SOFT_PAIRS, leave)
        known = self.source.facts(segments.hypotheses.lexicon)
        found = soft_matches(
            segments,
            np.ascontiguousarray(known["row"]),
            np.ascontiguousarray(known["stem"]),
            threads=threads,
            minimum=self.similarity,
        )
        return SimilarWords(segments, found, np.ascontiguousarray(known["information"]))


class SimilarWords(NamedTuple):
    """Words of one system with their best counterparts."""

    segments: Segments
    matches: SoftMatches
    information: NDArray[np.float32]  # -ln of the frequency of each word of the vocabulary


class SoftMatches(NamedTuple):
    """The soft matches of all pairs of a hypothesis of n and a reference of m words.

    There is one pair for each reference. Pair r has the values from `offsets[r]` to
    `offsets[r + 1] - 1` of the arrays that follow such offsets. Positions are counted from 0
    within a sentence.

    Attributes:
        hypothesis_offsets: of n values each.
        hypothesis_best: int32, the most similar word of the reference, the first of equals, or -1
            for a copy too many and where the reference is empty.
        hypothesis_similarity: float32, that similarity; 0 if there is none or it is negative.
        hypothesis_pair_offsets: of n - 1 values each, none of an empty hypothesis.
        hypothesis_pairs: float32, for each two neighbours i and i + 1 how similar they are to two
            neighbours j and j + 1 of the reference: the smaller of both similarities, for the
            best j, at least 0.
        reference_offsets and so on: the same for the m words of the reference.
        link_offsets: of as many values each as there are links.
        links: int32, rows of a position in the hypothesis and one in the reference, in the order of
            the hypothesis: two words each of which prefers the other, by similarity less
            `nearness` times the distance of their relative positions.
        link_similarity: float32, how similar the words of each link are.
    """

    hypothesis_offsets: NDArray[np.int64]
    hypothesis_best: NDArray[np.int32]
    hypothesis_similarity: NDArray[np.float32]
    reference_offsets: NDArray[np.int64]
    reference_best: NDArray[np.int32]
    reference_similarity: NDArray[np.float32]
    hypothesis_pair_offsets: NDArray[np.int64]
    hypothesis_pairs: NDArray[np.float32]
    reference_pair_offsets: NDArray[np.int64]
    reference_pairs: NDArray[np.float32]
    link_offsets: NDArray[np.int64]
    links: NDArray[np.int32]
    link_similarity: NDArray[np.float32]


def soft_matches(
    segments: Segments,
    vectors: NDArray[np.float32],
    stems: NDArray[np.int32],
    *,
    threads: int,
    stem_similarity: float = STEM_SIMILARITY,
    nearness: float = NEARNESS,
    minimum: float = MINIMUM,
) -> SoftMatches:
    """Finds the soft matches of all hypotheses with all their references.

    Each word of `segments.vocabulary` has a vector, of length 1 or less, and the class of its stem,
    negative if it has none. The numbers are the same bits for any number of threads, any batch and
    any processor.
    """
    return SoftMatches(
        *_core.soft_matches(
            segments.arrays, vectors, stems, stem_similarity, nearness, minimum, threads
        )
    )
