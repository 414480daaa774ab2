"""PEFscore: the score of the whole permutation forest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from hyperbaton import _core
from hyperbaton.errors import PermutationError
from hyperbaton.metrics.permutation.forest_metric import ForestMetric, Kernel
from hyperbaton.permutation import PermutationBatch
from hyperbaton.text.limits import BLOCK_STEPS

LONG = 1 << 16  # elements: shorter permutations never take so many steps


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

    def _check_costs(self, batch: PermutationBatch, threads: int) -> None:
        """Refuses permutations with so many blocks side by side that all would take too long."""
        for k in np.flatnonzero(batch.lengths > LONG).tolist():
            [steps] = _core.chain_steps(batch.part(k, k + 1).native, threads)
            if steps > BLOCK_STEPS:
                raise PermutationError(
                    k,
                    f"the blocks of its {batch.lengths[k]:,} elements take {steps:,} steps, too "
                    f"many for {self.name}, which takes up to {BLOCK_STEPS:,}; split it or leave "
                    f"{self.name} out",
                )
