"""What an output does with the order of the source, against what the reference does with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from hyperbaton.bitext.reordering import against_reference
from hyperbaton.evidence import Evidence, Need
from hyperbaton.metrics import citations as papers
from hyperbaton.metrics.base import Metric, Statistics, best_rows


@dataclass(frozen=True)
class _AgainstReference(Metric):
    """A share of pairs of source words; a corpus scores the share of all its pairs.

    It is undefined where a segment has no such pairs, or no links with the source. The reference
    counts against which the share is lowest.
    """

    citations = (papers.BIRCH_OSBORNE_2010,)
    needs = frozenset({Need.SOURCE_ORDER})
    higher_is_better = False

    _which: ClassVar[int]  # of the two that `against_reference` measures

    def _statistics(self, evidence: Evidence) -> Statistics:
        both = against_reference(*evidence.source_orders, threads=evidence.threads)
        measured = both[self._which]
        rows = np.column_stack([measured.parts, measured.wholes])
        return rows[best_rows(-measured.segments, evidence.groups, rows)]


@dataclass(frozen=True)
class Literalness(_AgainstReference):
    """How much of the source's order the output keeps though the reference does not."""

    name = "literalness"
    summary = "share of what the reference turns round that the output leaves as in the source"
    formula = (
        "of the pairs of source words that the reference turns round, the share that the output "
        "leaves in order"
    )
    _which = 0


@dataclass(frozen=True)
class Gratuitousness(_AgainstReference):
    """How much of the source's order the output changes though the reference does not."""

    name = "gratuitousness"
    summary = "share of what the reference leaves as in the source that the output turns round"
    formula = (
        "of the pairs of source words that the reference leaves in order, the share that the "
        "output turns round"
    )
    _which = 1
