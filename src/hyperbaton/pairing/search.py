"""The best candidate of a segment, with few pairs scored where a metric has bounds.

Every candidate has a loss: its expected score, or the negative of it where higher scores are
better. Wanted is the least (loss, place). Until all pairs of a candidate are scored, bounds of the
others stand in for them, so that its loss is not above the true one. The search completes the
candidate with the least (loss, place) until that candidate is complete: then no other can be below
it, for none is below its own bound. This holds for the numbers computed, not just for real ones:
products with weights, sums rounded once and quotients keep their order when they are rounded.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from hyperbaton.metrics import Metric
from hyperbaton.metrics.base import Scores, ScoreTable
from hyperbaton.pairing.pairs import DistinctTexts, Indices, Pairs

Mask: TypeAlias = NDArray[np.bool_]

AT_ONCE = 16  # of the pairs of a candidate; after them another may look better


class CandidateSearch:
    """Looks for the best candidate: ask for `wanted` pairs and `learn` their scores until none is.

    The expected score of candidate i is Σ w_j s_ij / Σ w_j over all references j that have a
    weight above 0, but for reference i with `exclude_self`. Sums are those of `math.fsum`, rounded
    once from their exact value, so that they do not depend on the order of references, and so that
    larger scores never have a smaller mean. It is NaN where one of its scores is, or where there
    is nothing to compare with.

    Attributes:
        rows: the different candidates.
        columns: the different references that have a weight.
        needed: all pairs of different texts on which an expected score depends.
        scored: how many pairs were scored.
    """

    def __init__(
        self,
        candidates: Sequence[str],
        references: Sequence[str],
        weights: Scores,
        metric: Metric,
        *,
        exclude_self: bool,
    ) -> None:
        self._counted = np.flatnonzero(weights > 0)
        self._weights = weights[self._counted]
        self._exclude_self = exclude_self
        self.rows = DistinctTexts.of(candidates)
        self.columns = DistinctTexts.of([references[k] for k in self._counted.tolist()])
        self._sign = -1.0 if metric.higher_is_better else 1.0
        self._open: Mask = self._compared()
        self.needed = Pairs(*np.nonzero(self._open))
        self._of_pairs = np.full(self.shape, -np.inf)  # losses: known ones, and bounds
        self._losses = np.empty(len(candidates))
        self._bounded = False
        self.scored = 0
        self._update(range(len(candidates)))

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of different candidates and references."""
        return len(self.rows.texts), len(self.columns.texts)

    def _compared(self) -> Mask:
        """Which different texts are compared, by any candidate that has them."""
        if not self._exclude_self:
            return np.ones(self.shape, np.bool_)
        of_rows = np.bincount(self.rows.place_of, minlength=self.shape[0])
        of_columns = np.bincount(self.columns.place_of, minlength=self.shape[1])
        comparisons = np.outer(of_rows, of_columns)
        own_rows = self.rows.place_of[self._counted]
        np.subtract.at(comparisons, (own_rows, self.columns.place_of), 1)
        return comparisons > 0

    def begin(self, bounds: ScoreTable) -> None:
        """Takes lower and upper bounds of all pairs in `needed`."""
        lower, upper = bounds if self._sign > 0 else -bounds[::-1]
        self._bounded = True
        self._of_pairs[self.needed] = lower
        self._open[self.needed] = lower != upper
        self._update(range(len(self._losses)))

    def learn(self, pairs: Pairs, scores: Scores) -> None:
        """Takes the scores of pairs."""
        self.scored += len(pairs.hypotheses)
        self._of_pairs[pairs] = self._sign * scores
        self._open[pairs] = False
        self._update(np.flatnonzero(np.isin(self.rows.place_of, pairs.hypotheses)).tolist())

    def wanted(self) -> Pairs:
        """The pairs whose scores are needed next; none when the search is over."""
        if not self._bounded:
            return Pairs(*np.nonzero(self._open))
        row = int(self.rows.place_of[self.best])
        columns: Indices = np.flatnonzero(self._open[row])[:AT_ONCE]
        return Pairs(np.full_like(columns, row), columns)

    @property
    def best(self) -> int:
        """The candidate with the least loss, the first of several; undefined ones come last."""
        losses = np.where(np.isnan(self._losses), np.inf, self._losses)
        return int(np.lexsort((np.isnan(self._losses), losses))[0])

    @property
    def expected(self) -> Scores:
        """The expected score of every candidate; NaN where not all its pairs were scored."""
        waiting: Mask = np.any(self._open, axis=1)[self.rows.place_of]
        return np.where(~waiting, self._sign * self._losses + 0.0, np.nan)  # no -0.0

    def _update(self, candidates: Sequence[int]) -> None:
        for k in candidates:
            terms = self._weights * self._of_pairs[self.rows.place_of[k]][self.columns.place_of]
            weights = self._weights
            if self._exclude_self:
                others = self._counted != k
                terms, weights = terms[others], weights[others]
            total = math.fsum(weights.tolist())
            self._losses[k] = math.fsum(terms.tolist()) / total if total > 0 else math.nan
