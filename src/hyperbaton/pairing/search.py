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

import numpy as np

from hyperbaton.metrics import TextMetric
from hyperbaton.metrics.base import ScoreBounds, Scores
from hyperbaton.pairing.expectation import Expectation
from hyperbaton.pairing.pair_scorer import ScoredPairs
from hyperbaton.pairing.pairs import Indices, Pairs

SHARE = 3  # of the pairs of a candidate that are left, one in so many is computed at a time
FEWEST = 4  # and at least so many


class CandidateSearch:
    """Looks for the best candidate: ask for `wanted` pairs and `learn` their scores until none is.

    Attributes:
        pairs: how many pairs were scored.
    """

    def __init__(self, expectation: Expectation, metric: TextMetric) -> None:
        self._expectation = expectation
        self._sign = -1.0 if metric.higher_is_better else 1.0
        self._exchangeable = metric.exchangeable
        self._lower = np.full(expectation.shape, -np.inf)
        self._upper = np.full(expectation.shape, np.inf)
        self._open = expectation.needed
        self._left = list(range(len(expectation.rows.place_of)))  # candidates not dropped
        self._bounded = False
        self.pairs = 0

    def begin(self, bounds: ScoreBounds | None) -> None:
        """Takes the bounds of all pairs in `Expectation.pairs`; without any, all are wanted."""
        if bounds is None:
            return
        lower, upper = bounds if self._sign > 0 else (-bounds.upper, -bounds.lower)
        places = self._expectation.pairs
        self._lower[places], self._upper[places] = lower, upper
        self._open[places] = lower != upper
        self._bounded = True

    def learn(self, pairs: Pairs, scored: ScoredPairs) -> None:
        """Takes the scores of pairs."""
        self._know(pairs, scored.scores)
        self.pairs += len(scored.scores)
        if scored.exchanged is not None:
            mirrored = self._expectation.mirrored(pairs)
            known = np.flatnonzero(np.minimum(*mirrored) >= 0)
            self._know(mirrored.part(known), scored.exchanged[known])

    def _know(self, pairs: Pairs, scores: Scores) -> None:
        self._lower[pairs] = self._upper[pairs] = self._sign * scores
        self._open[pairs] = False

    def wanted(self) -> Pairs:
        """The pairs whose scores are needed next; none when the search is over."""
        if not self._bounded:
            return self._one_way(self._open)
        row_of = self._expectation.rows.place_of
        leader = row_of[self._drop()]
        if self._open[leader].any():
            return self._one_way(_only(self._open, leader))
        return self._one_way(self._widest(np.unique(row_of[self._left])))

    def _one_way(self, mask: np.ndarray) -> Pairs:
        """The pairs of a mask; of two with the same texts only one, where it tells the other."""
        pairs = Pairs(*np.nonzero(mask))
        if not self._exchangeable:
            return pairs
        rows, columns = self._expectation.mirrored(pairs)
        both = (np.minimum(rows, columns) >= 0) & mask[rows, columns]
        width = mask.shape[1]
        later = rows * width + columns < pairs.hypotheses * width + pairs.references
        return pairs.part(np.flatnonzero(~(both & later)))

    def _drop(self) -> int:
        """Drops what cannot be best, and returns the candidate to complete first."""
        uppers = self._expectation.expected(self._upper, self._left)
        lowers = self._expectation.expected(self._lower, self._left)
        of_all = list(zip(uppers, lowers, self._left, strict=True))
        best = min(_rank(upper, k) for upper, _, k in of_all)
        leader = min((_rank(upper, k)[:2], lower, k) for upper, lower, k in of_all)[-1]
        self._left = [k for _, lower, k in of_all if _rank(lower, k) <= best]
        return leader

    def _widest(self, rows: Indices) -> np.ndarray:
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


def _only(mask: np.ndarray, row: int) -> np.ndarray:
    kept = np.zeros_like(mask)
    kept[row] = mask[row]
    return kept
