"""What tuning several metrics gives, with all ways of writing it down."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from hyperbaton import __version__
from hyperbaton.checks import check_same_number
from hyperbaton.errors import NotFoundError
from hyperbaton.meta.tuning.parameters import Tunable
from hyperbaton.meta.tuning.tuning import Tuned, tune
from hyperbaton.meta.tuning.tuning_problem import TuningSet
from hyperbaton.metrics import TextMetric
from hyperbaton.tables.layout import Rows, aligned, decimal, html, tab_separated
from hyperbaton.tables.tabular import Record, Tabular, or_none

ALL_PAIRS = "all"
# Columns of tab-separated values.
COLUMNS = ("metric", "lp", "tuned", "objective", "training", "held_out", "start", "method")


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


@dataclass(frozen=True, eq=False, repr=False)
class TuningReport(Tabular):
    """Tuned metrics; `report["ribes", "de-en"]` is one of them.

    Attributes:
        objective: the statistic that was maximised.
        rows: one per metric and language pair.
    """

    objective: str
    rows: tuple[TuningRow, ...]

    def __getitem__(self, key: tuple[str, str]) -> Tuned:
        """What came out for a metric, as it was written, and a language pair."""
        for row in self.rows:
            if (str(row.metric), row.pair) == key:
                return row.tuned
        known = (f"({row.metric}, {row.pair})" for row in self.rows)
        raise NotFoundError(key, f"{key!r} was not tuned", known)

    def __iter__(self) -> Iterator[TuningRow]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def records(self) -> list[Record]:
        """One record per metric and language pair, with the values found under their names."""
        return [
            {
                "metric": str(row.metric),
                "lp": row.pair,
                "tuned": str(row.tuned.metric),
                "objective": self.objective,
                "training": row.tuned.training,
                "held_out": row.tuned.held_out,
                "start": row.tuned.start,
                "method": row.tuned.method,
                **row.tuned.values,
            }
            for row in self.rows
        ]

    def to_dict(self) -> Record:
        """Everything, with the values found for each fold; what is not defined is None."""
        return {
            "hyperbaton": __version__,
            "objective": self.objective,
            "tuned": [
                {
                    "metric": str(row.metric),
                    "lp": row.pair,
                    "tuned": str(row.tuned.metric),
                    "signature": row.tuned.metric.signature,
                    "values": row.tuned.values,
                    "method": row.tuned.method,
                    "training": or_none(row.tuned.training),
                    "held_out": or_none(row.tuned.held_out),
                    "start": or_none(row.tuned.start),
                    "folds": list(row.tuned.folds),
                }
                for row in self.rows
            ],
        }

    def table(self) -> Rows:
        """What was found, and how well it does."""
        rows = [["metric", "lp", "best", self.objective, "held out", "as given", "by"]]
        for row in self.rows:
            tuned = row.tuned
            best = " ".join(f"{name}={value:.4g}" for name, value in tuned.values.items())
            figures = [decimal(value, 4) for value in (tuned.training, tuned.held_out, tuned.start)]
            rows.append([str(row.metric), row.pair, best, *figures, tuned.method])
        return rows

    def to_text(self) -> str:
        """The table, with the tuned metrics below as they are written."""
        return "\n".join([aligned(self.table()), "", *self._written()])

    def to_tsv(self) -> str:
        """One row per metric and language pair, in full precision."""
        rows = [[_plain(found[name]) for name in COLUMNS] for found in self.records()]
        return tab_separated([COLUMNS, *rows])

    def _repr_html_(self) -> str:
        return html(self.table(), "; ".join(self._written()))

    def _written(self) -> list[str]:
        return sorted({f"{row.pair}: {row.tuned.metric}" for row in self.rows})


def _plain(value: float | str) -> str:
    return repr(value) if isinstance(value, float) else value


FORMATS: dict[str, Callable[[TuningReport], str]] = {
    "text": TuningReport.to_text,
    "json": TuningReport.to_json,
    "tsv": TuningReport.to_tsv,
}


def tune_all(
    metrics: Sequence[TextMetric],
    parameters: Sequence[Sequence[Tunable]],
    sets: Sequence[TuningSet],
    objective: str = "tau",
    *,
    joint: bool = False,
    **options: Any,
) -> TuningReport:
    """Tunes several metrics, on each language pair or on all together.

    Args:
        metrics: the metrics.
        parameters: for each metric what to tune.
        sets: the language pairs.
        objective: a statistic of pairs, see `COUNT_STATISTICS`.
        joint: whether to find one value for all language pairs.
        options: what else `tune` takes: `folds`, `method`, `restarts`, `seed`.

    Raises:
        OptionError: see `tune`.
    """
    check_same_number(metrics=metrics, parameters=parameters)
    groups = {ALL_PAIRS: list(sets)} if joint else {each.pair: [each] for each in sets}
    rows = [
        TuningRow(pair, metric, tune(metric, chosen, group, objective, **options))
        for metric, chosen in zip(metrics, parameters, strict=True)
        for pair, group in groups.items()
    ]
    return TuningReport(objective, tuple(rows))
