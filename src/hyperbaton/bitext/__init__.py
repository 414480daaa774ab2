"""Bitext: a source and its translation, linked word by word.

Links (`links`) are learned from the sentences (`aligning`) or read from files (`reading`). They
give the order of the source words in the translation, about which some things can be measured
without a reference (`reordering`, `syntax`, `profile`).
"""

from hyperbaton.bitext.aligning import AlignmentModel, FrozenAligner, align_sentences
from hyperbaton.bitext.links import WordAlignments
from hyperbaton.bitext.profile import profile
from hyperbaton.bitext.reading import LinkText, read_alignments
from hyperbaton.bitext.reordering import (
    Measurement,
    against_reference,
    anticipation,
    crossings,
    crossings_per_link,
    distance,
    least_lag,
    measurements,
    monotonicity,
    relative,
    sequence_cross,
    source_orders,
)
from hyperbaton.bitext.syntax import syntactic_cross, tree_distance

__all__ = [
    "AlignmentModel",
    "FrozenAligner",
    "LinkText",
    "Measurement",
    "WordAlignments",
    "against_reference",
    "align_sentences",
    "anticipation",
    "crossings",
    "crossings_per_link",
    "distance",
    "least_lag",
    "measurements",
    "monotonicity",
    "profile",
    "read_alignments",
    "relative",
    "sequence_cross",
    "source_orders",
    "syntactic_cross",
    "tree_distance",
]
