"""Anybody's scores: files of mt-metrics-eval, or the tables that `hyperbaton score` writes.

A table is separated by tabs under a header: `system`, then `segment` where scores are of segments,
then one column per metric.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from hyperbaton.checks import each_once
from hyperbaton.errors import InputError
from hyperbaton.meta.agreement.metric_scores import MetricScores, of_segments, of_systems
from hyperbaton.meta.data.evaluation_set import EvaluationSet, named_files
from hyperbaton.meta.data.headed_tables import HeadedTable, read_table, score, whole_number
from hyperbaton.meta.data.omissions import Omissions
from hyperbaton.meta.data.preference_builder import OutputFinder
from hyperbaton.meta.data.score_files import read_scores
from hyperbaton.metrics.base import Scores

PAIR = "{lp}"
SUFFIXES = (".seg.score", ".sys.score", ".score", ".tsv", ".txt")


def read_metric_scores(
    source: str, data: EvaluationSet, omissions: Omissions, *, lower_is_better: bool = False
) -> list[MetricScores]:
    """The scores in a file, one result per metric in it.

    Args:
        source: a file, where `{lp}` stands for the language pair, or a name as in
            `metric-scores/LP/NAME.seg.score` of the test set.
        data: the test set.
        omissions: what to do with scores of unknown systems.
        lower_is_better: whether the scores are errors, and are to be negated.

    Raises:
        InputError: the file cannot be read, or does not fit the test set.
    """
    path = _find(source, data)
    direction = -1.0 if lower_is_better else 1.0
    if _is_table(path):
        found = _read_columns(read_table(path), data, omissions)
    else:
        found = {_metric_name(path): read_scores(path, data, omissions)}
    return [_scores(name, path, data, direction * values) for name, values in found.items()]


def _scores(name: str, path: str, data: EvaluationSet, values: Scores) -> MetricScores:
    if values.shape[1] == len(data):
        return of_segments(name, path, data.systems, np.where(data.available, values, np.nan))
    return of_systems(name, path, data.systems, values[:, 0])


def _find(source: str, data: EvaluationSet) -> str:
    path = source.replace(PAIR, data.pair)
    if Path(path).exists():
        return path
    folder = Path(data.folder) / "metric-scores" / data.pair
    for suffix in SUFFIXES[:2]:
        files = named_files(folder, "", suffix)
        if source in files:
            return str(files[source])
    return path


def _is_table(path: str) -> bool:
    return path.lower().removesuffix(".gz").endswith(".tsv")


def _metric_name(path: str) -> str:
    name = Path(path).name.removesuffix(".gz")
    for suffix in SUFFIXES:
        if name.endswith(suffix):
            return name[: -len(suffix)]
    return name


def _read_columns(
    table: HeadedTable, data: EvaluationSet, omissions: Omissions
) -> dict[str, Scores]:
    outputs = OutputFinder(data, omissions)
    system = table.index("system")
    segment = table.index("segment") if table.has("segment") else None
    each_once(table.header, f"{table.path}:1: columns")
    metrics = [k for k in range(len(table.header)) if k not in (system, segment)]
    values = np.full((len(metrics), len(data.systems), 1 if segment is None else len(data)), np.nan)
    seen: set[tuple[int, int]] = set()
    for line, fields in table.rows():
        place = f"{table.path}:{line}"
        row = outputs.system(fields[system], place)
        column: int | None = 0
        if segment is not None:
            column = outputs.segment(whole_number(fields[segment], place, "the segment"), place)
        if row is None or column is None:
            continue
        if (row, column) in seen:
            raise InputError(f"{place}: scores {fields[system]} a second time; once is accepted")
        seen.add((row, column))
        for k, metric in enumerate(metrics):
            values[k, row, column] = score(fields[metric], place, table.header[metric])
    return {table.header[metric]: values[k] for k, metric in enumerate(metrics)}
