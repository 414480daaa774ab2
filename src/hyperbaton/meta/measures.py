"""Statistics of agreement with people: of lists of scores, and of judged pairs.

Correlations work on whole batches: arguments have one list along the last axis; all other axes are
a batch. A correlation with a list that does not vary, or with one that holds a NaN, is not defined
and NaN. Values that only rounding keeps apart are equal: the mean of many equal scores depends on
how many they are.

Every statistic of pairs comes from five counts. For each segment: how many judged pairs the metric
orders as people do (C, concordant) or the other way round (D, discordant), and how many are ties
for the metric only (M), for people only (H), or for both (B). Counts add up over segments, so that
any resample of segments is a sum of rows. The treatments of ties by WMT's metrics tasks are those
in Macháček & Bojar 2014 (their tables give a value to each combination of human and metric order,
or leave it out); Deutsch, Foster & Freitag 2023 write the same in terms of counts.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from hyperbaton.errors import InputError
from hyperbaton.meta.judgements import Preferences, group_sums, table_sums
from hyperbaton.metrics.base import Scores, divide
from hyperbaton.scoring.resampling import CELLS_AT_ONCE

ROUNDING = 1e-12  # relative to the largest value, or to a sum
CONCORDANT, DISCORDANT, METRIC_TIES, HUMAN_TIES, BOTH_TIES = range(5)
KINDS = 5
Counts = NDArray[np.float64]  # the last axis holds the five counts


# Lists of scores


def pearson(human: Scores, metric: Scores) -> Scores:
    """Pearson's r: the covariance over the product of the standard deviations."""
    x = human - human.mean(axis=-1, keepdims=True)
    y = metric - metric.mean(axis=-1, keepdims=True)
    # Scaled first, so that tiny or huge scores neither vanish nor overflow when squared.
    x, y = _scaled(x, human), _scaled(y, metric)
    spread = np.sqrt((x * x).sum(axis=-1) * (y * y).sum(axis=-1))
    return np.clip(divide((x * y).sum(axis=-1), spread), -1.0, 1.0)


def spearman(human: Scores, metric: Scores) -> Scores:
    """Spearman's ρ: Pearson's r of the ranks, ties sharing their mean rank."""
    return pearson(average_ranks(human), average_ranks(metric))


def kendall(human: Scores, metric: Scores) -> Scores:
    """Kendall's τ-b over all pairs of systems."""
    x, y = _pair_signs(human), _pair_signs(metric)
    product = np.count_nonzero(x, axis=-1) * np.count_nonzero(y, axis=-1)
    return divide((x * y).sum(axis=-1), np.sqrt(product.astype(np.float64)))


def pairwise_accuracy(human: Scores, metric: Scores) -> Scores:
    """Share of pairs of systems that both order alike (Kocmi et al. 2021); human ties dropped."""
    x, y = _pair_signs(human), _pair_signs(metric)
    alike, strict = (x * y > 0).sum(-1, dtype=np.float64), (x != 0).sum(-1, dtype=np.float64)
    return np.where(np.isnan(x + y).any(axis=-1), np.nan, divide(alike, strict))


def ordered_pairs(scores: Scores) -> int:
    """The number of pairs of systems that scores do not tie."""
    return int(np.count_nonzero(_pair_signs(scores)))


def tied_accuracy(human: Scores, metric: Scores) -> Scores:
    """Share of pairs of systems that both order, or tie, alike, as mt-metrics-eval counts them."""
    x, y = _pair_signs(human), _pair_signs(metric)
    alike = np.where(np.isnan(x + y).any(axis=-1), np.nan, (x == y).sum(-1, dtype=np.float64))
    return np.asarray(alike / x.shape[-1])


def average_ranks(values: Scores) -> Scores:
    """Ranks from 1, the smallest first; equal values share the mean of their ranks.

    NaN has none, and counts in no other value's.
    """
    differences = values[..., np.newaxis, :] - values[..., np.newaxis]
    noise = _noise(values)[..., np.newaxis]
    below = (differences < -noise).sum(axis=-1, dtype=np.float64)
    equal = (np.abs(differences) <= noise).sum(axis=-1, dtype=np.float64)
    return np.where(np.isnan(values), np.nan, below + (equal + 1.0) / 2.0)


def moment_rows(human: Scores, metric: Scores) -> Scores:
    """The number of scored outputs of every segment and the sums of x, z, x², z² and xz.

    Sums of such rows give Pearson's r over outputs, see `pearson_of_moments`.
    """
    both = ~np.isnan(human + metric)
    x, z = (_centred(values, both) for values in (metric, human))
    return np.asarray(np.stack([both, x, z, x * x, z * z, x * z], axis=-1).sum(axis=0))


