"""Record batches in, record batches with scores out: `hyperbaton batch` for Python."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import chain
from typing import Any, Unpack

import pyarrow as pa

from hyperbaton.batch.description import BatchDescription
from hyperbaton.batch.pieces import PieceScorer, ordered_map
from hyperbaton.batch.row_scorer import RowScorer, intact
from hyperbaton.batch.source import Piece
from hyperbaton.checks import BATCH_ROWS, shown
from hyperbaton.errors import InputError
from hyperbaton.evidence import Choices, Preparation
from hyperbaton.metrics import Metric
from hyperbaton.resources import resolve_threads
from hyperbaton.text.arrow_tables import Limits, bounded


def score_batches(
    reader: Any,
    metrics: str | Metric | Sequence[str | Metric],
    *,
    hyp: str = "hyp",
    ref: str | Sequence[str] = "ref",
    prefix: str = "",
    statistics: bool = False,
    threads: int | None = None,
    batch_rows: int = 1 << 14,
    **text: Unpack[Choices],
) -> Iterator[pa.RecordBatch]:
    """Scores a stream of record batches on all cores, in bounded memory.

        >>> import pyarrow
        >>> rows = {"mt": ["in the lobby at noon"], "human": ["at noon in the lobby"]}
        >>> (batch,) = score_batches(
        ...     pyarrow.table(rows), ["wer", "kendall"], hyp="mt", ref="human"
        ... )
        >>> batch.select(["wer", "kendall"]).to_pylist()
        [{'wer': 0.8, 'kendall': 0.4}]

    Args:
        reader: record batches: a `pyarrow.RecordBatchReader`, a table, anything with
            `__arrow_c_stream__` (a data frame of Polars, a relation of DuckDB), or an iterable of
            record batches or tables of one schema. It is read as results are asked for.
        metrics: metric strings or metrics, one or several.
        hyp: the column of outputs.
        ref: the columns of references; where one other than the first is null, the row has no such
            reference.
        prefix: what names of columns of scores begin with.
        statistics: whether to add the statistics behind the scores.
        threads: how many threads to use; all cores by default.
        batch_rows: how many rows are scored at a time; the batches that come out have no more.
        text: how text is prepared, as options of `Preparation`: `tokenize`, `lowercase`,
            `join_subwords`, `language`, `aligner`, `parser`.

    Returns:
        The rows in their order, with all their columns and one more for each metric, null where a
        score is undefined, or the output or the first reference is null. Closing the iterator early
        stops the threads.

    Raises:
        InputError: a column is missing or holds no texts, or a row cannot be scored; names the row.
        NotationError: a metric string is wrong.
        OptionError: a metric cannot score rows, or an option is not accepted.
    """
    rows = BATCH_ROWS.check(batch_rows, "batch_rows")
    preparation = Preparation.of(**text)
    description = BatchDescription(metrics, hyp, ref, prefix, statistics, preparation)  # type: ignore[arg-type]
    scorer = RowScorer(description)
    scorer.check()
    schema, batches = _stream(reader)
    if schema is not None:
        scorer.schema(schema)
    return _scored(scorer, batches, resolve_threads(threads), rows)


def _stream(reader: Any) -> tuple[pa.Schema | None, Iterator[pa.RecordBatch]]:
    """Record batches and their schema, which is unknown where there is no batch at all."""
    if isinstance(reader, pa.RecordBatch):
        reader = [reader]
    if hasattr(reader, "__arrow_c_stream__"):
        stream = pa.RecordBatchReader.from_stream(reader)
        return stream.schema, iter(stream)
    if isinstance(reader, str | bytes) or not hasattr(reader, "__iter__"):
        raise TypeError(
            "reader: expected a table, a reader or an iterable of record batches, got "
            f"{shown(reader)}"
        )
    items = enumerate(iter(reader), start=1)
    first = next(items, None)
    if first is None:
        return None, iter(())
    schema = getattr(first[1], "schema", None)

    def batches() -> Iterator[pa.RecordBatch]:
        for number, item in chain([first], items):
            if not isinstance(item, pa.RecordBatch | pa.Table):
                raise TypeError(
                    f"reader: item {number}: expected a record batch or a table, got {shown(item)}"
                )
            if not item.schema.equals(schema):
                raise InputError(f"reader: item {number}: has other columns than the first")
            yield from [item] if isinstance(item, pa.RecordBatch) else item.to_batches()

    return schema, batches()


def _scored(
    scorer: RowScorer, batches: Iterator[pa.RecordBatch], threads: int, rows: int
) -> Iterator[pa.RecordBatch]:
    def pieces() -> Iterator[Piece]:
        first = 1
        for batch in bounded(map(intact, batches), Limits(rows)):
            yield Piece("reader", first, batch)
            first += batch.num_rows

    scored = ordered_map(PieceScorer(scorer), pieces(), threads, lambda piece: piece.batch.nbytes)
    with closing(scored):
        for piece in scored:
            yield piece.batch
