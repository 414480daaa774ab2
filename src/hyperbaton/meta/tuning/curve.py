"""Curves: a statistic over a parameter, as a table, as JSON or as a chart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hyperbaton.checks import check_same_number, check_some
from hyperbaton.limits import POINTS
from hyperbaton.meta.tuning.parameters import Tunable
from hyperbaton.meta.tuning.tuning import parameter_curve
from hyperbaton.meta.tuning.tuning_problem import TuningSet
from hyperbaton.metrics import TextMetric
from hyperbaton.tables.layout import Rows, decimal, tab_separated
from hyperbaton.tables.plots import Series, chart
from hyperbaton.tables.tabular import Record, Tabular, or_none


@dataclass(frozen=True, repr=False)
class ParameterCurve(Tabular):
    """A statistic over a parameter.

    Attributes:
        title: what it shows.
        statistic: its name.
        parameter: the parameter.
        values: where it was measured.
        lines: by name, such as that of metric and language pair, the statistic at each value.
    """

    title: str
    statistic: str
    parameter: str
    values: Sequence[float]
    lines: Mapping[str, Sequence[float]]

    def __post_init__(self) -> None:
        for line in self.lines.values():
            check_same_number(values=self.values, lines=line)

    def records(self) -> list[Record]:
        """One record per line and value."""
        return [
            {"line": name, self.parameter: x, self.statistic: y}
            for name, line in self.lines.items()
            for x, y in zip(self.values, line, strict=True)
        ]

    def to_dict(self) -> Record:
        """Everything, as JSON has it; what is not defined is None."""
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
        rows = [[self.parameter, *self.lines]]
        for x, *ys in zip(self.values, *self.lines.values(), strict=True):
            rows.append([repr(x), *map(repr, ys)])
        return tab_separated(rows)

    def to_svg(self) -> str:
        """A chart."""
        series = {name: Series(self.values, line) for name, line in self.lines.items()}
        return chart(self.title, self.parameter, self.statistic, series).decode()


CURVE_FORMATS = {
    ".svg": ParameterCurve.to_svg,
    ".tsv": ParameterCurve.to_tsv,
    ".json": ParameterCurve.to_json,
}


def tuning_curve(
    metrics: Sequence[TextMetric],
    parameters: Sequence[Tunable],
    sets: Sequence[TuningSet],
    objective: str,
    points: int = 21,
) -> ParameterCurve:
    """One line per metric and language pair, over the range of the first metric's parameter.

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
    check_some(metrics=metrics, sets=sets)
    check_same_number(metrics=metrics, parameters=parameters)
    first = parameters[0]
    span = first.high - first.low
    values = [round(first.low + span * k / (points - 1), 12) for k in range(points)]
    lines = {}
    for metric, parameter in zip(metrics, parameters, strict=True):
        found = parameter_curve(metric, parameter, sets, objective, values)
        for data, line in zip(sets, found.T, strict=True):
            lines[f"{metric} {data.pair}"] = line.tolist()
    return ParameterCurve(f"{objective} over {first.path}", objective, first.path, values, lines)
