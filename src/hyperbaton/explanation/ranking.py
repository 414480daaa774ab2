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

from hyperbaton.evidence import Evidence
from hyperbaton.metrics.base import Scores, best_rows, brevity_penalty
from hyperbaton.metrics.permutation_metric import PermutationMetric


@dataclass(frozen=True, eq=False)
class OrderScores:
    """The scores of one system by a metric of order.

    Attributes:
        name: the name of the system.
        scores: of all segments.
        coverages: what they would be if all matched words were in order.
    """

    name: str
    scores: Scores
    coverages: Scores

    @classmethod
    def of(cls, name: str, metric: PermutationMetric, evidence: Evidence) -> OrderScores:
        """Those of the segments in some evidence, each against its best reference."""
        read = metric.read(evidence)
        scores = metric._reference_scores(read)
        best = best_rows(scores, read.groups)
        coverages = brevity_penalty(*read.order_lengths) if metric.bp else np.ones_like(scores)
        return cls(name, scores[best], coverages[best])

    @property
    def losses(self) -> Scores:
        """What the moves of each segment cost together."""
        return self.coverages - self.scores

    @cached_property
    def score(self) -> float:
        """The score of the whole test set."""
        return float(self.scores.mean()) if len(self.scores) else np.nan

    @cached_property
    def coverage(self) -> float:
        """Its coverage."""
        return float(self.coverages.mean()) if len(self.scores) else np.nan

    @property
    def order(self) -> float:
        """How well words are ordered, so that order × coverage = score."""
        return self.score / self.coverage if self.coverage else np.nan

    def behind(self, other: OrderScores) -> tuple[float, float]:
        """What order and what coverage contribute to the difference to another system."""
        order, coverage = self.order - other.order, self.coverage - other.coverage
        mean_order, mean_coverage = (
            (self.order + other.order) / 2,
            (self.coverage + other.coverage) / 2,
        )
        return order * mean_coverage, coverage * mean_order


def worst_segments(systems: Sequence[OrderScores], number: int) -> list[int]:
    """The segments, counted from 1, that say most about word order, most telling first.

    Those whose moves cost most; of several systems those whose moves cost one of the others most
    more than they cost the first. Segments without such moves are left out.
    """
    first, *others = (system.losses for system in systems)
    telling = np.max([losses - first for losses in others], axis=0) if others else first
    ranked = np.argsort(-telling, kind="stable")[:number]
    return [int(k) + 1 for k in ranked if telling[k] > 0]
