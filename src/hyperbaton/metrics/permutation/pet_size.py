"""|PET|: the number of nodes of a permutation tree."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from hyperbaton import _core
from hyperbaton.metrics.permutation.shape_metric import ShapeMetric
from hyperbaton.permutation import PermutationBatch
from hyperbaton.permutation.trees import decompose


@dataclass(frozen=True)
class PetSize(ShapeMetric):
    """|PET|: the number of nodes of a permutation tree."""

    name: ClassVar[str] = "pet-size"
    summary: ClassVar[str] = "how far the permutation factorises, by the nodes of its trees"
    formula: ClassVar[str] = "(nodes of a PET - 1) / (n - 2)"
    kernel: ClassVar[Callable[..., Any]] = staticmethod(_core.pet_size_scores)

    def _evidence(self, batch: PermutationBatch) -> Mapping[str, float]:
        return {"nodes": int(decompose(batch).counts[0])}
