"""Which hypotheses stand against which references."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hyperbaton.evidence import Preparation, TestSet
from hyperbaton.metrics import TextMetric

Indices = NDArray[np.int64]


class Pairs(NamedTuple):
    """Which hypothesis stands against which reference, by their places in two lists."""

    hypotheses: Indices
    references: Indices

    @classmethod
    def all(cls, hypotheses: int, references: int) -> Pairs:
        """Every hypothesis with every reference, one hypothesis after the other."""
        return cls(
            np.repeat(np.arange(hypotheses), references), np.tile(np.arange(references), hypotheses)
        )

    def part(self, chosen: slice | Indices) -> Pairs:
        """Some of the pairs."""
        return Pairs(self.hypotheses[chosen], self.references[chosen])


def pair_signature(metric: TextMetric, context: Preparation) -> str:
    """Everything that determines the scores of pairs, but for the texts."""
    return metric.text_signature(TestSet([[""]]), context)
