"""Bitext: a source and its translation, linked word by word.

Links (`links`) are read from files (`reading`) or made by a program (`eflomal`), two directions
become one (`symmetrization`), an alignment becomes the order of the source words in the translation
(`reordering`), and some things about word order need no reference at all (`measures`).
"""

from hyperbaton.bitext.eflomal import align_with_eflomal
from hyperbaton.bitext.links import WordAlignments
from hyperbaton.bitext.measures import (
    Measurement,
    anticipation,
    crossings,
    crossings_per_link,
    distance,
    measurements,
    monotonicity,
)
from hyperbaton.bitext.reading import Bitext, LinkText, read_alignments, read_bitext
from hyperbaton.bitext.reordering import relative, source_orders
from hyperbaton.bitext.symmetrization import METHODS, symmetrize

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
