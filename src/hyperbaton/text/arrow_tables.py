"""Parquet and Arrow files as streams of record batches, checked before anything looks into them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, BinaryIO

import pyarrow as pa
import pyarrow.parquet as pq

from hyperbaton.errors import InputError
from hyperbaton.files import STANDARD_INPUT, display_name, opened
from hyperbaton.text.reading import PARQUET, find_column
from hyperbaton.text.segments import ARROW_TEXTS, check_layout

FILE_MARK, PADDED_MARK = b"ARROW1", 8  # an Arrow file is a stream after so many bytes
DAMAGE = (pa.ArrowException, OSError, ValueError, TypeError, LookupError, MemoryError)
MOST_ROWS, MOST_BYTES = 1 << 14, 1 << 24  # of a batch; a single row may be larger


@contextmanager
def open_stored(path: str, format: str) -> Iterator[StoredTable]:
    """Opens a Parquet or Arrow file; an Arrow file or stream may also come through a pipe."""
    if path.lower().endswith(".gz"):
        raise InputError(f"{path}: {format.capitalize()} is not read from gzip; use gunzip first")
    with opened(path) as file:
        yield StoredTable(path, format, file)


class StoredTable:
    """A Parquet or Arrow file, of which some rows are in memory at a time.

    `row_count` is None if only reading tells; `name` is what errors call the file.
    """

    def __init__(self, path: str, format: str, file: BinaryIO) -> None:
        self.name, self._format = display_name(path), format.capitalize()
        self.row_count: int | None = None
        on_disk = path != STANDARD_INPUT and file.seekable()
        with self._intact():
            if format == PARQUET:
                if not on_disk:
                    raise InputError(
                        f"{self.name}: Parquet cannot be read from a pipe, since it is read from "
                        "its end; name a file, or pipe Arrow"
                    )
                self._file: Any = pq.ParquetFile(pa.OSFile(os.fsencode(path)))
                self.schema = self._file.schema_arrow
                self.row_count = self._file.metadata.num_rows
            else:
                begin = file.peek(len(FILE_MARK)) if hasattr(file, "peek") else b""
                if begin.startswith(FILE_MARK):
                    if on_disk:
                        pa.ipc.open_file(pa.OSFile(os.fsencode(path)))  # which needs its end
                    file.read(PADDED_MARK)
                self._file = pa.ipc.open_stream(pa.PythonFile(file, "r"))
                self.schema = self._file.schema
            _ = self.schema.names  # which may not be UTF-8

    def batches(
        self, rows: int = MOST_ROWS, columns: Sequence[str] | None = None
    ) -> Iterator[pa.RecordBatch]:
        """Yields the rows in batches of at most so many."""
        with self._intact():
            if isinstance(self._file, pq.ParquetFile):  # which checks what it reads by itself
                about = self._file.metadata
                size = sum(about.row_group(k).total_byte_size for k in range(about.num_row_groups))
                rows = max(1, min(rows, MOST_BYTES * about.num_rows // max(1, size)))
                stored = self._file.iter_batches(rows, columns=columns, use_threads=False)
            else:
                stored = map(check_batch, self._file)
            yield from bounded(stored, rows)

    def cells(self, column: str) -> Iterator[Any]:
        """Yields the cells of a column of strings or lists of strings."""
        kind = self.schema.types[find_column(self.schema.names, column, place=self.name)]
        if not (is_text(kind) or is_text(getattr(kind, "value_type", kind))):
            raise InputError(f"{self.name}: column {column!r} holds {kind}; expected strings")
        row = 0
        for batch in self.batches(columns=[column]):
            for cell in batch.column(batch.schema.get_field_index(column)):
                row += 1
                try:
                    yield cell.as_py()
                except UnicodeDecodeError:
                    raise InputError(f"{self.name}: row {row}: is not UTF-8") from None

    @contextmanager
    def _intact(self) -> Iterator[None]:
        """Turns errors of Arrow into errors about the file."""
        try:
            yield
        except InputError:
            raise
        except DAMAGE as error:
            reason = str(error).partition("\n")[0].rstrip(".") or type(error).__name__
            raise InputError(
                f"{self.name}: is not an intact {self._format} file ({reason}); write it again"
            ) from None


def is_text(kind: pa.DataType) -> bool:
    """Whether a column holds texts, in any of the ways that Arrow has for them."""
    return str(kind.value_type if pa.types.is_dictionary(kind) else kind) in ARROW_TEXTS


def check_batch(batch: pa.RecordBatch) -> pa.RecordBatch:
    """Returns a batch, unless its buffers do not fit together, which would end the process."""
    try:
        for column in batch.columns:
            check_layout(column)
    except pa.ArrowInvalid as error:
        raise InputError(f"not an intact record batch ({error}); make it again") from None
    return batch


def bounded(batches: Iterable[pa.RecordBatch], rows: int) -> Iterator[pa.RecordBatch]:
    """Yields the same rows in batches of at most so many, and of about `MOST_BYTES` at most."""
    for batch in batches:
        most = max(1, min(rows, batch.num_rows * MOST_BYTES // max(1, batch.nbytes)))
        for begin in range(0, batch.num_rows, most):
            yield batch.slice(begin, most)
