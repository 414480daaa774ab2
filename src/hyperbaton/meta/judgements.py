"""What people said: which of two outputs of the same segment is better, and by how much.

Rankings become pairwise preferences; scores are kept beside the preferences that follow from them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hyperbaton.errors import OptionError
from hyperbaton.metrics.base import Scores

UNKNOWN_RANKING = -1
ROUNDING = 1e-12  # relative to the largest score, below which two are the same


@dataclass(frozen=True, eq=False)
class Preferences:
    """Pairwise comparisons of outputs, one element of each array per comparison.

    Attributes:
        systems: the names of the systems, to which `first` and `second` refer.
        segments: how many segments the test set has.
        segment: which segment was judged, counted from 0.
        first: one system.
        second: the other one.
        sign: 1 where the first is better, -1 where the second is, 0 for a tie.
        ranks: the ranks behind it, of the first and of the second system; 1 is best.
        ranking: which ranking of several outputs it comes from; -1 where that is not known.
        judge: who said so, as numbers; None where that is not known.
    """

    systems: tuple[str, ...]
    segments: int
    segment: NDArray[np.int64]
    first: NDArray[np.int64]
    second: NDArray[np.int64]
    sign: NDArray[np.int64]
    ranks: NDArray[np.int64] | None = None
    ranking: NDArray[np.int64] | None = None
    judge: NDArray[np.int64] | None = None

    def __len__(self) -> int:
        return len(self.segment)

    @property
    def strict(self) -> int:
        """How many comparisons are not ties."""
        return int(np.count_nonzero(self.sign))

    def chosen(self, keep: NDArray[np.bool_]) -> Preferences:
        """The comparisons marked in `keep`."""
        columns: dict[str, Any] = {
            name: column[keep]
            for name, column in vars(self).items()
            if isinstance(column, np.ndarray)
        }
        return replace(self, **columns)

    def among(self, systems: Sequence[str]) -> Preferences:
        """The comparisons of two of the systems, which are numbered in the order given."""
        numbers = {name: number for number, name in enumerate(systems)}
        mapping = np.array([numbers.get(name, -1) for name in self.systems], np.int64)
        kept = self.chosen((mapping[self.first] >= 0) & (mapping[self.second] >= 0))
        first, second = mapping[kept.first], mapping[kept.second]
        return replace(kept, systems=tuple(systems), first=first, second=second)

    def wins(self) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        """Segment, winner and loser of each comparison that is not a tie."""
        strict = self.chosen(self.sign != 0)
        first_wins = strict.sign > 0
        return (
            strict.segment,
            np.where(first_wins, strict.first, strict.second),
            np.where(first_wins, strict.second, strict.first),
        )

    def judged(self) -> NDArray[np.bool_]:
        """Marks the outputs that were compared at all, in one row per system."""
        mask = np.zeros((len(self.systems), self.segments), np.bool_)
        mask[self.first, self.segment] = True
        mask[self.second, self.segment] = True
        return mask


@dataclass(frozen=True, eq=False)
class Judgements:
    """Human judgements of a test set.

    Attributes:
        name: where they come from.
        preferences: the pairwise comparisons.
        scores: one row per system, one column per segment, NaN where nobody gave one; None where
            outputs were ranked and not scored.
        individual: the comparisons that follow from each judge's scores, where judges are known.
    """

    name: str
    preferences: Preferences
    scores: Scores | None = None
    individual: Preferences | None = None

    @property
    def systems(self) -> tuple[str, ...]:
        """The names of the systems."""
        return self.preferences.systems

    def judged(self) -> NDArray[np.bool_]:
        """Marks the outputs that were judged, in one row per system."""
        return self.preferences.judged() if self.scores is None else ~np.isnan(self.scores)

    def limited_to(self, segments: NDArray[np.bool_]) -> Judgements:
        """The judgements of some segments."""
        kept = self.preferences.chosen(segments[self.preferences.segment])
        scores = None if self.scores is None else np.where(segments, self.scores, np.nan)
        return replace(self, preferences=kept, scores=scores)

    def with_ties_below(self, threshold: float) -> Judgements:
        """The same with outputs tied whose scores differ by less; 25 for WMT's daRR."""
        if self.scores is None:
            raise OptionError(f"{self.name}: holds rankings; --threshold needs scores by people")
        found = self.preferences
        first, second = (self.scores[side, found.segment] for side in (found.first, found.second))
        sign = np.where(np.abs(first - second) < threshold, 0, found.sign)
        return replace(self, preferences=replace(found, sign=sign))

    def among(self, systems: Sequence[str]) -> Judgements:
        """The judgements of some systems, in the order given."""
        scores = self.scores
        if scores is not None:
            scores = scores[[self.systems.index(name) for name in systems]]
        individual = self.individual and self.individual.among(systems)
        preferences = self.preferences.among(systems)
        return replace(self, preferences=preferences, scores=scores, individual=individual)


def of_scores(name: str, systems: Sequence[str], scores: Scores) -> Judgements:
    """Judgements given as scores: every two scored outputs of a segment are compared.

    Scores that only rounding keeps apart, like means over judges, are tied.
    """
    first, second = np.triu_indices(len(systems), 1)
    differences = scores[first] - scores[second]
    pair, segment = np.nonzero(~np.isnan(differences))
    found = differences[pair, segment]
    noise = ROUNDING * np.abs(np.nan_to_num(scores)).max(initial=0.0)
    sign = np.where(np.abs(found) <= noise, 0, np.sign(found)).astype(np.int64)
    preferences = Preferences(
        tuple(systems), scores.shape[1], segment, first[pair], second[pair], sign
    )
    return Judgements(name, preferences, scores)


def of_judges(
    systems: Sequence[str],
    segments: int,
    system: NDArray[np.int64],
    segment: NDArray[np.int64],
    judge: NDArray[np.int64],
    scores: Scores,
) -> Preferences:
    """What each judge prefers, given system, segment, judge and score of each rating."""
    by_judge: dict[tuple[int, int], dict[int, float]] = {}
    ratings = (column.tolist() for column in (system, segment, judge, scores))
    for row, column, who, score in zip(*ratings, strict=True):
        by_judge.setdefault((column, who), {})[row] = score
    rows = [
        (column, first, second, int(np.sign(found[first] - found[second])), who)
        for (column, who), found in by_judge.items()
        for first, second in combinations(sorted(found), 2)
    ]
    positions, first, second, sign, who = np.array(rows, np.int64).reshape(-1, 5).T
    return Preferences(tuple(systems), segments, positions, first, second, sign, judge=who)


def group_sums(groups: NDArray[np.int64], number: int, values: Scores | None = None) -> Scores:
    """Sums the values of each group; without values, counts its members."""
    return np.asarray(np.bincount(groups, values, number), np.float64)


def table_sums(
    shape: tuple[int, ...], places: Sequence[NDArray[np.int64]], values: Scores | None = None
) -> Scores:
    """Makes a table of sums, given the place of each value along every axis."""
    flat = np.ravel_multi_index(tuple(places), shape)
    return group_sums(np.asarray(flat, np.int64), int(np.prod(shape)), values).reshape(shape)
