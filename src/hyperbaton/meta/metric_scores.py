"""Scores of a language pair by one metric, whether computed here or read from a file.

A file of mt-metrics-eval has `SYSTEM SCORE` on each line: one line per segment for each system, in
the order of the test set (`.seg.score`), or one line per system (`.sys.score`). `None` or `nan` is
a missing score. `NAME.seg.score` and `NAME.sys.score` in the same folder are one metric: systems
then score what the second file says, and not the mean of their segments.

A table, TSV or CSV, has a header: `system`, then `segment` where scores are of segments, `lp` where
they are of several language pairs, and one column per metric.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from hyperbaton.checks import IN_A_FILE
from hyperbaton.errors import InputError
from hyperbaton.evidence import Evidence, Preparation
from hyperbaton.meta.evaluation_set import EvaluationSet, named_files
from hyperbaton.meta.judged_sets import (
    LANGUAGE_PAIR,
    SEGMENT,
    SYSTEM,
    Omissions,
    OutputFinder,
    field,
    optional,
    read_scores,
    score,
)
from hyperbaton.meta.system_scores import SystemTotals, ratio
from hyperbaton.metrics.base import Metric, ScoreList, Scores, ScoreTable, Statistics
from hyperbaton.resources import progress
from hyperbaton.scoring.score import statistics_of
from hyperbaton.text.reading import Table, check_distinct, open_table

SUFFIXES = (".seg.score", ".sys.score", ".score", ".txt")


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
        """The scores of some systems, in the order given."""
        rows = [self.systems.index(name) for name in systems]
        totals = self.totals and replace(self.totals, rows=self.totals.rows[:, rows])
        segments = None if self.segments is None else self.segments[rows]
        scores = self.system_scores[rows]
        return MetricScores(self.name, self.signature, tuple(systems), segments, totals, scores)

    def judged_only(self, judged: NDArray[np.bool_]) -> MetricScores:
        """The same with scores of systems from judged outputs alone."""
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
    if len(segments) != len(systems):
        raise InputError(f"{name}: {len(segments)} rows of scores for {len(systems)} systems")
    if np.isinf(segments).any():
        raise InputError(f"{name}: a score is infinite; finite numbers are needed")
    given = ~np.isnan(segments)
    rows = np.stack([np.where(given, segments, 0.0), given], axis=-1).swapaxes(0, 1)
    totals = SystemTotals(np.ascontiguousarray(rows), ratio)
    return MetricScores(name, signature, tuple(systems), segments, totals, totals.scores)


def of_systems(
    name: str, signature: str, systems: Sequence[str], scores: ScoreList
) -> MetricScores:
    """Takes scores of systems from elsewhere, without any of segments."""
    return MetricScores(name, signature, tuple(systems), None, None, scores)


# Scores that are computed


def directed_scores(metric: Metric, sums: NDArray[np.float64]) -> Scores:
    """Scores of sums of statistics along the last axis, turned so that higher is better."""
    scores = metric.scores(sums.reshape(-1, sums.shape[-1])).reshape(sums.shape[:-1])
    return scores if metric.higher_is_better else -scores


class SystemScorer:
    """Scores the outputs of a language pair, as `hyperbaton score` does.

    Attributes:
        data: the language pair.
        preparation: how text becomes evidence, in the language that the pair translates into.
        keep: whether what is computed of outputs stays in memory for further calls.
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
        self.test_set = data.make_test_set()
        self.preparation = adapted.in_language(self.test_set.language)
        self.threads = threads
        self.keep = keep
        self._kept: dict[str, Evidence] = {}

    def signature(self, metric: Metric) -> str:
        """Everything that determines a metric's scores here, but for the outputs."""
        return metric.text_signature(self.test_set, self.preparation)

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
        available = self.data.available
        scores = np.stack([metric.segment_scores(rows) for rows in statistics])
        segments = np.where(available, scores if metric.higher_is_better else -scores, np.nan)
        stacked = np.where(available[..., np.newaxis], np.stack(statistics), 0.0)
        rows = np.ascontiguousarray(stacked.swapaxes(0, 1))
        totals = SystemTotals(rows, partial(directed_scores, metric))
        name, signature = str(metric), self.signature(metric)
        return MetricScores(name, signature, self.data.systems, segments, totals, totals.scores)

    def _statistics(self, system: str, metrics: Sequence[Metric]) -> list[Statistics]:
        try:
            evidence = self._kept.get(system)
            if evidence is None:
                output = self.data.make_output(system)
                evidence = Evidence(self.test_set, output, self.preparation, self.threads)
            if self.keep:
                self._kept[system] = evidence
            return statistics_of(evidence, metrics)
        except InputError as error:
            raise InputError(f"{self.data.pair}: {system}: {error}") from None


