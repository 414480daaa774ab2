"""Random-restart hill climbing, as Birch & Osborne 2010 tune their parameter.

Points lie on a grid, so that no point is evaluated twice: from a random one, the best neighbour a
step away is moved to as long as that improves; then the step is halved, down to one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

import numpy as np

RESTARTS = 20
Point = tuple[int, ...]


def hill_climb(
    value: Callable[[Point], float],
    sizes: Sequence[int],
    *,
    restarts: int = RESTARTS,
    seed: int = 12345,
) -> tuple[Point, float]:
    """The highest point found on a grid, and its height; of equal ones the first found.

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
    best = None
    for _ in range(restarts):
        start = tuple(int(random.integers(0, size)) for size in sizes)
        top = _climbed(height, start, sizes)
        if best is None or height(top) > height(best):
            best = top
    assert best is not None
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
