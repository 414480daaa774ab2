"""Soft matches: how similar each word is to its best counterpart, by word vectors.

The similarity of a word of the hypothesis and one of the reference is 1 if they are the same word;
else 0 if both sentences have both words, which then stand for themselves; else the product of their
vectors, or a fixed value if they have the same stem and the product is smaller.

Nothing is gained by repeating a word: of more copies in the hypothesis than the reference has, as
many have a counterpart as there are in the reference, and at least one. Neighbours and links count
all copies.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hyperbaton import _core
from hyperbaton.text.segments import Segments

NEARNESS = 0.3
MINIMUM = 0.45
STEM_SIMILARITY = 0.8


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
        reference_offsets: of m values each; those of the references' words.
        reference_best: int32, the most similar word of the hypothesis, likewise.
        reference_similarity: float32, that similarity.
        hypothesis_pair_offsets: of n - 1 values each, none of an empty hypothesis.
        hypothesis_pairs: float32, for each two neighbours i and i + 1 how similar they are to two
            neighbours j and j + 1 of the reference: the smaller of both similarities, for the
            best j, at least 0.
        reference_pair_offsets: of m - 1 values each.
        reference_pairs: float32, the same for neighbours in the reference.
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
    """The soft matches of all hypotheses with all their references.

    The numbers are the same bits for any number of threads, any batch and any processor.

    Args:
        segments: the words.
        vectors: for each word of `segments.vocabulary` a row of length 1, or 0 if it has none.
        stems: for each word the class of its stem, negative if it has none.
        threads: how many threads compute.
        stem_similarity: the smallest similarity of words with the same stem.
        nearness: what a distance from one end of the sentences to the other takes off the
            similarity of a link, when links are chosen.
        minimum: the smallest similarity of a link.
    """
    return SoftMatches(
        *_core.soft_matches(
            segments.arrays, vectors, stems, stem_similarity, nearness, minimum, threads
        )
    )
