"""From alignments to permutations: the order of the aligned words."""

from __future__ import annotations

import numpy as np

from hyperbaton.alignment import Alignments
from hyperbaton.permutation.batch import PermutationBatch


def order_of(alignments: Alignments) -> PermutationBatch:
    """For each alignment, the places of its links in the reference in order of the hypothesis.

    Words without a link do not take part.

        >>> from hyperbaton.alignment import Aligner
        >>> order_of(Aligner().align_all(["b c a"], ["a b x c"]))[0].tolist()
        [1, 2, 0]
    """
    links, offsets = alignments.links, alignments.link_offsets
    pair = np.repeat(np.arange(len(alignments)), np.diff(offsets))
    at = alignments.reference_offsets[pair] + links[:, 1]
    linked = np.zeros(alignments.reference_offsets[-1] + 1, np.int64)
    linked[at + 1] = 1
    before = np.cumsum(linked)  # links before each word of the references
    return PermutationBatch(before[at] - offsets[pair], offsets)
