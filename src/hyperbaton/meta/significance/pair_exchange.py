"""Counts of judged pairs when two metrics exchange their scores of outputs at random.

Every count is a polynomial in the signs of the exchanges: with s = ±1 for each output, a judged
pair contributes q0 + qa s_a + qb s_b + qab s_a s_b to the counts of the first metric, and the same
with all signs turned to those of the second. So all exchanges of all pairs of metrics are a few
matrix products.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hyperbaton.limits import check_cells, check_draws
from hyperbaton.meta.agreement.group_sums import group_sums
from hyperbaton.meta.agreement.pair_counts import (
    BOTH_TIES,
    CONCORDANT,
    DISCORDANT,
    HUMAN_TIES,
    KINDS,
    METRIC_TIES,
    Counts,
    pair_kinds,
)
from hyperbaton.meta.data.judgements import Preferences
from hyperbaton.metrics.base import Scores
from hyperbaton.scoring.resampling import CELLS_AT_ONCE

COUNTED = (CONCORDANT, DISCORDANT, BOTH_TIES)  # the other two counts follow from these


class PairExchange:
    """Counts of judged pairs under exchanges of the scores of two metrics."""

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
        # Counts are multiples of a quarter; single precision holds those up to 2^22 exactly.
        self._type = np.float32 if len(preferences) < 1 << 22 else np.float64
        self._strict = float(preferences.strict)
        self._tied = float(len(preferences) - preferences.strict)

    def observed(self, metric: int) -> Counts:
        """The counts of a metric as it is."""
        kinds = self._kinds(metric, metric)
        return group_sums(kinds, KINDS)

    def permuted(self, samples: int, seed: int) -> Iterator[tuple[Counts, Counts]]:
        """Counts of both metrics of every pair of metrics, in blocks (samples, pairs, 5)."""
        check_draws(samples, self._outputs)
        check_cells(samples, len(self.pairs))
        constant, linear, product = self._coefficients()
        random = np.random.default_rng(seed)
        block = max(1, CELLS_AT_ONCE // max(len(self._couples[0]), 1))
        for begin in range(0, samples, block):
            width = min(block, samples - begin)
            signs = 2 * random.integers(0, 2, (self._outputs, width), np.int8) - 1
            signs = signs.astype(self._type)
            couples = signs[self._couples[0]] * signs[self._couples[1]]
            even = constant[:, np.newaxis] + product @ couples
            odd = linear @ signs
            yield self._completed(even + odd), self._completed(even - odd)

    def _completed(self, counted: NDArray[Any]) -> Counts:
        """All five counts, of shape (samples, pairs of metrics, 5), from the three of `COUNTED`."""
        three = counted.T.reshape(-1, len(self.pairs), len(COUNTED)).astype(np.float64)
        counts = np.empty((*three.shape[:2], KINDS))
        counts[..., COUNTED] = three
        counts[..., METRIC_TIES] = self._strict - three[..., 0] - three[..., 1]
        counts[..., HUMAN_TIES] = self._tied - three[..., 2]
        return counts

    def _coefficients(self) -> tuple[NDArray[Any], ...]:
        """q0, then qa and qb by output, then qab by couple of outputs; one row per count."""
        constants, linears, products = [], [], []
        outputs, couples = self._outputs, len(self._couples[0])
        for i, j in self.pairs:
            four = [self._kinds(a, b) for a, b in ((i, i), (i, j), (j, i), (j, j))]
            for count in COUNTED:
                xx, xy, yx, yy = (np.where(kinds == count, 0.25, 0.0) for kinds in four)
                constants.append((xx + xy + yx + yy).sum())
                linears.append(
                    group_sums(self._first, outputs, xx + xy - yx - yy)
                    + group_sums(self._second, outputs, xx - xy + yx - yy)
                )
                products.append(group_sums(self._couple, couples, xx - xy - yx + yy))
        arrays = (np.array(constants), np.array(linears), np.array(products))
        rows = len(constants)
        shapes = ((rows,), (rows, outputs), (rows, couples))
        return tuple(
            array.reshape(shape).astype(self._type)
            for array, shape in zip(arrays, shapes, strict=True)
        )

    def _kinds(self, first: int, second: int) -> NDArray[np.int64]:
        """Kinds of pairs whose first output is scored by one metric and the second by another."""
        segment = self.preferences.segment
        one, other = self.preferences.first, self.preferences.second
        differences = self.metrics[first][one, segment] - self.metrics[second][other, segment]
        return pair_kinds(self.preferences, differences)
