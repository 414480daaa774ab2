"""Alignment: which word of the reference each word of the hypothesis corresponds to."""

from __future__ import annotations

from hyperbaton.alignment.aligner import (
    ALIGNERS,
    Aligner,
    BigramAligner,
    MeteorAligner,
    WordAligner,
    as_aligner,
)
from hyperbaton.alignment.alignments import Alignment, Alignments, Link

__all__ = [
    "ALIGNERS",
    "Aligner",
    "Alignment",
    "Alignments",
    "BigramAligner",
    "Link",
    "MeteorAligner",
    "WordAligner",
    "as_aligner",
]
