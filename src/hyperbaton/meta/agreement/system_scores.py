"""How good people find systems, from their preferences or scores, on any resample of the test set.

A system's score is a function of sums over segments: of a metric's statistics, or of what people
said. `SystemTotals` keeps the rows that are summed; a resample is a product of weights and rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from hyperbaton.checks import as_choice
from hyperbaton.errors import InputError, OptionError
from hyperbaton.meta.data.judgements import UNKNOWN_RANKING, Judgements, table_sums
from hyperbaton.metrics.base import Scores, divide

RANK_LEVELS = 5  # in WMT's rankings
UNITS = ("segment", "judgement")
ALL_TIED = 0.5
Numbers = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class SystemTotals:
    """Rows that add up, and how sums become scores.

    Attributes:
        rows: of shape (units, systems, columns).
        combine: turns sums of shape (samples, systems, columns) into scores (samples, systems),
            where higher is better.
        unit: what a row belongs to, a "segment" or a "judgement".
        numbers: how many judgements each row counts for; 1 where None.
    """

    rows: NDArray[np.float64]
    combine: Callable[[NDArray[np.float64]], Scores]
    unit: str = "segment"
    numbers: NDArray[np.int64] | None = None

    @property
    def scores(self) -> Scores:
        """The scores on the whole test set."""
        weights = np.ones(len(self.rows)) if self.numbers is None else self.numbers
        return np.asarray(self.weighted(weights[np.newaxis].astype(np.float64))[0])

    def weighted(self, weights: NDArray[np.float64]) -> Scores:
        """Returns the scores on resamples, given how often each unit is drawn in each of them."""
        units, systems, columns = self.rows.shape
        sums = weights @ self.rows.reshape(units, systems * columns)
        return self.combine(sums.reshape(len(weights), systems, columns))

    def resampled(self, blocks: Iterator[NDArray[np.float64]]) -> Scores:
        """Returns the scores on all resamples, from weights that come in blocks."""
        return np.concatenate([self.weighted(weights) for weights in blocks])


def ratio(sums: NDArray[np.float64]) -> Scores:
    """Divides the first column by the second; NaN where that is 0."""
    return divide(sums[..., 0], sums[..., 1])


def human_totals(
    judgements: Judgements, method: str | None = None, unit: str = "segment"
) -> SystemTotals:
    """Returns people's scores of systems.

    Args:
        judgements: what people said.
        method: one of `SYSTEM_RANKINGS`; `mean` where there are scores, else `win-ratio`.
        unit: what a resample draws, a "segment" or a single "judgement" (a ranking, or a comparison
            where it is not known which come from one ranking).
    """
    chosen = method or ("win-ratio" if judgements.scores is None else "mean")
    rank = SYSTEM_RANKINGS[as_choice(chosen, SYSTEM_RANKINGS, "human system scores")]
    as_choice(unit, UNITS, "unit")
    if rank in (win_ratio, expected_wins):
        return rank(judgements, unit)
    if unit != "segment":
        raise OptionError(f"{chosen} is resampled by segments only")
    return rank(judgements)


def with_output_scores(judgements: Judgements, method: str | None = None) -> Judgements:
    """Returns the judgements with a score for every judged output, made of preferences if needed.

    An output scores within its segment what a system scores over all segments, like the ratio of
    its wins.
    """
    if judgements.scores is not None and method is None:
        return judgements
    totals = human_totals(judgements, method)
    return replace(judgements, scores=totals.combine(totals.rows).T)


def win_ratio(judgements: Judgements, unit: str = "segment") -> SystemTotals:
    """Wins over wins and losses against any other system; ties are dropped.

    As in WMT's metrics task of 2013 and in Stanojević & Sima'an 2016.
    """
    units, (unit_of, won, lost), numbers = _wins(judgements, unit)
    shape = units, len(judgements.systems)
    wins, losses = table_sums(shape, (unit_of, won)), table_sums(shape, (unit_of, lost))
    return SystemTotals(np.stack([wins, wins + losses], axis=-1), ratio, unit, numbers)


def expected_wins(judgements: Judgements, unit: str = "segment") -> SystemTotals:
    """The mean over other systems of the share of wins against each; ties are dropped.

    Koehn 2012; the official ranking of WMT's translation task of 2013.
    """
    units, wins, numbers = _wins(judgements, unit)
    systems = len(judgements.systems)
    rows = table_sums((units, systems, systems), wins)
    return SystemTotals(rows, _mean_share, unit, numbers)


def rank_score(judgements: Judgements) -> SystemTotals:
    """The mean of 1 - (rank - 1) / 4 over rankings with ranks from 1 to 5."""
    *_, rank = ranked = _ranked_outputs(judgements)
    if rank.max(initial=1) > RANK_LEVELS:
        raise InputError(f"{judgements.name}: has ranks beyond {RANK_LEVELS}")
    return _mean_of_outputs(judgements, ranked, 1.0 - (rank - 1.0) / (RANK_LEVELS - 1.0))


def ranking_score(judgements: Judgements) -> SystemTotals:
    """The mean of scores within rankings, from 1 for the best output of each to 0 for the worst.

    McCaffery & Nederhof 2016 turn ranks "into scores out of 1": the third of five systems scores
    0.5, because as many were preferred to it as were found less good, and the best one 1. Ranks of
    WMT have gaps and ties, and one ranking in five has no rank 1 at all, so the ranks themselves
    cannot be the scale: it runs from the best rank of the ranking to its worst. Where all are tied
    each scores 0.5, by the paper's reason: as many are better as are worse.
    """
    ranking, _, _, rank = ranked = _ranked_outputs(judgements)
    begins = np.flatnonzero(np.diff(ranking, prepend=-1))
    scores = np.full(len(rank), ALL_TIED)
    if len(rank):
        sizes = np.diff(begins, append=len(ranking))
        best = np.repeat(np.minimum.reduceat(rank, begins), sizes)
        worst = np.repeat(np.maximum.reduceat(rank, begins), sizes)
        np.divide(worst - rank, worst - best, out=scores, where=worst > best)
    return _mean_of_outputs(judgements, ranked, scores)


def mean_score(judgements: Judgements) -> SystemTotals:
    """The mean of a system's scores by people."""
    return _weighted_mean(judgements, np.ones(judgements.preferences.segments))


