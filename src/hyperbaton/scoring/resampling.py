"""Resampling from cached segment statistics: confidence intervals and paired tests.

Nothing is rescored: a resample of the test set is a sum of rows of statistics, and all metrics and
systems share the same resamples. Intervals and the paired bootstrap are computed as sacreBLEU does;
randomisation counts differences as large as the observed one, where sacreBLEU counts larger ones.

A score may be undefined on a resample, such as one without any segment that has a score. What is
undefined on more than a twentieth of them is undefined; up to there the others decide.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hyperbaton.metrics.base import Metric, Scores, Statistics

CELLS_AT_ONCE = 1 << 24  # bounds the memory for resampling weights to 128 MB
MOST_UNDEFINED = 0.05  # share of resamples; as many as a 95 % interval leaves out
ROUNDING = 1e-10  # relative to scores, below which differences are the same


@dataclass(frozen=True)
class Interval:
    """A 95 % confidence interval from the bootstrap.

    Attributes:
        low: the 2.5th percentile of the resampled scores.
        high: the 97.5th percentile.
        mean: their mean.
        undefined: on how many resamples the score is undefined; they are left out, and all three
            are NaN where they are more than `MOST_UNDEFINED` of all.
        samples: how many resamples there were.
    """

    low: float
    high: float
    mean: float
    undefined: int = 0
    samples: int = 0

    @property
    def radius(self) -> float:
        """Half the width, sacreBLEU's ±."""
        return (self.high - self.low) / 2

    @property
    def note(self) -> str | None:
        """What a reader must know about resamples without a score; None where all have one."""
        if self.undefined == 0:
            return None
        without = f"{self.undefined} of {self.samples} resamples have no score"
        return f"no interval: {without}" if math.isnan(self.low) else f"interval: {without}"


def bootstrap(
    columns: Sequence[tuple[Metric, Statistics]], samples: int, seed: int
) -> list[Scores]:
    """The scores of every resample of the test set, for each metric's statistics alike."""
    widths = np.cumsum([statistics.shape[1] for _, statistics in columns])[:-1]
    joined = np.concatenate([statistics for _, statistics in columns], axis=1)
    parts: list[list[Scores]] = [[] for _ in columns]
    for weights in resample_weights(len(joined), samples, seed):
        sums = np.split(weights @ joined, widths, axis=1)
        for (metric, _), total, found in zip(columns, sums, parts, strict=True):
            found.append(metric.scores(total))
    return [np.concatenate(found) for found in parts]


def interval(scores: Scores) -> Interval:
    """The 95 % interval of bootstrapped scores, of those that are defined."""
    kept = usually_defined(scores)
    undefined, samples = int(np.isnan(scores).sum()), len(scores)
    if kept is None:
        return Interval(math.nan, math.nan, math.nan, undefined, samples)
    ordered = np.sort(kept)
    lower, upper = len(ordered) // 40, len(ordered) - len(ordered) // 40 - 1
    low, high, mean = float(ordered[lower]), float(ordered[upper]), float(kept.mean())
    return Interval(low, high, mean, undefined, samples)


def usually_defined(values: Scores) -> Scores | None:
    """Those of resampled values that are defined; None where more than a few are not."""
    kept = values[~np.isnan(values)]
    if len(kept) == 0 or len(values) - len(kept) > MOST_UNDEFINED * len(values):
        return None
    return kept


def paired_bootstrap(baseline: Scores, system: Scores, difference: float) -> float:
    """The p-value that a difference this large arises by chance (Koehn 2004).

    As in sacreBLEU: the share of resamples whose absolute difference exceeds the mean absolute
    difference by more than the observed one. NaN where the difference is undefined, on the whole
    or too often.

    Args:
        baseline: bootstrapped scores of the baseline.
        system: scores of the other system on the same resamples.
        difference: the difference on the whole test set.
    """
    differences = usually_defined(np.abs(system - baseline))
    if differences is None or math.isnan(difference):
        return math.nan
    if difference == 0.0:
        return 1.0
    larger = int((differences - differences.mean() > abs(difference)).sum())
    return (larger + 1) / (len(differences) + 1)


def paired_randomization(
    scores: Callable[[Statistics], Scores],
    baseline: Statistics,
    system: Statistics,
    samples: int,
    seed: int,
) -> float:
    """The p-value by approximate randomisation: outputs of segments exchanged at random.

    The share of exchanges whose absolute difference is at least the observed one, which counts as
    one of them (Riezler & Maxwell 2005; Noreen 1989). Differences that rounding alone keeps apart
    are the same. NaN where the difference is undefined, on the whole or too often.
    """
    total_baseline, total_system = baseline.sum(axis=0), system.sum(axis=0)
    moved = np.concatenate(list(_exchanged_sums(system - baseline, samples, seed)))
    one, other = scores(total_system - moved), scores(total_baseline + moved)
    observed = scores(np.stack([total_system, total_baseline]))
    shuffled = usually_defined(np.abs(one - other))
    if shuffled is None or np.isnan(observed).any():
        return math.nan
    scale = max(float(np.nanmax(np.abs(each))) for each in (one, other, observed))
    reached = shuffled >= abs(float(observed[0] - observed[1])) - ROUNDING * scale
    return (int(reached.sum()) + 1) / (len(shuffled) + 1)


def resample_weights(segments: int, samples: int, seed: int) -> Iterator[NDArray[np.float64]]:
    """How often each segment is drawn, one row per resample, in blocks of bounded size."""
    random = np.random.default_rng(seed)
    for rows in _blocks(samples, segments):
        drawn = random.integers(0, segments, (rows, segments))
        drawn += np.arange(rows)[:, np.newaxis] * segments
        counts = np.bincount(drawn.ravel(), minlength=rows * segments)
        yield counts.reshape(rows, segments).astype(np.float64)


def _exchanged_sums(differences: Statistics, samples: int, seed: int) -> Iterator[Statistics]:
    random, segments = np.random.default_rng(seed), len(differences)
    for rows in _blocks(samples, segments):
        yield random.integers(0, 2, (rows, segments)).astype(np.float64) @ differences


def _blocks(samples: int, segments: int) -> Iterator[int]:
    block = max(1, CELLS_AT_ONCE // max(segments, 1))
    return (min(block, samples - begin) for begin in range(0, samples, block))
