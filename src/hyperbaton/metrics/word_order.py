"""Where the permutations of text come from: the aligned words of hypothesis and reference."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from hyperbaton.alignment import Aligner, Alignments
from hyperbaton.metrics.base import Scores
from hyperbaton.permutation import PermutationBatch
from hyperbaton.text.segments import References, Segments


class WordOrder(NamedTuple):
    """The order of words of all segments against each of their references.

    Attributes:
        permutations: one per reference.
        words: what a brevity penalty takes for the length of the hypothesis.
        reference_words: and for that of the reference.
    """

    permutations: PermutationBatch
    words: Scores
    reference_words: Scores


def aligner_of(references: References) -> Aligner:
    """The aligner chosen for these references, or the default one."""
    return references.setting(Aligner) or references.once(_default_aligner)


def alignments_of(segments: Segments, threads: int) -> Alignments:
    """The alignments of hypotheses with their references, by the aligner chosen."""
    return aligner_of(segments.references).align(segments, threads=threads)


def order_of(segments: Segments, threads: int) -> WordOrder:
    """The permutations of the aligned words."""
    permutations = segments.once(_permutations, threads)
    reference_words = np.diff(segments.arrays.reference_offsets).astype(np.float64)
    return WordOrder(permutations, permutations.lengths.astype(np.float64), reference_words)


def order_signature(references: References) -> str:
    """What a signature says about it."""
    return aligner_of(references).signature


def _permutations(segments: Segments, threads: int) -> PermutationBatch:
    return alignments_of(segments, threads).permutations


def _default_aligner(_references: References) -> Aligner:
    return Aligner()
