"""Metrics of a permutation: how close the order of its words is to the reference's."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from hyperbaton.metrics.base import Metric, Need, Scores, Statistics, divide
from hyperbaton.permutation import Integers, PermutationBatch
from hyperbaton.threads import resolve_threads

ELEMENTS_PER_THREAD = 1 << 20  # about 14 MB of trees


def elements_at_once(threads: int | None) -> int:
    """How much of a batch is scored at a time; also bounds the memory for trees."""
    return ELEMENTS_PER_THREAD * resolve_threads(threads)


class PermutationScore(float):
    """A score that knows where it comes from; in every other respect a float.

    Attributes:
        metric: the metric that gave it.
        evidence: the counts behind it, by name.
    """

    metric: PermutationMetric
    evidence: Mapping[str, float]

    def __new__(
        cls, score: float, metric: PermutationMetric, evidence: Mapping[str, float]
    ) -> PermutationScore:
        """A float with a metric and evidence."""
        made = super().__new__(cls, score)
        made.metric = metric
        made.evidence = evidence
        return made

    def __reduce__(self) -> tuple[type, tuple[float, PermutationMetric, Mapping[str, float]]]:
        return PermutationScore, (float(self), self.metric, self.evidence)


@dataclass(frozen=True)
class PermutationMetric(Metric):
    """A metric of permutations; a corpus scores the mean of its segments.

    Permutations count from 0 or from 1 (see `hyperbaton.permutation`). Conventions for short ones:
    without any word the score is 0, for nothing is in order; a single word scores 1.
    """

    needs: ClassVar[frozenset[Need]] = frozenset({Need.PERMUTATION})
    statistic_names: ClassVar[tuple[str, ...]] = ("score", "segments")
    uses_trees: ClassVar[bool] = False  # then large batches are scored in parts

    def permutation_score(self, permutation: Integers) -> PermutationScore:
        """The score of one permutation, with its evidence."""
        batch = PermutationBatch.of([permutation])
        score = float(self._batch_scores(batch, threads=1)[0])
        return PermutationScore(score, self, self._evidence(batch))

    def permutation_scores(
        self,
        permutations: PermutationBatch | Sequence[Integers],
        *,
        threads: int | None = None,
    ) -> Scores:
        """The scores of many permutations, at native speed.

        Args:
            permutations: a batch (`PermutationBatch(values, offsets)`) or a list of permutations.
            threads: how many threads to use; all cores by default.
        """
        batch = PermutationBatch.of(permutations)
        used = resolve_threads(threads)
        if not self.uses_trees or len(batch.values) <= elements_at_once(used):
            return self._batch_scores(batch, used)
        scores = np.empty(len(batch))
        for place, part in batch.parts(elements_at_once(used)):
            scores[place] = self._batch_scores(part, used)
        return scores

    def permutation_statistics(
        self,
        permutations: PermutationBatch | Sequence[Integers],
        *,
        threads: int | None = None,
    ) -> Statistics:
        """One row of statistics per permutation; rows add up, and `scores` scores the sum."""
        scores = self.permutation_scores(permutations, threads=threads)
        return np.column_stack([scores, np.ones_like(scores)])

    def scores(self, statistics: Statistics) -> Scores:
        """Mean scores of the segments summed in each row; NaN without any."""
        return divide(statistics[:, 0], statistics[:, 1])

    @abstractmethod
    def _batch_scores(self, batch: PermutationBatch, threads: int) -> Scores:
        """The scores of a batch."""

    @abstractmethod
    def _evidence(self, batch: PermutationBatch) -> Mapping[str, float]:
        """The counts behind the score of the one permutation in the batch."""
