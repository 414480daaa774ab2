"""Statistics summed over rows, without rounding: partitions merge in any order and grouping."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import reduce
from operator import add
from typing import TYPE_CHECKING, Any

import numpy as np

from hyperbaton.batch.arrow import check_kind
from hyperbaton.batch.exact_sums import exact_sums, read, rounded, written
from hyperbaton.batch.statistics_columns import metrics_with_statistics, statistics_of
from hyperbaton.checks import as_list, object_of
from hyperbaton.errors import InputError
from hyperbaton.metrics.base import Metric, Scores, Statistics
from hyperbaton.metrics.registry import text_metric, text_metrics

if TYPE_CHECKING:
    import pyarrow as pa


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
        sums: for every metric the sums of its statistics, each a whole number of 2 to the -1126.
    """

    metrics: tuple[str, ...]
    rows: int
    sums: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        for name, sums in zip(self.metrics, self.sums, strict=False):
            expected = len(text_metric(name).statistic_names)
            if len(sums) != expected:
                raise InputError(f"sums: {name} has {expected} statistics, got {len(sums)}")
        if len(self.sums) != len(self.metrics) or self.rows < 0:
            raise InputError("sums: expected one list for every metric, and rows from 0")

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
        names = tuple(str(text_metric(metric).computed_as) for metric in statistics)
        return cls(names, numbers.pop(), tuple(map(exact_sums, statistics.values())))

    @classmethod
    def of_batch(cls, batch: pa.RecordBatch | pa.Table, prefix: str = "") -> SummedStatistics:
        """The sums over the rows of a batch or table that has columns of statistics.

        Raises:
            InputError: there are no such columns, or they hold something else.
        """
        check_kind(batch, "batch", "RecordBatch", "Table")
        metrics = metrics_with_statistics(batch.schema, prefix)
        return cls.of({metric: statistics_of(batch, metric, prefix) for metric in metrics})

    @classmethod
    def merged(cls, parts: Iterable[SummedStatistics]) -> SummedStatistics:
        """The sums over the rows of all parts.

        Raises:
            InputError: there is no part, or they are of different metrics.
        """
        listed: list[SummedStatistics] = list(as_list(parts, "parts"))
        if not listed:
            raise InputError("parts: at least one is needed")
        first, *others = listed
        return reduce(add, others, first)

    def __add__(self, other: object) -> SummedStatistics:
        if not isinstance(other, SummedStatistics):
            return NotImplemented
        if other.metrics != self.metrics:
            raise InputError(
                f"sums of {', '.join(self.metrics)} and of {', '.join(other.metrics)} do not merge"
            )
        pairs = zip(self.sums, other.sums, strict=True)
        sums = tuple(tuple(map(add, ours, theirs)) for ours, theirs in pairs)
        return SummedStatistics(self.metrics, self.rows + other.rows, sums)

    def totals(self, metric: str | Metric) -> Scores:
        """The sums of a metric's statistics, each rounded once.

        Raises:
            InputError: the metric is not here.
        """
        name = str(text_metric(metric).computed_as)
        if name not in self.metrics:
            raise InputError(f"metric: {name} was not summed; there are {', '.join(self.metrics)}")
        return np.array([rounded(total) for total in self.sums[self.metrics.index(name)]])

    def scores(self) -> dict[str, float]:
        """The score of all rows together by each metric, and by those reported beside it."""
        return {
            str(metric): float(metric.scores(self.totals(metric)[np.newaxis])[0])
            for metric in text_metrics(list(self.metrics))
        }

    def to_json(self) -> str:
        """Everything, without rounding, as a JSON object on one line."""
        sums = [list(map(written, each)) for each in self.sums]
        return json.dumps({"metrics": list(self.metrics), "rows": self.rows, "sums": sums})

    @classmethod
    def from_json(cls, text: str) -> SummedStatistics:
        """The sums that were written.

        Raises:
            InputError: the text is not what `to_json` writes.
        """
        try:
            found: Any = json.loads(text, object_pairs_hook=object_of)
            metrics, rows, sums = (found.pop(name) for name in ("metrics", "rows", "sums"))
            numbers = tuple(tuple(map(read, each)) for each in sums)
        except InputError:
            raise
        except (ValueError, RecursionError, KeyError, AttributeError, TypeError):
            raise InputError("sums: expected what SummedStatistics.to_json writes") from None
        return cls(metrics, rows, numbers)
