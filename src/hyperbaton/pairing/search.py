"""The best candidate of a segment, with as few pairs scored as bounds allow.

Every candidate has a loss, its expected score or, where higher scores are better, the negative of
it. Wanted is the candidate with the least loss, of several the first: the smallest pair
(loss, place). Scores of pairs have bounds, exact ones once they are computed, and with them the
losses: `Expectation` never makes larger scores a smaller mean, for products with weights, sums
rounded once and quotients keep their order when they are rounded. So what follows holds for the
numbers computed, not just for real ones.

Let k be the candidate with the smallest (upper bound, place) of those not dropped, and i another
with (lower bound of i, i) > (upper bound of k, k). Then

    (loss of i, i) >= (lower bound of i, i) > (upper bound of k, k) >= (loss of k, k),

so i is not the one wanted, and can be dropped without its other pairs being computed. k itself
stays, since its lower bound is no larger than its upper one. In the end all pairs of those that are
left are computed, and the smallest (loss, place) of them is the smallest of all.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from hyperbaton.metrics import Metric
from hyperbaton.metrics.base import Scores, ScoreTable
from hyperbaton.pairing.pairs import DistinctTexts, Indices, Pairs

Mask = NDArray[np.bool_]

SHARE = 3  # of the pairs of a candidate that are left, one in so many is computed at a time
FEWEST = 4  # and at least so many


class Expectation:
    """What the scores of pairs mean for the candidates of a segment.

    The expected score of candidate i is Σ w_j s_ij / Σ w_j over all references j that have a
    weight above 0, but for reference i with `exclude_self`. Sums are those of `math.fsum`, rounded
    once from their exact value, so that they do not depend on the order of references, and so that
    larger scores never have a smaller mean. It is NaN where one of its scores is, or where there
    is nothing to compare with.

    Attributes:
        rows: the different candidates.
        columns: the different references that have a weight.
        column_weights: the weight of each of these.
    """

    def __init__(
        self,
        candidates: Sequence[str],
        references: Sequence[str],
        weights: Scores,
        *,
        exclude_self: bool,
    ) -> None:
        self._counted = np.flatnonzero(weights > 0)
        self._weights = weights[self._counted]
        self._exclude_self = exclude_self
        self.rows = DistinctTexts.of(candidates)
        self.columns = DistinctTexts.of([references[k] for k in self._counted.tolist()])
        self.column_weights: Scores = np.bincount(
            self.columns.place_of, self._weights, len(self.columns.texts)
        ).astype(np.float64)

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of different candidates and references."""
        return len(self.rows.texts), len(self.columns.texts)

    @property
    def pairs(self) -> Pairs:
        """All pairs of different texts on which an expected score depends."""
        return Pairs(*np.nonzero(self.needed))

    @property
    def needed(self) -> Mask:
        """On which pairs of different texts an expected score depends."""
        if not self._exclude_self:
            return np.ones(self.shape, np.bool_)
        of_rows = np.bincount(self.rows.place_of, minlength=self.shape[0])
        of_columns = np.bincount(self.columns.place_of, minlength=self.shape[1])
        comparisons = np.outer(of_rows, of_columns)
        own_rows = self.rows.place_of[self._counted]
        np.subtract.at(comparisons, (own_rows, self.columns.place_of), 1)
        return comparisons > 0

    def expected(self, scores: Scores, candidates: Iterable[int]) -> list[float]:
        """The expected scores of some candidates, from the scores of different texts."""
        return [self._expected_of(k, scores[self.rows.place_of[k]]) for k in candidates]

    def _expected_of(self, candidate: int, row: Scores) -> float:
        terms = self._weights * row[self.columns.place_of]
        weights = self._weights
        if self._exclude_self:
            others: Indices = np.flatnonzero(self._counted != candidate)
            terms, weights = terms[others], weights[others]
        total = math.fsum(weights.tolist())
        return math.fsum(terms.tolist()) / total if total > 0 else math.nan


