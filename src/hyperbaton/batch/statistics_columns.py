"""Statistics of segments out of the columns in which `RowScorer` leaves them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from hyperbaton.batch.arrow import load_pyarrow
from hyperbaton.errors import HyperbatonError, InputError
from hyperbaton.metrics import TextMetric
from hyperbaton.metrics.base import Statistics
from hyperbaton.metrics.registry import text_metric

if TYPE_CHECKING:
    import pyarrow as pa

ENDING = " statistics"


def metrics_with_statistics(schema: pa.Schema, prefix: str = "") -> tuple[TextMetric, ...]:
    """The metrics that have a column of statistics, in the order of the columns.

    Raises:
        InputError: there is none.
    """
    found = []
    for name in map(str, schema.names):
        if name.startswith(prefix) and name.endswith(ENDING):
            try:
                found.append(text_metric(name.removeprefix(prefix).removesuffix(ENDING)))
            except HyperbatonError:
                continue
    if not found:
        raise InputError(
            f"no column is called {prefix}METRIC{ENDING}; write statistics when you score "
            "(--statistics)"
        )
    return tuple(found)


def statistics_of(
    table: pa.Table | pa.RecordBatch, metric: TextMetric, prefix: str = ""
) -> Statistics:
    """The statistics of all rows.

    Raises:
        InputError: there is no such column, or rows do not have as many numbers as the metric.
    """
    name = f"{prefix}{metric.computed_as}{ENDING}"
    if name not in table.schema.names:
        raise InputError(f"there is no column {name!r}")
    pyarrow, compute = load_pyarrow(), load_pyarrow("pyarrow.compute")
    width = len(metric.statistic_names)
    column = table.column(name)
    if table.num_rows == 0:
        return np.zeros((0, width))
    try:
        lengths = compute.unique(compute.list_value_length(column)).to_pylist()
        values = compute.list_flatten(column).cast(pyarrow.float64())
    except pyarrow.ArrowException:
        raise InputError(f"column {name!r}: holds {column.type}, not lists of numbers") from None
    if lengths != [width]:
        raise InputError(f"column {name!r}: expected {width} numbers in every row")
    numbers = (
        values.to_numpy(zero_copy_only=False)
        if isinstance(values, pyarrow.Array)
        else (values.to_numpy())
    )
    if not np.isfinite(numbers).all():
        raise InputError(f"column {name!r}: holds numbers that are not finite")
    return np.array(numbers, np.float64).reshape(-1, width)
