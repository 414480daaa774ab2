"""Position-independent word error rate."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from hyperbaton import _core
from hyperbaton.evidence import Evidence
from hyperbaton.metrics.citations import LEUSCH_ET_AL_2003
from hyperbaton.metrics.edit.edit_rate import EditRate


@dataclass(frozen=True)
class Per(EditRate):
    """Words to insert, delete or substitute, in any order; see `formula`."""

    name: ClassVar[str] = "per"
    summary: ClassVar[str] = "words to insert, delete or substitute, in any order"
    formula: ClassVar[str] = (
        "(max(|h|, |r|) - size of the bag intersection) for the nearest reference / mean length of "
        "the references"
    )
    citations: ClassVar[tuple[str, ...]] = (LEUSCH_ET_AL_2003,)

    def _distances(self, evidence: Evidence) -> NDArray[np.int64]:
        return _core.position_independent_distances(evidence.arrays, evidence.threads)
