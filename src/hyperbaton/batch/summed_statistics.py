"""Sums of the statistics behind scores: corpus scores of any part of a table.

Sums are kept without rounding, so that partitions merge in any order and grouping: a sum is a list
of floats, each the remainder that those before it leave, rounded.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from hyperbaton.batch.row_scorer import STATISTICS
from hyperbaton.errors import HyperbatonError, InputError
from hyperbaton.metrics import as_metric, text_metrics

Sum = tuple[float, ...]


@dataclass(frozen=True)
class SummedStatistics:
    """What the scores of a corpus are computed from, for any part of its rows.

        >>> from hyperbaton.batch import BatchDescription, RowScorer
        >>> score = RowScorer(BatchDescription("wer", statistics=True))
        >>> parts = [
        ...     score(pa.RecordBatch.from_pydict({"hyp": [text], "ref": ["a b"]}))
        ...     for text in ("a b", "b")
        ... ]
        >>> sum(map(SummedStatistics.of, parts[1:]), SummedStatistics.of(parts[0])).scores()
        {'wer': 0.25}

    Attributes:
        metrics: metrics that have statistics of their own, as strings.
        rows: how many rows were summed.
        sums: for every metric the sums of its statistics, each as numbers whose sum it is.
    """

    metrics: tuple[str, ...]
    rows: int
    sums: tuple[tuple[Sum, ...], ...]

    @classmethod
    def of(cls, table: pa.RecordBatch | pa.Table, prefix: str = "") -> SummedStatistics:
        """The sums over the rows of a batch or table with columns of statistics.

        Rows without a score have no statistics and do not count.

        Raises:
            InputError: there are no such columns, or they hold something else.
        """
        names = [
            name.removeprefix(prefix).removesuffix(STATISTICS)
            for name in table.schema.names
            if name.startswith(prefix) and name.endswith(STATISTICS)
        ]
        if not names:
            raise InputError(
                f"no column is called {prefix}METRIC{STATISTICS}; write statistics when you score "
                "(--statistics)"
            )
        found = [_statistics(table, f"{prefix}{name}{STATISTICS}", name) for name in names]
        sums = tuple(tuple(map(exact_sum, rows.T.tolist())) for rows in found)
        return cls(tuple(names), len(found[0]), sums)

    def __add__(self, other: SummedStatistics) -> SummedStatistics:
        """The sums over the rows of both."""
        if other.metrics != self.metrics:
            raise InputError(
                f"cannot add sums of {', '.join(self.metrics)} and of {', '.join(other.metrics)}"
            )
        sums = tuple(
            tuple(exact_sum([*one, *another]) for one, another in zip(ours, theirs, strict=True))
            for ours, theirs in zip(self.sums, other.sums, strict=True)
        )
        return SummedStatistics(self.metrics, self.rows + other.rows, sums)

    def scores(self) -> dict[str, float]:
        """The score of all rows together by each metric, and by those reported with it."""
        totals = {
            name: np.array([list(map(fsum, sums))])
            for name, sums in zip(self.metrics, self.sums, strict=True)
        }
        return {
            str(metric): float(metric.scores(totals[str(metric.computed_as)])[0])
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
            sums = tuple(tuple(map(exact_sum, each)) for each in found["sums"])
            widths = [as_metric(name).columns for name in metrics]
        except (ValueError, RecursionError, LookupError, TypeError, HyperbatonError):
            raise InputError("sums: expected what SummedStatistics.to_json writes") from None
        if list(map(len, sums)) != widths:
            raise InputError("sums: expected one number for each statistic of every metric")
        return cls(metrics, rows, sums)


def _statistics(table: pa.RecordBatch | pa.Table, name: str, metric: str) -> np.ndarray:
    """The statistics of all rows that have some, one row each."""
    width = as_metric(metric).columns
    try:
        cells = table.column(name).drop_null()
        numbers = np.array(pc.list_flatten(cells).cast(pa.float64()), np.float64)
        is_even = pc.unique(pc.list_value_length(cells)).to_pylist() in ([], [width])
    except pa.ArrowException:
        is_even = False
    if not is_even or not np.isfinite(numbers).all():
        raise InputError(f"column {name!r}: expected {width} finite numbers in every row")
    return numbers.reshape(-1, width)


def exact_sum(values: Sequence[float]) -> Sum:
    """The sum of values as numbers that add up to it, the same for any order of the values."""
    found: list[float] = []
    remaining = list(values)
    while rest := fsum(remaining):
        found.append(rest)
        remaining.append(-rest)
    return tuple(found)
