"""Pieces of a table, scored on several threads: results in order, and bad rows set aside."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from hyperbaton.batch.inputs import TEXT_FORMATS
from hyperbaton.batch.row_scorer import RowScorer
from hyperbaton.batch.summed_statistics import SummedStatistics
from hyperbaton.batch.text_rows import Piece, Rejected
from hyperbaton.batch.writing import readable_row
from hyperbaton.errors import InputError
from hyperbaton.text.arrow_tables import is_text
from hyperbaton.text.reading import TSV

Item = TypeVar("Item")
Result = TypeVar("Result")

AHEAD = 8  # items per thread that are read before their turn, or wait for it to be written
MOST_BYTES = 1 << 28  # of all items that have been read and not yet been used
BREAKS, BROKEN = "[\t\n\r]", "a tab or a line break"


@dataclass(frozen=True)
class ScoredPiece:
    """What became of a piece.

    Attributes:
        batches: the rows that were scored.
        row_count: how many rows there were, bad ones included.
        rejected: the bad ones, in order.
        total: the sums over the others, if they are asked for.
    """

    batches: list[pa.RecordBatch]
    row_count: int
    rejected: list[Rejected]
    total: SummedStatistics | None = None

    def check(self) -> None:
        """Refuses a piece with a bad row.

        Raises:
            InputError: there is one; names the first.
        """
        for first in self.rejected:
            raise InputError(f"{first.file}: row {first.row}: {first.reason}")


@dataclass(frozen=True)
class PieceScorer:
    """Scores pieces, on any number of threads and machines.

    Attributes:
        scorer: what gives rows their scores.
        format: what rows are written as: text in it has to be UTF-8, and in TSV on one line.
        divert: whether to go on after a row that a metric refuses.
    """

    scorer: RowScorer
    format: str = ""
    divert: bool = False

    def __call__(self, piece: Piece) -> ScoredPiece:
        """Scores a piece."""
        bad = self._bad_rows(piece.batch)
        kept = np.ones(piece.batch.num_rows, np.bool_)
        kept[list(bad)] = False
        places = np.flatnonzero(kept)
        batches, refused = self._scored(piece.batch.filter(pa.array(kept)) if bad else piece.batch)
        bad.update((int(places[index]), reason) for index, reason in refused.items())
        found = [
            Rejected(piece.file, piece.rows[index], reason, readable_row(piece.batch, index))
            for index, reason in bad.items()
        ]
        rejected = sorted([*piece.rejected, *found], key=lambda each: each.row)
        return ScoredPiece(batches, len(piece.rows) + len(piece.rejected), rejected)

    def _bad_rows(self, batch: pa.RecordBatch) -> dict[int, str]:
        """What is wrong with the texts of rows, by their places in the batch."""
        scored, optional = self.scorer.text_columns, self.scorer.description.ref[1:]
        every = [field.name for field in batch.schema if is_text(field.type)]
        needed = [name for name in scored if name not in optional]
        written = every if self.format in TEXT_FORMATS else scored
        on_one_line = every if self.format == TSV else []
        checks = [
            (_null_rows, needed, "is null"),
            (_undecodable_rows, written, "is not UTF-8"),
            (_broken_rows, on_one_line, f"holds {BROKEN}, which TSV cannot; write JSONL"),
        ]
        found: dict[int, str] = {}
        for rows_of, names, problem in checks:
            for name in names:
                for row in rows_of(batch.column(name)):
                    found.setdefault(row, f"column {name!r} {problem}")
        return found

    def _scored(self, batch: pa.RecordBatch) -> tuple[list[pa.RecordBatch], dict[int, str]]:
        """Batches with scores, and rows that a metric refuses; around these, halves are tried."""
        scored: list[pa.RecordBatch] = []
        refused: dict[int, str] = {}
        waiting = [(0, batch.num_rows)]
        while waiting:
            begin, end = waiting.pop()
            try:
                scored.append(self.scorer(batch.slice(begin, end - begin)))
            except InputError as error:
                if error.index is None:
                    raise
                at = begin + error.index
                refused[at] = error.reason
                if not self.divert:
                    break
                waiting += reversed(_around(begin, at, end))
        return scored, refused


def _around(begin: int, at: int, end: int) -> list[tuple[int, int]]:
    """Halves of a range without one member, in order, so that few rows are scored many times."""
    middle = (begin + end) // 2
    found: list[tuple[int, int]] = []
    for a, b in ((begin, at), (at + 1, end)):
        if a < middle < b:
            found += [(a, middle), (middle, b)]
        elif a < b:
            found.append((a, b))
    return found


def _null_rows(column: pa.Array) -> list[int]:
    if column.null_count == 0 and not pa.types.is_dictionary(column.type):
        return []
    nulls: list[int] = np.flatnonzero(column.is_null().to_numpy(zero_copy_only=False)).tolist()
    return nulls


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
    rows: list[int] = np.flatnonzero(broken.to_numpy(zero_copy_only=False)).tolist()
    return rows


def ordered_map(
    function: Callable[[Item], Result],
    items: Iterable[Item],
    threads: int,
    size: Callable[[Item], int],
) -> Generator[Result, None, None]:
    """The results of a function over a stream, in the order of the items.

    Items are read as there is room for them. Closing the iterator stops the threads.

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
