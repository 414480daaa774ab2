"""Minimises a smooth convex function over all points, or over those without negative coordinates.

Projected Newton steps (Bertsekas 1982, *Projected Newton methods for optimization problems with
simple constraints*): coordinates that press against their bound follow the gradient, all others
take the Newton step together, and what would cross the bound is put on it. Close to the minimum
the bounds that hold are known and convergence is quadratic.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

MOST_STEPS = 200
MOST_HALVINGS = 60
TOLERANCE = 1e-10  # of the optimality conditions
STEP_TOLERANCE = 1e-6  # of the Newton step, relative to the point
SUFFICIENT = 1e-4  # share of the predicted decrease that a step must bring
ROUNDING = 1e-14  # of the function's value
NEAR_BOUND = 1e-3
SINGULAR = 1e-13  # smallest over largest curvature

Vector: TypeAlias = NDArray[np.float64]


class Convex(Protocol):
    """A function to minimise."""

    def value(self, point: Vector) -> float:
        """The function at a point."""

    def derivatives(self, point: Vector) -> tuple[Vector, NDArray[np.float64]]:
        """Gradient and Hessian at a point."""


@dataclass(frozen=True, eq=False)
class Minimum:
    """Where a function is lowest.

    Attributes:
        point: the place.
        residual: by how much the optimality conditions are missed, see `optimality_residual`.
        steps: how many it took.
    """

    point: Vector
    residual: float
    steps: int


def minimise(function: Convex, size: int, *, nonnegative: bool) -> Minimum | None:
    """The minimum, from the origin; None where there is no single one, or it is not reached.

    Args:
        function: the function.
        size: of how many coordinates.
        nonnegative: whether coordinates must not be negative.
    """
    lower = 0.0 if nonnegative else -np.inf
    point = np.zeros(size)
    value = function.value(point)
    for steps in range(MOST_STEPS):
        gradient, hessian = function.derivatives(point)
        residual = optimality_residual(point, gradient, nonnegative=nonnegative)
        pressed = (point <= lower + min(NEAR_BOUND, residual)) & (gradient > 0)
        newton = _newton_step(gradient, hessian, ~pressed)
        if newton is None:
            return None
        # A function that falls for ever has a vanishing gradient, but no vanishing Newton step.
        small = STEP_TOLERANCE * (1.0 + np.abs(point).max(initial=0.0))
        if residual <= TOLERANCE and np.abs(newton).max(initial=0.0) <= small:
            return Minimum(point, residual, steps)
        step = np.where(pressed, -gradient, newton)
        moved = _searched(function, point, value, gradient, step, pressed, lower)
        if moved is None:
            return None
        point, value = moved
    return None


def optimality_residual(point: Vector, gradient: Vector, *, nonnegative: bool) -> float:
    """By how much a point misses the conditions of Karush, Kuhn and Tucker.

    The gradient is to be 0 in all coordinates; in those at their bound it may be positive.
    """
    lower = 0.0 if nonnegative else -np.inf
    return float(np.abs(point - np.maximum(point - gradient, lower)).max(initial=0.0))


def _newton_step(
    gradient: Vector, hessian: NDArray[np.float64], free: NDArray[np.bool_]
) -> Vector | None:
    """The Newton step of the free coordinates, 0 in the others; None where it is not unique."""
    step = np.zeros_like(gradient)
    if free.any():
        block = hessian[np.ix_(free, free)]
        curvatures = np.linalg.eigvalsh(block)
        if not curvatures[0] > SINGULAR * curvatures[-1]:
            return None
        step[free] = -np.linalg.solve(block, gradient[free])
    return step


def _searched(
    function: Convex,
    point: Vector,
    value: float,
    gradient: Vector,
    step: Vector,
    pressed: NDArray[np.bool_],
    lower: float,
) -> tuple[Vector, float] | None:
    """The first of ever shorter steps that brings enough, and the function there."""
    length = 1.0
    for _ in range(MOST_HALVINGS):
        moved = np.maximum(point + length * step, lower)
        predicted = np.where(pressed, point - moved, -length * step) @ gradient
        found = function.value(moved)
        if found <= value - SUFFICIENT * predicted + ROUNDING * abs(value):
            return moved, found
        length /= 2
    return None
