"""Statistics of segments, out of the columns of scored rows, and their sums.

Sums are kept without rounding, so that partitions merge in any order and grouping: a sum is a list
of doubles, each the remainder that those before it leave, rounded.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from math import fsum
from operator import add

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from hyperbaton.batch.row_scorer import STATISTICS
from hyperbaton.errors import HyperbatonError, InputError
from hyperbaton.metrics.base import Metric, Scores, Statistics
from hyperbaton.metrics.registry import as_metric, text_metrics

Sum = tuple[float, ...]


def metrics_with_statistics(schema: pa.Schema, prefix: str = "") -> tuple[Metric, ...]:
    """The metrics that have a column of statistics, in the order of the columns.

    Raises:
        InputError: there is none.
    """
    found = []
    for name in schema.names:
        if name.startswith(prefix) and name.endswith(STATISTICS):
            try:
                found.append(as_metric(name.removeprefix(prefix).removesuffix(STATISTICS)))
            except HyperbatonError:
                continue
    if not found:
        raise InputError(
            f"no column is called {prefix}METRIC{STATISTICS}; write statistics when you score "
            "(--statistics)"
        )
    return tuple(found)


def statistics_of(table: pa.Table | pa.RecordBatch, metric: Metric, prefix: str = "") -> Statistics:
    """The statistics of all rows.

    Raises:
        InputError: there is no such column, or rows do not have as many numbers as the metric.
    """
    name = f"{prefix}{metric.computed_as}{STATISTICS}"
    if name not in table.schema.names:
        raise InputError(f"there is no column {name!r}")
    width, column = len(metric.statistic_names), table.column(name)
    if table.num_rows == 0:
        return np.zeros((0, width))
    try:
        lengths = pc.unique(pc.list_value_length(column)).to_pylist()
        values = pc.list_flatten(column).cast(pa.float64())
    except pa.ArrowException:
        raise InputError(f"column {name!r}: holds {column.type}, not lists of numbers") from None
    if lengths != [width]:
        raise InputError(f"column {name!r}: expected {width} numbers in every row")
    numbers = np.array(values, np.float64)
    if not np.isfinite(numbers).all():
        raise InputError(f"column {name!r}: holds numbers that are not finite")
    return numbers.reshape(-1, width)


@dataclass(frozen=True)
class SummedStatistics:
    """What the scores of a corpus are computed from, for any part of its rows.

        >>> import numpy as np
        >>> parts = [SummedStatistics.of({"wer": np.array([[k, 10.0, 1.0]])}) for k in (1, 2)]
        >>> (parts[0] + parts[1]).scores()
        {'wer': 0.15}

    Attributes:
        metrics: metrics that have statistics of their own, as strings.
        rows: how many rows were summed.
        sums: for every metric the sums of its statistics, each as numbers whose sum it is.
    """

    metrics: tuple[str, ...]
    rows: int
    sums: tuple[tuple[Sum, ...], ...]

    @classmethod
    def of(cls, statistics: Mapping[str | Metric, Statistics]) -> SummedStatistics:
        """The sums over rows of statistics, given for each metric.

        Raises:
            InputError: metrics have different numbers of rows, or numbers are not finite.
        """
        numbers = {len(rows) for rows in statistics.values()}
        if len(numbers) != 1:
            raise InputError(f"statistics: expected as many rows for every metric, got {numbers}")
        if not all(np.isfinite(rows).all() for rows in statistics.values()):
            raise InputError("statistics: expected finite numbers")
        names = tuple(str(as_metric(metric).computed_as) for metric in statistics)
        sums = (tuple(map(_exact, rows.T.tolist())) for rows in statistics.values())
        return cls(names, numbers.pop(), tuple(sums))

    @classmethod
    def of_batch(cls, batch: pa.RecordBatch | pa.Table, prefix: str = "") -> SummedStatistics:
        """The sums over the rows of a batch or table that has columns of statistics.

        Raises:
            InputError: there are no such columns, or they hold something else.
        """
        metrics = metrics_with_statistics(batch.schema, prefix)
        return cls.of({metric: statistics_of(batch, metric, prefix) for metric in metrics})

    @classmethod
    def merged(cls, parts: Iterable[SummedStatistics]) -> SummedStatistics:
        """The sums over the rows of all parts.

        Raises:
            InputError: there is no part, or they are of different metrics.
        """
        listed = list(parts)
        if not listed:
            raise InputError("parts: at least one is needed")
        return reduce(add, listed)

    def __add__(self, other: SummedStatistics) -> SummedStatistics:
        """The sums over the rows of both."""
        if other.metrics != self.metrics:
            raise InputError(
                f"sums of {', '.join(self.metrics)} and of {', '.join(other.metrics)} do not merge"
            )
        sums = tuple(
            tuple(_exact([*one, *another]) for one, another in zip(ours, theirs, strict=True))
            for ours, theirs in zip(self.sums, other.sums, strict=True)
        )
        return SummedStatistics(self.metrics, self.rows + other.rows, sums)

    def totals(self, metric: str | Metric) -> Scores:
        """The sums of a metric's statistics, each rounded once.

        Raises:
            InputError: the metric is not here.
        """
        name = str(as_metric(metric).computed_as)
        if name not in self.metrics:
            raise InputError(f"metric: {name} was not summed; there are {', '.join(self.metrics)}")
        return np.array(list(map(fsum, self.sums[self.metrics.index(name)])))

    def scores(self) -> dict[str, float]:
        """The score of all rows together by each metric, and by those reported beside it."""
        return {
            str(metric): float(metric.scores(self.totals(metric)[np.newaxis])[0])
            for metric in text_metrics(list(self.metrics))
        }

    def to_json(self) -> str:
        """Everything, without rounding, as a JSON object on one line."""
        return json.dumps({"metrics": self.metrics, "rows": self.rows, "sums": self.sums})

    @classmethod
    def from_json(cls, text: str) -> SummedStatistics:
        """The sums that were written.

        Raises:
            InputError: the text is not what `to_json` writes.
        """
        try:
            found = json.loads(text)
            metrics, rows = tuple(found["metrics"]), int(found["rows"])
            sums = tuple(tuple(map(_exact, each)) for each in found["sums"])
        except (ValueError, RecursionError, KeyError, TypeError):
            raise InputError("sums: expected what SummedStatistics.to_json writes") from None
        widths = [len(as_metric(name).statistic_names) for name in metrics]
        if list(map(len, sums)) != widths:
            raise InputError("sums: expected one number for each statistic of every metric")
        return cls(metrics, rows, sums)


def _exact(values: Sequence[float]) -> Sum:
    """The sum of values as numbers that add up to it, the same for any order of the values."""
    found: list[float] = []
    remaining = list(values)
    while rest := fsum(remaining):
        found.append(rest)
        remaining.append(-rest)
    return tuple(found)
