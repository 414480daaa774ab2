"""TER, with the shifts and edits it finds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from hyperbaton import _core
from hyperbaton.edits import EditScript, translation_edit_script
from hyperbaton.evidence import Evidence
from hyperbaton.metrics.base import Scores, Statistics
from hyperbaton.metrics.citations import SNOVER_ET_AL_2006
from hyperbaton.metrics.edit.edit_rate import DistanceBounds, EditRate
from hyperbaton.text.preprocessing import Preprocessing


@dataclass(frozen=True)
class Ter(EditRate):
    """Translation edit rate in percent, with the scores of sacreBLEU; see `formula`."""

    name: ClassVar[str] = "ter"
    summary: ClassVar[str] = "blocks to shift and words to edit, in percent"
    formula: ClassVar[str] = (
        "100 (shifts + edits) to the nearest reference / mean length of the references, shifts of "
        "up to 10 words over up to 50 found greedily, edits within a beam of 25 as sacreBLEU does"
    )
    citations: ClassVar[tuple[str, ...]] = (SNOVER_ET_AL_2006,)
    decimals: ClassVar[int] = 2
    preparation: ClassVar[Preprocessing] = Preprocessing("none", lowercase=True)
    known_elsewhere_as: ClassVar[Mapping[str, str]] = {
        **EditRate.known_elsewhere_as,
        "normalized": "pass tokenize='tercom' to score, or --tokenize tercom",
        "case_sensitive": "pass lowercase=False to score, or --keep-case",
    }

    @property
    def range(self) -> tuple[float, float]:
        """In percent; a rate has no upper bound."""
        return (0.0, 100.0) if self.accuracy else (0.0, np.inf)

    def scores(self, statistics: Statistics) -> Scores:
        """In percent, as sacreBLEU gives it."""
        return 100.0 * super().scores(statistics)

    def _distances(self, evidence: Evidence) -> NDArray[np.int64]:
        return _core.translation_edit_counts(evidence.arrays, evidence.threads)

    def _distance_bounds(self, evidence: Evidence) -> DistanceBounds:
        """Shifts keep all words, and no order of them needs fewer edits than none at all."""
        fewest = _core.position_independent_distances(evidence.arrays, evidence.threads)
        return DistanceBounds(fewest.astype(np.float64), np.full(len(fewest), np.inf))

    def script(self, hypothesis: Sequence[str], reference: Sequence[str]) -> EditScript:
        """The shifts and edits of one hypothesis, given as words."""
        return translation_edit_script(hypothesis, reference)
