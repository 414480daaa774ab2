"""Scores of a language pair, by metrics or by people, of outputs and of systems.

A system's score is a function of sums over segments: of a metric's statistics, or of what people
said. `SystemTotals` keeps the rows that are summed; a resample is a product of weights and rows.

A file of mt-metrics-eval has `SYSTEM SCORE` on each line: one line per segment for each system, in
the order of the test set (`.seg.score`), or one line per system (`.sys.score`). `None` or `nan` is
a missing score. `NAME.seg.score` and `NAME.sys.score` in the same folder are one metric: systems
then score what the second file says, and not the mean of their segments. A table, TSV or CSV, has a
header: `system`, then `segment` where scores are of segments, `lp` where they are of several
language pairs, and one column per metric.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from hyperbaton.checks import IN_A_FILE, as_choice
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
    read_scores,
    score,
)
from hyperbaton.meta.judgements import UNKNOWN_RANKING, Judgements, table_sums
from hyperbaton.metrics.base import Metric, Scores, ScoreTable, Statistics, divide
from hyperbaton.resources import progress
from hyperbaton.scoring.score import statistics_of
from hyperbaton.text.reading import Table, check_distinct, open_table

ALL_TIED = 0.5
SUFFIXES = (".seg.score", ".sys.score", ".score", ".txt")


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
        return MetricScores(name, file, data.systems, None, None, values[:, 0])

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
    segment, pair = table.optional(*SEGMENT), table.optional(*LANGUAGE_PAIR)
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


# Scores by people


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
