"""Resampling from cached segment statistics: confidence intervals and paired tests.

Nothing is rescored: a resample of the test set is a sum of rows of statistics, and all metrics and
systems share the same resamples. Intervals and p-values are computed as sacreBLEU does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hyperbaton.metrics.base import Metric, Scores, Statistics

CELLS_AT_ONCE = 1 << 24  # bounds the memory for resampling weights to 128 MB


@dataclass(frozen=True)
class Interval:
    """A 95 % confidence interval from the bootstrap.

    Attributes:
        low: the 2.5th percentile of the resampled scores.
        high: the 97.5th percentile.
        mean: their mean.
    """

    low: float
    high: float
    mean: float

    @property
    def radius(self) -> float:
        """Half the width, sacreBLEU's ±."""
        return (self.high - self.low) / 2


def bootstrap(
    columns: Sequence[tuple[Metric, Statistics]], samples: int, seed: int
) -> list[Scores]:
    """The scores of every resample of the test set, for each metric's statistics alike."""
    sums = _weighted_sums([statistics for _, statistics in columns], samples, seed)
    return [metric.scores(total) for (metric, _), total in zip(columns, sums, strict=True)]


def interval(scores: Scores) -> Interval:
    """The 95 % interval of bootstrapped scores; NaN where they are not defined."""
    ordered = np.sort(scores)
    lower, upper = len(ordered) // 40, len(ordered) - len(ordered) // 40 - 1
    return Interval(float(ordered[lower]), float(ordered[upper]), float(scores.mean()))


def paired_bootstrap(baseline: Scores, system: Scores, difference: float) -> float:
    """The p-value that a difference this large arises by chance (Koehn 2004).

    As in sacreBLEU: the share of resamples whose absolute difference exceeds the mean absolute
    difference by more than the observed one.

    Args:
        baseline: bootstrapped scores of the baseline.
        system: scores of the other system on the same resamples.
        difference: the difference on the whole test set.
    """
    differences = np.abs(system - baseline)
    return _p_value(differences - differences.mean(), abs(difference))


def paired_randomization(
    metric: Metric, baseline: Statistics, system: Statistics, samples: int, seed: int
) -> float:
    """The p-value by approximate randomisation: outputs of segments exchanged at random."""
    total_baseline, total_system = baseline.sum(axis=0), system.sum(axis=0)
    moved = np.concatenate(list(_exchanged_sums(system - baseline, samples, seed)))
    shuffled = metric.scores(total_system - moved) - metric.scores(total_baseline + moved)
    observed = metric.scores(np.stack([total_system, total_baseline]))
    return _p_value(np.abs(shuffled), abs(float(observed[0] - observed[1])))


def _p_value(resampled: NDArray[np.float64], observed: float) -> float:
    """The share of larger values; 1 for systems without a difference, which no chance explains."""
    if observed == 0.0:
        return 1.0
    return (int((resampled > observed).sum()) + 1) / (len(resampled) + 1)


def _weighted_sums(statistics: Sequence[Statistics], samples: int, seed: int) -> list[Statistics]:
    """Sums of statistics over resamples with replacement, drawn once for all of them."""
    widths = np.cumsum([rows.shape[1] for rows in statistics])[:-1]
    joined = np.concatenate(statistics, axis=1)
    blocks = resample_weights(len(joined), samples, seed)
    sums = np.concatenate([weights @ joined for weights in blocks])
    return np.split(sums, widths, axis=1)


def resample_weights(segments: int, samples: int, seed: int) -> Iterator[NDArray[np.float64]]:
    """How often each segment is drawn, one row per resample, in blocks of bounded size."""
    random = np.random.default_rng(seed)
    block = max(1, CELLS_AT_ONCE // max(segments, 1))
    for begin in range(0, samples, block):
        rows = min(block, samples - begin)
        drawn = random.integers(0, segments, (rows, segments))
        drawn += np.arange(rows)[:, np.newaxis] * segments
        counts = np.bincount(drawn.ravel(), minlength=rows * segments)
        yield counts.reshape(rows, segments).astype(np.float64)


def _exchanged_sums(differences: Statistics, samples: int, seed: int) -> Iterator[Statistics]:
    random = np.random.default_rng(seed)
    segments = len(differences)
    block = max(1, CELLS_AT_ONCE // max(segments, 1))
    for begin in range(0, samples, block):
        rows = min(block, samples - begin)
        yield random.integers(0, 2, (rows, segments)).astype(np.float64) @ differences
