"""F1: words that hypothesis and reference share, without regard to order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from hyperbaton import _core
from hyperbaton.evidence import Evidence, Need
from hyperbaton.metrics.base import Scores, Statistics, divide
from hyperbaton.metrics.best_reference import best_rows
from hyperbaton.metrics.citations import STANOJEVIC_SIMAAN_2016
from hyperbaton.metrics.text_metric import TextMetric


@dataclass(frozen=True)
class F1(TextMetric):
    """The harmonic mean of precision and recall of bags of words; see `formula`.

    Counts are added up over segments, each against the reference with which its own F1 is highest.
    Of references with the same F1 the one that shares most words counts, whatever their order. Two
    empty sentences have no score.
    """

    name: ClassVar[str] = "f1"
    summary: ClassVar[str] = "words shared with a reference, in any order"
    formula: ClassVar[str] = (
        "2 m / (h + r), where m is the size of the common bag of words, h and r the words of "
        "hypothesis and reference"
    )
    citations: ClassVar[tuple[str, ...]] = (STANOJEVIC_SIMAAN_2016,)
    needs: ClassVar[frozenset[Need]] = frozenset({Need.TOKENS})
    statistic_names: ClassVar[tuple[str, ...]] = ("common words", "words", "reference words")

    def scores(self, statistics: Statistics) -> Scores:
        """F1 of the counts in each row; NaN without any word."""
        common, words, reference_words = statistics.T
        return divide(2.0 * common, words + reference_words)

    def _statistics(self, evidence: Evidence) -> Statistics:
        groups = evidence.groups
        common = _core.ngram_overlaps(evidence.arrays, 1, evidence.threads)[:, 2]
        segments = evidence.segments
        words, reference_words = segments.lengths_by_reference, segments.references.lengths
        counts = np.column_stack([common, words, reference_words])
        return counts[best_rows(self.scores(counts), groups, counts)]
