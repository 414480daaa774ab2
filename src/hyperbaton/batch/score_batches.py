"""Record batches in, record batches with scores out: `hyperbaton batch` for Python."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from itertools import chain
from typing import TYPE_CHECKING, Any, Unpack

from hyperbaton.batch.arrow import load_pyarrow
from hyperbaton.batch.description import BatchDescription
from hyperbaton.batch.row_scorer import RowScorer
from hyperbaton.checks import is_list, shown
from hyperbaton.errors import ArgumentTypeError, InputError
from hyperbaton.evidence import Choices, Preparation
from hyperbaton.limits import BATCH_ROWS
from hyperbaton.metrics import Metric
from hyperbaton.resources import resolve_threads

if TYPE_CHECKING:
    import pyarrow as pa

ACCEPTED = "a table, a reader or an iterable of record batches"


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
    load_pyarrow()
    rows = BATCH_ROWS.check(batch_rows, "batch_rows")
    context = Preparation.of(**text)
    description = BatchDescription(metrics, hyp, ref, src, prefix, statistics, context)  # type: ignore[arg-type]
    scorer = RowScorer(description)
    scorer.check()
    schema, batches = _stream(reader)
    if schema is not None:
        scorer.schema(schema)
    return _scored(scorer, batches, resolve_threads(threads), rows)


def _stream(reader: Any) -> tuple[pa.Schema | None, Iterator[pa.RecordBatch]]:
    """Record batches and their schema, which is unknown where there is no batch at all."""
    pa = load_pyarrow()
    if isinstance(reader, pa.RecordBatch):
        return reader.schema, iter([reader])
    if isinstance(reader, pa.Table):
        return reader.schema, iter(reader.to_batches())
    if isinstance(reader, pa.RecordBatchReader):
        return reader.schema, iter(reader)
    if hasattr(reader, "__arrow_c_stream__") and not isinstance(reader, type):
        try:
            stream = pa.RecordBatchReader.from_stream(reader)
        except pa.ArrowException:  # a stream of single values
            raise ArgumentTypeError("reader", ACCEPTED, shown(reader)) from None
        return stream.schema, iter(stream)
    if not is_list(reader):
        raise ArgumentTypeError("reader", ACCEPTED, shown(reader))
    items = iter(reader)
    first = next(items, None)
    if first is None:
        return None, iter(())
    schema = _batches_of(first, 1)[0]
    return schema, _of_one_schema(chain([first], items), schema)


def _batches_of(item: Any, number: int) -> tuple[pa.Schema, list[pa.RecordBatch]]:
    pa = load_pyarrow()
    if isinstance(item, pa.RecordBatch):
        return item.schema, [item]
    if isinstance(item, pa.Table):
        return item.schema, item.to_batches()
    raise ArgumentTypeError(f"reader: item {number}", "a record batch or a table", shown(item))


def _of_one_schema(items: Iterable[Any], schema: pa.Schema) -> Iterator[pa.RecordBatch]:
    for number, item in enumerate(items, start=1):
        found, batches = _batches_of(item, number)
        if not found.equals(schema):
            raise InputError(f"reader: item {number}: has other columns than the first")
        yield from batches


def _scored(
    scorer: RowScorer, batches: Iterator[pa.RecordBatch], threads: int, rows: int
) -> Iterator[pa.RecordBatch]:
    from hyperbaton.batch.reading.bounded import bounded
    from hyperbaton.batch.reading.piece import Limits, Piece
    from hyperbaton.batch.running.ordered_map import ordered_map
    from hyperbaton.batch.running.piece_scorer import PieceScorer
    from hyperbaton.batch.running.plan import row_checks

    def pieces() -> Iterator[Piece]:
        row = 1
        for batch in bounded(batches, Limits(rows)):
            yield Piece("reader", range(row, row + batch.num_rows), batch)
            row += batch.num_rows

    def work(piece: Piece) -> Any:
        checks = row_checks(scorer.description, piece.batch.schema)
        return PieceScorer(scorer, checks)(piece)

    scored = ordered_map(work, pieces(), threads, lambda piece: piece.batch.nbytes)
    with closing(scored):
        for piece in scored:
            if piece.rejected:
                first = piece.rejected[0]
                raise InputError(f"{first.file}: row {first.row}: {first.reason}")
            yield from piece.written
