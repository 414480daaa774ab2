"""Kendall's tau as a similarity: the share of word pairs in the right order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from hyperbaton import _core
from hyperbaton.metrics.base import Scores
from hyperbaton.metrics.citations import BIRCH_ET_AL_2010, LAPATA_2006, STANOJEVIC_SIMAAN_2014
from hyperbaton.metrics.permutation.permutation_metric import PermutationMetric
from hyperbaton.permutation import PermutationBatch
from hyperbaton.values import parameter


@dataclass(frozen=True)
class Kendall(PermutationMetric):
    """Kendall similarity; see `formula`."""

    name: ClassVar[str] = "kendall"
    summary: ClassVar[str] = "share of word pairs in the right order"
    formula: ClassVar[str] = (
        "1 - d, where d = (pairs i < j with π(i) > π(j)) / (n (n - 1) / 2); with sqrt, 1 - √d"
    )
    citations: ClassVar[tuple[str, ...]] = (LAPATA_2006, BIRCH_ET_AL_2010, STANOJEVIC_SIMAAN_2014)

    sqrt: bool = parameter(False, "take the square root of the distance")

    def _batch_scores(self, batch: PermutationBatch, threads: int) -> Scores:
        return _core.kendall_scores(batch.native, self.sqrt, threads)

    def _evidence(self, batch: PermutationBatch) -> Mapping[str, float]:
        n = len(batch.values)
        inversions = int(_core.inversions(batch.native, 1)[0])
        return {"inversions": inversions, "pairs": n * (n - 1) // 2}
