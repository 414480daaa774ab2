"""The formats of `hyperbaton score`: a readable table, JSON, TSV and LaTeX."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from typing import Any

from hyperbaton import __version__
from hyperbaton.cli.tables import aligned
from hyperbaton.scoring import MetricResult, ScoreReport

SIGNIFICANT = 0.05


def as_text(report: ScoreReport, *, segments: bool) -> str:
    """A table of systems by metrics with signatures below; one more table for segments."""
    header = ["system", *map(str, report.metrics)]
    rows = [[system.name, *map(_cell, system.scores)] for system in report.systems]
    parts = [aligned([header, *rows])]
    if any(result.p_value is not None for system in report.systems for result in system.scores):
        parts.append(f"* differs from {report.systems[0].name} with p < {SIGNIFICANT}")
    parts.append("\n".join(result.signature for result in report.systems[0].scores))
    if segments:
        parts.append(aligned(_segment_rows(report, "{:.4f}".format)))
    return "\n\n".join(parts)


def as_tsv(report: ScoreReport, *, segments: bool) -> str:
    """One row per system, or per system and segment; numbers in full precision."""
    if segments:
        rows = _segment_rows(report, repr)
    else:
        rows = [
            ["system", *map(str, report.metrics)],
            *([s.name, *(repr(result.score) for result in s.scores)] for s in report.systems),
        ]
    return "\n".join("\t".join(row) for row in rows)


def as_json(report: ScoreReport, *, segments: bool) -> str:
    """The whole report; numbers that are not defined are null."""
    document = {
        "hyperbaton": __version__,
        "systems": [
            {"name": s.name, "scores": [_record(result, segments) for result in s.scores]}
            for s in report.systems
        ],
    }
    return json.dumps(document, indent=1, ensure_ascii=False)


def as_latex(report: ScoreReport, *, segments: bool) -> str:
    """A booktabs table with the best score of each metric in bold; segments are left out."""
    best = [_best(report, column) for column in range(len(report.metrics))]
    lines = [
        rf"\begin{{tabular}}{{l{'r' * len(report.metrics)}}}",
        r"\toprule",
        " & ".join(["system", *(escaped(str(metric)) for metric in report.metrics)]) + r" \\",
        r"\midrule",
    ]
    for system in report.systems:
        cells = [
            rf"\textbf{{{_rounded(result)}}}" if result.score == top else _rounded(result)
            for result, top in zip(system.scores, best, strict=True)
        ]
        lines.append(" & ".join([escaped(system.name), *cells]) + r" \\")
    signatures = [f"% {result.signature}" for result in report.systems[0].scores]
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}", *signatures])


FORMATS: dict[str, Callable[..., str]] = {
    "text": as_text,
    "tsv": as_tsv,
    "json": as_json,
    "latex": as_latex,
}


def _cell(result: MetricResult) -> str:
    text = _rounded(result)
    if result.interval is not None:
        text += f" ± {result.interval.radius:.{result.metric.decimals}f}"
    if result.p_value is not None and result.p_value < SIGNIFICANT:
        text += "*"
    return text


def _rounded(result: MetricResult) -> str:
    return f"{result.score:.{result.metric.decimals}f}"


def _segment_rows(report: ScoreReport, written: Callable[[float], str]) -> list[list[str]]:
    rows = [["system", "segment", *map(str, report.metrics)]]
    for system in report.systems:
        columns = [result.segments.tolist() for result in system.scores]
        for number, values in enumerate(zip(*columns, strict=True), start=1):
            rows.append([system.name, str(number), *map(written, values)])
    return rows


def _record(result: MetricResult, segments: bool) -> dict[str, Any]:
    record: dict[str, Any] = {
        "metric": str(result.metric),
        "signature": result.signature,
        "score": or_null(result.score),
    }
    if result.interval is not None:
        bounds = result.interval
        record["confidence"] = {
            "low": or_null(bounds.low),
            "high": or_null(bounds.high),
            "mean": or_null(bounds.mean),
        }
    if result.p_value is not None:
        record["p_value"] = result.p_value
    if segments:
        record["segments"] = [or_null(value) for value in result.segments.tolist()]
    return record


def or_null(value: float) -> float | None:
    """A number for JSON, which has none that is not finite."""
    return value if math.isfinite(value) else None


def _best(report: ScoreReport, column: int) -> float:
    scores = [system.scores[column].score for system in report.systems]
    return max(scores) if report.metrics[column].higher_is_better else min(scores)


def escaped(text: str) -> str:
    """Text for LaTeX."""
    return "".join(f"\\{c}" if c in "&%$#_{}" else c for c in text)
