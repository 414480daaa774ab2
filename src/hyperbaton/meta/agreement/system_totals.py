"""Scores of systems that any resample of the test set can be asked for.

A system's score is a function of sums over segments: of a metric's statistics, or of what people
said. `SystemTotals` keeps the rows that are summed; a resample is a product of weights and rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hyperbaton.metrics.base import Scores, divide

Combine = Callable[[NDArray[np.float64]], Scores]


@dataclass(frozen=True, eq=False)
class SystemTotals:
    """Rows that add up, and how sums become scores.

    Attributes:
        rows: of shape (units, systems, columns).
        combine: turns sums of shape (samples, systems, columns) into scores (samples, systems),
            where higher is better.
        unit: what a row belongs to, a "segment" or a "judgement".
        numbers: how many judgements each row stands for; 1 where None.
    """

    rows: NDArray[np.float64]
    combine: Combine
    unit: str = "segment"
    numbers: NDArray[np.int64] | None = None

    @property
    def scores(self) -> Scores:
        """The scores on the whole test set."""
        weights = np.ones(len(self.rows)) if self.numbers is None else self.numbers
        return np.asarray(self.weighted(weights[np.newaxis].astype(np.float64))[0])

    def weighted(self, weights: NDArray[np.float64]) -> Scores:
        """The scores on resamples, given how often each unit is drawn in each of them."""
        units, systems, columns = self.rows.shape
        sums = weights @ self.rows.reshape(units, systems * columns)
        return self.combine(sums.reshape(len(weights), systems, columns))

    def resampled(self, blocks: Iterator[NDArray[np.float64]]) -> Scores:
        """The scores on all resamples, from weights that come in blocks."""
        return np.concatenate([self.weighted(weights) for weights in blocks])


def ratio(sums: NDArray[np.float64]) -> Scores:
    """The first column over the second; NaN where that is 0."""
    return divide(sums[..., 0], sums[..., 1])
