"""How an output orders the words of its source, row by row: a filter for word-by-word output.

Links come from a model that is no longer learning, so that a row's depend on nothing but the row.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from hyperbaton.bitext import AlignmentModel, FrozenAligner, crossings_per_link, monotonicity
from hyperbaton.evidence import Preparation
from hyperbaton.files import fingerprint


class SourceOrder:
    """Measures the order of source words in outputs; `prepared` names the model and the words."""

    def __init__(self, model: str, preparation: Preparation) -> None:
        parts = preparation.text_parts()
        self.prepared = "|".join([*parts, f"model:{Path(model).name}@{fingerprint(model)}"])
        self._split = preparation.text.split
        self._aligner = FrozenAligner(AlignmentModel.load(model))

    def measured(
        self, sources: Sequence[str], outputs: Sequence[str], threads: int = 1
    ) -> list[NDArray[np.float64]]:
        """Monotonicity and crossings per link of each row; NaN where no word is linked."""
        words = [[self._split(text) for text in side] for side in (sources, outputs)]
        links = self._aligner.align(words[0], words[1], threads=threads)
        measures = (monotonicity, crossings_per_link)
        return [measure(links, threads=threads).segments for measure in measures]
