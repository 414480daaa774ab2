"""Words match whose embeddings are similar: the cosine of their vectors is large enough.

The weight of a match is that of the matcher times the cosine, so that of two words the more similar
one is preferred where nothing else decides. Where the vectors come from is for others to say: from
a file (`vectors.py`) or from a model that sees the whole sentence (`encoder.py`).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hyperbaton.alignment.matchers import GivenMatches, PairMatcher
from hyperbaton.progress import progress
from hyperbaton.text.segments import Segments

Vectors = NDArray[np.float32]  # a row for each word, of length 1, or 0 where a word has none

ROUNDING = 1e-6  # the cosine of a vector with itself is not always exactly 1


@dataclass(frozen=True)
class EmbeddingMatcher(PairMatcher):
    """Matches words by vectors from a file or folder.

    Attributes:
        path: where they come from.
        similarity: the cosine from which on two words match.
    """

    path: str
    similarity: float

    @abstractmethod
    def vectors(self, segments: Segments) -> Iterator[tuple[Vectors, Vectors]]:
        """The vectors of every pair of a hypothesis and a reference."""

    def matches(self, segments: Segments, weight: float) -> GivenMatches:
        """All matches of single words."""
        offsets, spans, cosines = segments.once(_similar_words, self)
        return GivenMatches(offsets, spans, np.float32(weight) * cosines)


def unit_rows(vectors: Vectors) -> Vectors:
    """Vectors scaled to length 1; those of length 0 stay."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    scaled: Vectors = np.divide(vectors, lengths, out=np.zeros_like(vectors), where=lengths > 0)
    return scaled


def _similar_words(
    segments: Segments, matcher: EmbeddingMatcher
) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.float32]]:
    """Where the matches of each reference begin, and the end; the matches; their cosines."""
    spans, cosines = [np.zeros((0, 4), np.int32)], [np.zeros(0, np.float32)]
    pairs = int(segments.references.groups[-1])
    vectors = progress(matcher.vectors(segments), "comparing embeddings", "references", pairs)
    for hypothesis, reference in vectors:
        cosine = hypothesis @ reference.T
        i, j = np.nonzero(cosine >= matcher.similarity - ROUNDING)
        one = np.ones_like(i)
        spans.append(np.column_stack([i, one, j, one]).astype(np.int32))
        cosines.append(np.minimum(cosine[i, j], np.float32(1.0)))
    offsets = np.cumsum([len(rows) for rows in spans], dtype=np.int64)
    return offsets, np.concatenate(spans), np.concatenate(cosines)
