"""Words of one system with their best counterparts, by vectors from some source."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hyperbaton.alignment.soft_matches import MINIMUM, NEARNESS, SoftMatches, soft_matches
from hyperbaton.alignment.soft_vocabulary import VectorSource, soft_vocabulary
from hyperbaton.text.limits import SOFT_PAIRS, check_pairs
from hyperbaton.text.segments import Segments


class SimilarWords(NamedTuple):
    """Words with their best counterparts.

    Attributes:
        segments: the words.
        matches: how similar each is to its best counterpart.
        information: -ln of the frequency of each word of the vocabulary.
    """

    segments: Segments
    matches: SoftMatches
    information: NDArray[np.float32]


@dataclass(frozen=True)
class SoftSearch:
    """How soft matches are found.

    Attributes:
        source: where the vectors come from.
        minimum: the smallest similarity of a link.
        nearness: what a distance from one end of the sentences to the other takes off.
    """

    source: VectorSource
    minimum: float = MINIMUM
    nearness: float = NEARNESS

    def of_segments(self, segments: Segments, threads: int) -> SimilarWords:
        """The similar words of all pairs.

        Raises:
            InputError: the file with vectors cannot be read, or a segment has too many words.
        """
        leave = "leave out the metric hyperbaton and the matcher soft"
        check_pairs(segments.arrays, "soft matches", SOFT_PAIRS, leave)
        known = soft_vocabulary(segments.lexicon, self.source)
        found = soft_matches(
            segments,
            known.rows,
            known.stems,
            threads=threads,
            nearness=self.nearness,
            minimum=self.minimum,
        )
        return SimilarWords(segments, found, known.information)
