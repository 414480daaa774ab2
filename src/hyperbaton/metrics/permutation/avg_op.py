"""The average operator length of a permutation tree."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from hyperbaton import _core
from hyperbaton.metrics.permutation.shape_metric import ShapeMetric
from hyperbaton.permutation import PermutationBatch
from hyperbaton.permutation.trees import decompose


@dataclass(frozen=True)
class AvgOp(ShapeMetric):
    """The average operator length of a permutation tree."""

    name: ClassVar[str] = "avg-op"
    summary: ClassVar[str] = "average length of stretches that do not factorise"
    formula: ClassVar[str] = "1 - (mean operator length of a PET - 2) / (n - 2)"
    kernel: ClassVar[Callable[..., Any]] = staticmethod(_core.avg_op_scores)

    def _evidence(self, batch: PermutationBatch) -> Mapping[str, float]:
        arity = decompose(batch).arity[: decompose(batch).counts[0]]
        return {"mean_operator": float(arity.mean()) if len(arity) else 0.0}
