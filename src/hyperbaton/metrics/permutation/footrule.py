"""Spearman's footrule, normalised."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from hyperbaton import _core
from hyperbaton.metrics.base import Scores
from hyperbaton.metrics.citations import BIRCH_OSBORNE_2010
from hyperbaton.metrics.permutation.permutation_metric import PermutationMetric
from hyperbaton.permutation import PermutationBatch


@dataclass(frozen=True)
class Footrule(PermutationMetric):
    """Footrule similarity; see `formula`."""

    name: ClassVar[str] = "footrule"
    summary: ClassVar[str] = "how far words are from their places"
    formula: ClassVar[str] = "1 - Σ |π(i) - i| / ⌊n² / 2⌋"
    citations: ClassVar[tuple[str, ...]] = (BIRCH_OSBORNE_2010,)

    def _batch_scores(self, batch: PermutationBatch, threads: int) -> Scores:
        return _core.footrule_scores(batch.native, threads)

    def _evidence(self, batch: PermutationBatch) -> Mapping[str, float]:
        distances = _core.absolute_displacements(batch.native, 1)
        return {"absolute_displacements": int(distances[0])}
