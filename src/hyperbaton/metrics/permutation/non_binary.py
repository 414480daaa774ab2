"""The number of non-binary nodes of a permutation tree."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from hyperbaton import _core
from hyperbaton.metrics.permutation.shape_metric import ShapeMetric
from hyperbaton.permutation import PermutationBatch
from hyperbaton.permutation.trees import decompose


@dataclass(frozen=True)
class NonBinary(ShapeMetric):
    """The number of non-binary nodes of a permutation tree."""

    name: ClassVar[str] = "non-binary"
    summary: ClassVar[str] = "how few blocks neither keep nor invert the order"
    formula: ClassVar[str] = "1 - (PET nodes with more than two children) / ⌊(n - 1) / 3⌋"
    kernel: ClassVar[Callable[..., Any]] = staticmethod(_core.non_binary_scores)

    def _evidence(self, batch: PermutationBatch) -> Mapping[str, float]:
        arity = decompose(batch).arity[: decompose(batch).counts[0]]
        return {"non_binary_nodes": int((arity > 2).sum())}
