"""Metrics that compare with each reference alone: a segment scores as against its best reference.

The score of a test set is the mean of its segments. A segment whose score is not defined against
any of its references scores NaN and does not count in the mean.

Where references are equally good for a segment but differ in what they add to the sums of a test
set, the larger statistics decide, column by column, so that the order of references never matters.
`chrf` and `meteor` take the first of them instead, as the programs do whose numbers they give.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from hyperbaton.evidence import Evidence, Need
from hyperbaton.metrics.base import Scores, Statistics, divide
from hyperbaton.metrics.text_metric import TextMetric


@dataclass(frozen=True)
class BestReferenceMetric(TextMetric):
    """A metric of words whose test set scores the mean of segments, each by its best reference."""

    needs: ClassVar[frozenset[Need]] = frozenset({Need.TOKENS})
    statistic_names: ClassVar[tuple[str, ...]] = ("score", "segments")

    def scores(self, statistics: Statistics) -> Scores:
        """Mean scores of the segments summed in each row; NaN without any."""
        return divide(statistics[:, 0], statistics[:, 1])

    def _statistics(self, evidence: Evidence) -> Statistics:
        by_reference = self._reference_scores(evidence)
        best = np.fmax.reduceat(by_reference, evidence.groups[:-1])
        defined = ~np.isnan(best)
        return np.column_stack([np.where(defined, best, 0.0), defined])

    def best_references(self, evidence: Evidence) -> NDArray[np.int64]:
        """For each segment, which of its references it is scored against, counted from 0."""
        scores = self._reference_scores(self.read(evidence))
        return best_rows(scores, evidence.groups) - evidence.groups[:-1]

    def text_evidence(self, evidence: Evidence) -> Mapping[str, float]:
        """The index of the best reference."""
        return {"reference": int(self.best_references(evidence)[0])}

    @abstractmethod
    def _reference_scores(self, evidence: Evidence) -> Scores:
        """The scores against each reference, in order; NaN where not defined."""


def best_rows(
    scores: Scores, groups: NDArray[np.int64], ties: Statistics | None = None
) -> NDArray[np.int64]:
    """For each group of references, the row with the highest score; NaN is the lowest.

    Args:
        scores: one for each reference.
        groups: where the references of each segment begin, and the end.
        ties: what decides between equal scores, the largest row of numbers; else the first does.
    """
    filled = np.where(np.isnan(scores), -np.inf, scores)
    places = np.arange(len(scores))
    segment = np.searchsorted(groups, places, side="right")
    decisive = [-places] if ties is None else [-places, *ties.T[::-1]]
    order = np.lexsort((*decisive, filled, segment))
    return np.asarray(order[groups[1:] - 1], np.int64)
