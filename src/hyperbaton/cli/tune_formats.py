"""The formats of `hyperbaton tune`: a readable table, JSON and TSV, and curves."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hyperbaton import __version__
from hyperbaton.cli.output import write_output
from hyperbaton.cli.score_formats import or_null
from hyperbaton.cli.tables import aligned
from hyperbaton.meta import Tuned
from hyperbaton.metrics import TextMetric
from hyperbaton.tables.line_chart import line_chart

CURVE_FORMATS = (".svg", ".tsv", ".json")


@dataclass(frozen=True)
class TuningRow:
    """One metric tuned on one language pair, or on all together.

    Attributes:
        pair: the language pair, or `all`.
        metric: the metric as it was.
        tuned: what came out.
    """

    pair: str
    metric: TextMetric
    tuned: Tuned


@dataclass(frozen=True)
class TuningCurve:
    """The objective over a parameter.

    Attributes:
        objective: its name.
        parameter: the parameter.
        values: where it was measured.
        lines: by name of metric and language pair, the objective at each value.
    """

    objective: str
    parameter: str
    values: Sequence[float]
    lines: dict[str, list[float]]


def as_text(rows: Sequence[TuningRow], objective: str) -> str:
    """A table of what was found, with the tuned metrics below."""
    table = [["metric", "lp", "best", objective, "held out", "as given", "by"]]
    for row in rows:
        tuned = row.tuned
        best = " ".join(f"{name}={value:.4g}" for name, value in tuned.values.items())
        figures = [f"{value:.4f}" for value in (tuned.training, tuned.held_out, tuned.start)]
        table.append([str(row.metric), row.pair, best, *figures, tuned.method])
    metrics = sorted({f"{row.pair}: {row.tuned.metric}" for row in rows})
    return "\n".join([aligned(table), "", *metrics])


def as_tsv(rows: Sequence[TuningRow], objective: str) -> str:
    """One row per metric and language pair, in full precision."""
    header = ["metric", "lp", "tuned", "objective", "training", "held_out", "start", "method"]
    table = [header]
    for row in rows:
        tuned = row.tuned
        figures = [repr(value) for value in (tuned.training, tuned.held_out, tuned.start)]
        names = [str(row.metric), row.pair, str(tuned.metric), objective]
        table.append([*names, *figures, tuned.method])
    return "\n".join("\t".join(row) for row in table)


def as_json(rows: Sequence[TuningRow], objective: str) -> str:
    """Everything, with the values found for each fold."""
    records = [
        {
            "metric": str(row.metric),
            "lp": row.pair,
            "tuned": str(row.tuned.metric),
            "signature": row.tuned.metric.signature,
            "values": row.tuned.values,
            "method": row.tuned.method,
            "training": or_null(row.tuned.training),
            "held_out": or_null(row.tuned.held_out),
            "start": or_null(row.tuned.start),
            "folds": list(row.tuned.folds),
        }
        for row in rows
    ]
    document = {"hyperbaton": __version__, "objective": objective, "tuned": records}
    return json.dumps(document, indent=1, ensure_ascii=False)


FORMATS: dict[str, Callable[[Sequence[TuningRow], str], str]] = {
    "text": as_text,
    "tsv": as_tsv,
    "json": as_json,
}


def write_curve(path: str, curve: TuningCurve) -> None:
    """Writes a curve in the format that the name of the file ends in."""
    if path.endswith(".svg"):
        title = f"{curve.objective} over {curve.parameter}"
        text = line_chart(title, curve.parameter, curve.objective, curve.values, curve.lines)
    elif path.endswith(".tsv"):
        rows = [[curve.parameter, *curve.lines]]
        for k, value in enumerate(curve.values):
            rows.append([repr(value), *(repr(line[k]) for line in curve.lines.values())])
        text = "\n".join("\t".join(row) for row in rows)
    else:
        lines = {name: [or_null(v) for v in line] for name, line in curve.lines.items()}
        document = {
            "objective": curve.objective,
            "parameter": curve.parameter,
            "values": list(curve.values),
            "lines": lines,
        }
        text = json.dumps(document, indent=1, ensure_ascii=False)
    write_output(text, path)
