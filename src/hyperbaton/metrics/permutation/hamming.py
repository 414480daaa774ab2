"""Hamming similarity: words exactly in place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from hyperbaton import _core
from hyperbaton.metrics.base import Scores
from hyperbaton.metrics.citations import BIRCH_OSBORNE_2010, STANOJEVIC_SIMAAN_2014
from hyperbaton.metrics.permutation.permutation_metric import PermutationMetric
from hyperbaton.permutation import PermutationBatch


@dataclass(frozen=True)
class Hamming(PermutationMetric):
    """Hamming similarity; see `formula`."""

    name: ClassVar[str] = "hamming"
    summary: ClassVar[str] = "share of words exactly in their places"
    formula: ClassVar[str] = "(positions i with π(i) = i) / n"
    citations: ClassVar[tuple[str, ...]] = (BIRCH_OSBORNE_2010, STANOJEVIC_SIMAAN_2014)

    def _batch_scores(self, batch: PermutationBatch, threads: int) -> Scores:
        return _core.hamming_scores(batch.native, threads)

    def _evidence(self, batch: PermutationBatch) -> Mapping[str, float]:
        return {"fixed_points": int(_core.fixed_points(batch.native, 1)[0])}
