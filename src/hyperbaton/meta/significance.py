"""Which metric agrees better: bootstrap, clusters, average ranks.

Nothing is scored again: a resample is a product of weights and rows (see
`hyperbaton.scoring.resampling`), and all metrics share the same resamples.

PERM-BOTH (Deutsch et al. 2021): if two metrics were equally good, exchanging their standardised
scores of single outputs at random would change nothing. The p-value is the share of exchanges whose
difference in agreement is at least the one seen. All tests take for each metric its scores, one row
per system and one column per segment, and return p-values that metric i (row) agrees better than
metric j (column).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, permutations

import numpy as np
from numpy.typing import NDArray

from hyperbaton.meta.judgements import Preferences, group_sums
from hyperbaton.meta.measures import (
    BOTH_TIES,
    CONCORDANT,
    DISCORDANT,
    HUMAN_TIES,
    KINDS,
    METRIC_TIES,
    Counts,
    average_ranks,
    pair_kinds,
)
from hyperbaton.meta.scores import MetricScores, SystemTotals
from hyperbaton.metrics.base import ScoreList, Scores, ScoreTable, divide
from hyperbaton.scoring.resampling import CELLS_AT_ONCE, resample_weights, usually_defined

SIGNIFICANT = 0.05
SLACK = 1e-10  # of rounding, below which two differences are the same
ROUNDING = 1e-14  # of scores up to 1, below which they do not vary
COUNTED = (CONCORDANT, DISCORDANT, BOTH_TIES)  # the other two counts follow from these
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
    """p-values that metric i (row) is better than j (column).

    The share of resamples on which it is not, with one added to both sides; NaN where one of the
    two is undefined on more than a few of them. All metrics have the same resamples.
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


def mean_ranks(values: ScoreTable) -> Scores:
    """Averages the ranks of metrics (columns) over language pairs (rows), 1 for the best.

    As in table 3 of Stanojević & Sima'an 2014. NaN for a metric that is undefined somewhere.
    """
    return np.asarray(average_ranks(-values).mean(axis=0))


def standardized(scores: Scores) -> Scores:
    """Scores at mean 0 and variance 1 over all outputs; zeros where they do not vary."""
    known = scores[~np.isnan(scores)]
    if len(known) == 0:
        return scores
    largest = np.abs(known).max()  # by which squares neither vanish nor overflow
    scaled = scores / (largest if largest > 0 else 1.0)
    centred = scaled - np.nanmean(scaled)
    deviation = np.nanstd(scaled)
    constant = deviation <= ROUNDING
    return np.asarray(np.where(np.isnan(scores), np.nan, 0.0) if constant else centred / deviation)


def compare_by_pairs(
    preferences: Preferences,
    metrics: Sequence[Scores],
    value: Callable[[Counts], Scores],
    samples: int,
    seed: int,
) -> Scores:
    """Compares metrics by a statistic of judged pairs, which `value` makes of their counts."""
    exchange = _PairExchange(preferences, [standardized(scores) for scores in metrics])
    seen = [value(exchange.observed(metric)) for metric in range(len(metrics))]
    blocks = exchange.permuted(samples, seed)
    permuted = np.concatenate([value(one) - value(other) for one, other in blocks])
    observed = [float(seen[i] - seen[j]) for i, j in exchange.pairs]
    return _p_values(len(metrics), observed, permuted)


def compare_by_systems(
    human: Scores,
    metrics: Sequence[Scores],
    correlation: Callable[[Scores, Scores], Scores],
    samples: int,
    seed: int,
) -> Scores:
    """Compares metrics by their correlation with people's scores of systems.

    A system scores the mean of its standardised segments here, also for metrics that score test
    sets in another way; scores of two such metrics could not be mixed.
    """
    prepared = [standardized(scores) for scores in metrics]
    pairs = list(combinations(range(len(metrics)), 2))
    seen = [correlation(human, _means(scores)) for scores in prepared]
    middles, moves = _system_means(prepared, pairs, samples, seed)
    permuted = np.empty((samples, len(pairs)))
    for k in range(len(pairs)):
        one, other = middles[:, k] + moves[:, :, k], middles[:, k] - moves[:, :, k]
        permuted[:, k] = correlation(human, one) - correlation(human, other)
    return _p_values(len(metrics), [float(seen[i] - seen[j]) for i, j in pairs], permuted)


