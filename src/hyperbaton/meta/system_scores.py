"""How good people find systems, from their preferences or scores, on any resample of the test set.

A system's score is a function of sums over segments: of a metric's statistics, or of what people
said. `SystemTotals` keeps the rows that are summed; a resample is a product of weights and rows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from hyperbaton.checks import as_choice
from hyperbaton.errors import InputError
from hyperbaton.meta.judgements import UNKNOWN_RANKING, Judgements, table_sums
from hyperbaton.metrics.base import Scores, divide

ALL_TIED = 0.5


@dataclass(frozen=True, eq=False)
class SystemTotals:
    """Rows that add up, and how sums become scores.

    Attributes:
        rows: of shape (segments, systems, columns).
        combine: turns sums of shape (samples, systems, columns) into scores (samples, systems),
            where higher is better.
    """

    rows: NDArray[np.float64]
    combine: Callable[[NDArray[np.float64]], Scores]

    @property
    def scores(self) -> Scores:
        """The scores on the whole test set."""
        return np.asarray(self.weighted(np.ones((1, len(self.rows))))[0])

    def weighted(self, weights: NDArray[np.float64]) -> Scores:
        """The scores on resamples, given how often each draws each segment."""
        segments, systems, columns = self.rows.shape
        sums = weights @ self.rows.reshape(segments, systems * columns)
        return self.combine(sums.reshape(len(weights), systems, columns))


def ratio(sums: NDArray[np.float64]) -> Scores:
    """Divides the first column by the second; NaN where that is 0."""
    return divide(sums[..., 0], sums[..., 1])


def human_totals(judgements: Judgements, method: str | None = None) -> SystemTotals:
    """People's scores of systems.

    Args:
        judgements: what people said.
        method: one of `SYSTEM_RANKINGS`; `mean` where there are scores, else `win-ratio`.
    """
    chosen = method or ("win-ratio" if judgements.scores is None else "mean")
    return SYSTEM_RANKINGS[as_choice(chosen, SYSTEM_RANKINGS, "human system scores")](judgements)


def with_output_scores(judgements: Judgements, method: str | None = None) -> Judgements:
    """The judgements with a score for every judged output, made of preferences if needed.

    An output scores within its segment what a system scores over all segments, like the ratio of
    its wins.
    """
    if judgements.scores is not None and method is None:
        return judgements
    totals = human_totals(judgements, method)
    return replace(judgements, scores=totals.combine(totals.rows).T)


def win_ratio(judgements: Judgements) -> SystemTotals:
    """Wins over wins and losses against any other system; ties are dropped.

    As in WMT's metrics task of 2013 and in Stanojević & Sima'an 2016.
    """
    segment, won, lost = judgements.preferences.wins()
    shape = judgements.preferences.segments, len(judgements.systems)
    wins, losses = table_sums(shape, (segment, won)), table_sums(shape, (segment, lost))
    return SystemTotals(np.stack([wins, wins + losses], axis=-1), ratio)


def expected_wins(judgements: Judgements) -> SystemTotals:
    """The mean over other systems of the share of wins against each; ties are dropped.

    Koehn 2012; the official ranking of WMT's translation task of 2013.
    """
    systems = len(judgements.systems)
    shape = judgements.preferences.segments, systems, systems
    return SystemTotals(table_sums(shape, judgements.preferences.wins()), _mean_share)


def ranking_score(judgements: Judgements) -> SystemTotals:
    """The mean of scores within rankings, from 1 for the best output of each to 0 for the worst.

    McCaffery & Nederhof 2016 turn ranks "into scores out of 1": the third of five systems scores
    0.5, because as many were preferred to it as were found less good, and the best one 1. Ranks of
    WMT have gaps and ties, and one ranking in five has no rank 1 at all, so the ranks themselves
    cannot be the scale: it runs from the best rank of the ranking to its worst. Where all are tied
    each scores 0.5, by the paper's reason: as many are better as are worse.
    """
    ranking, segment, system, rank = _ranked_outputs(judgements)
    begins = np.flatnonzero(np.diff(ranking, prepend=-1))
    scores = np.full(len(rank), ALL_TIED)
    if len(rank):
        sizes = np.diff(begins, append=len(ranking))
        best = np.repeat(np.minimum.reduceat(rank, begins), sizes)
        worst = np.repeat(np.maximum.reduceat(rank, begins), sizes)
        np.divide(worst - rank, worst - best, out=scores, where=worst > best)
    shape = judgements.preferences.segments, len(judgements.systems)
    totals, numbers = (table_sums(shape, (segment, system), v) for v in (scores, None))
    return SystemTotals(np.stack([totals, numbers], axis=-1), ratio)


def mean_score(judgements: Judgements, weights: Scores | None = None) -> SystemTotals:
    """The mean of a system's scores by people, perhaps with a weight for each segment."""
    if judgements.scores is None:
        raise InputError(f"{judgements.name}: holds rankings and no scores; use win-ratio")
    scores = judgements.scores.T
    given = np.ones(len(scores)) if weights is None else weights
    weighed = np.where(np.isnan(scores), 0.0, given[:, np.newaxis])
    return SystemTotals(np.stack([np.nan_to_num(scores) * weighed, weighed], axis=-1), ratio)


SYSTEM_RANKINGS: dict[str, Callable[[Judgements], SystemTotals]] = {
    "win-ratio": win_ratio,
    "expected-wins": expected_wins,
    "ranking-score": ranking_score,
    "mean": mean_score,
}


def _mean_share(wins: NDArray[np.float64]) -> Scores:
    """Mean over opponents of wins / (wins + losses), where there were any."""
    losses = np.swapaxes(wins, -1, -2)
    met = wins + losses
    shares = np.divide(wins, met, out=np.zeros_like(wins), where=met > 0)
    return ratio(np.stack([shares.sum(axis=-1), (met > 0).sum(axis=-1)], axis=-1))


def _ranked_outputs(judgements: Judgements) -> NDArray[np.int64]:
    """Every ranked output once, as columns: ranking, segment, system, rank."""
    found = judgements.preferences
    if found.ranks is None or found.ranking is None:
        raise InputError(f"{judgements.name}: holds no ranks; win-ratio needs none")
    if (found.ranking == UNKNOWN_RANKING).any():
        raise InputError(
            f"{judgements.name}: does not say which comparisons come from one ranking; win-ratio "
            "and expected-wins do not need that"
        )
    sides = [
        np.column_stack([found.ranking, found.segment, system, rank])
        for system, rank in zip((found.first, found.second), found.ranks.T, strict=True)
    ]
    return np.unique(np.concatenate(sides), axis=0).T
