"""How good people find systems, from their preferences or scores."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from hyperbaton.errors import InputError, OptionError
from hyperbaton.meta.agreement.group_sums import table_sums
from hyperbaton.meta.agreement.ranking_score import scores_within_rankings
from hyperbaton.meta.agreement.system_totals import SystemTotals, ratio
from hyperbaton.meta.data.judgements import UNKNOWN_RANKING, Judgements, Preferences
from hyperbaton.meta.statistic_names import WEIGHTED_MEAN
from hyperbaton.metrics.base import Scores

RANK_LEVELS = 5  # in WMT's rankings
UNITS = ("segment", "judgement")


def win_ratio(judgements: Judgements, unit: str = "segment") -> SystemTotals:
    """Wins over wins and losses against any other system; ties are dropped.

    As in WMT's metrics task of 2013 and in Stanojević & Sima'an 2016.
    """
    drawn = _Drawn(judgements.preferences, unit)
    unit_of, won, lost = drawn.wins()
    shape = drawn.units, drawn.systems
    wins, losses = table_sums(shape, (unit_of, won)), table_sums(shape, (unit_of, lost))
    return SystemTotals(np.stack([wins, wins + losses], axis=-1), ratio, unit, drawn.numbers)


def expected_wins(judgements: Judgements, unit: str = "segment") -> SystemTotals:
    """The mean over other systems of the share of wins against each; ties are dropped.

    Koehn 2012; the official ranking of WMT's translation task of 2013.
    """
    drawn = _Drawn(judgements.preferences, unit)
    rows = table_sums((drawn.units, drawn.systems, drawn.systems), drawn.wins())
    return SystemTotals(rows, _mean_share, unit, drawn.numbers)


def rank_score(judgements: Judgements, unit: str = "segment") -> SystemTotals:
    """The mean of 1 - (rank - 1) / 4 over rankings with ranks from 1 to 5."""
    ranked = _ranked_outputs(judgements, "rank-score", unit)
    rank = ranked[-1]
    if rank.max(initial=1) > RANK_LEVELS:
        raise InputError(f"{judgements.name}: has ranks beyond {RANK_LEVELS}")
    return _mean_of_outputs(judgements, ranked, 1.0 - (rank - 1.0) / (RANK_LEVELS - 1.0))


def ranking_score(judgements: Judgements, unit: str = "segment") -> SystemTotals:
    """The mean of scores within rankings, from 1 for the best output of each to 0 for the worst.

    The scores of McCaffery & Nederhof 2016, see `scores_within_rankings`.
    """
    ranked = _ranked_outputs(judgements, "ranking-score", unit)
    ranking, _, _, rank = ranked
    return _mean_of_outputs(judgements, ranked, scores_within_rankings(ranking, rank))


def mean_score(judgements: Judgements, unit: str = "segment") -> SystemTotals:
    """The mean of a system's scores by people."""
    return _weighted_mean(judgements, np.ones(judgements.preferences.segments), unit)


def weighted_mean_score(judgements: Judgements, unit: str = "segment") -> SystemTotals:
    """The mean of a system's scores by people, weighted by the mean length of the references.

    As in Leusch, Ueffing & Ney 2003, section 5.1.
    """
    if judgements.lengths is None:
        raise InputError(
            f"{judgements.name}: weighted-mean needs the lengths of the references, which "
            "run_study and JudgedSet.with_lengths add"
        )
    return _weighted_mean(judgements, judgements.lengths, unit)


def _weighted_mean(judgements: Judgements, weights: Scores, unit: str) -> SystemTotals:
    if judgements.scores is None:
        raise InputError(f"{judgements.name}: holds rankings and no scores; use win-ratio")
    if unit != "segment":
        raise OptionError("mean scores are resampled by segments only")
    scores = judgements.scores.T
    weighed = np.where(np.isnan(scores), 0.0, weights[:, np.newaxis])
    rows = np.stack([np.nan_to_num(scores, nan=0.0) * weighed, weighed], axis=-1)
    return SystemTotals(rows, ratio)


