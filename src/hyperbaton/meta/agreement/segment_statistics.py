"""Statistics of agreement on segments: rows that add up over segments, and what sums are worth."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from hyperbaton.errors import InputError
from hyperbaton.meta.agreement.pair_counts import COUNT_STATISTICS, count_rows
from hyperbaton.meta.agreement.system_totals import ratio
from hyperbaton.meta.agreement.tie_calibration import calibrate, calibrated_rows
from hyperbaton.meta.data.judgements import Judgements
from hyperbaton.meta.significance.permutation_test import compare_by_outputs, compare_by_pairs
from hyperbaton.metrics.base import Scores, divide

ROUNDING = 1e-12  # of squares, below which a variance is 0
Rows = Scores
Compare = Callable[[Judgements, Sequence[Scores], int, int], Scores]


@dataclass(frozen=True)
class SegmentStatistic:
    """One statistic.

    Attributes:
        name: what it is called.
        rows: for judgements and a metric's scores, one row per segment.
        value: the statistic of sums of rows.
        compare: p-values of PERM-BOTH between all metrics, given samples and seed; None where the
            test would have to calibrate anew for every exchange.
        needs_scores: whether people's scores of outputs are needed, and not preferences.
    """

    name: str
    rows: Callable[[Judgements, Scores], Rows]
    value: Callable[[Rows], Scores]
    compare: Compare | None
    needs_scores: bool = False


def _counted(name: str) -> SegmentStatistic:
    value = COUNT_STATISTICS[name]

    def rows(judgements: Judgements, scores: Scores) -> Rows:
        return count_rows(judgements.preferences, scores)

    def compare(
        judgements: Judgements, metrics: Sequence[Scores], samples: int, seed: int
    ) -> Scores:
        return compare_by_pairs(judgements.preferences, metrics, value, samples, seed)

    return SegmentStatistic(name, rows, value, compare)


def _calibrated_rows(judgements: Judgements, scores: Scores) -> Rows:
    """Accuracies of segments at the threshold that is best on all of them."""
    preferences = judgements.preferences
    return calibrated_rows(preferences, scores, calibrate(preferences, scores).epsilon)


def _moment_rows(judgements: Judgements, scores: Scores) -> Rows:
    """For every segment the number of scored outputs and the sums of x, z, x², z² and xz."""
    human = _human_scores(judgements)
    both = ~np.isnan(human + scores)
    x, z = (_centred(values, both) for values in (scores, human))
    sums: Rows = np.stack([both, x, z, x * x, z * z, x * z], axis=-1).sum(axis=0)
    return sums


def _centred(values: Scores, known: NDArray[np.bool_]) -> Scores:
    """Values less their mean, which changes no correlation; zeros where only rounding moves them.

    They are scaled by a power of two, which is exact, so that their squares are of a size.
    """
    if not known.any():
        return np.zeros_like(values)
    centred = np.where(known, values - values[known].mean(), 0.0)
    largest = np.abs(centred).max()
    if largest <= ROUNDING * np.abs(values[known]).max():
        return np.zeros_like(values)
    return np.asarray(np.ldexp(centred, -int(np.frexp(largest)[1])))


def _pearson_of_moments(sums: Rows) -> Scores:
    number, x, z, xx, zz, xz = np.moveaxis(sums, -1, 0)
    covariance = number * xz - x * z
    spreads = [_spread(number * squares, sums) for squares, sums in ((xx, x), (zz, z))]
    return divide(covariance, np.sqrt(spreads[0] * spreads[1]))


def _spread(squares: Scores, sums: Scores) -> Scores:
    """A variance, from squares and sums; 0 where it is one of rounding."""
    variance = squares - sums * sums
    return np.where(variance > ROUNDING * squares, variance, 0.0)


def _compare_outputs(
    judgements: Judgements, metrics: Sequence[Scores], samples: int, seed: int
) -> Scores:
    human = _human_scores(judgements)
    scored = ~np.isnan(human + np.sum(metrics, axis=0))
    return compare_by_outputs(np.where(scored, human, np.nan), metrics, samples, seed)


def _human_scores(judgements: Judgements) -> Scores:
    if judgements.scores is None:
        raise InputError(f"{judgements.name}: holds preferences; pearson needs scores of outputs")
    return judgements.scores


SEGMENT_STATISTICS: Mapping[str, SegmentStatistic] = MappingProxyType(
    {
        **{name: _counted(name) for name in COUNT_STATISTICS},
        "accuracy-eq": SegmentStatistic("accuracy-eq", _calibrated_rows, ratio, None),
        "pearson": SegmentStatistic(
            "pearson", _moment_rows, _pearson_of_moments, _compare_outputs, needs_scores=True
        ),
    }
)