class CandidateSearch:
    """Looks for the best candidate: ask for `wanted` pairs and `learn` their scores until none is.

    Attributes:
        pairs: how many pairs were scored.
    """

    def __init__(self, expectation: Expectation, metric: Metric) -> None:
        self._expectation = expectation
        self._sign = -1.0 if metric.higher_is_better else 1.0
        self._lower = np.full(expectation.shape, -np.inf)
        self._upper = np.full(expectation.shape, np.inf)
        self._open = expectation.needed
        self._left = list(range(len(expectation.rows.place_of)))  # candidates not dropped
        self._bounded = False
        self.pairs = 0

    def begin(self, bounds: ScoreTable) -> None:
        """Takes lower and upper bounds of all pairs in `Expectation.pairs`."""
        lower, upper = bounds if self._sign > 0 else -bounds[::-1]
        places = self._expectation.pairs
        self._lower[places], self._upper[places] = lower, upper
        self._open[places] = lower != upper
        self._bounded = True

    def learn(self, pairs: Pairs, scores: Scores) -> None:
        """Takes the scores of pairs."""
        self.pairs += len(pairs.hypotheses)
        self._lower[pairs] = self._upper[pairs] = self._sign * scores
        self._open[pairs] = False

    def wanted(self) -> Pairs:
        """The pairs whose scores are needed next; none when the search is over."""
        if not self._bounded:
            return Pairs(*np.nonzero(self._open))
        row_of = self._expectation.rows.place_of
        leader = row_of[self._drop()]
        if self._open[leader].any():
            return Pairs(*np.nonzero(_only(self._open, leader)))
        return Pairs(*np.nonzero(self._widest(np.unique(row_of[self._left]))))

    def _drop(self) -> int:
        """Drops what cannot be best, and returns the candidate to complete first."""
        uppers = self._expectation.expected(self._upper, self._left)
        lowers = self._expectation.expected(self._lower, self._left)
        of_all = list(zip(uppers, lowers, self._left, strict=True))
        best = min(_rank(upper, k) for upper, _, k in of_all)
        leader = min((_rank(upper, k)[:2], lower, k) for upper, lower, k in of_all)[-1]
        self._left = [k for _, lower, k in of_all if _rank(lower, k) <= best]
        return leader

    def _widest(self, rows: Indices) -> Mask:
        """Of each row the open pairs that leave most open, some at a time."""
        chosen = np.zeros_like(self._open)
        weights = self._expectation.column_weights
        for row in rows.tolist():
            places = np.flatnonzero(self._open[row])
            number = max(FEWEST, -(-len(places) // SHARE))
            gaps = (self._upper[row, places] - self._lower[row, places]) * weights[places]
            chosen[row, places[np.argsort(-gaps, kind="stable")[:number]]] = True
        return chosen

    @property
    def best(self) -> int:
        """The candidate with the least loss, the first of several; undefined ones come last."""
        losses = self._expectation.expected(self._lower, self._left)
        return min(_rank(loss, k) for loss, k in zip(losses, self._left, strict=True))[-1]

    @property
    def expected(self) -> Scores:
        """The expected score of every candidate; NaN of those that were dropped."""
        complete = np.array([not row.any() for row in self._open])[self._expectation.rows.place_of]
        return np.where(complete, self.limits, np.nan)

    @property
    def limits(self) -> Scores:
        """What no candidate is better than: its expected score, or a bound where it was dropped."""
        everyone = range(len(self._expectation.rows.place_of))
        losses = np.array(self._expectation.expected(self._lower, everyone))
        return self._sign * losses + 0.0  # no zero has a minus sign


def _rank(loss: float, candidate: int) -> tuple[bool, float, int]:
    """What candidates are sorted by: those without a loss come last."""
    undefined = math.isnan(loss)
    return undefined, 0.0 if undefined else loss, candidate


def _only(mask: Mask, row: int) -> Mask:
    kept = np.zeros_like(mask)
    kept[row] = mask[row]
    return kept
