"""Spark: data frames in, data frames with scores out, through `mapInArrow`.

from hyperbaton.batch import RowScorer
from hyperbaton.distributed.spark import score_frame

score = RowScorer(["kendall", "pef"], hyp="mt", ref="human")
score_frame(spark.read.parquet("pairs"), score).write.parquet("scores")
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import pyarrow as pa

from hyperbaton.batch import RowScorer
from hyperbaton.errors import MissingDependencyError

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

try:
    from pyspark.sql.pandas.types import from_arrow_schema, to_arrow_type
    from pyspark.sql.types import StructType
except ImportError:
    raise MissingDependencyError(
        "scoring data frames of Spark", "pip install 'hyperbaton[spark]'"
    ) from None


def score_frame(frame: DataFrame, scorer: RowScorer) -> DataFrame:
    """The frame with scores, computed by executors of Spark when it is asked for."""
    scorer.check()

    def scored(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        return map(scorer, batches)

    schema = StructType([*frame.schema, *_added(scorer, frame.schema)])
    return frame.mapInArrow(scored, schema)


def _added(scorer: RowScorer, schema: StructType) -> StructType:
    texts = scorer.text_columns
    columns = pa.schema(
        pa.field(field.name, to_arrow_type(field.dataType) if field.name in texts else pa.null())
        for field in schema
    )
    return from_arrow_schema(pa.schema(list(scorer.schema(columns))[len(columns) :]))
