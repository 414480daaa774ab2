"""Error rates: the edits to the nearest reference over the length of the references.

With several references (Leusch, Ueffing & Ney 2003, equation 3) the edits are counted to the
nearest reference and divided by the mean length of all of them. Against an empty reference the
rate is 0 if the hypothesis is empty too and 1 otherwise.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import numpy as np

from hyperbaton.evidence import Evidence, Need
from hyperbaton.metrics.base import Scores, Statistics, divide
from hyperbaton.metrics.bounds import ScoreBounds
from hyperbaton.metrics.text_metric import TextMetric
from hyperbaton.values import parameter


class DistanceBounds(NamedTuple):
    """The fewest and the most edits there can be, from each reference's hypothesis to it."""

    fewest: Scores
    most: Scores


@dataclass(frozen=True)
class EditRate(TextMetric):
    """A number of edits, divided by the mean length of the references."""

    needs: ClassVar[frozenset[Need]] = frozenset({Need.TOKENS})
    statistic_names: ClassVar[tuple[str, ...]] = ("edits", "words", "segments")

    accuracy: bool = parameter(False, "score 1 - rate, at least 0, so that higher is better")
    weighted: bool = parameter(True, "weight segments by length in the score of a test set")

    @property
    def higher_is_better(self) -> bool:
        """Only as an accuracy."""
        return self.accuracy

    @property
    def range(self) -> tuple[float, float]:
        """An accuracy lies between 0 and 1; a rate has no upper bound."""
        return (0.0, 1.0) if self.accuracy else (0.0, np.inf)

    @property
    def symmetric(self) -> bool:
        """No: edits are divided by the length of the reference."""
        return False

    def scores(self, statistics: Statistics) -> Scores:
        """Edits over words; NaN without any segment."""
        edits, words, segments = statistics.T
        rates = np.where(words == 0, np.sign(edits), divide(edits, words))
        values = self._valued(rates) if self.weighted else rates
        return np.where(segments == 0, np.nan, values)

    def bounds(self, evidence: Evidence) -> ScoreBounds | None:
        """Bounds of the rates, or accuracies, of single segments, where edits have bounds."""
        read = self.read(evidence)
        found = self._distance_bounds(read)
        if found is None:
            return None
        fewest, most = (
            self.segment_scores(self._rows(_least(edits, read), read.mean_lengths))
            for edits in found
        )
        return ScoreBounds(most, fewest) if self.accuracy else ScoreBounds(fewest, most)

    def _statistics(self, evidence: Evidence) -> Statistics:
        return self._rows(self.nearest(evidence), evidence.mean_lengths)

    def _rows(self, edits: Scores, words: Scores) -> Statistics:
        ones = np.ones_like(edits)
        if self.weighted:
            return np.column_stack([edits, words, ones])
        rates = np.where(words == 0, np.sign(edits), divide(edits, words))
        return np.column_stack([self._valued(rates), ones, ones])

    def nearest(self, evidence: Evidence) -> Scores:
        """The edits of each segment to its nearest reference."""
        return _least(self._distances(evidence), evidence)

    @abstractmethod
    def _distances(self, evidence: Evidence) -> np.ndarray:
        """The edits from each reference's hypothesis to it, for all references in order."""

    def _distance_bounds(self, evidence: Evidence) -> DistanceBounds | None:
        """Bounds of the same, if there are any that cost far less."""
        return None

    def _valued(self, rates: Scores) -> Scores:
        return np.maximum(1.0 - rates, 0.0) if self.accuracy else rates


def _least(distances: np.ndarray, evidence: Evidence) -> Scores:
    """The least of the distances to each segment's references."""
    if len(evidence) == 0:
        return np.empty(0)
    return np.minimum.reduceat(distances.astype(np.float64), evidence.groups[:-1])
