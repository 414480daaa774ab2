"""Scores of systems by anybody: files of mt-metrics-eval, and tables of `hyperbaton score`.

A file of mt-metrics-eval has `SYSTEM SCORE` on each line: one line per segment for each system, in
the order of the test set (`.seg.score`), or one line per system (`.sys.score`). `None` or `nan` is
a missing score. `NAME.seg.score` and `NAME.sys.score` in the same folder are one metric: systems
then score what the second file says, and not the mean of their segments.

A table, TSV or CSV, has a header: `system`, then `segment` where scores are of segments, `lp` where
they are of several language pairs, and one column per metric.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np

from hyperbaton.checks import IN_A_FILE, SCORE, Number, Range, shown
from hyperbaton.errors import InputError
from hyperbaton.files import read_text, split_lines
from hyperbaton.meta.evaluation_set import EvaluationSet, named_files
from hyperbaton.meta.metric_scores import MetricScores, of_segments, of_systems
from hyperbaton.metrics.base import Scores
from hyperbaton.text.reading import Table, check_distinct, open_table

# Names of columns.
SYSTEM = ("system", "systemId", "system_id", "SYS")
SEGMENT = ("segment", "segmentId", "segment_id", "seg_id", "sid", "SID")
LANGUAGE_PAIR = ("lp", "LP", "language_pair")
MISSING = ("none", "nan")  # in place of a score, in any case


class Omissions:
    """Refuses judgements and outputs that cannot be used, or counts those that are left out.

    Attributes:
        skip: whether entries may be left out.
        counts: how many were, by reason.
    """

    def __init__(self, *, skip: bool = False) -> None:
        self.skip = skip
        self.counts: Counter[str] = Counter()

    def add(self, reason: str, detail: str, number: int = 1) -> None:
        """Counts entries under a reason, or raises an `InputError` with the details."""
        if not self.skip:
            raise InputError(f"{detail}; --skip-missing leaves such entries out")
        self.counts[reason] += number

    def __str__(self) -> str:
        return ", ".join(f"{number} × {reason}" for reason, number in sorted(self.counts.items()))


class OutputFinder:
    """Finds the output that a judgement is about, by system and segment."""

    def __init__(self, data: EvaluationSet, omissions: Omissions) -> None:
        self.data = data
        self.omissions = omissions
        self._numbers = {name: number for number, name in enumerate(data.systems)}
        self._available = data.available.tolist()

    def find(self, system: str, segment: str, place: str) -> tuple[int, int] | None:
        """Returns the numbers of a system and a segment; None where they are left out."""
        row = self.system(system, place)
        column = self.segment(field(segment, place, "the segment", IN_A_FILE), place)
        if row is None or column is None or not self.is_available(row, column, place):
            return None
        return row, column

    def system(self, name: str, place: str) -> int | None:
        """Returns the number of a system; None for one that is left out.

        WMT's files write `newstest2013.de-en.NAME` for NAME.
        """
        short = name.partition(f".{self.data.pair}.")[2] or name
        found = self._numbers.get(name, self._numbers.get(short))
        if found is None and not {name, short} & self.data.left_out:
            known = ", ".join(self.data.systems)
            self.omissions.add(
                "judgement of an unknown system",
                f"{place}: {self.data.pair} has no system {name}; it has {known}",
            )
        return found

    def segment(self, number: int, place: str) -> int | None:
        """Returns the position of a segment counted from 1; None for one that is left out."""
        if 1 <= number <= len(self.data):
            return number - 1
        self.omissions.add(
            "judgement of a segment out of range",
            f"{place}: segment {number} is out of range; {self.data.pair} has segments 1 to "
            f"{len(self.data)}",
        )
        return None

    def is_available(self, system: int, segment: int, place: str) -> bool:
        """Whether the output is there to be scored."""
        if self._available[system][segment]:
            return True
        self.omissions.add(
            "judgement of a missing output",
            f"{place}: {self.data.systems[system]} has no output for segment {segment + 1}",
        )
        return False


def field(text: str, place: str, what: str, accepted: Range[Number]) -> Number:
    """Returns the number in a field, which may have spaces around it."""
    found = accepted.read(text.strip(" "))
    if found is None:
        raise InputError(f"{place}: {what} is {shown(text)}; {accepted} is accepted")
    return found


def score(text: str, place: str, what: str) -> float:
    """Returns the score in a field, NaN where the field says that there is none."""
    return math.nan if text.strip(" ").lower() in MISSING else field(text, place, what, SCORE)


PAIR = "{lp}"
SUFFIXES = (".seg.score", ".sys.score", ".score", ".txt")


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
    plain = path.lower().removesuffix(".gz")
    if plain.endswith((".tsv", ".csv")):
        columns = _read_columns(open_table(path), data, omissions).items()
        return [_metric(name, path, found, data, lower_is_better) for name, found in columns]
    suffix = next((ending for ending in SUFFIXES if plain.endswith(ending)), "")
    name, scores = _name(source, suffix), read_scores(path, data, omissions)
    metric = _metric(name, path, scores, data, lower_is_better)
    stem = path[: len(plain) - len(suffix)]
    other = {".seg.score": ".sys.score", ".sys.score": ".seg.score"}.get(suffix, "")
    beside = [f"{stem}{other}{packed}" for packed in ("", ".gz") if other]
    beside = [file for file in beside if Path(file).exists()]
    if not beside:
        return [metric]
    scores = read_scores(beside[0], data, omissions)
    second = _metric(name, beside[0], scores, data, lower_is_better)
    segments, systems = (metric, second) if suffix == ".seg.score" else (second, metric)
    return [replace(segments, totals=None, system_scores=systems.system_scores)]


def _name(source: str, suffix: str) -> str:
    """What a metric is called by its file, which is the same for all language pairs."""
    path = Path(source)
    name = path.name.removesuffix(".gz").removesuffix(suffix)
    return re.sub(r"[._-]?\{lp\}", "", name).strip("._-") or path.parent.name


def _metric(
    name: str, path: str, scores: Scores, data: EvaluationSet, lower_is_better: bool
) -> MetricScores:
    values = -scores if lower_is_better else scores
    if values.shape[1] == len(data):
        return of_segments(name, path, data.systems, np.where(data.available, values, np.nan))
    return of_systems(name, path, data.systems, values[:, 0])


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
    system = table.index(*SYSTEM)
    segment, pair = (
        table.index(*names) if set(names) & set(table.columns) else None
        for names in (SEGMENT, LANGUAGE_PAIR)
    )
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
