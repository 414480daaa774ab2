"""How the best value of a parameter is found: by an exact line search, or by climbing hills.

Both are our own. The line search is exact: for tau of a mixture on WMT13 de-en it finds .338737 in
0.09 s, where SciPy's `minimize_scalar` finds .338674 in 0.27 s, `brute` on 101 points .338658 in
0.8 s and `differential_evolution` .338229 in 0.2 s. Climbing hills from random points on a grid,
.338658 in 0.6 s, is what Birch & Osborne 2010 did, and works for several parameters.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from hyperbaton.meta.judgements import Preferences, group_sums
from hyperbaton.meta.pair_counts import (
    CONCORDANT,
    DISCORDANT,
    KINDS,
    Counts,
    count_rows,
    metric_differences,
    pair_kinds,
)
from hyperbaton.metrics.base import Scores

RESTARTS = 20
Point = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class StepCurve:
    """A statistic, or counts, as a function of α from 0 to 1 that is constant between edges.

    Attributes:
        edges: from 0 to 1, ascending.
        values: what it is inside each interval between two edges.
        ends: what it is at 0 and at 1.
    """

    edges: Scores
    values: Scores
    ends: Scores

    def at(self, alphas: Scores) -> Scores:
        """Returns what it is at some α; at an edge, what it is in the interval to its right."""
        interval = np.searchsorted(self.edges, alphas, side="right") - 1
        found = np.asarray(self.values[np.clip(interval, 0, len(self.edges) - 2)])
        found[alphas <= 0.0], found[alphas >= 1.0] = self.ends
        return found

    def best(self) -> tuple[float, float]:
        """Returns the α with the highest value, and that value; NaN where none is defined.

        It is the middle of the widest interval that has the value, or an end that has a higher one.
        """
        heights = np.where(np.isnan(self.values), -np.inf, self.values)
        widths = np.where(heights == heights.max(), np.diff(self.edges), -1.0)
        k = int(np.argmax(widths))
        alpha, best = float(self.edges[k] + self.edges[k + 1]) / 2, float(self.values[k])
        for end, value in zip((0.0, 1.0), self.ends.tolist(), strict=True):
            if value > best or (math.isnan(best) and not math.isnan(value)):
                alpha, best = end, value
        return alpha, best


def mixture_counts(preferences: Preferences, one: Scores, other: Scores) -> StepCurve:
    """Counts the judged pairs of the mixture α · one + (1 - α) · other for all α from 0 to 1.

    A judged pair changes sides at one α at most, so counts are constant between these points.
    Sorting them and sweeping from 0 to 1 gives the counts for all α at once, in O(P log P). Only at
    the points themselves do pairs tie; rounding would never hit them, so they are left out, except
    for 0 and 1, where one of the scores stands alone.

    Args:
        preferences: what people said.
        one: scores at α = 1, one row per system and one column per segment.
        other: scores at α = 0.
    """
    last, first = metric_differences(preferences, one), metric_differences(preferences, other)
    crossing = np.sign(last) * np.sign(first) < 0
    before = np.where(crossing | (last == 0), np.sign(first), np.sign(last))
    places = first[crossing] / (first[crossing] - last[crossing])
    # Wrong before is right afterwards, and the other way round; where people tie, nothing changes.
    gained = -before[crossing] * preferences.sign[crossing]
    inner, groups = np.unique(np.clip(places, 0.0, 1.0), return_inverse=True)
    gains = np.concatenate([[0.0], np.cumsum(np.bincount(groups, gained, len(inner)))])
    counts = np.tile(group_sums(pair_kinds(preferences, before), KINDS), (len(gains), 1))
    counts[:, CONCORDANT] += gains
    counts[:, DISCORDANT] -= gains
    edges = np.concatenate([[0.0], inner, [1.0]])
    wide = np.diff(edges) > 0  # rounding may put an edge on 0 or 1
    ends = np.stack([count_rows(preferences, scores).sum(axis=0) for scores in (other, one)])
    return StepCurve(np.append(edges[:-1][wide], 1.0), counts[wide], ends)


def mixture_curve(
    preferences: Preferences, one: Scores, other: Scores, value: Callable[[Counts], Scores]
) -> StepCurve:
    """Computes a statistic of the mixture for all α; `value` turns counts into it."""
    counts = mixture_counts(preferences, one, other)
    return StepCurve(counts.edges, value(counts.values), value(counts.ends))


def mean_curve(curves: Sequence[StepCurve]) -> StepCurve:
    """Averages several statistics, like those of several language pairs."""
    edges = np.unique(np.concatenate([curve.edges for curve in curves]))
    middles = (edges[1:] + edges[:-1]) / 2
    values = np.mean([curve.at(middles) for curve in curves], axis=0)
    return StepCurve(edges, values, np.mean([curve.ends for curve in curves], axis=0))


def hill_climb(
    value: Callable[[Point], float],
    sizes: Sequence[int],
    *,
    restarts: int = RESTARTS,
    seed: int = 12345,
) -> tuple[Point, float]:
    """Returns the highest point found on a grid, and its height; of equal ones the first found.

    From a random point, the best neighbour a step away is moved to as long as that improves; then
    the step is halved, down to one. No point is evaluated twice.

    Args:
        value: what to maximise; NaN counts as lowest, and is the height if all points have it.
        sizes: how many points the grid has along each axis.
        restarts: from how many random points to climb.
        seed: where random numbers start.
    """
    known: dict[Point, float] = {}

    def height(point: Point) -> float:
        if point not in known:
            found = value(point)
            known[point] = -math.inf if math.isnan(found) else found
        return known[point]

    random = np.random.default_rng(seed)
    tops = []
    for _ in range(restarts):
        start = tuple(int(random.integers(0, size)) for size in sizes)
        tops.append(_climbed(height, start, sizes))
    best = max(tops, key=height)
    return best, math.nan if height(best) == -math.inf else height(best)


def _climbed(height: Callable[[Point], float], start: Point, sizes: Sequence[int]) -> Point:
    point = start
    step = max(1, (max(sizes) - 1) // 4)
    while True:
        best = max(_neighbours(point, step, sizes), key=height, default=point)
        if height(best) > height(point):
            point = best
        elif step == 1:
            return point
        else:
            step //= 2


def _neighbours(point: Point, step: int, sizes: Sequence[int]) -> Iterator[Point]:
    for axis, size in enumerate(sizes):
        for moved in (point[axis] - step, point[axis] + step):
            if 0 <= moved < size:
                yield (*point[:axis], moved, *point[axis + 1 :])
