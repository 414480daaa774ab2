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
        statistics: those of all segments.
    """

    name: str
    metric: PermutationMetric
    statistics: Statistics

    @property
    def losses(self) -> Scores:
        """What the moves of each segment cost together."""
        score, coverage, _ = self.statistics.T
        return np.asarray(coverage - score)

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

    Those whose moves cost most; of several systems those whose moves cost one of the others most
    more than they cost the first. Segments without such moves are left out.
    """
    first, *others = (system.losses for system in systems)
    telling = np.max([losses - first for losses in others], axis=0) if others else first
    ranked = np.argsort(-telling, kind="stable")[:number]
    return [int(k) + 1 for k in ranked if telling[k] > 0]
