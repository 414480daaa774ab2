"""Exact line search over mixtures α a + (1 - α) b of two scores.

A judged pair changes sides at one α at most, so every statistic of pairs is constant between these
points. Sorting them and sweeping from 0 to 1 gives the statistic for all α at once, in O(P log P).
Only at the points themselves do pairs tie; rounding would never hit them, so they are left out,
except for 0 and 1, where one of the scores stands alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hyperbaton.meta.agreement.pair_counts import (
    BOTH_TIES,
    CONCORDANT,
    DISCORDANT,
    HUMAN_TIES,
    KINDS,
    METRIC_TIES,
    Counts,
    count_rows,
    metric_differences,
)
from hyperbaton.meta.data.judgements import Preferences
from hyperbaton.metrics.base import Scores


@dataclass(frozen=True)
class Optimum:
    """The best mixture.

    Attributes:
        alpha: the middle of the interval, or 0 or 1.
        value: the statistic there.
        low: where the interval begins on which the statistic has that value.
        high: where it ends.
    """

    alpha: float
    value: float
    low: float
    high: float


@dataclass(frozen=True, eq=False)
class StepCurve:
    """A statistic as a function of α that is constant between edges.

    Attributes:
        edges: from 0 to 1, ascending.
        values: the statistic inside each interval between two edges.
        ends: the statistic at 0 and at 1.
    """

    edges: Scores
    values: Scores
    ends: tuple[float, float]

    def at(self, alphas: Scores) -> Scores:
        """The statistic at some α, which at an edge is that of the interval to its right."""
        inside = self.values[_interval(self.edges, alphas)]
        return np.where(alphas <= 0.0, self.ends[0], np.where(alphas >= 1.0, self.ends[1], inside))

    def best(self) -> Optimum:
        """The highest value, in the widest interval that has it; NaN where none is defined."""
        heights = np.where(np.isnan(self.values), -np.inf, self.values)
        widths = np.where(heights == heights.max(), np.diff(self.edges), -1.0)
        k = int(np.argmax(widths))
        low, high = float(self.edges[k]), float(self.edges[k + 1])
        found = Optimum((low + high) / 2, float(self.values[k]), low, high)
        for alpha, value in zip((0.0, 1.0), self.ends, strict=True):
            if value > found.value or (np.isnan(found.value) and not np.isnan(value)):
                found = Optimum(alpha, value, alpha, alpha)
        return found


def mixture_curve(
    preferences: Preferences, one: Scores, other: Scores, value: Callable[[Counts], Scores]
) -> StepCurve:
    """The statistic of α · one + (1 - α) · other for all α from 0 to 1.

    Args:
        preferences: what people said.
        one: scores at α = 1, one row per system and one column per segment.
        other: scores at α = 0.
        value: turns counts of pairs into the statistic.
    """
    edges, counts = mixture_counts(
        preferences, metric_differences(preferences, one), metric_differences(preferences, other)
    )
    ends = [float(value(count_rows(preferences, scores).sum(axis=0))) for scores in (other, one)]
    return StepCurve(edges, value(counts), (ends[0], ends[1]))


def mixture_counts(preferences: Preferences, one: Scores, other: Scores) -> tuple[Scores, Counts]:
    """Edges from 0 to 1 and the five counts between every two of them.

    Args:
        preferences: what people said.
        one: by how much the score at α = 1 puts the first output above the second.
        other: the same for the score at α = 0.
    """
    sides = np.sign(one), np.sign(other)
    crossing = sides[0] * sides[1] < 0
    before = np.where(crossing | (sides[0] == 0), sides[1], sides[0])
    start = _kind_counts(before, preferences.sign)
    places = other[crossing] / (other[crossing] - one[crossing])
    # Wrong before is right afterwards, and the other way round; where people tie, nothing changes.
    gained = -before[crossing] * preferences.sign[crossing]
    edges, groups = np.unique(np.clip(places, 0.0, 1.0), return_inverse=True)
    gains = np.concatenate([[0.0], np.cumsum(np.bincount(groups, gained, len(edges)))])
    counts = np.tile(start, (len(gains), 1))
    counts[:, CONCORDANT] += gains
    counts[:, DISCORDANT] -= gains
    return _without_empty(np.concatenate([[0.0], edges, [1.0]]), counts)


def mixture_counts_at(
    preferences: Preferences, one: Scores, other: Scores, alphas: Scores
) -> Counts:
    """The five counts of α · one + (1 - α) · other at some α, with a row for each.

    At an edge they are those of the interval to its right, as in `StepCurve.at`. The arguments are
    those of `mixture_curve`.
    """
    edges, counts = mixture_counts(
        preferences, metric_differences(preferences, one), metric_differences(preferences, other)
    )
    found = counts[_interval(edges, alphas)]
    found[alphas <= 0.0] = count_rows(preferences, other).sum(axis=0)
    found[alphas >= 1.0] = count_rows(preferences, one).sum(axis=0)
    return found


def mean_curve(curves: Sequence[StepCurve]) -> StepCurve:
    """The mean of several statistics, such as those of several language pairs."""
    edges = np.unique(np.concatenate([curve.edges for curve in curves]))
    middles = (edges[1:] + edges[:-1]) / 2
    values = np.mean([curve.at(middles) for curve in curves], axis=0)
    ends = np.mean([curve.ends for curve in curves], axis=0)
    return StepCurve(edges, values, (float(ends[0]), float(ends[1])))


def _interval(edges: Scores, alphas: Scores) -> NDArray[np.int64]:
    """Which interval between edges each α is in; at an edge the one to its right."""
    found = np.searchsorted(edges, alphas, side="right") - 1
    return np.clip(found, 0, len(edges) - 2)


def _kind_counts(metric: Scores, human: np.ndarray) -> Counts:
    """The five counts, given who is better for the metric and for people."""
    counts = np.zeros(KINDS)
    counts[CONCORDANT] = np.count_nonzero(metric * human > 0)
    counts[DISCORDANT] = np.count_nonzero(metric * human < 0)
    counts[METRIC_TIES] = np.count_nonzero((metric == 0) & (human != 0))
    counts[HUMAN_TIES] = np.count_nonzero((metric != 0) & (human == 0))
    counts[BOTH_TIES] = np.count_nonzero((metric == 0) & (human == 0))
    return counts


def _without_empty(edges: Scores, counts: Counts) -> tuple[Scores, Counts]:
    """Leaves out intervals without width, where rounding put an edge on 0 or 1."""
    wide = np.diff(edges) > 0
    return np.append(edges[:-1][wide], edges[-1]), counts[wide]
