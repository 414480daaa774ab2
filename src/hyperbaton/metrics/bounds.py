"""Bounds of scores: what is known of a score before it is computed.

A metric that takes long offers bounds where they cost far less than the score itself; whoever looks
for the best of many, such as `hyperbaton.mbr`, need not score what cannot win.
"""

from __future__ import annotations

from typing import NamedTuple

from hyperbaton.metrics.base import Scores


class ScoreBounds(NamedTuple):
    """Between which numbers the scores of single segments lie, rounding included.

    Where both are equal the score is known. Every segment has a score, so no bound is NaN.

    Attributes:
        lower: no score is lower.
        upper: no score is higher; infinite where nothing is known.
    """

    lower: Scores
    upper: Scores
