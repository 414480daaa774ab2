"""Words match that prefer each other: by word vectors, by stems, and by where they stand.

Unlike `embedding`, which matches all words that are similar enough, `soft` links a word with one
counterpart at most, its best one, and only if that prefers it, too.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hyperbaton.alignment.matchers.matcher import PairMatcher, PairMatches
from hyperbaton.alignment.soft_matches import soft_matches
from hyperbaton.alignment.soft_vocabulary import soft_vectors, soft_vocabulary
from hyperbaton.text.segments import References, Segments


@dataclass(frozen=True)
class SoftMatcher(PairMatcher):
    """Mutually best words by vectors of a language, or of a file where one is named.

    Attributes:
        language: that of the words.
        file: the file with vectors; None for those that are installed.
        similarity: the smallest similarity of a match.
        nearness: what a distance from one end of the sentences to the other takes off.
    """

    language: str
    file: str | None
    similarity: float
    nearness: float

    def of_references(self, references: References) -> None:
        """Nothing: words are looked up with those of each system."""

    def of_segments(self, segments: Segments, known: None, threads: int) -> PairMatches:
        """The links of all pairs, each with its similarity."""
        vectors = soft_vectors(self.language, self.file)
        rows, _, stems = soft_vocabulary(segments.vocabulary, vectors, self.language)
        found = soft_matches(
            segments,
            rows,
            stems,
            threads=threads,
            nearness=self.nearness,
            minimum=self.similarity,
        )
        spans = np.ones((len(found.links), 4), np.int32)
        spans[:, ::2] = found.links
        return PairMatches(found.link_offsets, spans, found.link_similarity)
