"""Scores of a test set by one metric, whether computed here or read from a file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hyperbaton.checks import check_length
from hyperbaton.errors import InputError, NotFoundError
from hyperbaton.meta.agreement.system_totals import SystemTotals, ratio
from hyperbaton.metrics.base import Metric, ScoreList, Scores, ScoreTable, Statistics


@dataclass(frozen=True)
class DirectedScores:
    """A metric's scores of sums of statistics, turned so that higher is always better."""

    metric: Metric

    def __call__(self, sums: NDArray[np.float64]) -> Scores:
        """The scores of sums along the last axis."""
        scores = self.metric.scores(sums.reshape(-1, sums.shape[-1]))
        return self.direction * scores.reshape(sums.shape[:-1])

    @property
    def direction(self) -> float:
        """1 where higher is better, -1 where lower is."""
        return 1.0 if self.metric.higher_is_better else -1.0


@dataclass(frozen=True, eq=False)
class MetricScores:
    """Scores by one metric, turned so that higher is always better.

    Attributes:
        name: the metric.
        signature: everything that determines the scores; the file for scores that were read.
        systems: the names of the systems.
        segments: one row per system, one column per segment; NaN where there is no score. None for
            a file with scores of systems only.
        totals: from which scores of systems are computed for any resample; None for such a file.
        system_scores: the scores of systems on the whole test set.
    """

    name: str
    signature: str  # a file for scores that were read
    systems: tuple[str, ...]
    segments: Scores | None
    totals: SystemTotals | None
    system_scores: Scores

    def among(self, systems: Sequence[str]) -> MetricScores:
        """The scores of some systems, in the order given."""
        for name in systems:
            if name not in self.systems:
                raise NotFoundError(name, f"there is no system {name!r}", self.systems)
        rows = [self.systems.index(name) for name in systems]
        totals = self.totals
        if totals is not None:
            totals = SystemTotals(totals.rows[:, rows], totals.combine)
        segments = None if self.segments is None else self.segments[rows]
        scores = self.system_scores[rows]
        return MetricScores(self.name, self.signature, tuple(systems), segments, totals, scores)

    def judged_only(self, judged: NDArray[np.bool_]) -> MetricScores:
        """The same with scores of systems from judged outputs alone."""
        if self.totals is None:
            return self
        if judged.T.shape != self.totals.rows.shape[:2]:
            wanted = self.totals.rows.shape[1::-1]
            raise InputError(
                f"judged: expected one row per system and one column per segment, {wanted}, got "
                f"{judged.shape}"
            )
        rows = np.where(judged.T[..., np.newaxis], self.totals.rows, 0.0)
        totals = SystemTotals(rows, self.totals.combine)
        return MetricScores(
            self.name, self.signature, self.systems, self.segments, totals, totals.scores
        )


def of_statistics(
    metric: Metric,
    signature: str,
    systems: Sequence[str],
    statistics: Sequence[Statistics],
    available: NDArray[np.bool_],
) -> MetricScores:
    """Scores by one of our metrics.

    Args:
        metric: the metric.
        signature: everything that determines the scores.
        systems: the names of the systems.
        statistics: for each system one row per segment.
        available: which outputs there are, one row per system; the others are left out.
    """
    combine = DirectedScores(metric)
    segments = np.stack([combine.direction * metric.segment_scores(rows) for rows in statistics])
    stacked = np.where(available[..., np.newaxis], np.stack(statistics), 0.0)
    totals = SystemTotals(np.ascontiguousarray(stacked.swapaxes(0, 1)), combine)
    return MetricScores(
        str(metric),
        signature,
        tuple(systems),
        np.where(available, segments, np.nan),
        totals,
        totals.scores,
    )


def of_segments(
    name: str, signature: str, systems: Sequence[str], segments: ScoreTable
) -> MetricScores:
    """Scores of segments from elsewhere; a system scores their mean.

    Raises:
        InputError: there is not one row per system, or a score is infinite; NaN stands for one
            that is not there.
    """
    if len(segments) != len(systems):
        raise InputError(
            f"segments: expected one row per system, {len(systems)}, got {len(segments)}"
        )
    _check(name, segments)
    given = ~np.isnan(segments)
    rows = np.stack([np.where(given, segments, 0.0), given], axis=-1).swapaxes(0, 1)
    totals = SystemTotals(np.ascontiguousarray(rows), ratio)
    return MetricScores(name, signature, tuple(systems), segments, totals, totals.scores)


def of_systems(
    name: str, signature: str, systems: Sequence[str], scores: ScoreList
) -> MetricScores:
    """Scores of systems from elsewhere, without any of segments.

    Raises:
        InputError: there is not one score per system, or one is infinite; NaN stands for one that
            is not there.
    """
    check_length(scores, len(systems), "scores", "numbers, one for each system")
    _check(name, scores)
    return MetricScores(name, signature, tuple(systems), None, None, scores)


def _check(name: str, scores: Scores) -> None:
    if np.isinf(scores).any():
        raise InputError(f"{name}: a score is infinite; finite numbers are needed")
