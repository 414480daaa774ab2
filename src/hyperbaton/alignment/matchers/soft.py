"""Words match that prefer each other: by word vectors, by stems, and by where they stand.

Unlike `embedding`, which matches all words that are similar enough, `soft` links a word with one
counterpart at most, its best one, and only if that prefers it, too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from hyperbaton.alignment.matchers.matcher import PairMatcher, PairMatches
from hyperbaton.alignment.similar_words import SoftSearch
from hyperbaton.alignment.soft_vocabulary import VectorSource
from hyperbaton.text.segments import Sentences

if TYPE_CHECKING:
    from hyperbaton.alignment.matches import SegmentMatches


@dataclass(frozen=True)
class SoftMatcher(PairMatcher):
    """Mutually best words by vectors of a language, or of a file where one is named.

    Attributes:
        source: where the vectors come from.
        similarity: the smallest similarity of a match.
        nearness: what a distance from one end of the sentences to the other takes off.
    """

    source: VectorSource
    similarity: float
    nearness: float

    def of_references(self, references: Sentences) -> None:
        """Nothing: words are looked up with those of each system."""

    def of_segments(self, matches: SegmentMatches, known: None) -> PairMatches:
        """The links of all pairs, each with its similarity.

        Raises:
            OptionError: the language has no vectors.
            InputError: the file with vectors cannot be read.
        """
        self.source.required()
        found = matches.similar(SoftSearch(self.source, self.similarity, self.nearness)).matches
        spans = np.ones((len(found.links), 4), np.int32)
        spans[:, ::2] = found.links
        return PairMatches(found.link_offsets, spans, found.link_similarity)