def compare_by_scores(
    human: Scores,
    metrics: Sequence[Scores],
    correlation: Callable[[Scores, Scores], Scores],
    samples: int,
    seed: int,
) -> Scores:
    """Compares metrics by exchanging standardised scores of whole systems, or of outputs."""
    prepared = [standardized(scores) for scores in metrics]
    observed = [float(correlation(human, scores)) for scores in prepared]
    random, permuted = np.random.default_rng(seed), []
    for size in _block_sizes(samples, len(human)):
        keep = random.integers(0, 2, (size, len(human))).astype(bool)
        permuted.append(
            [
                correlation(human, np.where(keep, one, other))
                - correlation(human, np.where(keep, other, one))
                for one, other in combinations(prepared, 2)
            ]
        )
    differences = [one - other for one, other in combinations(observed, 2)]
    return _p_values(len(metrics), differences, np.concatenate(permuted, axis=1).T)


def compare_by_verdicts(verdicts: Sequence[Scores], samples: int, seed: int) -> Scores:
    """Compares metrics by exchanging their verdicts on judged pairs: the pairwise permutation test.

    So metrics with thresholds of their own are compared without finding them again (Deutsch, Foster
    & Freitag 2023). A verdict is the pair's share in the accuracy if it is right, and else 0.
    """
    pairs = list(combinations(range(len(verdicts)), 2))
    differences = np.array([verdicts[i] - verdicts[j] for i, j in pairs])
    signs = _signs(np.random.default_rng(seed), samples, differences.shape[1])
    permuted = [block @ differences.T for block in signs]
    return _p_values(len(verdicts), differences.sum(axis=1).tolist(), np.concatenate(permuted))


def _means(scores: Scores) -> Scores:
    """The mean of each system's scores; NaN for one without any."""
    known = ~np.isnan(scores)
    return divide(np.where(known, scores, 0.0).sum(axis=1), known.sum(axis=1).astype(np.float64))


def _system_means(
    metrics: Sequence[Scores], pairs: Sequence[tuple[int, int]], samples: int, seed: int
) -> tuple[Scores, Scores]:
    """Means of systems halfway between two metrics, and how far exchanges move them.

    The first is of shape (systems, pairs), the second (samples, systems, pairs).
    """
    systems, segments = metrics[0].shape
    middles = np.empty((systems, len(pairs)))
    moves = np.empty((samples, systems, len(pairs)))
    random = np.random.default_rng(seed)
    for system in range(systems):
        ones = np.array([metrics[i][system] for i, _ in pairs]).reshape(-1, segments)
        others = np.array([metrics[j][system] for _, j in pairs]).reshape(-1, segments)
        numbers = np.maximum((~np.isnan(ones + others)).sum(axis=1), 1)
        middles[system] = np.nan_to_num((ones + others) / 2).sum(axis=1) / numbers
        halves = np.nan_to_num((ones - others) / 2).T / numbers
        signs = _signs(random, samples, segments)
        moves[:, system] = np.concatenate([block @ halves for block in signs])
    return middles, moves


