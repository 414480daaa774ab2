"""Scores of systems by anybody: files of mt-metrics-eval, and tables of `hyperbaton score`.

A file of mt-metrics-eval has `SYSTEM SCORE` on each line: one line per segment for each system, in
the order of the test set (`.seg.score`), or one line per system (`.sys.score`). `None` or `nan` is
a missing score. A table is separated by tabs under a header: `system`, then `segment` where scores
are of segments, then one column per metric.
"""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np

from hyperbaton.checks import IN_A_FILE
from hyperbaton.errors import InputError
from hyperbaton.files import read_text, split_lines
from hyperbaton.meta.agreement.metric_scores import MetricScores, of_segments, of_systems
from hyperbaton.meta.data.evaluation_set import EvaluationSet, named_files
from hyperbaton.meta.data.outputs import Omissions, OutputFinder, field, score
from hyperbaton.metrics.base import Scores
from hyperbaton.text.reading import Table, check_distinct, open_table

PAIR = "{lp}"
SUFFIXES = (".seg.score", ".sys.score", ".score", ".tsv", ".txt")


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
    if path.lower().removesuffix(".gz").endswith(".tsv"):
        found = _read_columns(open_table(path), data, omissions)
    else:
        name = Path(path).name.removesuffix(".gz")
        suffix = next((ending for ending in SUFFIXES if name.endswith(ending)), "")
        found = {name.removesuffix(suffix): read_scores(path, data, omissions)}
    metrics = []
    for name, scores in found.items():
        values = -scores if lower_is_better else scores
        if values.shape[1] == len(data):
            values = np.where(data.available, values, np.nan)
            metrics.append(of_segments(name, path, data.systems, values))
        else:
            metrics.append(of_systems(name, path, data.systems, values[:, 0]))
    return metrics


def _find(source: str, data: EvaluationSet) -> str:
    path = source.replace(PAIR, data.pair)
    if not Path(path).exists():
        for suffix in SUFFIXES[:2]:
            files = named_files(Path(data.folder) / "metric-scores" / data.pair, "", suffix)
            if source in files:
                return str(files[source])
    return path


def read_scores(path: str, data: EvaluationSet, omissions: Omissions) -> Scores:
    """Reads a file of mt-metrics-eval into an array with one row per system of the test set.

    It has one column per segment, or a single one where the file has one line per system. Systems
    that the file lacks score NaN.
    """
    found: dict[str, list[float]] = {}
    for line, text in enumerate(split_lines(read_text(path)), start=1):
        place = f"{path}:{line}"
        fields = text.split()
        if len(fields) != 2:
            raise InputError(f"{place}: {len(fields)} fields; expected a system and its score")
        name, written = fields
        found.setdefault(name, []).append(score(written, place, f"the score of {name}"))
    width = 1 if {len(values) for values in found.values()} == {1} else len(data)
    for name, values in found.items():
        if name not in data.outputs and name not in data.left_out:
            omissions.add(
                "scores of an unknown system",
                f"{path}: {data.pair} has no system {name}; it has {', '.join(data.systems)}",
            )
        if name in data.outputs and len(values) != width:
            raise InputError(
                f"{path}: {name} has {len(values)} scores; expected 1, or one per segment: "
                f"{len(data)}"
            )
    nothing = [math.nan] * width
    return np.array([found.get(name, nothing) for name in data.systems])


def _read_columns(table: Table, data: EvaluationSet, omissions: Omissions) -> dict[str, Scores]:
    outputs = OutputFinder(data, omissions)
    system = table.index("system")
    segment = table.index("segment") if table.has("segment") else None
    check_distinct(table.columns, table.name)
    metrics = [k for k in range(len(table.columns)) if k not in (system, segment)]
    values = np.full((len(metrics), len(data.systems), 1 if segment is None else len(data)), np.nan)
    seen: set[tuple[int, int]] = set()
    for line, fields in table.rows():
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
