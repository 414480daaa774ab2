"""Ratings: scores that single judges gave to single outputs.

Judges differ in how high and how far apart they score. `normalized` gives every judge mean 0 and
variance 1 (Leusch, Ueffing & Ney 2003, experiment B); `judgements` then averages what several
judges said of an output.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from hyperbaton.meta.agreement.group_sums import group_sums, table_sums
from hyperbaton.meta.data.judgements import Judgements, of_scores
from hyperbaton.metrics.base import Scores, divide

ROUNDING = 1e-12  # below this share of its mean a judge's deviation is one of rounding


@dataclass(frozen=True, eq=False)
class Ratings:
    """Scores of outputs by judges, one element of each array per rating.

    Attributes:
        name: where they come from.
        systems: the names of the systems, to which `system` refers.
        segments: how many segments the test set has.
        system: whose output.
        segment: of which segment, counted from 0.
        judge: by whom, as a number.
        score: what it scored; higher is better.
    """

    name: str
    systems: tuple[str, ...]
    segments: int
    system: NDArray[np.int64]
    segment: NDArray[np.int64]
    judge: NDArray[np.int64]
    score: Scores

    def normalized(self) -> Ratings:
        """The same with each judge's scores at mean 0 and variance 1.

        Scores of a judge who gave everything the same score become 0.
        """
        judges = int(self.judge.max(initial=-1)) + 1
        numbers = group_sums(self.judge, judges)
        mean = divide(group_sums(self.judge, judges, self.score), numbers)[self.judge]
        centred = self.score - mean
        variances = divide(group_sums(self.judge, judges, centred**2), numbers)
        deviation = np.sqrt(variances)[self.judge]
        constant = deviation <= ROUNDING * np.abs(mean)
        scores = np.where(constant, 0.0, centred / np.where(constant, 1.0, deviation))
        return replace(self, score=scores)

    def judgements(self) -> Judgements:
        """Mean scores of outputs, and the preferences that follow from them."""
        shape = len(self.systems), self.segments
        places = self.system, self.segment
        totals, numbers = (table_sums(shape, places, values) for values in (self.score, None))
        return of_scores(self.name, self.systems, divide(totals, numbers))


class RatingsBuilder:
    """Collects ratings one after the other."""

    def __init__(self) -> None:
        self._judges: dict[str, int] = {}
        self._rows: list[tuple[int, int, int]] = []
        self._scores: list[float] = []

    def add(self, system: int, segment: int, judge: str, score: float) -> None:
        """Adds one rating."""
        self._rows.append((system, segment, self._judges.setdefault(judge, len(self._judges))))
        self._scores.append(score)

    def ratings(self, name: str, systems: tuple[str, ...], segments: int) -> Ratings:
        """All that was added."""
        system, segment, judge = np.array(self._rows, np.int64).reshape(-1, 3).T
        scores = np.array(self._scores, np.float64)
        return Ratings(name, systems, segments, system, segment, judge, scores)
