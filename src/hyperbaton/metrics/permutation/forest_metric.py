"""What PETscore and PEFscore share: their parameters, and trees computed once per batch."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from hyperbaton.errors import NotationError
from hyperbaton.metrics.base import Scores
from hyperbaton.metrics.citations import STANOJEVIC_SIMAAN_2014
from hyperbaton.metrics.permutation.permutation_metric import PermutationMetric
from hyperbaton.permutation import PermutationBatch
from hyperbaton.permutation.forest import PermutationForest
from hyperbaton.values import parameter

Kernel = Callable[..., Any]

OPERATOR_METRICS = ("kendall", "spearman", "footrule", "hamming", "ulam", "fuzzy")


@dataclass(frozen=True)
class ForestMetric(PermutationMetric):
    """A recursive score over permutation trees."""

    citations: ClassVar[tuple[str, ...]] = (STANOJEVIC_SIMAAN_2014,)
    kernels: ClassVar[Mapping[str, Kernel]]  # by variant
    measured_kernel: ClassVar[Kernel]  # with operators scored by a measure

    beta: float = parameter(
        0.6, "weight of a node's own operator against its children", low=0.0, high=1.0
    )
    gamma: float = parameter(0.0, "score of an inverted operator ⟨2,1⟩", low=0.0, high=1.0)
    variant: str = parameter(
        "paper", "as published, or as released in software", choices=("paper", "released")
    )
    op: str | None = parameter(
        None,
        "metric that scores operators, in place of 1 if monotone, γ if inverted, 0 otherwise",
        choices=OPERATOR_METRICS,
        text="a metric",
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.variant == "released" and (self.beta == 0.0 or self.gamma == 1.0):
            raise NotationError(
                f"{self.name}: the released variant needs beta above 0 and gamma below 1, "
                "otherwise the inverted permutation scores like the identity; "
                f"got beta={self.beta:g}, gamma={self.gamma:g}"
            )
        if self.op is not None and (self.gamma != 0.0 or self.variant == "released"):
            raise NotationError(
                f"{self.name}: op={self.op} scores every operator, as published; "
                f"leave out gamma and variant=released; got {self}"
            )

    @property
    def range(self) -> tuple[float, float]:
        """Zero to one; rescaling can take the released variant below zero for small beta."""
        if self.variant == "paper":
            return 0.0, 1.0
        weight_of_inversion = self.beta * (1.0 - self.gamma)
        return -(1.0 - weight_of_inversion) / weight_of_inversion, 1.0

    def _batch_scores(self, batch: PermutationBatch, threads: int) -> Scores:
        scores: Scores
        if self.op is None:
            kernel = self.kernels[self.variant]
            scores = kernel(batch.native, self.beta, self.gamma, threads)
        else:
            scores = type(self).measured_kernel(batch.native, self.beta, self.op, threads)
        return scores

    def _evidence(self, batch: PermutationBatch) -> Mapping[str, float]:
        forest = PermutationForest.from_permutation(batch[0])
        return {
            "nodes": sum(node.repeat for node in forest.tree.nodes()),
            "log_pets": forest.log_pet_count,
        }
