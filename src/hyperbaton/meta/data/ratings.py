"""Ratings: scores that single judges gave to single outputs.

A rating is one score or several, such as adequacy and fluency. Judges differ in how high and how
far apart they score: `normalized` gives every judge mean 0 and variance 1 in each of them (Leusch,
Ueffing & Ney 2003, experiment B). `judgements` then averages each over the judges of an output, and
sums the means.
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
        scores: what it scored, one row per rating and one column per score; higher is better.
    """

    name: str
    systems: tuple[str, ...]
    segments: int
    system: NDArray[np.int64]
    segment: NDArray[np.int64]
    judge: NDArray[np.int64]
    scores: Scores

    def normalized(self) -> Ratings:
        """The same with each judge's scores at mean 0 and variance 1, column by column.

        Scores of a judge who gave everything the same score become 0.
        """
        columns = [_standardised(self.judge, scores) for scores in self.scores.T]
        return replace(self, scores=np.column_stack(columns))

    def judgements(self) -> Judgements:
        """Sums of the mean scores of outputs, and the preferences that follow from them."""
        shape = len(self.systems), self.segments
        places = self.system, self.segment
        numbers = table_sums(shape, places)
        means = [divide(table_sums(shape, places, scores), numbers) for scores in self.scores.T]
        return of_scores(self.name, self.systems, np.sum(means, axis=0))


class RatingsBuilder:
    """Collects ratings one after the other."""

    def __init__(self) -> None:
        self._judges: dict[str, int] = {}
        self._rows: list[tuple[int, int, int]] = []
        self._scores: list[tuple[float, ...]] = []

    def add(self, system: int, segment: int, judge: str, *scores: float) -> None:
        """Adds one rating; all have the same number of scores."""
        self._rows.append((system, segment, self._judges.setdefault(judge, len(self._judges))))
        self._scores.append(scores)

    def ratings(self, name: str, systems: tuple[str, ...], segments: int) -> Ratings:
        """All that was added."""
        system, segment, judge = np.array(self._rows, np.int64).reshape(-1, 3).T
        scores = np.array(self._scores, np.float64).reshape(len(system), -1 if self._scores else 1)
        return Ratings(name, systems, segments, system, segment, judge, scores)


def _standardised(judge: NDArray[np.int64], scores: Scores) -> Scores:
    """Scores less their judge's mean, over their judge's standard deviation."""
    judges = int(judge.max(initial=-1)) + 1
    numbers = group_sums(judge, judges)
    mean = divide(group_sums(judge, judges, scores), numbers)[judge]
    centred = scores - mean
    deviation = np.sqrt(divide(group_sums(judge, judges, centred**2), numbers))[judge]
    constant = deviation <= ROUNDING * np.abs(mean)
    return np.where(constant, 0.0, centred / np.where(constant, 1.0, deviation))
