"""Word error rate."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from hyperbaton import _core
from hyperbaton.edits import EditScript, levenshtein_script
from hyperbaton.evidence import Evidence
from hyperbaton.metrics.citations import LEUSCH_ET_AL_2003
from hyperbaton.metrics.edit.edit_rate import EditRate
from hyperbaton.text.limits import check_pairs


@dataclass(frozen=True)
class Wer(EditRate):
    """Words to insert, delete or substitute; see `formula`."""

    name: ClassVar[str] = "wer"
    summary: ClassVar[str] = "words to insert, delete or substitute"
    formula: ClassVar[str] = (
        "Levenshtein distance to the nearest reference / mean length of the references"
    )
    citations: ClassVar[tuple[str, ...]] = (LEUSCH_ET_AL_2003,)

    def _distances(self, evidence: Evidence) -> NDArray[np.int64]:
        check_pairs(evidence.arrays, self.name)
        return _core.levenshtein_distances(evidence.arrays, evidence.threads)

    def script(self, hypothesis: Sequence[str], reference: Sequence[str]) -> EditScript:
        """The edits of one hypothesis, given as words."""
        return levenshtein_script(hypothesis, reference)
