"""The formats of `hyperbaton source`: a readable table, JSON and TSV."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hyperbaton import __version__
from hyperbaton.cli.tables import aligned


@dataclass(frozen=True)
class Column:
    """One measure of one system.

    Attributes:
        name: the measure.
        corpus: its value for the whole test set; NaN where it is not defined.
        segments: its value for each segment.
    """

    name: str
    corpus: float
    segments: list[float]


@dataclass(frozen=True)
class SystemMeasures:
    """All measures of one system.

    Attributes:
        name: the system.
        unlinked: how many segments have no links.
        columns: the measures.
    """

    name: str
    unlinked: int
    columns: list[Column]


def as_text(systems: list[SystemMeasures], *, segments: bool) -> str:
    """A table of measures by systems; one more table for segments."""
    tables = [aligned(_measure_rows(systems, "{:.4f}".format))]
    if segments:
        tables.append(aligned(_segment_rows(systems, "{:.4f}".format)))
    return "\n\n".join(tables)


def as_tsv(systems: list[SystemMeasures], *, segments: bool) -> str:
    """One row per measure, or per system and segment; numbers in full precision."""
    rows = _segment_rows(systems, repr) if segments else _measure_rows(systems, repr)
    return "\n".join("\t".join(row) for row in rows)


def as_json(systems: list[SystemMeasures], *, segments: bool) -> str:
    """Everything; numbers that are not defined are null."""
    document = {
        "hyperbaton": __version__,
        "systems": [
            {
                "name": system.name,
                "unlinked": system.unlinked,
                "measures": [_record(column, segments) for column in system.columns],
            }
            for system in systems
        ],
    }
    return json.dumps(document, indent=1, ensure_ascii=False)


FORMATS: dict[str, Callable[..., str]] = {"text": as_text, "tsv": as_tsv, "json": as_json}


def _measure_rows(
    systems: list[SystemMeasures], written: Callable[[float], str]
) -> list[list[str]]:
    rows = [["measure", *(system.name for system in systems)]]
    for columns in zip(*(system.columns for system in systems), strict=True):
        rows.append([columns[0].name, *(written(column.corpus) for column in columns)])
    return rows


def _segment_rows(
    systems: list[SystemMeasures], written: Callable[[float], str]
) -> list[list[str]]:
    rows = [["system", "segment", *(column.name for column in systems[0].columns)]]
    for system in systems:
        values = zip(*(column.segments for column in system.columns), strict=True)
        for number, row in enumerate(values, start=1):
            rows.append([system.name, str(number), *map(written, row)])
    return rows


def _record(column: Column, segments: bool) -> dict[str, Any]:
    record: dict[str, Any] = {"measure": column.name, "value": _or_null(column.corpus)}
    if segments:
        record["segments"] = [_or_null(value) for value in column.segments]
    return record


def _or_null(value: float) -> float | None:
    return value if math.isfinite(value) else None
