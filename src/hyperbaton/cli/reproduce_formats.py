"""The formats of `hyperbaton reproduce`: readable tables, Markdown, JSON and TSV."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from typing import Any

from hyperbaton import __version__
from hyperbaton.cli.score_formats import or_null
from hyperbaton.cli.tables import aligned
from hyperbaton.reproduction.paper import Paper
from hyperbaton.reproduction.result import Cell, ComparedTable, Curve, Reproduction, Value

NOTHING = "–"
UNDEFINED = "n/a"


def as_text(paper: Paper, result: Reproduction) -> str:
    """One table below the other, then what differs in method."""
    parts = [f"{paper.name}: {paper.source}"]
    for table in result.tables:
        parts.append("\n".join([_heading(table), aligned(_rows(table)), *table.notes]))
    parts += [
        "\n".join([f"{curve.title} ({curve.id})", aligned(_points(curve))])
        for curve in result.curves
    ]
    parts.append("\n".join(["What differs in method:", *(f"- {note}" for note in result.notes)]))
    parts.append("\n".join(result.signatures.values()))
    return "\n\n".join(part for part in parts if part)


def as_markdown(paper: Paper, result: Reproduction) -> str:
    """The same as Markdown."""
    parts = []
    for table in result.tables:
        heading = f"**{_heading(table)}**"
        parts.append("\n\n".join([heading, _markdown(_rows(table)), *table.notes]))
    for curve in result.curves:
        parts.append(f"**{curve.title} ({curve.id})**\n\n{_markdown(_points(curve))}")
    parts.append("\n".join(f"- {note}" for note in result.notes))
    return "\n\n".join(parts)


def as_tsv(paper: Paper, result: Reproduction) -> str:
    """One row per figure, in full precision."""
    header = ["table", "metric", "column", "ours", "margin", "published", "published_margin"]
    rows = [[*header, "difference"]]
    for table in result.tables:
        for name, cells in table.rows.items():
            for column, cell in zip(table.columns, cells, strict=True):
                figures = (cell.ours, cell.margin, cell.published, cell.published_margin)
                rows.append([table.id, name, column, *map(_plain, (*figures, cell.difference))])
    for curve in result.curves:
        for name, line in curve.lines.items():
            for x, y in zip(curve.values, line, strict=True):
                rows.append([curve.id, name, f"{curve.parameter}={x:g}", repr(y), "", "", "", ""])
    return "\n".join("\t".join(row) for row in rows)


def as_json(paper: Paper, result: Reproduction) -> str:
    """Everything; what is not defined is null."""
    document = {
        "hyperbaton": __version__,
        "paper": paper.name,
        "source": paper.source,
        "signatures": dict(result.signatures),
        "tables": [_table_record(table) for table in result.tables],
        "curves": [_curve_record(curve) for curve in result.curves],
        "notes": list(result.notes),
    }
    return json.dumps(document, indent=1, ensure_ascii=False)


FORMATS: dict[str, Callable[[Paper, Reproduction], str]] = {
    "text": as_text,
    "markdown": as_markdown,
    "tsv": as_tsv,
    "json": as_json,
}


def _heading(table: ComparedTable) -> str:
    cells = [cell for row in table.rows.values() for cell in row]
    if any(cell.difference is not None for cell in cells):
        return f"{table.title} ({table.id}): ours (the paper's, difference)"
    printed = ": the paper's in brackets" if any(cell.published for cell in cells) else ""
    return f"{table.title} ({table.id}){printed}"


def _rows(table: ComparedTable) -> list[list[str]]:
    rows = [["metric", *table.columns]]
    for name, cells in table.rows.items():
        rows.append([name, *(_cell(cell, table.decimals) for cell in cells)])
    return rows


def _cell(cell: Cell, decimals: int) -> str:
    """Such as `0.231 ±0.010 (0.196, +0.035)`; what is missing is left out."""
    ours = _with_margin(cell.ours, cell.margin, decimals)
    paper = _with_margin(cell.published, cell.published_margin, decimals)
    if cell.published is None:
        return ours
    if cell.difference is None:
        return f"({paper})" if cell.ours is None else f"{ours} ({paper})"
    return f"{ours} ({paper}, {cell.difference:+.{decimals}f})"


def _with_margin(value: Value, margin: float | None, decimals: int) -> str:
    if value is None:
        return NOTHING
    if isinstance(value, str):
        return value
    if not math.isfinite(value):
        return UNDEFINED
    return f"{value:.{decimals}f}" + ("" if margin is None else f" ±{margin:.{decimals}f}")


def _points(curve: Curve) -> list[list[str]]:
    rows = [[curve.parameter, *(f"{x:g}" for x in curve.values)]]
    return rows + [[name, *(f"{y:.3f}" for y in line)] for name, line in curve.lines.items()]


def _markdown(rows: Sequence[Sequence[str]]) -> str:
    escaped = [[cell.replace("|", r"\|") for cell in row] for row in rows]
    lines = [f"| {' | '.join(row)} |" for row in escaped]
    return "\n".join([lines[0], f"|{' --- |' * len(rows[0])}", *lines[1:]])


def _plain(value: Value) -> str:
    return "" if value is None else value if isinstance(value, str) else repr(value)


def _json_value(value: Value) -> Value:
    return or_null(value) if isinstance(value, float) else value


def _table_record(table: ComparedTable) -> dict[str, Any]:
    return {
        "id": table.id,
        "title": table.title,
        "columns": list(table.columns),
        "metrics": dict(table.metrics),
        "rows": {name: [_cell_record(cell) for cell in row] for name, row in table.rows.items()},
        "published": list(table.shown),
        "notes": list(table.notes),
    }


def _cell_record(cell: Cell) -> dict[str, Value]:
    figures = {
        "ours": cell.ours,
        "margin": cell.margin,
        "published": cell.published,
        "published_margin": cell.published_margin,
        "difference": cell.difference,
    }
    return {name: _json_value(value) for name, value in figures.items()}


def _curve_record(curve: Curve) -> dict[str, Any]:
    return {
        "id": curve.id,
        "title": curve.title,
        "statistic": curve.statistic,
        "parameter": curve.parameter,
        "values": list(curve.values),
        "lines": {name: [or_null(y) for y in line] for name, line in curve.lines.items()},
    }
