"""PEFscore: the score of the whole permutation forest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from hyperbaton import _core
from hyperbaton.metrics.permutation.forest_metric import ForestMetric, Kernel


@dataclass(frozen=True)
class Pef(ForestMetric):
    """PEFscore; see `formula`."""

    name: ClassVar[str] = "pef"
    summary: ClassVar[str] = "order of blocks within blocks, averaged over all permutation trees"
    formula: ClassVar[str] = (
        "as pet, but every block averages over all its split points with equal weight. Released "
        "variant: as pet's, averaged with equal weight over all permutation trees"
    )
    kernels: ClassVar[Mapping[str, Kernel]] = {
        "paper": _core.pef_scores,
        "released": _core.released_pef_scores,
    }
    measured_kernel: ClassVar[Kernel] = staticmethod(_core.measured_pef_scores)
