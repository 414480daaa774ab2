"""Sums statistics of rows on their way to the output, for the scores of all rows together."""

from __future__ import annotations

from typing import Any

import pyarrow as pa

from hyperbaton.batch.statistics_columns import ENDING
from hyperbaton.batch.summed_statistics import SummedStatistics
from hyperbaton.batch.writing.sinks import Sink


class SummingSink:
    """A sink that also adds up what corpus scores are computed from.

    Attributes:
        total: the sums over all rows so far; None before the first.
    """

    def __init__(self, sink: Sink, prefix: str, inputs: int, kept: int) -> None:
        """Stands before a sink.

        Args:
            sink: what takes the rows.
            prefix: what names of columns of scores begin with.
            inputs: how many columns the input has; those that follow are new.
            kept: how many columns the sink takes.
        """
        self._sink, self._prefix = sink, prefix
        self._inputs, self._kept = inputs, kept
        self.total: SummedStatistics | None = None

    def encode(self, batch: pa.RecordBatch) -> tuple[SummedStatistics, Any]:
        """The sums over some rows, and the rows as the sink takes them."""
        added = batch.select(list(range(self._inputs, batch.num_columns)))
        sums = SummedStatistics.of_batch(added, self._prefix)
        return sums, self._sink.encode(batch.select(list(range(self._kept))))

    def write(self, encoded: tuple[SummedStatistics, Any]) -> None:
        """Adds the sums and passes the rows on."""
        sums, rows = encoded
        self.total = sums if self.total is None else self.total + sums
        self._sink.write(rows)

    def finish(self) -> None:
        """Leaves the rest to the sink."""
        self._sink.finish()


def without_statistics(schema: pa.Schema, inputs: int) -> pa.Schema:
    """The columns of the input and of scores, without those of statistics at the end."""
    kept = len(schema)
    while kept > inputs and schema.field(kept - 1).name.endswith(ENDING):
        kept -= 1
    return pa.schema([schema.field(k) for k in range(kept)], schema.metadata)
