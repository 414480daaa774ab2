"""`hyperbaton`: word choice and word order in one score, and each reported with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hyperbaton.errors import NotationError
from hyperbaton.evidence import Evidence, Need, Preparation
from hyperbaton.metrics import citations as papers
from hyperbaton.metrics.base import Metric, Scores, Statistics, best_rows, divide
from hyperbaton.metrics.hyperbaton_formulas import Formula, Version1, Version2
from hyperbaton.values import parameter

FORMULAS: Mapping[int, Formula] = MappingProxyType({1: Version1(), 2: Version2()})
NEWEST = max(FORMULAS)
MAIN_PARTS = ("total", "lexical", "order")
SUB_PARTS = ("chrf", "precision", "recall", "neighbours", "places")


@dataclass(frozen=True)
class Hyperbaton(Metric):
    """A lexical part and an order part, each a mean of its sub-parts; see `formula`.

    chrF sees the text as it is, with its case and marks. For all other sub-parts, words are put in
    lower case and marks left out. Of several references the one with the best total counts. The
    score of a test set is the mean of its segments, so all parts add up there as well. Against a
    reference without words, chrF replaces every sub-part.
    """

    name = "hyperbaton"
    summary = "word choice and word order, together and separately"
    formula = FORMULAS[NEWEST].text
    citations = (
        papers.POPOVIC_2015,
        papers.DENKOWSKI_LAVIE_2014,
        papers.STANOJEVIC_SIMAAN_2014,
        papers.BIRCH_OSBORNE_2010,
    )
    symmetric = False  # recall counts more than precision, and brevity is penalised

    part: str = parameter("total", "which part to score", choices=MAIN_PARTS + SUB_PARTS)
    version: int = parameter(
        NEWEST,
        "version of the formula and its constants, so that scores stay comparable",
        low=min(FORMULAS),
        high=NEWEST,
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        known = "total", *self._sums
        if self.part not in known:
            raise NotationError(
                f"hyperbaton: version {self.version} has no part {self.part!r}; it has "
                f"{', '.join(known)}"
            )

    @property
    def _formula(self) -> Formula:
        return FORMULAS[self.version]

    @property
    def needs(self) -> frozenset[Need]:
        """What the version reads."""
        return self._formula.needs

    @property
    def statistic_names(self) -> tuple[str, ...]:
        """Sums over segments of both parts and of all sub-parts, and the number of segments."""
        return *self._sums, "segments"

    @property
    def _sums(self) -> tuple[str, ...]:
        return *MAIN_PARTS[1:], *self._formula.lexical_names, *self._formula.order_names

    @property
    def order_weight(self) -> float:
        """What the order part counts in the total."""
        return self._formula.order_weight

    @property
    def parts(self) -> tuple[Metric, ...]:
        """The lexical and the order part, reported with the total."""
        if self.part != "total":
            return ()
        return replace(self, part="lexical"), replace(self, part="order")

    def adapted(self, preparation: Preparation) -> Preparation:
        """The version's own choices where the user made none."""
        return self._formula.adapted(super().adapted(preparation))

    def scores(self, statistics: Statistics) -> Scores:
        """Means over the segments summed in each row; NaN without any."""
        if self.part != "total":
            column = self.statistic_names.index(self.part)
            return divide(statistics[:, column], statistics[:, -1])
        lexical, order = (divide(statistics[:, k], statistics[:, -1]) for k in range(2))
        return (1.0 - self.order_weight) * lexical + self.order_weight * order

    @property
    def computed_as(self) -> Metric:
        """The total, whose statistics hold all parts."""
        return replace(self, part="total")

    @property
    def heading(self) -> str:
        """A part is headed by its name, because it follows the whole."""
        return str(self) if self.part == "total" else self.part

    def text_evidence(self, evidence: Evidence) -> Mapping[str, Any]:
        """The index of the best reference, and what makes up the score against it."""
        formula, parts = self._formula, self._formula.parts(evidence)
        best = int(self._best(parts, evidence)[0])
        names = ("lexical", *formula.lexical_names, "order", *formula.order_names)
        found = {name: float(parts[name][best]) for name in names}
        return {"reference": best, **found, **formula.details(evidence, best)}

    def _statistics(self, evidence: Evidence) -> Statistics:
        parts = self._formula.parts(evidence)
        best = self._best(parts, evidence)
        return np.column_stack([*(parts[n][best] for n in self._sums), np.ones(len(best))])

    def _best(self, parts: Mapping[str, Scores], evidence: Evidence) -> NDArray[np.int64]:
        ties = np.column_stack([parts[name] for name in self._sums])
        return best_rows(parts["total"], evidence.groups, ties)
