"""Spark: data frames in, data frames with scores out, through `mapInArrow`.

from hyperbaton.batch import BatchDescription
from hyperbaton.distributed.spark import score_frame

description = BatchDescription(["kendall", "pef"], hyp="mt", ref="human")
score_frame(spark.read.parquet("pairs"), description).write.parquet("scores")
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from hyperbaton.batch import BatchDescription, RowScorer
from hyperbaton.batch.arrow import load_pyarrow
from hyperbaton.batch.running.plan import text_columns
from hyperbaton.checks import shown
from hyperbaton.distributed.worker import WorkerScorer, work_order
from hyperbaton.errors import ArgumentTypeError, InputError, MissingDependencyError

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import DataFrame
    from pyspark.sql.types import StructType

INSTALL_SPARK = "pip install 'hyperbaton[spark]'"


def score_frame(frame: DataFrame, description: BatchDescription) -> DataFrame:
    """The frame with scores, computed by executors of Spark when it is asked for.

    Raises:
        MissingDependencyError: Spark is not installed.
        InputError: a column is missing, or does not hold texts.
        HyperbatonError: the work cannot be done on this machine; it would fail on others, too.
    """
    if not hasattr(frame, "mapInArrow"):
        raise ArgumentTypeError("frame", "a data frame of Spark", shown(frame))
    scored: DataFrame = frame.mapInArrow(
        score_partitions(description), scored_schema(frame.schema, description)
    )
    return scored


def score_partitions(description: BatchDescription) -> PartitionScorer:
    """What `mapInArrow` calls with the batches of a partition.

    Raises:
        HyperbatonError: the work cannot be done on this machine; it would fail on others, too.
    """
    return PartitionScorer(work_order(description))


def scored_schema(schema: StructType, description: BatchDescription) -> StructType:
    """The schema of a frame with scores.

    Raises:
        InputError: a column is missing, or does not hold texts.
    """
    types = _load("pyspark.sql.types")
    arrow = load_pyarrow()
    fields = []
    for field in schema:
        is_text = isinstance(field.dataType, types.StringType)
        if not is_text and field.name in text_columns(description):
            kind = field.dataType.simpleString()
            raise InputError(f"column {field.name!r}: holds {kind}; strings are accepted")
        fields.append(arrow.field(field.name, arrow.string() if is_text else arrow.null()))
    added = list(RowScorer(description).schema(arrow.schema(fields)))[len(fields) :]
    number = types.DoubleType()
    kinds = {arrow.float64(): number, arrow.list_(arrow.float64()): types.ArrayType(number)}
    found: StructType = types.StructType(
        [*schema.fields, *(types.StructField(each.name, kinds[each.type]) for each in added)]
    )
    return found


class PartitionScorer:
    """Scores partitions; nothing but text travels with it."""

    def __init__(self, order: str) -> None:
        self.order = order

    def __call__(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """The batches of a partition with scores."""
        return map(_worker(self.order), batches)


@lru_cache(maxsize=4)
def _worker(order: str) -> WorkerScorer:
    """Made once in every process, which serves many partitions."""
    return WorkerScorer(order)


def _load(module: str) -> Any:
    try:
        return import_module(module)
    except ImportError:
        raise MissingDependencyError("scoring data frames of Spark", INSTALL_SPARK) from None