# Scores that are read


def read_metric_scores(
    source: str, data: EvaluationSet, omissions: Omissions, *, lower_is_better: bool = False
) -> list[MetricScores]:
    """Reads the scores in a file, one result per metric in it.

    Args:
        source: a file, where `{lp}` is replaced by the language pair, or a name as in
            `metric-scores/LP/NAME.seg.score` of the test set.
        data: the test set.
        omissions: what to do with scores of unknown systems.
        lower_is_better: whether the scores are errors, and are to be negated.
    """
    path = _find(source, data)

    def metric(name: str, file: str, scores: Scores) -> MetricScores:
        values = -scores if lower_is_better else scores
        if values.shape[1] == len(data):
            return of_segments(name, file, data.systems, np.where(data.available, values, np.nan))
        return of_systems(name, file, data.systems, values[:, 0])

    plain = path.lower().removesuffix(".gz")
    if plain.endswith((".tsv", ".csv")):
        columns = _read_columns(open_table(path), data, omissions).items()
        return [metric(name, path, found) for name, found in columns]
    suffix = next((ending for ending in SUFFIXES if plain.endswith(ending)), "")
    # What a metric is called by its file is the same for all language pairs.
    stem = Path(source).name.removesuffix(".gz").removesuffix(suffix)
    name = re.sub(r"[._-]?\{lp\}", "", stem).strip("._-") or Path(source).parent.name
    first = metric(name, path, read_scores(path, data, omissions))
    other = {".seg.score": ".sys.score", ".sys.score": ".seg.score"}.get(suffix, "")
    file = path[: len(plain) - len(suffix)] + other
    beside = next((f for f in (file, f"{file}.gz") if other and Path(f).exists()), None)
    if beside is None:
        return [first]
    second = metric(name, beside, read_scores(beside, data, omissions))
    segments, systems = (first, second) if suffix == ".seg.score" else (second, first)
    return [replace(segments, totals=None, system_scores=systems.system_scores)]


def _find(source: str, data: EvaluationSet) -> str:
    path = source.replace("{lp}", data.pair)
    if not Path(path).exists():
        for suffix in SUFFIXES[:2]:
            files = named_files(Path(data.folder) / "metric-scores" / data.pair, "", suffix)
            if source in files:
                return str(files[source])
    return path


def _read_columns(table: Table, data: EvaluationSet, omissions: Omissions) -> dict[str, Scores]:
    outputs, system = OutputFinder(data, omissions), table.index(*SYSTEM)
    segment, pair = optional(table, SEGMENT), optional(table, LANGUAGE_PAIR)
    check_distinct(table.columns, table.name)
    metrics = [k for k in range(len(table.columns)) if k not in (system, segment, pair)]
    values = np.full((len(metrics), len(data.systems), 1 if segment is None else len(data)), np.nan)
    seen: set[tuple[int, int]] = set()
    for line, fields in table.rows():
        if pair is not None and fields[pair] != data.pair:
            continue
        place = f"{table.name}:{line}"
        row = outputs.system(fields[system], place)
        column: int | None = 0
        if segment is not None:
            column = outputs.segment(field(fields[segment], place, "the segment", IN_A_FILE), place)
        if row is None or column is None:
            continue
        if (row, column) in seen:
            raise InputError(f"{place}: scores {fields[system]} a second time")
        seen.add((row, column))
        for k, metric in enumerate(metrics):
            values[k, row, column] = score(fields[metric], place, table.columns[metric])
    return {table.columns[metric]: values[k] for k, metric in enumerate(metrics)}
