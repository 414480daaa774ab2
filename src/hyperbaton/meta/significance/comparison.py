"""Which metric agrees better: bootstrap, clusters, wins over language pairs, average ranks.

Nothing is scored again: a resample is a product of weights and cached rows (see
`hyperbaton.scoring.resampling`), and all metrics share the same resamples.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from hyperbaton.meta.agreement.correlation import average_ranks
from hyperbaton.meta.agreement.metric_scores import MetricScores
from hyperbaton.meta.agreement.system_scores import SystemTotals
from hyperbaton.metrics.base import ScoreList, Scores, ScoreTable
from hyperbaton.scoring.resampling import resample_weights, usually_defined

SIGNIFICANT = 0.05
SLACK = 1e-10  # of rounding, below which two statistics are the same
Rows = NDArray[np.float64]


def segment_bootstrap(
    rows: Sequence[Rows], value: Callable[[Rows], Scores], samples: int, seed: int
) -> Scores:
    """Computes a statistic on resamples of the segments; one row per metric.

    Each metric has one row per segment; `value` turns sums of rows into the statistic.
    """
    widths = np.cumsum([each.shape[1] for each in rows])[:-1]
    joined = np.concatenate(rows, axis=1)
    found = [
        np.stack([value(part) for part in np.split(weights @ joined, widths, axis=1)])
        for weights in resample_weights(len(joined), samples, seed)
    ]
    return np.concatenate(found, axis=1)


def system_bootstrap(
    human: SystemTotals,
    metrics: Sequence[MetricScores],
    correlation: Callable[[Scores, Scores], Scores],
    samples: int,
    seed: int,
) -> Scores:
    """Computes a correlation of systems on resamples of the segments; one row per metric.

    People and metrics score systems again on the segments of each resample.
    """

    def resampled(totals: SystemTotals) -> Scores:
        drawn = resample_weights(len(totals.rows), samples, seed)
        return np.concatenate([totals.weighted(weights) for weights in drawn])

    people = resampled(human)
    results = []
    for metric in metrics:
        alone = np.broadcast_to(metric.system_scores, people.shape)
        results.append(correlation(people, resampled(metric.totals) if metric.totals else alone))
    return np.stack(results)


def bootstrap_p_values(samples: Scores) -> Scores:
    """Returns p-values that metric i (row) is better than j (column).

    The share of resamples on which it is not, with one added to both sides; NaN where one of the
    two is undefined on more than a few of them.

    Args:
        samples: values on the same resamples, one row per metric.
    """
    results = np.full((len(samples), len(samples)), np.nan)
    for i, j in permutations(range(len(samples)), 2):
        differences = usually_defined(samples[i] - samples[j])
        if differences is not None:
            behind = int((differences <= SLACK).sum())
            results[i, j] = (behind + 1.0) / (len(differences) + 1.0)
    return results


def clusters(values: ScoreList, p_values: ScoreTable) -> list[int | None]:
    """Ranks metrics, 1 for the best, where metrics that do not differ share a rank.

    As in WMT's metrics task of 2022: from the best downwards, a metric begins a new cluster when it
    is significantly worse than any metric of the current one. None where the value is NaN, or no
    test against another metric is defined.

    Args:
        values: the statistic of each metric.
        p_values: that metric i (row) is better than metric j (column).
    """
    compared = ~np.isnan(p_values) & ~np.eye(len(values), dtype=bool)
    tested = compared.any(axis=0) | compared.any(axis=1) | np.full(len(values), len(values) < 2)
    ranks: list[int | None] = [None] * len(values)
    current: list[int] = []
    rank = 1
    for metric in np.argsort(-values, kind="stable").tolist():
        if np.isnan(values[metric]) or not tested[metric]:
            continue
        if any(p_values[better, metric] < SIGNIFICANT for better in current):
            rank += 1
            current = []
        current.append(metric)
        ranks[metric] = rank
    return ranks


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


def record(p_better: Sequence[float], p_worse: Sequence[float]) -> Record:
    """Counts wins, losses and draws from p-values, one of each per language pair.

    Args:
        p_better: p-values that the new metric is better.
        p_worse: p-values that the baseline is.
    """
    wins = sum(p < SIGNIFICANT for p in p_better)
    losses = sum(p < SIGNIFICANT for p in p_worse)
    undefined = sum(math.isnan(p) for p in p_better)
    return Record(wins, losses, len(p_better) - wins - losses - undefined, undefined)


def mean_ranks(values: ScoreTable) -> Scores:
    """Averages the ranks of each metric over language pairs, 1 for the best; ties share their mean.

    NaN for a metric that is undefined on one of them.

    Args:
        values: one row per language pair, one column per metric (Stanojević & Sima'an 2014,
            table 3).
    """
    return np.asarray(average_ranks(-values).mean(axis=0))
