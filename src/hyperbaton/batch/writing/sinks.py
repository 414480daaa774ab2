"""What scored rows are written to: Parquet, Arrow, JSONL or TSV, into any file."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO, Protocol

import pyarrow as pa
import pyarrow.parquet as pq

from hyperbaton.batch.reading.formats import ARROW, JSONL, PARQUET
from hyperbaton.batch.writing.text_rows import (
    check_flat_types,
    check_json_types,
    header_row,
    json_rows,
    tab_rows,
)
from hyperbaton.errors import OptionError

ZSTD = "zstd"
ROWS_OF_A_GROUP = 1 << 17
BYTES_OF_A_GROUP = 1 << 26


class Sink(Protocol):
    """Where rows are written to."""

    def encode(self, batch: pa.RecordBatch) -> Any:
        """Makes rows into what `write` takes; may be called on any thread."""

    def write(self, encoded: Any) -> None:
        """Writes rows."""

    def finish(self) -> None:
        """Writes what comes after all rows."""


@contextmanager
def open_sink(
    kind: str,
    file: BinaryIO,
    schema: pa.Schema,
    *,
    scores: frozenset[str],
    distinct: frozenset[str] = frozenset(),
    stream: bool = False,
    compression: str = ZSTD,
) -> Iterator[Sink]:
    """A sink, whose output is complete when the block ends without an error.

    Args:
        kind: the format.
        file: what to write to.
        schema: the columns.
        scores: which of them are scores.
        distinct: which of them hardly repeat a value, so that dictionaries are of no use.
        stream: whether Arrow is written as a stream, which can be read as it comes.
        compression: of Parquet.

    Raises:
        OptionError: the format has no way to write a column.
    """
    output = AbandonableFile(file)
    try:
        if kind == PARQUET:
            sink: Sink = ParquetSink(output, schema, scores | distinct, compression)
        elif kind == ARROW:
            sink = ArrowSink(output, schema, stream=stream)
        elif kind == JSONL:
            check_json_types(schema)
            sink = TextSink(output, json_rows)
        else:
            check_flat_types(schema)
            sink = TextSink(output, lambda batch: tab_rows(batch, scores), header_row(schema))
        yield sink
        sink.finish()
    except BaseException:
        output.abandon()
        raise


class AbandonableFile(io.RawIOBase):
    """A file that takes no more once it is given up: Arrow's writers write even as they go."""

    def __init__(self, file: BinaryIO) -> None:
        super().__init__()
        self._file: BinaryIO | None = file
        self._position = 0

    def writable(self) -> bool:
        """Yes."""
        return True

    def tell(self) -> int:
        """How many bytes were written, also to a pipe."""
        return self._position

    def write(self, data: Any) -> int:
        """Writes all of it."""
        size = len(data) if isinstance(data, bytes) else memoryview(data).nbytes
        if self._file is not None:
            self._file.write(data)
        self._position += size
        return size

    def flush(self) -> None:
        """Leaves that to the file."""

    def abandon(self) -> None:
        """Drops whatever else is written."""
        self._file = None


class ParquetSink:
    """Row groups of about one size, whatever the size of the batches."""

    def __init__(
        self, file: AbandonableFile, schema: pa.Schema, distinct: frozenset[str], compression: str
    ) -> None:
        self._schema = schema
        repeated = [name for name in schema.names if name not in distinct]
        self._waiting: list[pa.RecordBatch] = []
        self._rows = self._bytes = 0
        try:
            self._writer = pq.ParquetWriter(
                pa.PythonFile(file, "w"), schema, compression=compression, use_dictionary=repeated
            )
        except (pa.ArrowNotImplementedError, pa.ArrowInvalid) as error:
            raise OptionError(f"Parquet cannot hold these columns ({error}); write Arrow") from None

    def encode(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        """Rows as they are."""
        return batch

    def write(self, encoded: pa.RecordBatch) -> None:
        """Collects rows, and writes them when they are enough."""
        self._waiting.append(encoded)
        self._rows += encoded.num_rows
        self._bytes += encoded.nbytes
        if self._rows >= ROWS_OF_A_GROUP or self._bytes >= BYTES_OF_A_GROUP:
            self._write_group()

    def finish(self) -> None:
        """Writes the rest, and the end of the file."""
        self._write_group()
        self._writer.close()

    def _write_group(self) -> None:
        if self._rows:
            table = pa.Table.from_batches(self._waiting, self._schema)
            self._writer.write_table(table, row_group_size=self._rows)
        self._waiting, self._rows, self._bytes = [], 0, 0


class ArrowSink:
    """Batches as they come; in a file, dictionaries are written out, for there may be one only."""

    def __init__(self, file: AbandonableFile, schema: pa.Schema, *, stream: bool) -> None:
        self._schema = schema if stream else pa.schema(map(_plain, schema), schema.metadata)
        opened = pa.ipc.new_stream if stream else pa.ipc.new_file
        self._writer = opened(pa.PythonFile(file, "w"), self._schema)

    def encode(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        """Rows, with dictionaries written out where need be."""
        if batch.schema == self._schema:
            return batch
        columns = [
            column.cast(field.type) if column.type != field.type else column
            for column, field in zip(batch.columns, self._schema, strict=True)
        ]
        return pa.RecordBatch.from_arrays(columns, schema=self._schema)

    def write(self, encoded: pa.RecordBatch) -> None:
        """Writes rows."""
        self._writer.write_batch(encoded)

    def finish(self) -> None:
        """Writes the end of the file."""
        self._writer.close()


def _plain(field: pa.Field) -> pa.Field:
    kind = field.type
    return field.with_type(kind.value_type) if pa.types.is_dictionary(kind) else field


class TextSink:
    """One row per line."""

    def __init__(
        self, file: AbandonableFile, rows: Callable[[pa.RecordBatch], str], header: str = ""
    ) -> None:
        self._file = file
        self._rows = rows
        self._file.write(header.encode())

    def encode(self, batch: pa.RecordBatch) -> bytes:
        """Rows as text."""
        return self._rows(batch).encode("utf-8", "backslashreplace")

    def write(self, encoded: bytes) -> None:
        """Writes rows."""
        self._file.write(encoded)

    def finish(self) -> None:
        """Nothing comes after the last row."""
