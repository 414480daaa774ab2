"""#PETs: the number of permutation trees."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from hyperbaton import _core
from hyperbaton.metrics.permutation.shape_metric import ShapeMetric
from hyperbaton.permutation import PermutationBatch
from hyperbaton.permutation.forest import PermutationForest


@dataclass(frozen=True)
class PetCount(ShapeMetric):
    """#PETs: the number of permutation trees."""

    name: ClassVar[str] = "pet-count"
    summary: ClassVar[str] = "how freely it can be bracketed, by the number of its trees"
    formula: ClassVar[str] = "(number of PETs - 1) / (number of PETs of the identity - 1)"
    kernel: ClassVar[Callable[..., Any]] = staticmethod(_core.pet_count_scores)

    def _evidence(self, batch: PermutationBatch) -> Mapping[str, float]:
        return {"log_pets": PermutationForest.from_permutation(batch[0]).log_pet_count}
