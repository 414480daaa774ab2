"""Pieces of a table, scored on several threads: results in order, and a reason for what is not."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from hyperbaton.batch.inputs import TEXT_TABLES
from hyperbaton.batch.row_scorer import RowScorer
from hyperbaton.batch.source import Piece
from hyperbaton.batch.summed_statistics import SummedStatistics
from hyperbaton.batch.writing import readable_row
from hyperbaton.errors import InputError
from hyperbaton.text.arrow_tables import is_text
from hyperbaton.text.reading import TSV

Item = TypeVar("Item")
Result = TypeVar("Result")

AHEAD = 8  # items per thread that are read before their turn, or wait for it to be written
MOST_BYTES = 1 << 28  # of all items that have been read and not yet been used
BREAKS, BROKEN = "[\t\n\r]", "a tab or a line break"


class Unscored(NamedTuple):
    """A row without scores.

    Attributes:
        file: what errors call the file.
        row: its number in the file, counted from 1.
        reason: what is wrong with it.
        columns: what could be read of it, if the output does not hold that.
    """

    file: str
    row: int
    reason: str
    columns: dict[str, Any] | None = None


class ScoredPiece(NamedTuple):
    """A piece with scores.

    Attributes:
        batch: the rows, all of them; None if they have been written and are not read again.
        row_count: how many there are.
        unscored: those without scores.
        total: the sums over the others, if they are asked for.
    """

    batch: Any
    row_count: int
    unscored: list[Unscored]
    total: SummedStatistics | None = None


@dataclass(frozen=True)
class PieceScorer:
    """Scores pieces, on any number of threads and machines.

    Rows whose output or reference is null have no scores. So have bad rows: those that cannot be
    read, scored or written.

    Attributes:
        scorer: what gives rows their scores.
        format: what rows are written as: text in it has to be UTF-8, and in TSV on one line.
        goes_on: whether to go on after a bad row.
    """

    scorer: RowScorer
    format: str = ""
    goes_on: bool = False

    def __call__(self, piece: Piece) -> ScoredPiece:
        """Scores a piece.

        Raises:
            InputError: a row is bad, and that ends the run; names the first.
        """
        batch = piece.batch
        texts = batch.select(self.scorer.description.text_columns)
        bad = {row: why.reason for row, why in piece.unreadable.items()}
        lost = {row: dict(why.columns) for row, why in piece.unreadable.items()}
        for name, rows, problem in self._problems(batch):
            for row in rows:
                bad.setdefault(row, f"column {name!r} {problem}")
            if self.format in TEXT_TABLES:
                lost |= {row: readable_row(batch, row) for row in rows if row not in lost}
                batch = batch.set_column(
                    batch.schema.get_field_index(name),
                    batch.schema.field(name),
                    _without(batch.column(name), rows),
                )
        refused: dict[int, str] = {}
        if bad and not self.goes_on:
            first = min(bad)
            self._columns(piece, texts.slice(0, first), 0, refused)  # may refuse an earlier row
            raise InputError(f"{piece.file}: row {piece.first + first}: {bad[first]}")
        columns = self._columns(piece, _without(texts, bad) if bad else texts, 0, refused)
        reasons = {**self._nulls(texts), **refused, **bad}
        unscored = [
            Unscored(piece.file, piece.first + row, reasons[row], lost.get(row))
            for row in sorted(reasons)
        ]
        schema = self.scorer.schema(batch.schema)
        scored = pa.RecordBatch.from_arrays([*batch.columns, *columns], schema=schema)
        return ScoredPiece(scored, len(scored), unscored)

    def _problems(self, batch: pa.RecordBatch) -> Iterator[tuple[str, list[int], str]]:
        """Columns with bad texts, the rows of these, and what is wrong with them."""
        for field in batch.schema:
            column = batch.column(field.name)
            is_written = self.format in TEXT_TABLES and is_text(field.type)
            is_checked = is_written or field.name in self.scorer.description.text_columns
            if is_checked and (rows := _undecodable_rows(column)):
                yield field.name, rows, "is not UTF-8"
            if is_written and self.format == TSV and (rows := _broken_rows(column)):
                yield field.name, rows, f"holds {BROKEN}, which TSV cannot; write JSONL or CSV"

    def _nulls(self, texts: pa.RecordBatch) -> dict[int, str]:
        """Rows without an output or a first reference."""
        found: dict[int, str] = {}
        for name in self.scorer.description.text_columns[:2]:
            for row in np.flatnonzero(texts.column(name).is_null()).tolist():
                found.setdefault(row, f"column {name!r} is null")
        return found

    def _columns(
        self, piece: Piece, texts: pa.RecordBatch, begin: int, refused: dict[int, str]
    ) -> list[pa.Array]:
        """The scores of rows from `begin`; around one that a metric refuses, halves are tried."""
        try:
            return self.scorer.columns(texts)
        except InputError as error:
            if error.index is None:
                raise
            if not self.goes_on:
                row = piece.first + begin + error.index
                raise InputError(f"{piece.file}: row {row}: {error.reason}") from None
            if len(texts) == 1:
                refused[begin] = error.reason
                return self.scorer.columns(_without(texts, [0]))
        middle = len(texts) // 2
        left = self._columns(piece, texts.slice(0, middle), begin, refused)
        right = self._columns(piece, texts.slice(middle), begin + middle, refused)
        return [pa.concat_arrays(both) for both in zip(left, right, strict=True)]


def _without(values: Any, rows: Iterable[int]) -> Any:
    """An array or a batch with nulls in some rows."""
    absent = np.zeros(len(values), np.bool_)
    absent[list(rows)] = True
    return values.take(pa.array(np.arange(len(values)), mask=absent))


def _undecodable_rows(column: pa.Array) -> list[int]:
    try:
        column.validate(full=True)
        return []
    except pa.ArrowInvalid:
        return [row for row, cell in enumerate(column) if not _is_decodable(cell)]


def _is_decodable(cell: pa.Scalar) -> bool:
    try:
        cell.as_py()
    except UnicodeDecodeError:
        return False
    return True


def _broken_rows(column: pa.Array) -> list[int]:
    """Rows with a tab or a line break; bytes that are not UTF-8 may be among them."""
    kind = column.type.value_type if pa.types.is_dictionary(column.type) else column.type
    plain = column.cast(kind) if kind != column.type else column
    as_bytes = plain.cast(pa.large_string()).view(pa.large_binary())
    broken = pc.match_substring_regex(as_bytes, BREAKS).fill_null(False)
    rows: list[int] = np.flatnonzero(broken).tolist()
    return rows


def ordered_map(
    function: Callable[[Item], Result],
    items: Iterable[Item],
    threads: int,
    size: Callable[[Item], int],
) -> Generator[Result, None, None]:
    """The results of a function over a stream, in the order of the items.

    Items are read when there is room for them. Closing the iterator stops the threads.

    Args:
        function: what to call, on any thread.
        items: what to call it with.
        threads: how many calls there are at a time.
        size: how many bytes an item takes.

    Raises:
        Exception: what the function or the items raise, in place of their result.
    """

    def submitted() -> Iterator[tuple[Future[Result], int]]:
        try:
            for item in items:
                yield pool.submit(function, item), size(item)
        except Exception as error:  # comes after the results of what was read before
            failed: Future[Result] = Future()
            failed.set_exception(error)
            yield failed, 0

    waiting: deque[tuple[Future[Result], int]] = deque()
    taken = 0
    with ThreadPoolExecutor(threads, thread_name_prefix="hyperbaton-batch") as pool:
        try:
            for each in submitted():
                waiting.append(each)
                taken += each[1]
                while len(waiting) >= AHEAD * threads or (taken > MOST_BYTES and waiting):
                    future, freed = waiting.popleft()
                    yield future.result()
                    taken -= freed
            while waiting:
                yield waiting.popleft()[0].result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