def weighted_mean_score(judgements: Judgements) -> SystemTotals:
    """The mean of a system's scores by people, weighted by the mean length of the references.

    As in Leusch, Ueffing & Ney 2003, section 5.1.
    """
    if judgements.lengths is None:
        raise InputError(
            f"{judgements.name}: weighted-mean needs the lengths of the references, which "
            "run_study and JudgedSet.with_lengths add"
        )
    return _weighted_mean(judgements, judgements.lengths)


SYSTEM_RANKINGS: dict[str, Callable[..., SystemTotals]] = {
    "win-ratio": win_ratio,
    "expected-wins": expected_wins,
    "rank-score": rank_score,
    "ranking-score": ranking_score,
    "mean": mean_score,
    "weighted-mean": weighted_mean_score,
}


def _wins(
    judgements: Judgements, unit: str
) -> tuple[int, tuple[Numbers, Numbers, Numbers], Numbers | None]:
    """How many units a resample draws from; unit, winner and loser of each win; sizes of units."""
    preferences = judgements.preferences
    strict = preferences.sign != 0
    ranking, numbers = preferences.ranking, None
    if unit == "segment":
        unit_of, units = preferences.segment, preferences.segments
    elif ranking is not None and (ranking != UNKNOWN_RANKING).all():
        known, unit_of = np.unique(ranking, return_inverse=True)
        units = len(known)
    else:
        # Equal comparisons are drawn together: a resample says how often each outcome came up.
        pairs = preferences.first * len(judgements.systems) + preferences.second
        _, first, unit_of, numbers = np.unique(
            pairs * 3 + preferences.sign,
            return_index=True,
            return_inverse=True,
            return_counts=True,
        )
        units = len(first)
        strict &= np.isin(np.arange(len(preferences)), first)
    won, lost = preferences.chosen(strict).winners_and_losers()
    return units, (unit_of[strict], won, lost), numbers


def _mean_share(wins: NDArray[np.float64]) -> Scores:
    """Mean over opponents of wins / (wins + losses), where there were any."""
    losses = np.swapaxes(wins, -1, -2)
    met = wins + losses
    shares = np.divide(wins, met, out=np.zeros_like(wins), where=met > 0)
    return ratio(np.stack([shares.sum(axis=-1), (met > 0).sum(axis=-1)], axis=-1))


def _ranked_outputs(judgements: Judgements) -> NDArray[np.int64]:
    """Every ranked output once, as columns: ranking, segment, system, rank."""
    preferences = judgements.preferences
    if preferences.ranks is None or preferences.ranking is None:
        raise InputError(f"{judgements.name}: holds no ranks; win-ratio needs none")
    if (preferences.ranking == UNKNOWN_RANKING).any():
        raise InputError(
            f"{judgements.name}: does not say which comparisons come from one ranking; win-ratio "
            "and expected-wins do not need that"
        )
    sides = [
        np.column_stack([preferences.ranking, preferences.segment, system, rank])
        for system, rank in zip(
            (preferences.first, preferences.second), preferences.ranks.T, strict=True
        )
    ]
    return np.unique(np.concatenate(sides), axis=0).T


def _mean_of_outputs(
    judgements: Judgements, ranked: NDArray[np.int64], scores: Scores
) -> SystemTotals:
    """The mean of each system's scores, one for each entry of `ranked`."""
    _, segment, system, _ = ranked
    shape = judgements.preferences.segments, len(judgements.systems)
    totals, numbers = (table_sums(shape, (segment, system), v) for v in (scores, None))
    return SystemTotals(np.stack([totals, numbers], axis=-1), ratio)


def _weighted_mean(judgements: Judgements, weights: Scores) -> SystemTotals:
    if judgements.scores is None:
        raise InputError(f"{judgements.name}: holds rankings and no scores; use win-ratio")
    scores = judgements.scores.T
    weighed = np.where(np.isnan(scores), 0.0, weights[:, np.newaxis])
    rows = np.stack([np.nan_to_num(scores, nan=0.0) * weighed, weighed], axis=-1)
    return SystemTotals(rows, ratio)
