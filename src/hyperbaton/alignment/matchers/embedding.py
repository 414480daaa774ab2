"""Words match whose embeddings are similar: the cosine of their vectors is large enough.

The weight of a match is that of the matcher times the cosine, so that of two words the more similar
one is preferred where nothing else decides. Where the vectors come from is for others to say: from
a file (`vectors.py`) or from a model that sees the whole sentence (`encoder.py`).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from hyperbaton.alignment.matchers.matcher import PairMatcher, PairMatches
from hyperbaton.resources import progress
from hyperbaton.text.limits import LISTED_PAIRS, check_pairs
from hyperbaton.text.segments import Segments

if TYPE_CHECKING:
    from hyperbaton.alignment.matches import SegmentMatches

Vectors = NDArray[np.float32]  # a row for each word, of length 1, or 0 where a word has none

ROUNDING = 1e-6  # the cosine of a vector with itself is not always exactly 1


@dataclass(frozen=True)
class EmbeddingMatcher(PairMatcher):
    """Matches words by vectors from a file or folder.

    Attributes:
        path: where they come from.
        similarity: the smallest cosine with which two words match.
    """

    path: str
    similarity: float

    @abstractmethod
    def vectors(self, segments: Segments, known: Any) -> Iterator[tuple[Vectors, Vectors]]:
        """The vectors of every pair of a hypothesis and a reference."""

    def of_segments(self, matches: SegmentMatches, known: Any) -> PairMatches:
        """All matches of single words, as similar as the cosine of their vectors.

        Raises:
            InputError: a segment has too many words.
        """
        segments = matches.segments
        check_pairs(segments.arrays, "the matcher embedding", LISTED_PAIRS)
        spans, cosines = [np.zeros((0, 4), np.int32)], [np.zeros(0, np.float32)]
        pairs = int(segments.arrays.groups[-1])
        vectors = progress(
            self.vectors(segments, known), "comparing embeddings", "references", pairs
        )
        for hypothesis, reference in vectors:
            cosine = hypothesis @ reference.T
            i, j = np.nonzero(cosine >= self.similarity - ROUNDING)
            one = np.ones_like(i)
            spans.append(np.column_stack([i, one, j, one]).astype(np.int32))
            cosines.append(np.minimum(cosine[i, j], np.float32(1.0)))
        offsets = np.cumsum([len(rows) for rows in spans], dtype=np.int64)
        return PairMatches(offsets, np.concatenate(spans), np.concatenate(cosines))
