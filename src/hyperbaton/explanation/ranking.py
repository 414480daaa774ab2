"""Which segments explain a system, and what makes one system worse than another.

A score of order is order × coverage: how well the matched words are ordered, times the brevity
penalty for words that have no match. Moves can win back `coverage - score`, which is what they cost
together.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hyperbaton.metrics.base import Scores, Statistics
from hyperbaton.metrics.permutation_metric import PermutationMetric


class OrderScores:
    """The scores of one system by a metric of order.

    Attributes:
        name: the name of the system.
        segments: how many count.
        score: that of the whole test set: order × coverage.
        coverage: 1 where the metric leaves it out.
        order: how well words are ordered.
        losses: what the moves of each segment cost together.
    """

    def __init__(self, name: str, metric: PermutationMetric, statistics: Statistics) -> None:
        total = statistics.sum(axis=0, keepdims=True)
        self.name = name
        self.segments = int(total[0, -1])
        self.score = float(metric.scores(total)[0])
        self.coverage = float(metric.factors(total).get("coverage", [1.0])[0])
        self.order = self.score / self.coverage if self.coverage else np.nan
        self._scores: Scores = statistics[:, 0]
        self.losses: Scores = statistics[:, 1] - statistics[:, 0]

    def losses_to(self, other: OrderScores) -> Scores:
        """What the moves of each segment cost more than another system's, if it scores lower."""
        return np.minimum(self.losses - other.losses, other._scores - self._scores)

    def behind(self, other: OrderScores) -> tuple[float, float]:
        """What order and what coverage contribute to the difference to another system."""
        order = (self.order - other.order) * (self.coverage + other.coverage) / 2
        coverage = (self.coverage - other.coverage) * (self.order + other.order) / 2
        return order, coverage


def worst_segments(systems: Sequence[OrderScores], number: int) -> list[int]:
    """The segments, counted from 1, that say most about word order, most telling first.

    Those whose moves cost most; of several systems those where one of the others loses most to the
    first by its moves. Segments without such moves are left out.
    """
    first, *others = systems
    telling = np.max([each.losses_to(first) for each in others], axis=0) if others else first.losses
    ranked = np.argsort(-telling, kind="stable")[:number]
    return [int(k) + 1 for k in ranked if telling[k] > 0]
