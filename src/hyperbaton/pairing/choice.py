"""The candidate that was chosen, and why."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hyperbaton.checks import as_index, check_same_number
from hyperbaton.metrics import TextMetric
from hyperbaton.metrics.base import ScoreList
from hyperbaton.tables.layout import Rows, decimal
from hyperbaton.tables.printable import shortened
from hyperbaton.tables.tabular import Record, Tabular, or_none

ROWS_SHOWN = 20
TEXT_SHOWN = 60  # characters
CHOSEN = "*"


@dataclass(frozen=True, eq=False, repr=False)
class MbrChoice(Tabular):
    """The candidate of a segment with the best expected score.

    Attributes:
        candidates: what there was to choose from.
        best: the place of the one chosen, counted from 0; the first of equally good ones.
        utilities: the expected score of each candidate, of an error rate its expected risk. NaN
            where it is undefined, and where a candidate was dropped before all its pairs were
            scored, because it could not win.
        limits: what no candidate is better than: its expected score where that is known, otherwise
            the bound by which it was dropped.
        pairs: how many pairs were scored with the metric.
        metric: the metric.
        signature: everything that determines the scores of pairs.
    """

    candidates: tuple[str, ...]
    best: int
    utilities: ScoreList
    limits: ScoreList
    pairs: int
    metric: TextMetric
    signature: str

    def __post_init__(self) -> None:
        check_same_number(candidates=self.candidates, utilities=self.utilities, limits=self.limits)
        object.__setattr__(self, "best", as_index(self.best, len(self.candidates), "best"))

    @property
    def text(self) -> str:
        """The candidate chosen."""
        return self.candidates[self.best]

    @property
    def utility(self) -> float:
        """Its expected score; NaN where no candidate has one."""
        return float(self.utilities[self.best])

    @property
    def higher_is_better(self) -> bool:
        """The direction of utilities; False of error rates, where they are risks."""
        return self.metric.higher_is_better

    def __len__(self) -> int:
        """The number of candidates."""
        return len(self.candidates)

    def records(self) -> list[Record]:
        """One record per candidate, counted from 0."""
        return [
            {"candidate": k, "chosen": k == self.best, "utility": u, "limit": limit, "text": text}
            for k, (u, limit, text) in enumerate(
                zip(self.utilities.tolist(), self.limits.tolist(), self.candidates, strict=True)
            )
        ]

    def to_dict(self) -> Record:
        """Everything but the other candidates, as JSON has it; what is not known is None."""
        return {
            "text": self.text,
            "best": self.best,
            "utility": or_none(self.utility),
            "utilities": [or_none(utility) for utility in self.utilities.tolist()],
            "limits": [or_none(limit) for limit in self.limits.tolist()],
            "pairs": self.pairs,
            "metric": str(self.metric),
            "higher_is_better": self.higher_is_better,
            "signature": self.signature,
        }

    def table(self) -> Rows:
        """The first candidates and the one chosen, which has a star."""
        shown = [k for k in range(len(self)) if k < ROWS_SHOWN or k == self.best]
        rows = [["candidate", str(self.metric), "text"], *map(self._row, shown)]
        return rows if len(shown) == len(self) else [*rows, ["…", "", ""]]

    def _row(self, candidate: int) -> list[str]:
        star = CHOSEN if candidate == self.best else ""
        places = self.metric.decimals
        utility = decimal(float(self.utilities[candidate]), places)
        if np.isnan(self.utilities[candidate]) and np.isfinite(self.limits[candidate]):
            sign = "<=" if self.higher_is_better else ">="
            utility = f"{sign} {decimal(float(self.limits[candidate]), places)}"
        return [f"{candidate}{star}", utility, shortened(self.candidates[candidate], TEXT_SHOWN)]
