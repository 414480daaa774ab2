"""Scores of a language pair by one metric, whether computed here or read from a file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from hyperbaton.errors import InputError, NotFoundError
from hyperbaton.evidence import Output, Preparation
from hyperbaton.meta.evaluation_set import EvaluationSet
from hyperbaton.meta.system_scores import SystemTotals, ratio
from hyperbaton.metrics.base import Metric, ScoreList, Scores, ScoreTable, Statistics
from hyperbaton.resources import progress
from hyperbaton.scoring.score import Scorer


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
    signature: str
    systems: tuple[str, ...]
    segments: Scores | None
    totals: SystemTotals | None
    system_scores: Scores

    def among(self, systems: Sequence[str]) -> MetricScores:
        """Returns the scores of some systems, in the order given."""
        for name in systems:
            if name not in self.systems:
                raise NotFoundError(name, f"there is no system {name!r}", self.systems)
        rows = [self.systems.index(name) for name in systems]
        totals = self.totals and replace(self.totals, rows=self.totals.rows[:, rows])
        segments = None if self.segments is None else self.segments[rows]
        scores = self.system_scores[rows]
        return MetricScores(self.name, self.signature, tuple(systems), segments, totals, scores)

    def judged_only(self, judged: NDArray[np.bool_]) -> MetricScores:
        """Returns the same with scores of systems from judged outputs alone."""
        if self.totals is None:
            return self
        rows = np.where(judged.T[..., np.newaxis], self.totals.rows, 0.0)
        totals = replace(self.totals, rows=rows)
        return replace(self, totals=totals, system_scores=totals.scores)


def of_segments(
    name: str, signature: str, systems: Sequence[str], segments: ScoreTable
) -> MetricScores:
    """Takes scores of segments from elsewhere; a system scores their mean.

    Raises:
        InputError: there is not one row per system, or a score is infinite; NaN is a missing score.
    """
    _check(name, systems, segments)
    given = ~np.isnan(segments)
    rows = np.stack([np.where(given, segments, 0.0), given], axis=-1).swapaxes(0, 1)
    totals = SystemTotals(np.ascontiguousarray(rows), ratio)
    return MetricScores(name, signature, tuple(systems), segments, totals, totals.scores)


def of_systems(
    name: str, signature: str, systems: Sequence[str], scores: ScoreList
) -> MetricScores:
    """Takes scores of systems from elsewhere, without any of segments.

    Raises:
        InputError: there is not one score per system, or one is infinite; NaN is a missing score.
    """
    _check(name, systems, scores)
    return MetricScores(name, signature, tuple(systems), None, None, scores)


def _check(name: str, systems: Sequence[str], scores: Scores) -> None:
    if len(scores) != len(systems):
        raise InputError(f"{name}: {len(scores)} rows of scores for {len(systems)} systems")
    if np.isinf(scores).any():
        raise InputError(f"{name}: a score is infinite; finite numbers are needed")


@dataclass(frozen=True)
class DirectedScores:
    """A metric's scores of sums of statistics, turned so that higher is always better."""

    metric: Metric

    def __call__(self, sums: NDArray[np.float64]) -> Scores:
        """Returns the scores of sums along the last axis."""
        scores = self.metric.scores(sums.reshape(-1, sums.shape[-1]))
        return self.direction * scores.reshape(sums.shape[:-1])

    @property
    def direction(self) -> float:
        """1 where higher is better, -1 where lower is."""
        return 1.0 if self.metric.higher_is_better else -1.0


class SystemScorer:
    """Scores the outputs of a language pair, as `hyperbaton score` does.

    Attributes:
        data: the language pair.
        scorer: which scores single outputs, in the language that the pair translates into.
    """

    def __init__(
        self,
        data: EvaluationSet,
        preparation: Preparation | None = None,
        *,
        threads: int | None = None,
        keep: bool = False,
    ) -> None:
        self.data = data
        adapted = data.adapted(preparation or Preparation())
        self.scorer = Scorer(data.make_test_set(), adapted, threads=threads, keep=keep)
        self._kept: dict[str, Output] = {}

    def signature(self, metric: Metric) -> str:
        """Returns everything that determines a metric's scores here, but for the outputs."""
        return self.scorer.signature(metric)

    def score(self, metrics: Sequence[Metric]) -> list[MetricScores]:
        """Scores all systems by each metric."""
        if not metrics:
            return []
        systems = self.data.systems
        shown = progress(systems, f"{self.data.pair}: scoring", "systems", len(systems))
        found = [self._statistics(system, metrics) for system in shown]
        return [
            self._directed(metric, rows)
            for metric, rows in zip(metrics, zip(*found, strict=True), strict=True)
        ]

    def _directed(self, metric: Metric, statistics: Sequence[Statistics]) -> MetricScores:
        """Scores by a metric, from its statistics of each system; missing outputs are left out."""
        combine, available = DirectedScores(metric), self.data.available
        scores = np.stack([combine.direction * metric.segment_scores(rows) for rows in statistics])
        stacked = np.where(available[..., np.newaxis], np.stack(statistics), 0.0)
        totals = SystemTotals(np.ascontiguousarray(stacked.swapaxes(0, 1)), combine)
        segments = np.where(available, scores, np.nan)
        name, signature = str(metric), self.signature(metric)
        return MetricScores(name, signature, self.data.systems, segments, totals, totals.scores)

    def _statistics(self, system: str, metrics: Sequence[Metric]) -> list[Statistics]:
        try:
            output = self._kept[system] if system in self._kept else self.data.make_output(system)
            if self.scorer.keep:
                self._kept[system] = output
            return self.scorer.statistics(output, metrics)
        except InputError as error:
            raise InputError(f"{self.data.pair}: {system}: {error}") from None
