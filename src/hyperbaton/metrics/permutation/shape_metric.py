"""What the complexity metrics share: a kernel over trees computed once per batch."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from hyperbaton.metrics.base import Scores
from hyperbaton.metrics.citations import STANOJEVIC_SIMAAN_2016
from hyperbaton.metrics.permutation.permutation_metric import PermutationMetric
from hyperbaton.permutation import PermutationBatch


@dataclass(frozen=True)
class ShapeMetric(PermutationMetric):
    """A metric of the size of a permutation's trees.

    Where the denominator vanishes (n = 2, or no prime operator possible) the permutation is fully
    factorised and scores 1.
    """

    citations: ClassVar[tuple[str, ...]] = (STANOJEVIC_SIMAAN_2016,)
    kernel: ClassVar[Callable[..., Any]]

    def _batch_scores(self, batch: PermutationBatch, threads: int) -> Scores:
        scores: Scores = type(self).kernel(batch.native, threads)
        return scores
