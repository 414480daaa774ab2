"""Metrics of a permutation: how close the order of its words is to the reference's.

They score permutations as they are, and text: then the permutation is that of the aligned words,
and the score is multiplied by coverage, a brevity penalty, because words that are not aligned are
not in order (Stanojević & Sima'an 2014).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from hyperbaton.evidence import Evidence, Need
from hyperbaton.metrics.base import (
    Metric,
    Scores,
    Statistics,
    best_rows,
    brevity_penalty,
    divide,
)
from hyperbaton.permutation import Integers, PermutationBatch
from hyperbaton.resources import resolve_threads
from hyperbaton.values import parameter

ELEMENTS_PER_THREAD = 1 << 20  # about 14 MB of trees


@dataclass(frozen=True)
class PermutationMetric(Metric):
    """A metric of permutations; a corpus scores the mean of its segments.

    Permutations count from 0 or from 1 (see `hyperbaton.permutation`). Conventions for short ones:
    without any word the score is 0, for nothing is in order; a single word scores 1. So text
    without aligned words scores 0.
    """

    symmetric = False  # brevity is penalised, and of equally good alignments one is chosen

    statistic_names = ("score", "coverage", "segments")

    bp: bool = parameter(
        True, "multiply by coverage, the brevity penalty, when scoring text", common=True
    )

    @property
    def needs(self) -> frozenset[Need]:
        """The order of words, and for the brevity penalty their number."""
        return frozenset({Need.ORDER, Need.TOKENS} if self.bp else {Need.ORDER})

    def permutation_score(self, permutation: Integers) -> float:
        """Scores one permutation."""
        return float(self._batch_scores(PermutationBatch.single(permutation), threads=1)[0])

    def permutation_scores(
        self,
        permutations: PermutationBatch | Sequence[Integers],
        *,
        threads: int | None = None,
    ) -> Scores:
        """Scores many permutations, at native speed.

        Args:
            permutations: a batch (`PermutationBatch(values, offsets)`) or a list of permutations.
            threads: how many threads to use; all cores by default.
        """
        return scores_by_metric(PermutationBatch.of(permutations), [self], threads)[0]

    def text_evidence(self, evidence: Evidence) -> Mapping[str, float]:
        """Returns the index of the best reference, and how many words are aligned with it."""
        best = int(self.best_references(evidence)[0])
        return {"reference": best, "aligned": len(evidence.order[best])}

    def facts(self) -> list[tuple[str, str]]:
        """Adds what the score of text is the product of."""
        formula, *others = super().facts()
        product = (
            "order × coverage: the formula for the aligned words, times min(1, exp(1 - r / n)) for "
            "n aligned words and r words of the reference; bp=false leaves out coverage"
        )
        return [formula, ("text score", product), *others]

    def scores(self, statistics: Statistics) -> Scores:
        """Means over the segments summed in each row; NaN without any."""
        return divide(statistics[:, 0], statistics[:, -1])

    def factors(self, statistics: Statistics) -> Mapping[str, Scores]:
        """Order and coverage, unless coverage is left out."""
        if not self.bp:
            return {}
        score, coverage, segments = statistics.T
        return {"order": divide(score, coverage), "coverage": divide(coverage, segments)}

    def _statistics(self, evidence: Evidence) -> Statistics:
        coverage = self._coverage(evidence)
        scores = coverage * self.permutation_scores(evidence.order, threads=evidence.threads)
        rows = np.column_stack([scores, coverage, np.ones_like(scores)])
        if len(rows) == len(evidence):
            return rows
        return rows[best_rows(scores, evidence.groups, rows)]

    def _reference_scores(self, evidence: Evidence) -> Scores:
        scores = self.permutation_scores(evidence.order, threads=evidence.threads)
        return scores * self._coverage(evidence)

    def _coverage(self, evidence: Evidence) -> Scores:
        if not self.bp:
            return np.ones(len(evidence.order))
        return brevity_penalty(*evidence.order_lengths)

    @abstractmethod
    def _batch_scores(self, batch: PermutationBatch, threads: int) -> Scores:
        """Scores a batch."""


def scores_by_metric(
    batch: PermutationBatch, metrics: Sequence[PermutationMetric], threads: int | None
) -> list[Scores]:
    """Scores a batch, one array per metric.

    It is scored in parts, which bounds the memory for trees; each part's trees are built once.
    """
    used = resolve_threads(threads)
    parts = [
        [metric._batch_scores(part, used) for metric in metrics]
        for part in batch.parts(ELEMENTS_PER_THREAD * used)
    ]
    if len(parts) == 1:
        return parts[0]
    return [
        np.concatenate([np.empty(0), *(scores[k] for scores in parts)]) for k in range(len(metrics))
    ]
