"""PETscore: the score of the canonical permutation tree."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from hyperbaton import _core
from hyperbaton.metrics.permutation.forest_metric import ForestMetric, Kernel


@dataclass(frozen=True)
class Pet(ForestMetric):
    """PETscore; see `formula`."""

    name: ClassVar[str] = "pet"
    summary: ClassVar[str] = "order of blocks within blocks, in the canonical permutation tree"
    formula: ClassVar[str] = (
        "score of the root of the canonical tree, whose chains branch to the left; a node scores "
        "op if its children are all single words, else β op + (1 - β) (mean score of its other "
        "children), with op = 1 if monotone, γ if inverted, 0 otherwise, or the score of the "
        "operator by another metric. Released variant: "
        "β op + (1 - β) Σ score × share of the span over all children, single words scoring 1, "
        "rescaled so that the inverted permutation scores 0"
    )
    kernels: ClassVar[Mapping[str, Kernel]] = {
        "paper": _core.pet_scores,
        "released": _core.released_pet_scores,
    }
    measured_kernel: ClassVar[Kernel] = staticmethod(_core.measured_pet_scores)

    @property
    def inverse_scores_the_same(self) -> bool:
        """No: exchanging the sides turns an inverted chain round, but not its left branching."""
        return False
