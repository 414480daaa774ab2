"""Studies: metrics against people, over language pairs and protocols, as tables."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from hyperbaton import __version__
from hyperbaton.checks import as_list, each_once
from hyperbaton.errors import InputError, NotFoundError, OptionError
from hyperbaton.evidence import Preparation
from hyperbaton.meta.evaluation import SEGMENT, Agreement, Protocol, evaluate
from hyperbaton.meta.judged_sets import JudgedSet, Omissions
from hyperbaton.meta.scores import MetricScores, SystemScorer, read_metric_scores
from hyperbaton.meta.significance import SIGNIFICANT, mean_ranks
from hyperbaton.metrics import Metric, as_metrics
from hyperbaton.metrics.base import Scores
from hyperbaton.tables.json_form import to_json
from hyperbaton.tables.layout import Rows, aligned, decimal
from hyperbaton.tables.tabular import Tabular, full_precision

# Columns of tab-separated values.
TSV = ("level", "statistic", "lp", "metric", "value", "low", "high", "cluster", "systems", "pairs")


@dataclass(frozen=True, eq=False, repr=False)
class AgreementTable(Tabular):
    """Agreement by one protocol over language pairs; `table["bleu"]` has that of a metric."""

    protocol: Protocol
    agreements: tuple[Agreement, ...]

    @property
    def title(self) -> str:
        """What was measured, like `tau of segments`."""
        protocol = self.protocol
        details = [f"average {protocol.average}"] if protocol.average else []
        details += [] if protocol.epsilon is None else [f"ties up to {protocol.epsilon:g}"]
        details += [f"people's ties below {protocol.threshold:g}"] if protocol.threshold else []
        described = f" ({', '.join(details)})" if details and protocol.level == SEGMENT else ""
        return f"{protocol.statistic} of {protocol.level}s{described}"

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
    def pooled(self) -> Scores | None:
        """The accuracy of each metric on the pairs of systems of all language pairs together."""
        if not self.protocol.statistic.startswith("accuracy") or self.protocol.level == SEGMENT:
            return None
        counted = np.array([agreement.counted for agreement in self.agreements], np.float64)
        return np.asarray(counted @ self.values / counted.sum())

    def __getitem__(self, metric: str) -> dict[str, float]:
        """The values of a metric, by language pair."""
        if metric not in self.metrics:
            raise NotFoundError(metric, f"there is no metric {metric}", self.metrics)
        column = self.values[:, self.metrics.index(metric)]
        return dict(zip(self.pairs, column.tolist(), strict=True))

    def records(self) -> list[dict[str, Any]]:
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

    def to_dict(self) -> dict[str, Any]:
        """Everything, with the p-values between metrics; what is not defined is None."""
        found: dict[str, Any] = to_json(
            {
                **asdict(self.protocol),
                "metrics": self.metrics,
                "mean": self.means,
                "mean_rank": mean_ranks(self.values),
                "pooled": self.pooled,
                "agreements": self.records(),
                "p_values": {each.pair: each.p_values for each in self.agreements},
            }
        )
        return found

    def table(self) -> Rows:
        """Metrics by language pairs, with means where there are several."""
        several = len(self.agreements) > 1
        pooled = self.pooled if several else None
        rows = [["metric", *self.pairs, *(["mean", "mean rank"] if several else [])]]
        rows[0] += [] if pooled is None else ["pooled"]
        means, ranks = self.means.tolist(), mean_ranks(self.values).tolist()
        for k, metric in enumerate(self.metrics):
            row = [metric, *(self._cell(agreement, k) for agreement in self.agreements)]
            if several:
                row += [self._rounded(means[k]), decimal(ranks[k], 2)]
            if pooled is not None:
                row.append(self._rounded(float(pooled[k])))
            rows.append(row)
        return rows

    def notes(self) -> list[str]:
        """What a reader must know: sizes, marks, and why a value is missing."""
        what = "outputs" if self.protocol.level == SEGMENT else "systems"
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
            f"{found['metric']} on {found['lp']}: {found['reason']}"
            for found in self.records()
            if found["reason"]
        }
        return [*notes, *sorted(reasons)]

    def to_text(self) -> str:
        """The table with its title and notes."""
        return "\n".join([self.title, aligned(self.table()), *self.notes()])

    def _cell(self, agreement: Agreement, k: int) -> str:
        text = self._rounded(float(agreement.values[k]))
        if agreement.intervals and math.isfinite(agreement.values[k]):
            text += f" ±{self._rounded(agreement.intervals[k].radius)}"
        cluster = agreement.clusters[k]
        return text if cluster is None else f"{text} [{cluster}]"

    def _rounded(self, value: float) -> str:
        return decimal(value, 2 if self.protocol.statistic == "consistency" else 4)


@dataclass(frozen=True, eq=False, repr=False)
class StudyResult(Tabular):
    """A table per protocol, `result["tau"]` or `result["system", "pearson"]`, and all scores."""

    tables: tuple[AgreementTable, ...]
    scores: dict[str, list[MetricScores]]  # by language pair

    def __getitem__(self, key: str | tuple[str, str]) -> AgreementTable:
        """The first table of a statistic, or the one of a level and statistic."""
        for table in self.tables:
            protocol = table.protocol
            if key in (protocol.statistic, (protocol.level, protocol.statistic)):
                return table
        raise NotFoundError(key, f"{key!r} was not measured", [t.title for t in self.tables])

    @property
    def signatures(self) -> dict[str, dict[str, str]]:
        """Everything that determines scores, by language pair and metric."""
        return {
            pair: {metric.name: metric.signature for metric in found}
            for pair, found in self.scores.items()
        }

    def records(self) -> list[dict[str, Any]]:
        """One record per protocol, language pair and metric."""
        signatures = self.signatures
        return [
            {**found, "signature": signatures[found["lp"]][found["metric"]]}
            for table in self.tables
            for found in table.records()
        ]

    def to_dict(self) -> dict[str, Any]:
        """A JSON-ready dict."""
        return {
            "hyperbaton": __version__,
            "signatures": self.signatures,
            "tables": [table.to_dict() for table in self.tables],
        }

    def table(self) -> Rows:
        """All tables in one, in which a column says what was measured."""
        header, *_ = self.tables[0].table()
        rows = [[header[0], "agreement", *header[1:]]]
        for table in self.tables:
            rows += [[row[0], table.title, *row[1:]] for row in table.table()[1:]]
        return rows

    def to_text(self) -> str:
        """The tables, then signatures: each once, with the pairs that have it."""
        pairs_of: dict[str, dict[str, None]] = {}
        for position in range(len(next(iter(self.scores.values()), []))):
            for pair, found in self.scores.items():
                pairs_of.setdefault(found[position].signature, {})[pair] = None
        signatures = [
            signature if len(pairs) == len(self.scores) else f"{', '.join(pairs)}: {signature}"
            for signature, pairs in pairs_of.items()
        ]
        return "\n\n".join([*(table.to_text() for table in self.tables), "\n".join(signatures)])

    def to_tsv(self) -> str:
        """One row per protocol, language pair and metric, in full precision."""
        return full_precision(TSV, self.records())


@dataclass(frozen=True)
class Scoring:
    """Which scores are evaluated, and how they are computed.

    Attributes:
        metrics: metrics to compute, or metric strings like `pef(beta=0.6)`.
        scores: files of scores by others, see `read_metric_scores`.
        errors: such files where lower is better.
        preparation: how text becomes evidence; the language is that of each language pair.
        threads: how many threads to use; all cores by default.
    """

    metrics: Sequence[str | Metric] = ()
    scores: tuple[str, ...] = ()
    errors: tuple[str, ...] = ()
    preparation: Preparation = field(default_factory=Preparation)
    threads: int | None = None

    def __post_init__(self) -> None:
        for name in ("scores", "errors"):
            as_list(getattr(self, name), name)
        object.__setattr__(self, "metrics", self.text_metrics)

    @property
    def text_metrics(self) -> tuple[Metric, ...]:
        """The metrics to compute."""
        return tuple(each_once(as_metrics(self.metrics), "metrics"))

    def scorer(self, judged: JudgedSet, *, keep: bool = False) -> SystemScorer:
        """What scores a language pair; with `keep`, again and again."""
        return SystemScorer(judged.data, self.preparation, threads=self.threads, keep=keep)

    def read(self, judged: JudgedSet, omissions: Omissions) -> list[MetricScores]:
        """Reads scores by others."""
        return [
            found
            for sources, lower in ((self.scores, False), (self.errors, True))
            for source in sources
            for found in read_metric_scores(source, judged.data, omissions, lower_is_better=lower)
        ]


def score_judged_set(
    judged: JudgedSet, scoring: Scoring, omissions: Omissions
) -> list[MetricScores]:
    """Scores one language pair: metrics first, then files."""
    computed = scoring.scorer(judged).score(scoring.text_metrics) if scoring.metrics else []
    return computed + scoring.read(judged, omissions)


def run_study(
    sets: Sequence[JudgedSet],
    scoring: Scoring,
    protocols: Sequence[Protocol],
    omissions: Omissions | None = None,
) -> StudyResult:
    """Scores all language pairs and measures agreement by every protocol.

    Args:
        sets: the language pairs.
        scoring: which scores are evaluated.
        protocols: how agreement is measured.
        omissions: what to do with judgements that cannot be used; they are refused by default.

    Raises:
        InputError: scores and judgements do not fit together.
        OptionError: language pairs have scores of different metrics, or two have the same name.
    """
    omitted = omissions or Omissions()
    if not sets:
        raise InputError("sets: expected at least one, got none")
    # Files are read first, since what is wrong with them should not cost the time of scoring.
    read = {judged.pair: scoring.read(judged, omitted) for judged in sets}
    names = [[metric.name for metric in found] for found in read.values()]
    if any(other != names[0] for other in names):
        raise OptionError(
            "language pairs have scores of different metrics: "
            + "; ".join(f"{pair}: {', '.join(n)}" for pair, n in zip(read, names, strict=True))
        )
    metrics = scoring.text_metrics
    each_once([*map(str, metrics), *names[0]], "scores")
    scores = {
        judged.pair: (scoring.scorer(judged).score(metrics) if metrics else []) + read[judged.pair]
        for judged in sets
    }
    tables = [
        AgreementTable(
            protocol,
            tuple(
                evaluate(judged.pair, judged.judgements, scores[judged.pair], protocol, omitted)
                for judged in sets
            ),
        )
        for protocol in protocols
    ]
    return StudyResult(tuple(tables), scores)
