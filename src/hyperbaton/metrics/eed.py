"""EED: edits of characters, with jumps between words."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from hyperbaton import _core
from hyperbaton.evidence import Evidence, Need
from hyperbaton.metrics import citations as papers
from hyperbaton.metrics.base import Metric, Scores, Statistics
from hyperbaton.text.segments import SegmentArrays, check_pairs, code_points
from hyperbaton.values import parameter

MARK = re.compile("[.,!?]")


@dataclass(frozen=True)
class Eed(Metric):
    """The extended edit distance, from 0 to 1; see `formula`.

    Full stops, commas, exclamation and question marks are separated from the word before, and a
    space is put at both ends; torchmetrics keeps some English titles like "Mr." together. Case
    matters. The nearest reference counts, and a test set is the mean of its segments. As in
    torchmetrics, the place before the first character counts as one that is not covered, so that
    equal texts score a little above 0. Neither the tokenizer nor its words matter.
    """

    name = "eed"
    summary = "edits of characters and jumps between words"
    formula = (
        "min(1, (e + ρ v) / (|r| + ρ v)), where e is the cost of edits and jumps, alpha each, that "
        "turn the characters of the hypothesis into the reference, and v the visits of characters "
        "beyond the first, and the characters never visited"
    )
    citations = (papers.STANCHEV_ET_AL_2019,)
    needs = frozenset({Need.TEXT})
    higher_is_better = False
    symmetric = False  # every character of the reference is covered once

    alpha: float = parameter(2.0, "cost of a jump", low=0.0, high=1000.0)
    rho: float = parameter(0.3, "cost of what is covered twice or not at all", low=0.0, high=1000.0)
    deletion: float = parameter(0.2, "cost of deleting a character", low=0.0, high=1000.0)
    insertion: float = parameter(1.0, "cost of inserting a character", low=0.0, high=1000.0)

    def _statistics(self, evidence: Evidence) -> Statistics:
        best = np.minimum.reduceat(self._reference_scores(evidence), evidence.groups[:-1])
        return np.column_stack([best, np.ones_like(best)])

    def _reference_scores(self, evidence: Evidence) -> Scores:
        ours, theirs = (
            code_points([spaced(text) for text in texts])
            for texts in (evidence.texts, evidence.reference_texts)
        )
        arrays = SegmentArrays(*ours, *theirs, evidence.groups)
        check_pairs(arrays, self.name)
        costs = self.alpha, self.rho, self.deletion, self.insertion
        return _core.extended_edit_rates(arrays, *costs, evidence.threads)


def spaced(text: str) -> str:
    """A text with spaces before marks and at both ends, and single ones between words.

    >>> spaced("Well,  the fox paid!")
    ' Well , the fox paid ! '
    """
    return f" {' '.join(MARK.sub(lambda mark: f' {mark[0]}', text.rstrip()).split())} "
