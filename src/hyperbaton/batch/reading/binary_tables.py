"""Parquet and Arrow: batches as they are stored, checked before anything looks into them."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO

import pyarrow as pa
import pyarrow.parquet as pq

from hyperbaton.batch.reading.formats import ARROW_FILE_MARK
from hyperbaton.batch.reading.piece import Limits
from hyperbaton.errors import InputError
from hyperbaton.text.opening import STANDARD_INPUT, display_name, opened

PADDED_MARK = 8  # bytes before the stream that every Arrow file contains


@contextmanager
def intact(name: str, kind: str) -> Iterator[None]:
    """Errors of Arrow, as errors about a file."""
    try:
        yield
    except (pa.ArrowException, OSError, ValueError, MemoryError, TypeError, KeyError) as error:
        if isinstance(error, InputError):
            raise
        reason = str(error).partition("\n")[0].rstrip(".") or type(error).__name__
        raise InputError(
            f"{name}: is not an intact {kind} file ({reason}); write it again"
        ) from None


class ParquetTable:
    """A Parquet file, of which some rows of a row group are in memory at a time.

    Attributes:
        schema: its columns.
        row_count: how many rows it has.
    """

    def __init__(self, path: str, limits: Limits) -> None:
        self._name, self._limits = display_name(path), limits
        with opened(path) as file:
            if path == STANDARD_INPUT or not file.seekable():
                raise InputError(
                    f"{self._name}: Parquet cannot be read from a pipe, since it is read from its "
                    "end; name a file, or pipe Arrow"
                )
        with intact(self._name, "Parquet"):
            self._file = pq.ParquetFile(pa.OSFile(os.fsencode(path)))
            self.schema = self._file.schema_arrow
            self.row_count: int | None = self._file.metadata.num_rows

    def batches(self) -> Iterator[pa.RecordBatch]:
        """Its rows.

        Raises:
            InputError: the file is damaged.
        """
        with intact(self._name, "Parquet"):
            for group in range(self._file.num_row_groups):
                rows = _rows_at_once(self._file.metadata.row_group(group), self._limits)
                yield from self._file.iter_batches(rows, row_groups=[group], use_threads=False)


def _rows_at_once(group: Any, limits: Limits) -> int:
    """How many rows of a group are about as large as a piece may be."""
    each = max(1, group.total_byte_size // max(1, group.num_rows))
    return int(max(1, min(limits.rows, limits.size // each)))


class ArrowTable:
    """An Arrow file or stream, of which one batch is in memory at a time.

    A file is a stream between marks, and is read as one, so that it may come through a pipe; that
    it has its end is checked where it is a file.

    Attributes:
        schema: its columns.
        row_count: None, since only reading tells.
    """

    row_count: int | None = None

    def __init__(self, path: str, file: BinaryIO) -> None:
        self._name = display_name(path)
        with intact(self._name, "Arrow"):
            if _is_file(file):
                if path != STANDARD_INPUT and file.seekable():
                    pa.ipc.open_file(pa.OSFile(os.fsencode(path)))  # refuses one without its end
                file.read(PADDED_MARK)
            self._reader = pa.ipc.open_stream(pa.PythonFile(file, "r"))
            self.schema = self._reader.schema

    def batches(self) -> Iterator[pa.RecordBatch]:
        """Its rows.

        Raises:
            InputError: the file is damaged.
        """
        with intact(self._name, "Arrow"):
            for batch in self._reader:
                check_layout(batch)
                yield batch


def _is_file(file: BinaryIO) -> bool:
    """Whether it begins as Arrow files do; nothing is consumed."""
    if not isinstance(file, io.BufferedReader):
        return False
    return file.peek(len(ARROW_FILE_MARK)).startswith(ARROW_FILE_MARK)


def check_layout(batch: pa.RecordBatch) -> None:
    """Refuses a batch whose buffers do not fit together; bytes that are no UTF-8 may pass.

    Raises:
        ArrowInvalid: offsets or indices lead elsewhere.
    """
    for column in batch.columns:
        _as_bytes(column).validate(full=True)


def _as_bytes(column: pa.Array) -> pa.Array:
    """A column of texts as one of bytes, so that what they stand for is not looked at."""
    kind = column.type
    column.validate()
    if pa.types.is_string(kind):
        return column.view(pa.binary())
    if pa.types.is_large_string(kind):
        return column.view(pa.large_binary())
    if pa.types.is_dictionary(kind):
        values = _as_bytes(column.dictionary)
        values.validate(full=True)
        return pa.DictionaryArray.from_arrays(column.indices, values, safe=True)
    return column
