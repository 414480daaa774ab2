"""Agreement of a metric with people, pair by pair; every statistic of pairs comes from five counts.

For each segment: how many judged pairs the metric orders as people do (concordant) or the other way
round (discordant), and how many are ties for the metric only, for people only, or for both. Counts
add up over segments, so that any resample of segments is a sum of rows.

The treatments of ties by WMT's metrics tasks are those in Macháček & Bojar 2014 (their tables give
a value to each combination of human and metric order, or leave it out); Deutsch, Foster & Freitag
2023 write the same in terms of counts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from hyperbaton.errors import InputError
from hyperbaton.meta.agreement.group_sums import table_sums
from hyperbaton.meta.data.judgements import Preferences
from hyperbaton.metrics.base import Scores, divide

CONCORDANT, DISCORDANT, METRIC_TIES, HUMAN_TIES, BOTH_TIES = range(5)
KINDS = 5
Counts = NDArray[np.float64]  # the last axis holds the five counts
PERCENT = 100.0


def pair_kinds(preferences: Preferences, differences: Scores) -> NDArray[np.int64]:
    """Which of the five kinds each pair is.

    Args:
        preferences: what people said.
        differences: by how much the metric puts the first output above the second.
    """
    agreement = np.sign(differences).astype(np.int64) * preferences.sign
    tied = np.where(differences == 0, METRIC_TIES, HUMAN_TIES)
    tied = np.where((differences == 0) & (preferences.sign == 0), BOTH_TIES, tied)
    return np.where(agreement > 0, CONCORDANT, np.where(agreement < 0, DISCORDANT, tied))


def metric_differences(preferences: Preferences, scores: Scores) -> Scores:
    """By how much the metric puts the first output of each pair above the second.

    Args:
        preferences: what people said.
        scores: one row per system, one column per segment; higher is better.

    Raises:
        InputError: a judged output has no score.
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
    return differences


def count_rows(preferences: Preferences, scores: Scores) -> Counts:
    """The five counts of every segment."""
    kinds = pair_kinds(preferences, metric_differences(preferences, scores))
    return table_sums((preferences.segments, KINDS), (preferences.segment, kinds))


def tau(counts: Counts) -> Scores:
    """(C - D) / (C + D): ties of either side are dropped.

    As in Stanojević & Sima'an 2014 and in WMT's metrics task of 2013.
    """
    return divide(_difference(counts), counts[..., CONCORDANT] + counts[..., DISCORDANT])


def tau_wmt12(counts: Counts) -> Scores:
    """(C - D - T) / (C + D + T), T ties of the metric only: they count as discordant.

    As in WMT's metrics tasks until 2012; human ties are dropped.
    """
    ties = counts[..., METRIC_TIES]
    return divide(_difference(counts) - ties, _strict(counts))


def tau_wmt14(counts: Counts) -> Scores:
    """(C - D) / (C + D + T), T ties of the metric only: they are neither right nor wrong.

    As in WMT's metrics tasks from 2014; human ties are dropped.
    """
    return divide(_difference(counts), _strict(counts))


def tau_b(counts: Counts) -> Scores:
    """(C - D) / √((C + D + T_metric) (C + D + T_human)), Kendall 1945."""
    some = counts[..., CONCORDANT] + counts[..., DISCORDANT]
    product = (some + counts[..., METRIC_TIES]) * (some + counts[..., HUMAN_TIES])
    return divide(_difference(counts), np.sqrt(product))


def consistency(counts: Counts) -> Scores:
    """100 C / (C + D + T), T ties of the metric only; human ties are dropped.

    The percentage of Birch & Osborne 2010, after Callison-Burch et al. 2009.
    """
    return divide(PERCENT * counts[..., CONCORDANT], _strict(counts))


def accuracy(counts: Counts) -> Scores:
    """Share of pairs that are ordered, or tied, as people did (Deutsch, Foster & Freitag 2023)."""
    right = counts[..., CONCORDANT] + counts[..., BOTH_TIES]
    return divide(right, counts.sum(axis=-1))


def tied_share(counts: Counts) -> Scores:
    """T / (C + D + T), T ties of the metric only: what `tau` drops; human ties are dropped.

    No statistic of agreement, but what to look at before metrics are compared by `tau`.
    """
    return divide(counts[..., METRIC_TIES], _strict(counts))


COUNT_STATISTICS: Mapping[str, Callable[[Counts], Scores]] = MappingProxyType(
    {
        "tau": tau,
        "tau-wmt12": tau_wmt12,
        "tau-wmt13": tau,
        "tau-wmt14": tau_wmt14,
        "tau-b": tau_b,
        "consistency": consistency,
        "accuracy": accuracy,
    }
)


def _difference(counts: Counts) -> Scores:
    return np.asarray(counts[..., CONCORDANT] - counts[..., DISCORDANT])


def _strict(counts: Counts) -> Scores:
    """Pairs on which people had a preference."""
    return np.asarray(counts[..., CONCORDANT] + counts[..., DISCORDANT] + counts[..., METRIC_TIES])
