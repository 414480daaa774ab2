"""Scores of ranked outputs within their ranking, where the best one scores 1.

McCaffery & Nederhof 2016 turn ranks "into scores out of 1": the third of five systems scores 0.5,
because as many were preferred to it as were found less good, and the best one 1. Ranks of WMT have
gaps and ties, and one ranking in five has no rank 1 at all, so the ranks themselves cannot be the
scale: it runs from the best rank of the ranking to its worst. Where all are tied each scores 0.5,
by the paper's reason: as many are better as are worse.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hyperbaton.metrics.base import Scores

ALL_TIED = 0.5


def scores_within_rankings(ranking: NDArray[np.int64], rank: NDArray[np.int64]) -> Scores:
    """The score of every ranked output: 1 - (rank - best) / (worst - best) in its ranking.

    Args:
        ranking: which ranking an output belongs to; those of one ranking stand together.
        rank: its rank; 1 is best.
    """
    if len(ranking) == 0:
        return np.zeros(0)
    begins = np.flatnonzero(np.diff(ranking, prepend=ranking[0] - 1))
    sizes = np.diff(begins, append=len(ranking))
    best, worst = (
        np.repeat(extreme.reduceat(rank, begins), sizes) for extreme in (np.minimum, np.maximum)
    )
    scores = np.full(len(rank), ALL_TIED)
    np.divide(worst - rank, worst - best, out=scores, where=worst > best)
    return scores
