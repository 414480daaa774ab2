"""Record batches of about one size, from batches of any size."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pyarrow as pa

from hyperbaton.batch.reading.piece import Limits


def bounded(batches: Iterable[pa.RecordBatch], limits: Limits) -> Iterator[pa.RecordBatch]:
    """The same rows in batches within limits: small ones are joined, large ones cut.

    Where the cuts are depends on the batches and the limits alone.
    """
    waiting: list[pa.RecordBatch] = []
    rows = size = 0
    for part in _parts(batches, limits):
        while part.num_rows:
            head = part.slice(0, limits.rows - rows)
            if waiting and (head.num_rows == 0 or size + head.nbytes > limits.size):
                yield from _joined(waiting)
                waiting, rows, size = [], 0, 0
                continue
            waiting.append(head)
            rows, size = rows + head.num_rows, size + head.nbytes
            part = part.slice(head.num_rows)
    if waiting:
        yield from _joined(waiting)


def _parts(batches: Iterable[pa.RecordBatch], limits: Limits) -> Iterator[pa.RecordBatch]:
    """Batches, halved until none is too large; a single row may be."""
    for batch in batches:
        for begin in range(0, batch.num_rows, limits.rows):
            yield from _halved(batch.slice(begin, limits.rows), limits.size)


def _halved(batch: pa.RecordBatch, size: int) -> Iterator[pa.RecordBatch]:
    if batch.nbytes <= size or batch.num_rows == 1:
        yield batch
        return
    middle = batch.num_rows // 2
    yield from _halved(batch.slice(0, middle), size)
    yield from _halved(batch.slice(middle), size)


def _joined(batches: list[pa.RecordBatch]) -> list[pa.RecordBatch]:
    """Batches of one schema as one, where the types allow it."""
    if len(batches) == 1:
        return batches
    try:
        table = pa.Table.from_batches(batches).unify_dictionaries().combine_chunks()
    except pa.ArrowNotImplementedError:  # views of strings, in some versions
        return batches
    found: list[pa.RecordBatch] = table.to_batches()
    return found
