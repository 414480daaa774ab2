"""What tuning several metrics gives: a table of tuned metrics, and curves over a parameter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hyperbaton import __version__
from hyperbaton.checks import as_choice, check_some
from hyperbaton.errors import NotFoundError
from hyperbaton.limits import POINTS
from hyperbaton.meta.agreement.pair_counts import COUNT_STATISTICS
from hyperbaton.meta.tuning.parameters import Tunable
from hyperbaton.meta.tuning.tuning import Tuned, TuningSet, parameter_counts, tune
from hyperbaton.metrics import Metric
from hyperbaton.tables.layout import Rows, aligned, decimal, tab_separated
from hyperbaton.tables.plots import Series, chart
from hyperbaton.tables.tabular import Record, Tabular, full_precision, or_none

ALL_PAIRS = "all"
FIGURES = ("training", "held_out", "start")
COLUMNS = ("metric", "lp", "tuned", "objective", *FIGURES, "method")  # of tab-separated values


@dataclass(frozen=True, eq=False, repr=False)
class TuningReport(Tabular):
    """Tuned metrics; `report["ribes", "de-en"]` is one of them.

    Attributes:
        objective: the statistic that was maximised.
        tuned: what came out, by the metric as it was written and language pair, which is `all` for
            all together.
    """

    objective: str
    tuned: Mapping[tuple[str, str], Tuned]

    def __getitem__(self, key: tuple[str, str]) -> Tuned:
        """Returns what came out for a metric, as it was written, and a language pair."""
        if key not in self.tuned:
            known = (f"({metric}, {pair})" for metric, pair in self.tuned)
            raise NotFoundError(key, f"{key!r} was not tuned", known)
        return self.tuned[key]

    def records(self) -> list[Record]:
        """One record per metric and language pair, with the values found under their names."""
        return [
            {
                "metric": metric,
                "lp": pair,
                "tuned": str(found.metric),
                "objective": self.objective,
                **{name: getattr(found, name) for name in FIGURES},
                "method": found.method,
                **found.values,
            }
            for (metric, pair), found in self.tuned.items()
        ]

    def to_dict(self) -> Record:
        """Everything, with the values found for each fold; what is not defined is None."""
        return {
            "hyperbaton": __version__,
            "objective": self.objective,
            "tuned": [
                {
                    "metric": metric,
                    "lp": pair,
                    "tuned": str(found.metric),
                    "signature": found.metric.signature,
                    "values": found.values,
                    "method": found.method,
                    **{name: or_none(getattr(found, name)) for name in FIGURES},
                    "folds": list(found.folds),
                }
                for (metric, pair), found in self.tuned.items()
            ],
        }

    def table(self) -> Rows:
        """What was found, and how well it does."""
        rows = [["metric", "lp", "best", self.objective, "held out", "as given", "by"]]
        for (metric, pair), found in self.tuned.items():
            best = " ".join(f"{name}={value:.4g}" for name, value in found.values.items())
            figures = [decimal(getattr(found, name), 4) for name in FIGURES]
            rows.append([metric, pair, best, *figures, found.method])
        return rows

    def to_text(self) -> str:
        """The table, with the tuned metrics below as they are written."""
        written = {f"{pair}: {found.metric}" for (_, pair), found in self.tuned.items()}
        return "\n".join([aligned(self.table()), "", *sorted(written)])

    def to_tsv(self) -> str:
        """One row per metric and language pair, in full precision."""
        return full_precision(COLUMNS, self.records())


def tune_all(
    metrics: Sequence[Metric],
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
    groups = {ALL_PAIRS: list(sets)} if joint else {each.pair: [each] for each in sets}
    found = {
        (str(metric), pair): tune(metric, chosen, group, objective, **options)
        for metric, chosen in zip(metrics, parameters, strict=True)
        for pair, group in groups.items()
    }
    return TuningReport(objective, found)


@dataclass(frozen=True, repr=False)
class ParameterCurve(Tabular):
    """A statistic over a parameter.

    Attributes:
        title: what it shows.
        statistic: its name.
        parameter: the parameter.
        values: where it was measured.
        lines: by name, like that of metric and language pair, the statistic at each value.
    """

    title: str
    statistic: str
    parameter: str
    values: Sequence[float]
    lines: Mapping[str, Sequence[float]]

    def records(self) -> list[Record]:
        """One record per line and value."""
        return [
            {"line": name, self.parameter: x, self.statistic: y}
            for name, line in self.lines.items()
            for x, y in zip(self.values, line, strict=True)
        ]

    def to_dict(self) -> Record:
        """A JSON-ready dict; what is not defined is None."""
        return {
            "objective": self.statistic,
            "parameter": self.parameter,
            "values": list(self.values),
            "lines": {name: list(map(or_none, line)) for name, line in self.lines.items()},
        }

    def table(self) -> Rows:
        """One row per line, one column per value."""
        rows = [[self.parameter, *(f"{x:g}" for x in self.values)]]
        return rows + [[name, *(decimal(y, 3) for y in line)] for name, line in self.lines.items()]

    def to_tsv(self) -> str:
        """One row per value, one column per line, in full precision."""
        rows = zip(self.values, *self.lines.values(), strict=True)
        return tab_separated([[self.parameter, *self.lines], *([*map(repr, row)] for row in rows)])

    def to_svg(self) -> str:
        """A chart."""
        series = {name: Series(self.values, line) for name, line in self.lines.items()}
        return chart(self.title, self.parameter, self.statistic, series).decode()


def tuning_curve(
    metrics: Sequence[Metric],
    parameters: Sequence[Tunable],
    sets: Sequence[TuningSet],
    objective: str,
    points: int = 21,
) -> ParameterCurve:
    """Measures one line per metric and language pair, over the range of the first parameter.

    Args:
        metrics: the metrics.
        parameters: one for each metric.
        sets: the language pairs.
        objective: a statistic of pairs, see `COUNT_STATISTICS`.
        points: at how many values to measure, the ends of the range among them.

    Raises:
        OptionError: the objective is unknown, or points are fewer than two or far too many.
    """
    points = POINTS.check(points, "points")
    as_choice(objective, COUNT_STATISTICS, "objective")
    check_some(metrics=metrics, sets=sets)
    first = parameters[0]
    span = first.high - first.low
    values = [round(first.low + span * k / (points - 1), 12) for k in range(points)]
    lines = {}
    for metric, parameter in zip(metrics, parameters, strict=True):
        found = COUNT_STATISTICS[objective](parameter_counts(metric, parameter, sets, values))
        for data, line in zip(sets, found.T, strict=True):
            lines[f"{metric} {data.pair}"] = line.tolist()
    return ParameterCurve(f"{objective} over {first.path}", objective, first.path, values, lines)
