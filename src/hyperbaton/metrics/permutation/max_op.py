"""MAX|Op|: the longest operator of a permutation tree."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from hyperbaton import _core
from hyperbaton.metrics.permutation.shape_metric import ShapeMetric
from hyperbaton.permutation import PermutationBatch
from hyperbaton.permutation.trees import decompose


@dataclass(frozen=True)
class MaxOp(ShapeMetric):
    """MAX|Op|: the longest operator of a permutation tree."""

    name: ClassVar[str] = "max-op"
    summary: ClassVar[str] = "longest stretch that does not factorise"
    formula: ClassVar[str] = "1 - (longest operator of a PET - 2) / (n - 2)"
    kernel: ClassVar[Callable[..., Any]] = staticmethod(_core.max_op_scores)

    def _evidence(self, batch: PermutationBatch) -> Mapping[str, float]:
        arity = decompose(batch).arity[: decompose(batch).counts[0]]
        return {"longest_operator": int(arity.max(initial=0))}
