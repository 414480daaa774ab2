"""Agreement of a metric with people, pair by pair; every statistic of pairs comes from five counts.

For each segment: how many judged pairs the metric orders as people do (C, concordant) or the other
way round (D, discordant), and how many are ties for the metric only (M), for people only (H), or
for both (B). Counts add up over segments, so that any resample of segments is a sum of rows.

The treatments of ties by WMT's metrics tasks are those in Macháček & Bojar 2014 (their tables give
a value to each combination of human and metric order, or leave it out); Deutsch, Foster & Freitag
2023 write the same in terms of counts.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from hyperbaton.errors import InputError
from hyperbaton.meta.judgements import Preferences, group_sums, table_sums
from hyperbaton.metrics.base import Scores, divide

CONCORDANT, DISCORDANT, METRIC_TIES, HUMAN_TIES, BOTH_TIES = range(5)
KINDS = 5
Counts = NDArray[np.float64]  # the last axis holds the five counts


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
