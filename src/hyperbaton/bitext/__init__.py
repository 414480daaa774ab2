"""Bitext: a source and its translation, linked word by word.

Links (`links`) are read from files (`reading`) or made by a program (`aligning`), where two
directions become one. An alignment becomes the order of the source words in the translation, about
which some things can be measured without a reference (`reordering`, `report`).
"""

from hyperbaton.bitext.aligning import METHODS, align_with_eflomal, symmetrize
from hyperbaton.bitext.links import WordAlignments
from hyperbaton.bitext.reading import Bitext, LinkText, read_alignments, read_bitext
from hyperbaton.bitext.reordering import (
    Measurement,
    anticipation,
    crossings,
    crossings_per_link,
    distance,
    measurements,
    monotonicity,
    relative,
    source_orders,
)

__all__ = [
    "METHODS",
    "Bitext",
    "LinkText",
    "Measurement",
    "WordAlignments",
    "align_with_eflomal",
    "anticipation",
    "crossings",
    "crossings_per_link",
    "distance",
    "measurements",
    "monotonicity",
    "read_alignments",
    "read_bitext",
    "relative",
    "source_orders",
    "symmetrize",
]
