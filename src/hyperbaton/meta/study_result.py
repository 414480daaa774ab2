"""What a study gives: tables of agreement, with all ways of writing them down."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from hyperbaton import __version__
from hyperbaton.errors import NotFoundError, OptionError
from hyperbaton.meta.agreement.evaluation import Agreement, Protocol
from hyperbaton.meta.agreement.metric_scores import MetricScores
from hyperbaton.meta.significance.comparison import SIGNIFICANT, Record, mean_ranks, record
from hyperbaton.metrics.base import Scores
from hyperbaton.tables import layout, tabular
from hyperbaton.tables.layout import Rows, aligned, decimal, html, latex_escaped
from hyperbaton.tables.tabular import Tabular, full_precision, or_none

# Columns of tab-separated values.
COLUMNS = (
    "level",
    "statistic",
    "lp",
    "metric",
    "value",
    "low",
    "high",
    "cluster",
    "systems",
    "pairs",
)


@dataclass(frozen=True, eq=False, repr=False)
class AgreementTable(Tabular):
    """The agreement of metrics with people by one protocol, over language pairs.

    `table["bleu"]` has the values of a metric by language pair.

    Attributes:
        protocol: how it was measured.
        agreements: one per language pair, of the same metrics.
        baselines: metrics against which wins, losses and draws of the others are counted.
    """

    protocol: Protocol
    agreements: tuple[Agreement, ...]
    baselines: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for baseline in self.baselines:
            self._position(baseline)

    @property
    def title(self) -> str:
        """What was measured, such as `tau of segments`."""
        return f"{self.protocol.statistic} of {self.protocol.level}s"

    @property
    def metrics(self) -> tuple[str, ...]:
        """The names of the metrics."""
        return self.agreements[0].metrics

    @property
    def pairs(self) -> tuple[str, ...]:
        """The language pairs."""
        return tuple(agreement.pair for agreement in self.agreements)

    @cached_property
    def values(self) -> Scores:
        """One row per language pair, one column per metric."""
        return np.array([agreement.values for agreement in self.agreements])

    @property
    def means(self) -> Scores:
        """The mean of each metric over language pairs."""
        return np.asarray(self.values.mean(axis=0))

    @property
    def mean_ranks(self) -> Scores:
        """The mean rank of each metric over language pairs."""
        return mean_ranks(self.values)

    def __getitem__(self, metric: str) -> dict[str, float]:
        """The values of a metric, by language pair."""
        if metric not in self.metrics:
            raise NotFoundError(metric, f"there is no metric {metric}", self.metrics)
        column = self.values[:, self.metrics.index(metric)]
        return dict(zip(self.pairs, column.tolist(), strict=True))

    def record(self, new: str, baseline: str) -> Record:
        """On how many language pairs one metric beats another, loses or draws.

        Raises:
            OptionError: a metric is not in the table, or nothing was tested.
        """
        i, j = self._position(new), self._position(baseline)
        tables = [agreement.p_values for agreement in self.agreements]
        known = [table for table in tables if table is not None]
        if len(known) < len(tables):
            raise OptionError("wins and losses need a significance test")
        return record([table[i, j] for table in known], [table[j, i] for table in known])

    def _position(self, metric: str) -> int:
        if metric not in self.metrics:
            raise OptionError(f"there is no metric {metric} among {', '.join(self.metrics)}")
        return self.metrics.index(metric)

    def records(self) -> list[tabular.Record]:
        """One record per language pair and metric."""
        return [
            {
                "level": self.protocol.level,
                "statistic": self.protocol.statistic,
                "lp": agreement.pair,
                "metric": metric,
                "value": float(agreement.values[k]),
                "low": agreement.intervals[k].low if agreement.intervals else None,
                "high": agreement.intervals[k].high if agreement.intervals else None,
                "cluster": agreement.clusters[k],
                "systems": agreement.systems,
                "pairs": agreement.pairs,
                "reason": agreement.why(k),
            }
            for agreement in self.agreements
            for k, metric in enumerate(agreement.metrics)
        ]

    def to_dict(self) -> tabular.Record:
        """Everything, with the p-values between metrics; what is not defined is None."""
        found: tabular.Record = {
            "level": self.protocol.level,
            "statistic": self.protocol.statistic,
            "test": self.protocol.test,
            "samples": self.protocol.samples,
            "seed": self.protocol.seed,
            "metrics": list(self.metrics),
            "mean": [or_none(value) for value in self.means.tolist()],
            "mean_rank": [or_none(value) for value in self.mean_ranks.tolist()],
            "pairs": [_agreement_record(agreement) for agreement in self.agreements],
        }
        if self.baselines:
            found["records"] = {
                old: {new: str(self.record(new, old)) for new in self._others}
                for old in self.baselines
            }
        return found

    def table(self) -> Rows:
        """Metrics by language pairs, with means where there are several."""
        several = len(self.agreements) > 1
        rows = [["metric", *self.pairs, *(["mean", "mean rank"] if several else [])]]
        means, ranks = self.means, self.mean_ranks
        for k, metric in enumerate(self.metrics):
            row = [metric, *(self._cell(agreement, k) for agreement in self.agreements)]
            if several:
                row += [self._rounded(float(means[k])), decimal(float(ranks[k]), 2)]
            rows.append(row)
        return rows

    def notes(self) -> list[str]:
        """What a reader must know: sizes, marks, and why a value is missing."""
        what = "outputs" if self.protocol.level == "segment" else "systems"
        notes = [
            f"{a.pair}: {a.pairs} pairs of {what}, {a.systems} systems" for a in self.agreements
        ]
        if any(agreement.p_values is not None for agreement in self.agreements):
            notes.append(
                "[n] clusters: a metric starts a new cluster when it is significantly worse than "
                f"some metric of the cluster above (p < {SIGNIFICANT})"
            )
        if any(agreement.intervals for agreement in self.agreements):
            samples = self.protocol.samples
            notes.append(f"± half of the 95 % bootstrap interval ({samples} resamples)")
        reasons = {
            f"{metric} on {agreement.pair}: {reason}"
            for agreement in self.agreements
            for k, metric in enumerate(agreement.metrics)
            if (reason := agreement.why(k))
        }
        return [*notes, *sorted(reasons)]

    def to_text(self) -> str:
        """The table with its title and notes, and wins against baselines if there are any."""
        parts = ["\n".join([self.title, aligned(self.table()), *self.notes()])]
        if self.baselines:
            rows = [["better/worse/equal", *self.baselines]]
            rows += [
                [new, *(str(self.record(new, b)) for b in self.baselines)] for new in self._others
            ]
            parts.append(aligned(rows))
        return "\n\n".join(parts)

    def to_latex(self) -> str:
        """A booktabs table, the best of each column in bold."""
        rows = [["metric", *map(latex_escaped, self.pairs), "mean"]]
        columns = [np.nan_to_num(c, nan=-np.inf) for c in (*self.values, self.means)]
        for k, metric in enumerate(self.metrics):
            cells = [self._latex_cell(float(c[k]), max(c.tolist())) for c in columns]
            rows.append([latex_escaped(metric), *cells])
        return f"% {self.title}\n{layout.latex(rows)}"

    def _repr_html_(self) -> str:
        return html(self.table(), "; ".join([self.title, *self.notes()]))

    @property
    def _others(self) -> list[str]:
        return [metric for metric in self.metrics if metric not in self.baselines]

    def _cell(self, agreement: Agreement, k: int) -> str:
        text = self._rounded(float(agreement.values[k]))
        if agreement.intervals and math.isfinite(agreement.values[k]):
            text += f" ±{self._rounded(agreement.intervals[k].radius)}"
        cluster = agreement.clusters[k]
        return text if cluster is None else f"{text} [{cluster}]"

    def _rounded(self, value: float) -> str:
        percent = self.protocol.statistic == "consistency"
        return decimal(value, 2 if percent else 4)

    def _latex_cell(self, value: float, best: float) -> str:
        text = self._rounded(value)
        return rf"\textbf{{{text}}}" if value == best and math.isfinite(value) else text


@dataclass(frozen=True, eq=False, repr=False)
class StudyResult(Tabular):
    """All tables of a study; `result["tau"]` is one, or `result["system", "pearson"]`.

    Attributes:
        tables: one per protocol.
        scores: for each language pair the scores of all metrics.
    """

    tables: tuple[AgreementTable, ...]
    scores: dict[str, list[MetricScores]]

    def __getitem__(self, key: str | tuple[str, str]) -> AgreementTable:
        """The first table of a statistic, or the one of a level and statistic."""
        for table in self.tables:
            protocol = table.protocol
            if key in (protocol.statistic, (protocol.level, protocol.statistic)):
                return table
        known = [table.title for table in self.tables]
        raise NotFoundError(key, f"{key!r} was not measured", known)

    def __iter__(self) -> Iterator[AgreementTable]:
        return iter(self.tables)

    def __len__(self) -> int:
        return len(self.tables)

    @property
    def signatures(self) -> dict[str, dict[str, str]]:
        """Everything that determines scores, by language pair and metric."""
        return {
            pair: {metric.name: metric.signature for metric in found}
            for pair, found in self.scores.items()
        }

    def records(self) -> list[tabular.Record]:
        """One record per protocol, language pair and metric."""
        signatures = self.signatures
        return [
            {**found, "signature": signatures[found["lp"]][found["metric"]]}
            for table in self.tables
            for found in table.records()
        ]

    def to_dict(self) -> tabular.Record:
        """Everything, as JSON has it; `signatures` are those of the first language pair."""
        signatures = self.signatures
        return {
            "hyperbaton": __version__,
            "signatures": next(iter(signatures.values()), {}),
            "signatures_by_pair": signatures,
            "tables": [table.to_dict() for table in self.tables],
        }

    def table(self) -> Rows:
        """All tables in one; with several protocols, a column says which."""
        if len(self.tables) == 1:
            return self.tables[0].table()
        header, *_ = self.tables[0].table() if self.tables else [["metric"]]
        rows = [[header[0], "agreement", *header[1:]]]
        for table in self.tables:
            rows += [[row[0], table.title, *row[1:]] for row in table.table()[1:]]
        return rows

    def to_text(self) -> str:
        """One table per protocol, with signatures below."""
        return "\n\n".join(
            [*(t.to_text() for t in self.tables), "\n".join(self._signature_notes())]
        )

    def to_tsv(self) -> str:
        """One row per protocol, language pair and metric, in full precision."""
        return full_precision(COLUMNS, self.records())

    def to_latex(self) -> str:
        """A booktabs table per protocol, the best of each column in bold."""
        return "\n".join(table.to_latex() for table in self.tables)

    def _repr_html_(self) -> str:
        return "".join(table._repr_html_() for table in self.tables)

    def _signature_notes(self) -> list[str]:
        """Signatures, each once; where language pairs differ, with the pairs in front."""
        pairs_of: dict[str, dict[str, None]] = {}
        for position in range(len(next(iter(self.scores.values()), []))):
            for pair, found in self.scores.items():
                pairs_of.setdefault(found[position].signature, {})[pair] = None
        everywhere = len(self.scores)
        return [
            signature if len(pairs) == everywhere else f"{', '.join(pairs)}: {signature}"
            for signature, pairs in pairs_of.items()
        ]


def _agreement_record(agreement: Agreement) -> tabular.Record:
    found: tabular.Record = {
        "lp": agreement.pair,
        "systems": agreement.systems,
        "pairs": agreement.pairs,
        "values": [or_none(value) for value in agreement.values.tolist()],
        "reasons": [agreement.why(k) for k in range(len(agreement.metrics))],
    }
    if agreement.intervals:
        found["low"] = [or_none(bounds.low) for bounds in agreement.intervals]
        found["high"] = [or_none(bounds.high) for bounds in agreement.intervals]
    if agreement.p_values is not None:
        found["clusters"] = agreement.clusters
        found["p_values"] = [[or_none(p) for p in row] for row in agreement.p_values.tolist()]
    return found
