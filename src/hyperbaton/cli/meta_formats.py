"""The formats of `hyperbaton meta`: a readable table, JSON, TSV and LaTeX."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from hyperbaton import __version__
from hyperbaton.cli.score_formats import escaped, or_null
from hyperbaton.cli.tables import aligned
from hyperbaton.meta import Agreement, AgreementTable, StudyResult
from hyperbaton.meta.significance.comparison import SIGNIFICANT

DECIMALS = 4
PERCENT_DECIMALS = 2
UNDEFINED = "n/a"


def as_text(result: StudyResult, baselines: Sequence[str]) -> str:
    """One table per protocol, with signatures below."""
    parts = []
    for table in result.tables:
        parts.append(f"{_title(table)}\n{aligned(_rows(table))}{_notes(table)}")
        if baselines:
            parts.append(_records(table, baselines))
    scores = next(iter(result.scores.values()))
    parts.append("\n".join(metric.signature for metric in scores))
    return "\n\n".join(parts)


def as_tsv(result: StudyResult, baselines: Sequence[str]) -> str:
    """One row per protocol, language pair and metric, in full precision."""
    header = ["level", "statistic", "lp", "metric", "value", "low", "high", "cluster"]
    rows = [[*header, "systems", "pairs"]]
    for table in result.tables:
        for agreement in table.agreements:
            for k, metric in enumerate(agreement.metrics):
                bounds = agreement.intervals[k] if agreement.intervals else None
                rows.append(
                    [
                        table.protocol.level,
                        table.protocol.statistic,
                        agreement.pair,
                        metric,
                        repr(float(agreement.values[k])),
                        repr(bounds.low) if bounds else "",
                        repr(bounds.high) if bounds else "",
                        str(agreement.clusters[k] or ""),
                        str(agreement.systems),
                        str(agreement.pairs),
                    ]
                )
    return "\n".join("\t".join(row) for row in rows)


def as_json(result: StudyResult, baselines: Sequence[str]) -> str:
    """Everything, with the p-values between metrics; what is not defined is null."""
    scores = next(iter(result.scores.values()))
    document = {
        "hyperbaton": __version__,
        "signatures": {metric.name: metric.signature for metric in scores},
        "tables": [_table_record(table, baselines) for table in result.tables],
    }
    return json.dumps(document, indent=1, ensure_ascii=False)


def as_latex(result: StudyResult, baselines: Sequence[str]) -> str:
    """A booktabs table per protocol, the best of each column in bold."""
    parts = []
    for table in result.tables:
        pairs = [agreement.pair for agreement in table.agreements]
        parts += [
            f"% {_title(table)}",
            rf"\begin{{tabular}}{{l{'r' * (len(pairs) + 1)}}}",
            r"\toprule",
            " & ".join(["metric", *pairs, "mean"]) + r" \\",
            r"\midrule",
        ]
        columns = [np.nan_to_num(c, nan=-np.inf) for c in (*table.values, table.means)]
        for k, metric in enumerate(table.metrics):
            cells = [_latex_cell(table, float(c[k]), max(c.tolist())) for c in columns]
            parts.append(" & ".join([escaped(metric), *cells]) + r" \\")
        parts += [r"\bottomrule", r"\end{tabular}"]
    return "\n".join(parts)


FORMATS: dict[str, Callable[[StudyResult, Sequence[str]], str]] = {
    "text": as_text,
    "tsv": as_tsv,
    "json": as_json,
    "latex": as_latex,
}


def _title(table: AgreementTable) -> str:
    protocol = table.protocol
    return f"{protocol.statistic} of {protocol.level}s"


def _rows(table: AgreementTable) -> list[list[str]]:
    several = len(table.agreements) > 1
    pairs = [agreement.pair for agreement in table.agreements]
    rows = [["metric", *pairs, *(["mean", "mean rank"] if several else [])]]
    means, ranks = table.means, table.mean_ranks
    for k, metric in enumerate(table.metrics):
        row = [metric, *(_cell(table, agreement, k) for agreement in table.agreements)]
        if several:
            row += [_rounded(table, float(means[k])), f"{ranks[k]:.2f}"]
        rows.append(row)
    return rows


def _cell(table: AgreementTable, agreement: Agreement, k: int) -> str:
    text = _rounded(table, float(agreement.values[k]))
    if agreement.intervals and math.isfinite(agreement.values[k]):
        text += f" ±{_rounded(table, agreement.intervals[k].radius)}"
    cluster = agreement.clusters[k]
    return text if cluster is None else f"{text} [{cluster}]"


def _notes(table: AgreementTable) -> str:
    protocol = table.protocol
    notes = [
        f"{a.pair}: {a.pairs} pairs of {'outputs' if protocol.level == 'segment' else 'systems'}, "
        f"{a.systems} systems"
        for a in table.agreements
    ]
    if any(agreement.p_values is not None for agreement in table.agreements):
        notes.append(
            "[n] ranks clusters: a metric that begins one is worse than one of those before it "
            f"(p < {SIGNIFICANT})"
        )
    if any(agreement.intervals for agreement in table.agreements):
        notes.append(f"± half of the 95 % bootstrap interval of {protocol.samples} samples")
    reasons = {
        f"{metric} on {agreement.pair}: {reason}"
        for agreement in table.agreements
        for metric, reason in zip(agreement.metrics, agreement.reasons, strict=True)
        if reason
    }
    return "".join(f"\n{note}" for note in [*notes, *sorted(reasons)])


def _records(table: AgreementTable, baselines: Sequence[str]) -> str:
    others = [metric for metric in table.metrics if metric not in baselines]
    rows = [["better/worse/equal", *baselines]]
    rows += [[new, *(str(table.record(new, old)) for old in baselines)] for new in others]
    return aligned(rows)


def _rounded(table: AgreementTable, value: float) -> str:
    if not math.isfinite(value):
        return UNDEFINED
    percent = table.protocol.statistic == "consistency"
    return f"{value:.{PERCENT_DECIMALS if percent else DECIMALS}f}"


def _latex_cell(table: AgreementTable, value: float, best: float) -> str:
    text = _rounded(table, value)
    return rf"\textbf{{{text}}}" if value == best else text


def _table_record(table: AgreementTable, baselines: Sequence[str]) -> dict[str, Any]:
    protocol = table.protocol
    record: dict[str, Any] = {
        "level": protocol.level,
        "statistic": protocol.statistic,
        "test": protocol.test,
        "samples": protocol.samples,
        "seed": protocol.seed,
        "metrics": list(table.metrics),
        "mean": [or_null(value) for value in table.means.tolist()],
        "mean_rank": [or_null(value) for value in table.mean_ranks.tolist()],
        "pairs": [_agreement_record(agreement) for agreement in table.agreements],
    }
    if baselines:
        record["records"] = {
            old: {new: str(table.record(new, old)) for new in table.metrics if new not in baselines}
            for old in baselines
        }
    return record


def _agreement_record(agreement: Agreement) -> dict[str, Any]:
    record: dict[str, Any] = {
        "lp": agreement.pair,
        "systems": agreement.systems,
        "pairs": agreement.pairs,
        "values": [or_null(value) for value in agreement.values.tolist()],
        "reasons": list(agreement.reasons),
    }
    if agreement.intervals:
        record["low"] = [or_null(bounds.low) for bounds in agreement.intervals]
        record["high"] = [or_null(bounds.high) for bounds in agreement.intervals]
    if agreement.p_values is not None:
        record["clusters"] = agreement.clusters
        record["p_values"] = [[or_null(p) for p in row] for row in agreement.p_values.tolist()]
    return record
