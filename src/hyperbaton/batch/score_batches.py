"""Record batches in, record batches with scores out: `hyperbaton batch` for Python."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from itertools import chain
from typing import Any, Unpack

import pyarrow as pa

from hyperbaton.batch.description import BatchDescription
from hyperbaton.batch.pieces import PieceScorer, ordered_map
from hyperbaton.batch.row_scorer import RowScorer, intact
from hyperbaton.batch.text_rows import Piece
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
    src: str | None = None,
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
        hyp: the column of hypotheses.
        ref: the columns of references; where one other than the first is null, the row has no such
            reference.
        src: the column of the source, if there is one.
        prefix: what names of columns of scores begin with.
        statistics: whether to add the statistics behind the scores.
        threads: how many threads to use; all cores by default.
        batch_rows: how many rows are scored at a time; the batches that come out have no more.
        text: how text is prepared, as options of `Preparation`: `tokenize`, `lowercase`,
            `join_subwords`, `language`, `aligner`, `parser`.

    Returns:
        The rows in their order, with all their columns and one more for each metric, null where a
        score is undefined. Closing the iterator early stops the threads.

    Raises:
        InputError: a column is missing or holds no texts, or a row cannot be scored; names the row.
        NotationError: a metric string is wrong.
        OptionError: a metric cannot score rows, or an option is not accepted.
    """
    rows = BATCH_ROWS.check(batch_rows, "batch_rows")
    preparation = Preparation.of(**text)
    description = BatchDescription(metrics, hyp, ref, src, prefix, statistics, preparation)  # type: ignore[arg-type]
    scorer = RowScorer(description)
    scorer.check()
    schema, batches = stream_of(reader, "reader")
    if schema is not None:
        scorer.schema(schema)
    return _scored(scorer, batches, resolve_threads(threads), rows)


def stream_of(rows: Any, name: str) -> tuple[pa.Schema | None, Iterator[pa.RecordBatch]]:
    """Record batches and their schema, which is unknown where there is no batch at all.

    Args:
        rows: a table, a reader, or an iterable of tables or record batches.
        name: what errors call it.

    Raises:
        TypeError: it is something else.
    """
    if isinstance(rows, pa.RecordBatch):
        rows = pa.Table.from_batches([rows])
    if isinstance(rows, pa.RecordBatchReader):
        return rows.schema, iter(rows)
    if hasattr(rows, "__arrow_c_stream__"):
        try:
            stream = pa.RecordBatchReader.from_stream(rows)
        except pa.ArrowException:  # a stream of single values
            raise _other(name, rows) from None
        return stream.schema, iter(stream)
    if isinstance(rows, str | bytes) or not hasattr(rows, "__iter__"):
        raise _other(name, rows)
    items = iter(rows)
    first = next(items, None)
    if first is None:
        return None, iter(())
    schema = _table(first, f"{name}: item 1").schema
    return schema, _of_one_schema(chain([first], items), schema, name)


def _other(name: str, value: Any) -> TypeError:
    return TypeError(
        f"{name}: expected a table, a reader or an iterable of record batches, got {shown(value)}"
    )


def _table(item: Any, name: str) -> pa.Table:
    if isinstance(item, pa.RecordBatch):
        return pa.Table.from_batches([item])
    if isinstance(item, pa.Table):
        return item
    raise _other(name, item)


def _of_one_schema(items: Iterable[Any], schema: pa.Schema, name: str) -> Iterator[pa.RecordBatch]:
    for number, item in enumerate(items, start=1):
        table = _table(item, f"{name}: item {number}")
        if not table.schema.equals(schema):
            raise InputError(f"{name}: item {number}: has other columns than the first")
        yield from table.to_batches()


def _scored(
    scorer: RowScorer, batches: Iterator[pa.RecordBatch], threads: int, rows: int
) -> Iterator[pa.RecordBatch]:
    def pieces() -> Iterator[Piece]:
        row = 1
        for batch in bounded(map(intact, batches), Limits(rows)):
            yield Piece("reader", range(row, row + batch.num_rows), batch)
            row += batch.num_rows

    scored = ordered_map(PieceScorer(scorer), pieces(), threads, lambda piece: piece.batch.nbytes)
    with closing(scored):
        for piece in scored:
            piece.check()
            yield from piece.batches
