"""Comparing metrics with each other: clusters, wins over language pairs, average ranks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from hyperbaton.errors import InputError
from hyperbaton.limits import ALPHA
from hyperbaton.meta.agreement.correlation import average_ranks
from hyperbaton.metrics.base import ScoreList, Scores, ScoreTable

SIGNIFICANT = 0.05


@dataclass(frozen=True)
class Record:
    """How often a new metric beats a baseline, over language pairs (Stanojević & Sima'an 2016).

    Attributes:
        wins: pairs on which the new metric is significantly better.
        losses: pairs on which the baseline is.
        draws: pairs without a significant difference.
        undefined: pairs on which they cannot be compared.
    """

    wins: int
    losses: int
    draws: int
    undefined: int = 0

    def __str__(self) -> str:
        known = f"{self.wins}/{self.losses}/{self.draws}"
        return f"{known} ({self.undefined} undefined)" if self.undefined else known


def record(
    p_better: Sequence[float], p_worse: Sequence[float], alpha: float = SIGNIFICANT
) -> Record:
    """The N/B/D triple from p-values, one of each per language pair.

    Args:
        p_better: p-values that the new metric is better.
        p_worse: p-values that the baseline is.
        alpha: below which a difference is significant.
    """
    alpha = ALPHA.check(alpha, "alpha")
    wins = sum(p < alpha for p in p_better)
    losses = sum(p < alpha for p in p_worse)
    undefined = sum(math.isnan(p) for p in p_better)
    return Record(wins, losses, len(p_better) - wins - losses - undefined, undefined)


def clusters(
    values: ScoreList, p_values: ScoreTable, alpha: float = SIGNIFICANT
) -> list[int | None]:
    """Ranks of metrics, 1 for the best, where metrics that do not differ share a rank.

    As in WMT's metrics task of 2022: from the best downwards, a metric begins a new cluster when it
    is significantly worse than any metric of the current one. None where the value is NaN, or no
    test against another metric is defined.

    Args:
        values: the statistic of each metric.
        p_values: that metric i (row) is better than metric j (column).
        alpha: below which a difference is significant.

    Raises:
        InputError: there is not one p-value for every two metrics.
    """
    if p_values.shape != (len(values), len(values)):
        raise InputError(
            f"p_values: expected one row and one column per metric, {len(values)} of each, got "
            f"{p_values.shape}"
        )
    alpha = ALPHA.check(alpha, "alpha")
    ranks: list[int | None] = [None] * len(values)
    current: list[int] = []
    rank = 1
    for metric in np.argsort(-values, kind="stable").tolist():
        if np.isnan(values[metric]) or _untested(p_values, metric):
            continue
        if any(p_values[better, metric] < alpha for better in current):
            rank += 1
            current = []
        current.append(metric)
        ranks[metric] = rank
    return ranks


def _untested(p_values: Scores, metric: int) -> bool:
    """Whether a metric could not be compared with any other."""
    others = np.arange(len(p_values)) != metric
    tests = np.concatenate([p_values[metric, others], p_values[others, metric]])
    return bool(len(tests)) and bool(np.isnan(tests).all())


def mean_ranks(values: ScoreTable) -> Scores:
    """The mean rank of each metric over language pairs, 1 for the best; ties share their mean.

    NaN for a metric that is undefined on one of them.

    Args:
        values: one row per language pair, one column per metric (Stanojević & Sima'an 2014,
            table 3).
    """
    return np.asarray(average_ranks(-values).mean(axis=0))
