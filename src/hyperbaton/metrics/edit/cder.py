"""CDER: edits and jumps between blocks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from hyperbaton import _core
from hyperbaton.evidence import Evidence
from hyperbaton.metrics.citations import LEUSCH_ET_AL_2006
from hyperbaton.metrics.edit.edit_rate import EditRate
from hyperbaton.text.limits import check_pairs


@dataclass(frozen=True)
class Cder(EditRate):
    """Words to edit and jumps between blocks; see `formula`."""

    name: ClassVar[str] = "cder"
    summary: ClassVar[str] = "words to edit and jumps between blocks"
    formula: ClassVar[str] = (
        "Levenshtein distance with jumps in the hypothesis at cost 1, each reference word covered "
        "once, to the nearest reference / mean length of the references"
    )
    citations: ClassVar[tuple[str, ...]] = (LEUSCH_ET_AL_2006,)

    def _distances(self, evidence: Evidence) -> NDArray[np.int64]:
        check_pairs(evidence.arrays, self.name)
        return _core.cder_distances(evidence.arrays, evidence.threads)