def pearson_of_moments(sums: Scores) -> Scores:
    """Pearson's r, from sums of the rows of `moment_rows` along the last axis."""
    number, x, z, xx, zz, xz = np.moveaxis(sums, -1, 0)
    variances = [number * squares - total * total for squares, total in ((xx, x), (zz, z))]
    spreads = [
        np.where(variance > ROUNDING * number * squares, variance, 0.0)
        for variance, squares in zip(variances, (xx, zz), strict=True)
    ]
    return divide(number * xz - x * z, np.sqrt(spreads[0] * spreads[1]))


CORRELATIONS: dict[str, Callable[[Scores, Scores], Scores]] = {
    "pearson": pearson,
    "spearman": spearman,
    "kendall": kendall,
    "accuracy": pairwise_accuracy,
    "accuracy-ties": tied_accuracy,
}


def _scaled(centred: Scores, values: Scores) -> Scores:
    """Divided by the largest; zeros where only rounding keeps the values from being equal."""
    largest = np.abs(centred).max(axis=-1, keepdims=True, initial=0.0)
    constant = largest <= _noise(values)
    return np.where(constant, 0.0, centred / np.where(constant, 1.0, largest))


def _pair_signs(values: Scores) -> Scores:
    first, second = np.triu_indices(values.shape[-1], 1)
    differences = values[..., first] - values[..., second]
    return np.where(np.abs(differences) <= _noise(values), 0.0, np.sign(differences))


def _noise(values: Scores) -> Scores:
    """Below which differences are those of rounding; NaN counts as nothing."""
    known = np.where(np.isnan(values), 0.0, np.abs(values))
    return np.asarray(ROUNDING * known.max(axis=-1, keepdims=True, initial=0.0))


def _centred(values: Scores, known: NDArray[np.bool_]) -> Scores:
    """Values less their mean, which changes no correlation; zeros where only rounding moves them.

    They are scaled by a power of two, which is exact, so that their squares are of a size.
    """
    if not known.any():
        return np.zeros_like(values)
    centred = np.where(known, values - values[known].mean(), 0.0)
    largest = np.abs(centred).max()
    if largest <= ROUNDING * np.abs(values[known]).max():
        return np.zeros_like(values)
    return np.asarray(np.ldexp(centred, -int(np.frexp(largest)[1])))


def soft_accuracy(human: Scores, metric: Scores) -> Scores:
    """1 - mean |p_human - p_metric| over pairs of systems; NaN without any (Thompson et al. 2024).

    Two systems may be clearly apart or hardly so, for people and for the metric: p is the
    probability, under random exchange of outputs, of a difference as large as the one seen.
    """
    apart = np.abs(human - metric)
    known = ~np.isnan(apart)
    return 1.0 - divide(np.where(known, apart, 0.0).sum(-1), known.sum(-1).astype(np.float64))


