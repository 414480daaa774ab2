"""The fuzzy reordering score: neighbours that stay neighbours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from hyperbaton import _core
from hyperbaton.metrics.base import Scores
from hyperbaton.metrics.citations import (
    NEUBIG_ET_AL_2012,
    STANOJEVIC_SIMAAN_2014,
    TALBOT_ET_AL_2011,
)
from hyperbaton.metrics.permutation.permutation_metric import PermutationMetric
from hyperbaton.permutation import PermutationBatch
from hyperbaton.values import parameter


@dataclass(frozen=True)
class Fuzzy(PermutationMetric):
    """Fuzzy reordering score; see `formula`."""

    name: ClassVar[str] = "fuzzy"
    summary: ClassVar[str] = "how few chunks of words follow each other as in the reference"
    formula: ClassVar[str] = (
        "1 - (c - 1) / (n - 1), c = number of maximal chunks with π(i + 1) = π(i) + 1; "
        "with boundaries, kept neighbours / (n + 1), the two ends of the sentence being neighbours"
    )
    citations: ClassVar[tuple[str, ...]] = (
        TALBOT_ET_AL_2011,
        STANOJEVIC_SIMAAN_2014,
        NEUBIG_ET_AL_2012,
    )

    boundaries: bool = parameter(False, "count the beginning and the end of the sentence")

    def _batch_scores(self, batch: PermutationBatch, threads: int) -> Scores:
        return _core.fuzzy_scores(batch.native, self.boundaries, threads)

    def _evidence(self, batch: PermutationBatch) -> Mapping[str, float]:
        kept = int(_core.adjacencies(batch.native, 1)[0])
        return {"kept_neighbours": kept, "chunks": len(batch.values) - kept}