def _block_sizes(samples: int, width: int) -> list[int]:
    """How many samples to draw at a time, so that signs take bounded memory."""
    block = max(1, CELLS_AT_ONCE // max(width, 1))
    return [min(block, samples - begin) for begin in range(0, samples, block)]


def _signs(random: np.random.Generator, samples: int, width: int) -> Iterator[Scores]:
    """Random signs in blocks, one row per sample."""
    for size in _block_sizes(samples, width):
        yield np.asarray(2.0 * random.integers(0, 2, (size, width)) - 1.0)


def _p_values(metrics: int, observed: Sequence[float], permuted: Scores) -> Scores:
    """The table of p-values, from differences of all pairs of metrics: seen, and by exchange."""
    results = np.full((metrics, metrics), np.nan)
    for k, (i, j) in enumerate(combinations(range(metrics), 2)):
        results[i, j] = _p_value(permuted[:, k], observed[k])
        results[j, i] = _p_value(-permuted[:, k], -observed[k])
    return results


def _p_value(permuted: Scores, observed: float) -> float:
    """The share of differences at least as large, the observed one included.

    NaN where the observed one is undefined, or more than a few of the others.
    """
    defined = usually_defined(permuted)
    if defined is None or math.isnan(observed):
        return math.nan
    reached = int((defined >= observed - SLACK).sum())
    return (reached + 1) / (len(defined) + 1)


class _PairExchange:
    """Counts of judged pairs when two metrics exchange their scores of outputs at random.

    Every count is a polynomial in the signs of the exchanges: with s = ±1 for each output, a judged
    pair contributes q0 + qa s_a + qb s_b + qab s_a s_b to the counts of the first metric, and the
    same with all signs turned to those of the second. So all exchanges of all pairs of metrics are
    a few matrix products.
    """

    def __init__(self, preferences: Preferences, metrics: Sequence[Scores]) -> None:
        self.preferences = preferences
        self.metrics = metrics
        self.pairs = list(combinations(range(len(metrics)), 2))
        both = np.concatenate([preferences.first, preferences.second])
        outputs = both * preferences.segments + np.tile(preferences.segment, 2)
        known, numbered = np.unique(outputs, return_inverse=True)
        self._outputs = len(known)
        self._first, self._second = first, second = np.split(numbered, 2)
        # Several people may have judged the same two outputs, whose signs are the same for all.
        couples = np.minimum(first, second) * self._outputs + np.maximum(first, second)
        keys, self._couple = np.unique(couples, return_inverse=True)
        self._couples = keys // self._outputs, keys % self._outputs

    def observed(self, metric: int) -> Counts:
        """Counts the pairs of a metric as it is."""
        return group_sums(self._kinds(metric, metric), KINDS)

    def permuted(self, samples: int, seed: int) -> Iterator[tuple[Counts, Counts]]:
        """Counts both metrics of every pair of metrics, in blocks (samples, pairs, 5)."""
        # Counts are multiples of a quarter; single precision holds those up to 2^22 exactly.
        kind = np.float32 if len(self.preferences) < 1 << 22 else np.float64
        constant, linear, product = (array.astype(kind) for array in self._coefficients())
        random = np.random.default_rng(seed)
        for width in _block_sizes(samples, len(self._couples[0])):
            signs = 2 * random.integers(0, 2, (self._outputs, width), np.int8) - 1
            signs = signs.astype(kind)
            couples = signs[self._couples[0]] * signs[self._couples[1]]
            even = constant[:, np.newaxis] + product @ couples
            odd = linear @ signs
            yield self._completed(even + odd), self._completed(even - odd)

    def _completed(self, counted: NDArray[np.floating]) -> Counts:
        """All five counts, of shape (samples, pairs of metrics, 5), from the three of `COUNTED`."""
        three = counted.T.reshape(-1, len(self.pairs), len(COUNTED)).astype(np.float64)
        strict = float(self.preferences.strict)
        counts = np.empty((*three.shape[:2], KINDS))
        counts[..., COUNTED] = three
        counts[..., METRIC_TIES] = strict - three[..., 0] - three[..., 1]
        counts[..., HUMAN_TIES] = len(self.preferences) - strict - three[..., 2]
        return counts

    def _coefficients(self) -> tuple[Scores, Scores, Scores]:
        """q0, then qa and qb by output, then qab by couple of outputs; one row per count."""
        rows = len(self.pairs) * len(COUNTED)
        outputs, couples = self._outputs, len(self._couples[0])
        constants, linears = np.empty(rows), np.empty((rows, outputs))
        products = np.empty((rows, couples))
        for k, (i, j) in enumerate(self.pairs):
            four = [self._kinds(a, b) for a, b in ((i, i), (i, j), (j, i), (j, j))]
            for row, count in enumerate(COUNTED, start=k * len(COUNTED)):
                xx, xy, yx, yy = (np.where(kinds == count, 0.25, 0.0) for kinds in four)
                constants[row] = (xx + xy + yx + yy).sum()
                linears[row] = group_sums(self._first, outputs, xx + xy - yx - yy)
                linears[row] += group_sums(self._second, outputs, xx - xy + yx - yy)
                products[row] = group_sums(self._couple, couples, xx - xy - yx + yy)
        return constants, linears, products

    def _kinds(self, first: int, second: int) -> NDArray[np.int64]:
        """Kinds of pairs whose first output is scored by one metric and the second by another."""
        segment = self.preferences.segment
        one, other = self.preferences.first, self.preferences.second
        differences = self.metrics[first][one, segment] - self.metrics[second][other, segment]
        return pair_kinds(self.preferences, differences)
