"""ROUGE-S: pairs of words in the same order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from hyperbaton import _core
from hyperbaton.evidence import Evidence
from hyperbaton.metrics.base import Scores, divide
from hyperbaton.metrics.best_reference import BestReferenceMetric
from hyperbaton.metrics.citations import LIN_OCH_2004
from hyperbaton.text.limits import check_pairs
from hyperbaton.values import parameter

FEW_BETWEEN = 1 << 10  # words between those of a pair: texts of any length have few such pairs


@dataclass(frozen=True)
class RougeS(BestReferenceMetric):
    """F-measure of skip-bigrams; see `formula`.

    A skip-bigram is a pair of words in their order, whatever stands in between. `skip` limits how
    many words may: 0 leaves pairs of neighbours, 4 is ROUGE-S4, and -1, as in ROUGE-1.5.5, sets no
    limit. A pair counts as often as in the sentence that has it less often. A segment in which
    neither side has two words scores NaN.
    """

    name: ClassVar[str] = "rouge-s"
    summary: ClassVar[str] = "pairs of words in the same order"
    formula: ClassVar[str] = (
        "(1 + β²) P R / (β² P + R) = (1 + β²) m / (h + β² r), where h, r and m count the "
        "skip-bigrams of the hypothesis, of the reference and of both"
    )
    citations: ClassVar[tuple[str, ...]] = (LIN_OCH_2004,)

    skip: int = parameter(-1, "the most words in between; -1 for any number", low=-1, high=1 << 30)
    beta: float = parameter(
        1.0, "how many times as much recall counts as precision", low=0, high=1000
    )

    @property
    def symmetric(self) -> bool:
        """Where precision and recall count the same."""
        return self.beta == 1

    def _reference_scores(self, evidence: Evidence) -> Scores:
        if self.skip < 0 or self.skip >= FEW_BETWEEN:
            check_pairs(evidence.arrays, self.name)
        counts = _core.skip_bigrams(evidence.arrays, self.skip, evidence.threads).astype(np.float64)
        common, in_hypothesis, in_reference = counts.T
        weight = self.beta**2
        return divide((1 + weight) * common, in_hypothesis + weight * in_reference)
