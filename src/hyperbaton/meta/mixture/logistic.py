"""Weights by logistic regression on the differences between the outputs of judged pairs.

With d the features of the better output minus those of the worse, the weights w minimise

    mean over sets of mean over pairs of log(1 + exp(-w · d))  +  λ/2 Σ (w_j s_j)²

Every set counts the same, however many pairs it has. s_j is the root mean square of feature j's
differences, weighted like the loss, so that the unit of a feature does not matter to the penalty.
There is no intercept: which output stands first means nothing. This is the ranking loss of RankNet
(Burges et al. 2005) for a linear score, and what BEER (Stanojević & Sima'an 2014) trains by.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from hyperbaton.checks import check_same_number
from hyperbaton.errors import InputError, OptionError
from hyperbaton.limits import PENALTY
from hyperbaton.meta.mixture.defaults import L2
from hyperbaton.meta.mixture.projected_newton import Vector, minimise

BLOCK = 8192  # pairs that fit into the processor's cache
# One row per pair, one column per feature.
Differences: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class LogisticFit:
    """Fitted weights.

    Attributes:
        weights: of the features in their own units; w · d are log odds that people agree.
        spreads: the root mean square of each feature's differences.
        loss: the mean logistic loss, without the penalty; log 2 is that of a guess.
        residual: by how much the optimality conditions are missed, in units of spread.
        steps: how many Newton steps it took.
    """

    weights: Vector
    spreads: Vector
    loss: float
    residual: float
    steps: int

    def __post_init__(self) -> None:
        check_same_number(weights=self.weights, spreads=self.spreads)

    @property
    def shares(self) -> Vector:
        """The weights with absolute values that sum to 1; all 0 where all weights are."""
        return _shares(self.weights)

    @property
    def importance(self) -> Vector:
        """The shares of weights of standardised features: weight times spread."""
        return _shares(self.weights * self.spreads)

    @property
    def equal(self) -> Vector:
        """The weights that make all features equally important."""
        return _shares(_inverse(self.spreads))


def logistic_weights(
    differences: Sequence[Differences], nonnegative: bool = True, l2: float = L2
) -> Vector:
    """The fitted weights alone, in the units of the features; see `fit_logistic`."""
    return fit_logistic(differences, nonnegative, l2).weights


def fit_logistic(
    differences: Sequence[Differences], nonnegative: bool = True, l2: float = L2
) -> LogisticFit:
    """Fits weights to judged pairs; the same pairs always give the same weights.

    A feature that never differs has weight 0. A set without pairs does not count.

    Args:
        differences: for each set the features of the better output minus those of the worse, one
            row per pair and one column per feature; pairs that people tied are left out.
        nonnegative: whether weights must not be negative.
        l2: λ of the penalty.

    Raises:
        InputError: there is no pair, sets have other features, or a difference is not finite.
        OptionError: λ is out of range; or it is so small that the weights are not
            determined: features say the same, or a mixture orders all pairs as people do.
    """
    l2 = PENALTY.check(l2, "l2")
    rows, weights = _stacked(differences)
    largest = np.abs(rows).max(axis=0)
    scaled = rows * _inverse(largest)
    spreads = largest * np.sqrt(weights @ scaled**2)
    told = spreads > 0
    problem = LogisticProblem(rows[:, told] / spreads[told], weights, l2)
    minimum = minimise(problem, int(told.sum()), nonnegative=nonnegative)
    if minimum is None:
        raise OptionError(
            f"l2: {l2:g} is too small to determine the weights, since features say the same or a "
            f"mixture orders all pairs as people do; the default is {L2:g}"
        )
    found = np.zeros(len(spreads))
    found[told] = minimum.point / spreads[told]
    loss = problem.loss(minimum.point)
    return LogisticFit(found, spreads, loss, minimum.residual, minimum.steps)


@dataclass(frozen=True, eq=False)
class LogisticProblem:
    """The penalised loss as a function of weights.

    Attributes:
        rows: differences, one row per pair, in units of spread.
        weights: of the pairs; they sum to 1.
        l2: λ of the penalty.
    """

    rows: Differences
    weights: Vector
    l2: float

    def loss(self, point: Vector) -> float:
        """The loss without the penalty."""
        return float(self.weights @ np.logaddexp(0.0, -(self.rows @ point)))

    def value(self, point: Vector) -> float:
        """The loss with the penalty."""
        return self.loss(point) + float(self.l2 / 2 * (point @ point))

    def derivatives(self, point: Vector) -> tuple[Vector, NDArray[np.float64]]:
        """Gradient and Hessian."""
        disagreement = np.exp(-np.logaddexp(0.0, self.rows @ point))
        gradient = self.l2 * point - (self.weights * disagreement) @ self.rows
        roots = np.sqrt(self.weights * disagreement * (1.0 - disagreement))
        hessian = self.l2 * np.eye(len(point))
        for begin in range(0, len(roots), BLOCK):
            block = self.rows[begin : begin + BLOCK] * roots[begin : begin + BLOCK, np.newaxis]
            hessian += block.T @ block
        return gradient, hessian


def _stacked(differences: Sequence[Differences]) -> tuple[Differences, Vector]:
    """All pairs below each other, and their weights, which sum to the same for each set."""
    sets = [np.asarray(each, np.float64) for each in differences]
    for number, each in enumerate(sets, 1):
        if each.ndim != 2 or each.shape[1] != sets[0].shape[-1]:
            raise InputError(
                f"set {number} has differences of shape {each.shape}; one row per pair is needed, "
                "and one column per feature, the same in all sets"
            )
        if not np.isfinite(each).all():
            row, column = np.argwhere(~np.isfinite(each))[0]
            raise InputError(
                f"pair {row + 1} of set {number} differs by {each[row, column]} in feature "
                f"{column + 1}; finite numbers are needed"
            )
    sets = [each for each in sets if len(each)]
    if not sets:
        raise InputError("there is no pair to fit weights to; ties do not count")
    weights = [np.full(len(each), 1.0 / (len(sets) * len(each))) for each in sets]
    return np.concatenate(sets), np.concatenate(weights)


def _inverse(numbers: Vector) -> Vector:
    return np.divide(1.0, numbers, out=np.zeros_like(numbers), where=numbers > 0)


def _shares(numbers: Vector) -> Vector:
    total = np.abs(numbers).sum()
    return numbers / total if total > 0 else np.zeros_like(numbers)