def exchange_p_values(scores: Scores, weights: Scores, samples: int, seed: int) -> Scores:
    """p-values by exchanging the outputs of two systems at random, the same way for all pairs.

    They are of the first of two systems being better, for all pairs of systems in order. Segments
    that lack a score of either are left out; NaN where none is left. `weights` says how often each
    resample (row) has each segment; `samples` is how many exchanges.
    """
    first, second = np.triu_indices(len(scores), 1)
    differences = scores[first] - scores[second]
    shared = ~np.isnan(differences)
    differences = np.where(shared, differences, 0.0)
    segments = scores.shape[1]
    random = np.random.default_rng(seed)
    block = max(1, CELLS_AT_ONCE // max(segments, len(first), 1))
    reached = np.zeros((len(weights), len(first)))
    for begin in range(0, samples, block):
        signs = 2.0 * random.integers(0, 2, (min(block, samples - begin), segments)) - 1.0
        for row, weight in zip(reached, weights, strict=True):
            weighed = differences * weight
            least = weighed.sum(axis=1) - ROUNDING * np.abs(weighed).sum(axis=1)
            row += (signs @ weighed.T >= least).sum(axis=0)
    return np.where(weights @ shared.T > 0, reached / samples, np.nan)


def sign_test_p_values(preferences: Preferences, weights: Scores) -> Scores:
    """Exact p-values of preferences: P(wins ≥ seen) if each were the toss of a coin; ties dropped.

    It is what exchanging outputs of preferences amounts to, with infinitely many samples.
    """
    systems = len(preferences.systems)
    shape = preferences.segments, systems, systems
    wins = table_sums(shape, preferences.wins())
    drawn = (weights @ wins.reshape(len(wins), -1)).reshape(-1, systems, systems)
    pairs = list(zip(*np.triu_indices(systems, 1), strict=True))
    return np.array(
        [[_tail(int(w[a, b]), int(w[a, b] + w[b, a])) for a, b in pairs] for w in drawn]
    )


def _tail(wins: int, number: int) -> float:
    """P(X ≥ wins) for X binomial with probability one half; NaN without any toss."""
    if number == 0:
        return math.nan
    lgamma, all_equal = math.lgamma, number * math.log(0.5)
    terms = (
        math.exp(lgamma(number + 1) - lgamma(k + 1) - lgamma(number - k + 1) + all_equal)
        for k in range(wins, number + 1)
    )
    return min(1.0, math.fsum(terms))


# Judged pairs


def pair_kinds(preferences: Preferences, differences: Scores) -> NDArray[np.int64]:
    """Which of the five kinds each pair is, from `metric_differences`."""
    agreement = np.sign(differences).astype(np.int64) * preferences.sign
    tied = np.where(differences == 0, METRIC_TIES, HUMAN_TIES)
    tied = np.where((differences == 0) & (preferences.sign == 0), BOTH_TIES, tied)
    return np.where(agreement > 0, CONCORDANT, np.where(agreement < 0, DISCORDANT, tied))


def metric_differences(preferences: Preferences, scores: Scores, epsilon: float = 0.0) -> Scores:
    """By how much the metric puts the first output of each pair above the second.

    Scores have one row per system and one column per segment; higher is better. Those that differ
    by at most ε are equal. A judged output without a score is an `InputError`.
    """
    first, second, segment = preferences.first, preferences.second, preferences.segment
    differences = np.asarray(scores[first, segment] - scores[second, segment], np.float64)
    if np.isnan(differences).any():
        k = int(np.argmax(np.isnan(differences)))
        system = first[k] if np.isnan(scores[first[k], segment[k]]) else second[k]
        raise InputError(
            f"segment {segment[k] + 1} of {preferences.systems[system]} was judged but has no "
            "score; leave it out of the judgements"
        )
    return np.where(np.abs(differences) <= epsilon, 0.0, differences) if epsilon else differences


def count_rows(preferences: Preferences, scores: Scores, epsilon: float = 0.0) -> Counts:
    """Counts the pairs of every segment, by kind."""
    kinds = pair_kinds(preferences, metric_differences(preferences, scores, epsilon))
    return table_sums((preferences.segments, KINDS), (preferences.segment, kinds))


def tau(counts: Counts) -> Scores:
    """(C - D) / (C + D), as in Stanojević & Sima'an 2014 and in WMT's metrics task of 2013."""
    c, d, *_ = _kinds(counts)
    return divide(c - d, c + d)


def tau_wmt12(counts: Counts) -> Scores:
    """(C - D - M) / (C + D + M), as in WMT's metrics tasks until 2012."""
    c, d, m, *_ = _kinds(counts)
    return divide(c - d - m, c + d + m)


def tau_wmt14(counts: Counts) -> Scores:
    """(C - D) / (C + D + M), as in WMT's metrics tasks from 2014."""
    c, d, m, *_ = _kinds(counts)
    return divide(c - d, c + d + m)


def tau_b(counts: Counts) -> Scores:
    """(C - D) / √((C + D + M) (C + D + H)), Kendall 1945."""
    c, d, m, h, _ = _kinds(counts)
    return divide(c - d, np.sqrt((c + d + m) * (c + d + h)))


def consistency(counts: Counts) -> Scores:
    """100 C / (C + D + M), as in Birch & Osborne 2010, after Callison-Burch et al. 2009."""
    c, d, m, *_ = _kinds(counts)
    return divide(100.0 * c, c + d + m)


def accuracy(counts: Counts) -> Scores:
    """(C + B) / (C + D + M + H + B), as in Deutsch, Foster & Freitag 2023."""
    c, *_, b = _kinds(counts)
    return divide(c + b, counts.sum(axis=-1))


COUNT_STATISTICS: dict[str, Callable[[Counts], Scores]] = {
    "tau": tau,
    "tau-wmt12": tau_wmt12,
    "tau-wmt14": tau_wmt14,
    "tau-b": tau_b,
    "consistency": consistency,
    "accuracy": accuracy,
}


def _kinds(counts: Counts) -> Counts:
    """The five counts, each as an array of its own."""
    return np.moveaxis(np.asarray(counts, np.float64), -1, 0)


def calibrate(preferences: Preferences, scores: Scores) -> tuple[float, float]:
    """The smallest ε with the highest accuracy, averaged over judged segments, and that.

    This is acc*eq (Deutsch, Foster & Freitag 2023): a metric is credited for ties that people see
    too, and one that never ties gets them where scores differ by at most ε. All ε that matter are
    differences of judged pairs, so one sort and one cumulative sum find the best.
    """
    if len(preferences) == 0:
        return np.nan, np.nan
    differences = metric_differences(preferences, scores)
    pairs = group_sums(preferences.segment, preferences.segments)
    weights = 1.0 / (pairs[preferences.segment] * np.count_nonzero(pairs))
    magnitudes = np.abs(differences)
    right = np.sign(differences) == preferences.sign
    right_if_tied = preferences.sign == 0
    order = np.argsort(magnitudes, kind="stable")
    gains = weights[order] * (right_if_tied[order].astype(np.float64) - right[order])
    # From no threshold at all to one that ties everything; pairs equally far apart tie together.
    thresholds = np.concatenate([[0.0], magnitudes[order]])
    values = (weights * right).sum() + np.concatenate([[0.0], np.cumsum(gains)])
    last = np.append(thresholds[1:] != thresholds[:-1], True)
    best = int(np.argmax(values[last]))
    epsilon = float(thresholds[last][best])
    total, segments = calibrated_rows(preferences, scores, epsilon).sum(axis=0)
    return epsilon, float(total / segments)


def ordered_alike(preferences: Preferences, scores: Scores, epsilon: float) -> Scores:
    """1 for each pair that the metric orders, or ties, as people do, and else 0."""
    signs = np.sign(metric_differences(preferences, scores, epsilon))
    return np.asarray(signs == preferences.sign, np.float64)


def calibrated_rows(preferences: Preferences, scores: Scores, epsilon: float) -> Scores:
    """Each segment's accuracy at a threshold, and 1; two zeros for one without pairs."""
    right = ordered_alike(preferences, scores, epsilon)
    pairs = group_sums(preferences.segment, preferences.segments)
    hits = group_sums(preferences.segment, preferences.segments, right)
    return np.column_stack([hits / np.maximum(pairs, 1), pairs > 0])


def difference_rows(preferences: Preferences, human: Scores, metric: Scores) -> Scores:
    """The sums of every segment of hm, h² and m² over differences of judged pairs.

    Sums of such rows give Pearson's r of differences, see `pearson_of_differences`.
    """
    both = human + metric
    first, second, segment = preferences.first, preferences.second, preferences.segment
    preferences = preferences.chosen(~np.isnan(both[first, segment] + both[second, segment]))
    h, m = (metric_differences(preferences, scores) for scores in (human, metric))
    sums = (group_sums(preferences.segment, preferences.segments, v) for v in (h * m, h * h, m * m))
    return np.column_stack(list(sums))


def pearson_of_differences(sums: Scores) -> Scores:
    """Pearson's r of differences within segments, every pair counted in both orders."""
    hm, hh, mm = np.moveaxis(np.asarray(sums, np.float64), -1, 0)
    return np.asarray(divide(hm, np.sqrt(hh * mm)))


def tau_c_rows(preferences: Preferences, human: Scores, metric: Scores) -> Scores:
    """Each segment's τ-c and 1; two zeros where it is undefined.

    2 (C - D) m / (n² (m - 1)) for n outputs, with m the smaller number of different scores.
    """
    counts = count_rows(preferences, metric)
    both = np.where(np.isnan(human + metric), np.nan, 1.0)
    number = np.nansum(both, axis=0)
    classes = np.minimum(_different(human * both), _different(metric * both))
    values = divide(
        2.0 * (counts[:, CONCORDANT] - counts[:, DISCORDANT]) * classes,
        number**2 * np.maximum(classes - 1.0, 0.0),
    )
    return averaged(values)


def averaged(values: Scores) -> Scores:
    """Rows whose sums give the mean of values: each with 1, or two zeros if undefined."""
    defined = ~np.isnan(values)
    return np.column_stack([np.where(defined, values, 0.0), defined])


def _different(scores: Scores) -> Scores:
    """The number of different values in each column."""
    ordered = np.sort(scores, axis=0)  # NaN comes last
    new = (ordered[1:] != ordered[:-1]) & ~np.isnan(ordered[1:])
    return np.asarray(new.sum(axis=0) + ~np.isnan(ordered[0]), np.float64)
