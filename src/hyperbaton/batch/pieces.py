"""Pieces of a table, scored on several threads: results in order, and a reason for what is not."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from functools import partial
from typing import Any, NamedTuple, TypeVar, Unpack

import numpy as np
import pyarrow as pa

from hyperbaton.batch.inputs import Piece
from hyperbaton.batch.row_scorer import RowScorer
from hyperbaton.checks import BATCH_ROWS, shown
from hyperbaton.errors import InputError
from hyperbaton.evidence import Choices, Preparation
from hyperbaton.metrics import Metric
from hyperbaton.resources import resolve_threads
from hyperbaton.text.arrow_tables import bounded, check_batch

Item = TypeVar("Item")
Result = TypeVar("Result")

AHEAD = 4  # items per thread that are read before their turn, or wait for it to be written


class Unscored(NamedTuple):
    """A row without scores: its number in the file is counted from 1."""

    file: str
    row: int
    reason: str


class ScoredPiece(NamedTuple):
    """All rows of a piece with their scores, and which of them have none."""

    batch: pa.RecordBatch
    unscored: list[Unscored]


def score_piece(scorer: RowScorer, piece: Piece, *, goes_on: bool = False) -> ScoredPiece:
    """Scores a piece.

    Rows whose output or reference is null have no scores. Nor have bad rows: those that cannot be
    read or scored. The first of these is an InputError, unless the run goes on.
    """
    bad = dict(piece.unreadable)
    schema = scorer.schema(piece.batch.schema)
    texts = piece.batch.select(scorer.text_columns)
    columns = _columns(scorer, texts, 0, bad, goes_on=goes_on)
    if bad and not goes_on:
        raise piece.error(min(bad), bad[min(bad)])
    reasons: dict[int, str] = {}
    for name in scorer.needed:
        for row in np.flatnonzero(texts.column(name).is_null()).tolist():
            reasons.setdefault(row, f"column {name!r} is null")
    reasons |= bad
    scored = pa.RecordBatch.from_arrays([*piece.batch.columns, *columns], schema=schema)
    return ScoredPiece(
        scored, [Unscored(piece.file, piece.first + row, reasons[row]) for row in sorted(reasons)]
    )


def _columns(
    scorer: RowScorer, texts: pa.RecordBatch, begin: int, bad: dict[int, str], *, goes_on: bool
) -> list[pa.Array]:
    """The scores of rows from `begin`; around one that a metric refuses, halves are tried."""
    try:
        return scorer.columns(texts)
    except InputError as error:
        if error.index is None:
            raise
        if not goes_on:
            bad.setdefault(begin + error.index, error.reason)
            return []
        if len(texts) == 1:
            bad[begin] = error.reason
            return scorer.columns(pa.RecordBatch.from_pylist([{}], schema=texts.schema))
    middle = len(texts) // 2
    left = _columns(scorer, texts.slice(0, middle), begin, bad, goes_on=True)
    right = _columns(scorer, texts.slice(middle), begin + middle, bad, goes_on=True)
    return [pa.concat_arrays(both) for both in zip(left, right, strict=True)]


def ordered_map(
    function: Callable[[Item], Result], items: Iterable[Item], threads: int
) -> Generator[Result, None, None]:
    """The results of a function over a stream, in the order of the items.

    Items are read when there is room for them. What the function or the items raise comes in place
    of the result. Closing the iterator stops the threads.
    """
    waiting: deque[Future[Result]] = deque()
    failure: Exception | None = None
    with ThreadPoolExecutor(threads, thread_name_prefix="hyperbaton-batch") as pool:
        try:
            try:
                for item in items:
                    waiting.append(pool.submit(function, item))
                    if len(waiting) >= AHEAD * threads:
                        yield waiting.popleft().result()
            except Exception as error:
                failure = error
            while waiting:  # also what was read before the stream failed
                yield waiting.popleft().result()
            if failure is not None:
                raise failure
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


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
        ref: the columns of references.
        prefix: what names of columns of scores begin with.
        statistics: whether to add the statistics behind the scores.
        threads: how many threads to use; all cores by default.
        batch_rows: how many rows are scored at a time; the batches that come out have no more.
        text: options of `Preparation`, such as `tokenize`.

    Returns:
        The rows in their order, with the columns that `RowScorer` adds. Closing the iterator early
        stops the threads.

    Raises:
        InputError: a column is missing or holds no texts, or a row cannot be scored; names the row.
        OptionError: a metric cannot score rows, or an option is not accepted.
    """
    rows = BATCH_ROWS.check(batch_rows, "batch_rows")
    preparation = Preparation.of(**text)
    scorer = RowScorer(
        metrics, hyp, ref, prefix=prefix, statistics=statistics, preparation=preparation
    )
    scorer.check()
    return _scored(scorer, _batches(reader), resolve_threads(threads), rows)


def _batches(reader: Any) -> Iterator[pa.RecordBatch]:
    """The record batches of whatever is given, checked to be intact."""
    if hasattr(reader, "__arrow_c_stream__"):
        reader = pa.RecordBatchReader.from_stream(reader)
    for item in [reader] if isinstance(reader, pa.RecordBatch) else reader:
        if not isinstance(item, pa.RecordBatch | pa.Table):
            raise TypeError(f"reader: expected record batches or tables, got {shown(item)}")
        yield from map(
            check_batch, [item] if isinstance(item, pa.RecordBatch) else item.to_batches()
        )


def _scored(
    scorer: RowScorer, batches: Iterator[pa.RecordBatch], threads: int, rows: int
) -> Iterator[pa.RecordBatch]:
    def pieces() -> Iterator[Piece]:
        first = 1
        for batch in bounded(batches, rows):
            yield Piece("reader", first, batch)
            first += batch.num_rows

    with closing(ordered_map(partial(score_piece, scorer), pieces(), threads)) as scored:
        for piece in scored:
            yield piece.batch
