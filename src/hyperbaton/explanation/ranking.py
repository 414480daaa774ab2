"""Which segments explain a system, and what makes one system worse than another.

A score of order is order × coverage: how well the matched words are ordered, times the brevity
penalty for words that have no match. Moves can win back `coverage - score`, which is what they cost
together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from hyperbaton.metrics.base import Scores, Statistics
from hyperbaton.metrics.permutation_metric import PermutationMetric


@dataclass(frozen=True, eq=False)
class OrderScores:
    """The scores of one system by a metric of order.

    Attributes:
        name: the name of the system.
        metric: the metric.
        statistics: of all segments.
    """

    name: str
    metric: PermutationMetric
    statistics: Statistics

    def __len__(self) -> int:
        """How many segments count."""
        return int(self.statistics[:, -1].sum())

    @property
    def losses(self) -> Scores:
        """What the moves of each segment cost together."""
        score, coverage, _ = self.statistics.T
        return np.asarray(coverage - score)

    def losses_to(self, other: OrderScores) -> Scores:
        """What the moves of each segment cost more than another system's, if it scores lower."""
        lower = other.statistics[:, 0] - self.statistics[:, 0]
        return np.minimum(self.losses - other.losses, lower)

    @cached_property
    def score(self) -> float:
        """The score of the whole test set."""
        return float(self.metric.scores(self._sum)[0])

    @cached_property
    def coverage(self) -> float:
        """Its coverage; 1 where the metric leaves it out."""
        return float(self.metric.factors(self._sum).get("coverage", [1.0])[0])

    @property
    def order(self) -> float:
        """How well words are ordered, so that order × coverage = score."""
        return self.score / self.coverage if self.coverage else np.nan

    @property
    def _sum(self) -> Statistics:
        return np.asarray(self.statistics.sum(axis=0, keepdims=True))

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
