"""Bootstrap of agreement with people: segments, judgements or systems drawn with replacement.

Nothing is scored again: a resample is a product of weights and cached rows (see
`hyperbaton.scoring.resampling`), and all metrics share the same resamples.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from hyperbaton.meta.agreement.metric_scores import MetricScores
from hyperbaton.meta.agreement.system_totals import SystemTotals
from hyperbaton.metrics.base import Scores
from hyperbaton.scoring.resampling import resample_weights, usually_defined

SLACK = 1e-10  # of rounding, below which two statistics are the same
Rows = NDArray[np.float64]
Correlation = Callable[[Scores, Scores], Scores]


def segment_bootstrap(
    rows: Sequence[Rows], value: Callable[[Rows], Scores], samples: int, seed: int
) -> Scores:
    """A statistic of segments on resamples of the segments; one row per metric.

    Args:
        rows: for each metric one row per segment; rows add up.
        value: turns sums of rows into the statistic.
        samples: how many resamples.
        seed: where random numbers start.
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
    correlation: Correlation,
    samples: int,
    seed: int,
) -> Scores:
    """A correlation of systems on resamples of segments or judgements; one row per metric.

    Where people's totals are by segment, systems are scored anew on the segments of each resample,
    by people and by metrics. Where they are by judgement, only judgements are drawn, as in WMT's
    metrics task of 2013.
    """
    people = human.resampled(_drawn(human, samples, seed))
    results = []
    for metric in metrics:
        if human.unit == "segment" and metric.totals is not None:
            scores = metric.totals.resampled(_drawn(human, samples, seed))
        else:
            scores = np.broadcast_to(metric.system_scores, people.shape)
        results.append(correlation(people, scores))
    return np.stack(results)


def bootstrap_over_systems(
    human: Scores,
    metrics: Sequence[MetricScores],
    correlation: Correlation,
    samples: int,
    seed: int,
) -> Scores:
    """A correlation on resamples of the systems; one row per metric.

    NaN where a resample holds one system only.
    """
    drawn = np.random.default_rng(seed).integers(0, len(human), (samples, len(human)))
    return np.stack([correlation(human[drawn], m.system_scores[drawn]) for m in metrics])


def bootstrap_p_values(samples: Scores) -> Scores:
    """p-values that metric i (row) is better than j (column), from values on the same resamples.

    The share of resamples on which it is not, with one added to both sides; NaN where one of the
    two is undefined on more than a few of them.
    """
    results = np.full((len(samples), len(samples)), np.nan)
    for i, j in permutations(range(len(samples)), 2):
        differences = usually_defined(samples[i] - samples[j])
        if differences is not None:
            behind = int((differences <= SLACK).sum())
            results[i, j] = (behind + 1.0) / (len(differences) + 1.0)
    return results


def paired_t_test(first: Scores, second: Scores) -> float:
    """The two-sided p-value of Student's t-test on differences of paired values.

    Applied to bootstrapped statistics it says whether their means differ (Stanojević & Sima'an
    2016); with many resamples that holds for nearly all metrics. NaN where more than a few of the
    differences are undefined.
    """
    differences = usually_defined(first - second)
    if differences is None or len(differences) < 2:
        return math.nan
    if np.abs(differences).max() <= SLACK:
        return 1.0
    number, spread = len(differences), float(differences.std(ddof=1))
    mean = float(differences.mean())
    if spread == 0.0:
        return 0.0
    return student_tail(abs(mean) * math.sqrt(number) / spread, number - 1)


def student_tail(t: float, freedom: int) -> float:
    """P(|T| > t) of Student's distribution, by its finite series (Abramowitz & Stegun 26.7.3-4)."""
    angle = math.atan(t / math.sqrt(freedom))
    cosine = math.cos(angle)
    odd = freedom % 2
    term = cosine if odd else 1.0
    total = term if freedom > 1 else 0.0
    for k in range(3 if odd else 2, freedom - 1, 2):
        term *= cosine * cosine * (k - 1) / k
        total += term
    inside = math.sin(angle) * total
    if odd:
        inside = 2.0 / math.pi * (angle + inside)
    return max(0.0, 1.0 - inside)


def _drawn(human: SystemTotals, samples: int, seed: int) -> Iterator[NDArray[np.float64]]:
    if human.numbers is None:
        yield from resample_weights(len(human.rows), samples, seed)
        return
    total = int(human.numbers.sum())
    shares = human.numbers / total
    yield np.random.default_rng(seed).multinomial(total, shares, samples).astype(np.float64)
