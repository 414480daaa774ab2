"""Where the permutations of text come from.

Words of hypothesis and reference are aligned with each other, or else, where alignments with the
source are given, the orders of the source words in both are compared (Birch & Osborne 2010).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from hyperbaton.alignment import Aligner, Alignments
from hyperbaton.bitext import WordAlignments, relative, source_orders
from hyperbaton.errors import InputError
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
    """The permutations of all segments against each of their references.

    Brevity compares the aligned words with those of the reference (Stanojević & Sima'an 2014), or
    over the source the words of hypothesis and reference (Birch & Osborne 2010).
    """
    reference_words = np.diff(segments.arrays.reference_offsets).astype(np.float64)
    if is_over_source(segments.references):
        permutations = segments.once(_permutations_over_source)
        words = np.repeat(segments.hypothesis_lengths, np.diff(segments.references.groups))
    else:
        permutations = segments.once(_permutations, threads)
        words = permutations.lengths
    return WordOrder(permutations, words.astype(np.float64), reference_words)


def is_over_source(references: References) -> bool:
    """Whether alignments of the source with the references are given."""
    return references.setting(WordAlignments) is not None


def order_signature(references: References) -> str:
    """What a signature says about it."""
    return "align:source" if is_over_source(references) else aligner_of(references).signature


def _permutations(segments: Segments, threads: int) -> PermutationBatch:
    return alignments_of(segments, threads).permutations


def _permutations_over_source(segments: Segments) -> PermutationBatch:
    of_references = segments.references.setting(WordAlignments)
    of_hypotheses = segments.setting(WordAlignments)
    if of_references is None or of_hypotheses is None:
        raise InputError("alignments of the source are given for the references only; give both")
    groups = segments.references.groups
    if len(of_references) != groups[-1] or len(of_hypotheses) != len(segments):
        raise InputError(
            f"alignments of the source: expected {groups[-1]} for the references and "
            f"{len(segments)} for the hypotheses, got {len(of_references)} and {len(of_hypotheses)}"
        )
    return relative(
        segments.references.once(_reference_orders),
        source_orders(of_hypotheses).repeated(np.diff(groups)),
    )


def _reference_orders(references: References) -> PermutationBatch:
    given = references.setting(WordAlignments)
    assert given is not None
    return source_orders(given)


def _default_aligner(_references: References) -> Aligner:
    return Aligner()
