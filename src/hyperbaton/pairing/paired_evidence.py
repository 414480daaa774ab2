"""Evidence of any pairs of hypotheses and references."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hyperbaton.evidence import Context, Evidence, Output, TestSet
from hyperbaton.metrics import TextMetric
from hyperbaton.runtime.resources import Resources

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


class PairedEvidence:
    """Hypotheses and references of which any pairs can be had as evidence.

    Attributes:
        hypotheses: the hypotheses.
        references: the references.
        context: how text becomes evidence.
    """

    def __init__(
        self,
        hypotheses: Sequence[str],
        references: Sequence[str],
        context: Context,
        resources: Resources,
    ) -> None:
        self.hypotheses = hypotheses
        self.references = references
        self.context = context
        self._resources = resources

    def of(self, pairs: Pairs) -> Evidence:
        """Evidence with one segment per pair."""
        test_set = TestSet([[self.references[k] for k in pairs.references.tolist()]])
        output = Output([self.hypotheses[k] for k in pairs.hypotheses.tolist()])
        return Evidence(test_set, output, self.context, self._resources)


def pair_signature(metric: TextMetric, context: Context) -> str:
    """Everything that determines the scores of pairs, but for the texts."""
    return metric.text_signature(TestSet([[""]]), context)
