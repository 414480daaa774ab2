"""Ulam similarity: the longest part that is already in order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from hyperbaton import _core
from hyperbaton.metrics.base import Scores
from hyperbaton.metrics.citations import BIRCH_ET_AL_2010, STANOJEVIC_SIMAAN_2014
from hyperbaton.metrics.permutation.permutation_metric import PermutationMetric
from hyperbaton.permutation import PermutationBatch


@dataclass(frozen=True)
class Ulam(PermutationMetric):
    """Ulam similarity; see `formula`."""

    name: ClassVar[str] = "ulam"
    summary: ClassVar[str] = "longest subsequence that is already in order"
    formula: ClassVar[str] = "(length of the longest increasing subsequence of π - 1) / (n - 1)"
    citations: ClassVar[tuple[str, ...]] = (BIRCH_ET_AL_2010, STANOJEVIC_SIMAAN_2014)

    def _batch_scores(self, batch: PermutationBatch, threads: int) -> Scores:
        return _core.ulam_scores(batch.native, threads)

    def _evidence(self, batch: PermutationBatch) -> Mapping[str, float]:
        longest = _core.longest_increasing(batch.native, 1)
        return {"longest_increasing_subsequence": int(longest[0])}