SYSTEM_RANKINGS: Mapping[str, Callable[..., SystemTotals]] = MappingProxyType(
    {
        "win-ratio": win_ratio,
        "expected-wins": expected_wins,
        "rank-score": rank_score,
        "ranking-score": ranking_score,
        "mean": mean_score,
        WEIGHTED_MEAN: weighted_mean_score,
    }
)


def human_totals(
    judgements: Judgements, method: str | None = None, unit: str = "segment"
) -> SystemTotals:
    """People's scores of systems.

    Args:
        judgements: what people said.
        method: one of `SYSTEM_RANKINGS`; `mean` where there are scores, else `win-ratio`.
        unit: what a resample draws, a "segment" or a single "judgement" (a ranking, or a comparison
            where it is not known which come from one ranking).
    """
    chosen = method or ("win-ratio" if judgements.scores is None else "mean")
    if chosen not in SYSTEM_RANKINGS:
        accepted = ", ".join(SYSTEM_RANKINGS)
        raise OptionError(f"human system scores: {accepted} are accepted, got {chosen!r}")
    if unit not in UNITS:
        raise OptionError(f"unit is {' or '.join(UNITS)}, got {unit!r}")
    return SYSTEM_RANKINGS[chosen](judgements, unit)


def with_output_scores(judgements: Judgements, method: str | None = None) -> Judgements:
    """The judgements with a score for every judged output, from preferences where there is none.

    An output scores within its segment what a system scores over all segments, such as the ratio of
    its wins.
    """
    if judgements.scores is not None and method is None:
        return judgements
    totals = human_totals(judgements, method)
    return replace(judgements, scores=totals.combine(totals.rows).T)


class _Drawn:
    """To which unit of a resample each comparison belongs."""

    def __init__(self, preferences: Preferences, unit: str) -> None:
        self.systems = len(preferences.systems)
        self.strict = preferences.sign != 0
        self._preferences = preferences
        self.numbers: NDArray[np.int64] | None = None
        if unit == "segment":
            self.unit, self.units = preferences.segment, preferences.segments
            return
        ranking = preferences.ranking
        if ranking is not None and (ranking != UNKNOWN_RANKING).all():
            known, self.unit = np.unique(ranking, return_inverse=True)
            self.units = len(known)
            return
        # Equal comparisons are drawn together: a resample says how often each outcome came up.
        outcomes = (preferences.first * self.systems + preferences.second) * 3 + preferences.sign
        _, first, self.unit, self.numbers = np.unique(
            outcomes, return_index=True, return_inverse=True, return_counts=True
        )
        self.units = len(first)
        self.strict = np.zeros(len(preferences), np.bool_)
        self.strict[first] = preferences.sign[first] != 0

    def wins(self) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        """Unit, winner and loser of the comparisons that are no ties."""
        won, lost = self._preferences.chosen(self.strict).winners_and_losers()
        return self.unit[self.strict], won, lost


def _mean_share(wins: NDArray[np.float64]) -> Scores:
    """Mean over opponents of wins / (wins + losses), where there were any."""
    losses = np.swapaxes(wins, -1, -2)
    met = wins + losses
    shares = np.divide(wins, met, out=np.zeros_like(wins), where=met > 0)
    return ratio(np.stack([shares.sum(axis=-1), (met > 0).sum(axis=-1)], axis=-1))


def _ranked_outputs(judgements: Judgements, method: str, unit: str) -> NDArray[np.int64]:
    """Every ranked output once, as columns: ranking, segment, system, rank.

    Raises:
        InputError: the judgements are no rankings.
        OptionError: what a resample draws is something other than segments.
    """
    preferences = judgements.preferences
    if preferences.ranks is None or preferences.ranking is None:
        raise InputError(f"{judgements.name}: holds no ranks; win-ratio needs none")
    if (preferences.ranking == UNKNOWN_RANKING).any():
        raise InputError(
            f"{judgements.name}: does not say which comparisons come from one ranking; win-ratio "
            "and expected-wins do not need that"
        )
    if unit != "segment":
        raise OptionError(f"{method} is resampled by segments only")
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
