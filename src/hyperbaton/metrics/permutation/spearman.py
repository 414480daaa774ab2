"""Spearman's rho, moved from [-1, 1] to [0, 1]."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from hyperbaton import _core
from hyperbaton.metrics.base import Scores
from hyperbaton.metrics.citations import ISOZAKI_ET_AL_2010, STANOJEVIC_SIMAAN_2014
from hyperbaton.metrics.permutation.permutation_metric import PermutationMetric
from hyperbaton.permutation import PermutationBatch


@dataclass(frozen=True)
class Spearman(PermutationMetric):
    """Spearman similarity; see `formula`."""

    name: ClassVar[str] = "spearman"
    summary: ClassVar[str] = "how far words are from their places, squared"
    formula: ClassVar[str] = "1 - 3 Σ (π(i) - i)² / (n (n² - 1))"
    citations: ClassVar[tuple[str, ...]] = (ISOZAKI_ET_AL_2010, STANOJEVIC_SIMAAN_2014)

    def _batch_scores(self, batch: PermutationBatch, threads: int) -> Scores:
        return _core.spearman_scores(batch.native, threads)

    def _evidence(self, batch: PermutationBatch) -> Mapping[str, float]:
        squares = _core.squared_displacements(batch.native, 1)
        return {"squared_displacements": int(squares[0])}
