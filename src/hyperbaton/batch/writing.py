"""What scored rows are written as: Parquet, Arrow, JSONL or TSV, into any file."""

from __future__ import annotations

import io
import json
import math
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any, BinaryIO, cast

import pyarrow as pa
import pyarrow.parquet as pq

from hyperbaton.batch.inputs import TEXT_FORMATS
from hyperbaton.errors import InputError, OptionError
from hyperbaton.files import replacement
from hyperbaton.text.tables import ARROW, JSONL, PARQUET

STANDARD_OUTPUT = "-"
ZSTD = "zstd"
ROWS_OF_A_GROUP = 1 << 17
BYTES_OF_A_GROUP = 1 << 26
BINARY = ("binary", "large_binary", "binary_view", "fixed_size_binary")
BEYOND_PYTHON = (OverflowError, ValueError, KeyError, pa.ArrowException)  # what as_py may raise


@contextmanager
def target(name: str, kind: str) -> Iterator[BinaryIO]:
    """A file that appears when it is complete; `-` is standard output.

    Raises:
        InputError: it cannot be written.
        OptionError: the format cannot be written to standard output.
    """
    if name != STANDARD_OUTPUT:
        with replacement(name) as file:
            yield file
        return
    binary = getattr(sys.stdout, "buffer", None)
    if binary is None and kind not in TEXT_FORMATS:
        raise OptionError(f"cannot write {kind} to this standard output; use -o FILE")
    sys.stdout.flush()
    yield cast(BinaryIO, binary or _TextAsBytes())


class _TextAsBytes:
    """Standard output where something without bytes stands in for it."""

    def write(self, data: bytes) -> int:
        """Writes bytes as text."""
        return sys.stdout.write(bytes(data).decode())


@dataclass(frozen=True)
class RowFormat:
    """How rows are written.

    Attributes:
        kind: parquet, arrow, jsonl or tsv.
        schema: the columns.
        scores: which of them are scores: in TSV their nulls are `nan`.
        distinct: which others hardly repeat a value, so that dictionaries are of no use.
        stream: whether Arrow is written as a stream, which can be read as it comes.
        compression: of Parquet.
    """

    kind: str
    schema: pa.Schema
    scores: frozenset[str] = frozenset()
    distinct: frozenset[str] = frozenset()
    stream: bool = False
    compression: str = ZSTD

    def check(self) -> None:
        """Refuses columns that the format has no way to write.

        Raises:
            OptionError: names the column.
        """
        if self.kind not in TEXT_FORMATS:
            return
        names = self.schema.names
        for field in self.schema:
            kinds = list(_kinds(field.type))
            is_binary = any(str(kind).startswith(BINARY) for kind in kinds)
            if is_binary or (self.kind != JSONL and any(map(pa.types.is_nested, kinds))):
                others = "Parquet or Arrow" if is_binary else "JSONL, Parquet or Arrow"
                raise OptionError(
                    f"column {field.name!r} holds {field.type}, which {self.kind.upper()} cannot; "
                    f"write {others}"
                )
            if self.kind != JSONL and any(mark in field.name for mark in "\t\n\r"):
                raise OptionError(
                    f"the name of column {field.name!r} does not fit into TSV; rename it"
                )
            if names.count(field.name) > 1:
                raise OptionError(
                    f"{self.kind.upper()} cannot hold two columns called {field.name!r}; rename one"
                )

    @contextmanager
    def opened(self, file: BinaryIO) -> Iterator[RowWriter]:
        """A writer, whose output is complete when the block ends without an error.

        Raises:
            OptionError: the format has no way to write a column.
        """
        self.check()
        output = _Output(file)
        kinds = {PARQUET: ParquetWriter, ARROW: ArrowWriter, JSONL: JsonWriter}
        try:
            writer = kinds.get(self.kind, TabWriter)(self, output)
            yield writer
            writer.finish()
        except BaseException:
            output.is_abandoned = True
            raise


class RowWriter:
    """Writes rows in one format."""

    def __init__(self, form: RowFormat, file: _Output) -> None:
        self._form, self._file = form, file

    def encode(self, batch: pa.RecordBatch) -> Any:
        """Makes rows into what `write` takes; may be called on any thread."""
        return batch

    def write(self, encoded: Any) -> None:
        """Writes rows."""
        self._file.write(encoded)

    def finish(self) -> None:
        """Writes what comes after all rows."""


class ParquetWriter(RowWriter):
    """Row groups of about one size, whatever the size of the batches."""

    def __init__(self, form: RowFormat, file: _Output) -> None:
        super().__init__(form, file)
        repeated = [name for name in form.schema.names if name not in form.scores | form.distinct]
        self._waiting: list[pa.RecordBatch] = []
        self._rows = self._bytes = 0
        try:
            self._writer = pq.ParquetWriter(
                pa.PythonFile(file, "w"),
                form.schema,
                compression=form.compression,
                use_dictionary=repeated,
            )
        except (pa.ArrowNotImplementedError, pa.ArrowInvalid) as error:
            raise OptionError(f"Parquet cannot hold these columns ({error}); write Arrow") from None

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
            table = pa.Table.from_batches(self._waiting, self._form.schema)
            try:
                self._writer.write_table(table, row_group_size=self._rows)
            except (pa.ArrowNotImplementedError, pa.ArrowInvalid) as error:
                raise InputError(f"Parquet cannot hold a value ({error}); write Arrow") from None
        self._waiting, self._rows, self._bytes = [], 0, 0


class ArrowWriter(RowWriter):
    """Batches as they come; in a file, dictionaries are written out, for there may be one only."""

    def __init__(self, form: RowFormat, file: _Output) -> None:
        super().__init__(form, file)
        schema, opened = form.schema, pa.ipc.new_stream
        if not form.stream:
            schema, opened = pa.schema(map(_plain_field, schema), schema.metadata), pa.ipc.new_file
        self._schema = schema
        self._writer = opened(pa.PythonFile(file, "w"), schema)

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


class JsonWriter(RowWriter):
    """One object per line; what is undefined is null."""

    def encode(self, batch: pa.RecordBatch) -> bytes:
        """Rows as text."""
        names = batch.schema.names
        columns = [_values(column, name) for column, name in zip(batch.columns, names, strict=True)]
        rows = (dict(zip(names, row, strict=True)) for row in zip(*columns, strict=True))
        return "".join(map(json_line, rows)).encode("utf-8", "backslashreplace")


class TabWriter(RowWriter):
    """A header, then cells separated by tabs; numbers are written in full."""

    def __init__(self, form: RowFormat, file: _Output) -> None:
        super().__init__(form, file)
        file.write(("\t".join(form.schema.names) + "\n").encode())

    def encode(self, batch: pa.RecordBatch) -> bytes:
        """Rows as text; an undefined score is nan, and any other null an empty cell."""
        columns = [
            [_cell(value, "nan" if name in self._form.scores else "") for value in values]
            for name, column in zip(batch.schema.names, batch.columns, strict=True)
            for values in [_values(column, name)]
        ]
        rows = ("\t".join(row) + "\n" for row in zip(*columns, strict=True))
        return "".join(rows).encode("utf-8", "backslashreplace")


class _Output(io.RawIOBase):
    """A file that takes no more once the run has failed: Arrow's writers write even as they go."""

    is_abandoned = False

    def __init__(self, file: BinaryIO) -> None:
        super().__init__()
        self._file, self._position = file, 0

    def writable(self) -> bool:
        """Yes."""
        return True

    def tell(self) -> int:
        """How many bytes were written, also to a pipe."""
        return self._position

    def write(self, data: Any) -> int:
        """Writes all of it."""
        size = memoryview(data).nbytes
        if not self.is_abandoned:
            self._file.write(data)
        self._position += size
        return size

    def flush(self) -> None:
        """Leaves that to the file."""


def _plain_field(field: pa.Field) -> pa.Field:
    kind = field.type
    return field.with_type(kind.value_type) if pa.types.is_dictionary(kind) else field


def _kinds(kind: pa.DataType) -> Iterable[pa.DataType]:
    """A type and those inside it; a dictionary is what its values are."""
    if pa.types.is_dictionary(kind):
        yield from _kinds(kind.value_type)
        return
    yield kind
    for k in range(kind.num_fields):
        yield from _kinds(kind.field(k).type)


def _values(column: pa.Array, name: str) -> Iterable[Any]:
    """What is in a column, as Python has it; dates that Python has not, as text.

    Raises:
        InputError: a value is neither; names the column.
    """
    try:
        return cast(list[Any], column.to_pylist())
    except BEYOND_PYTHON:
        return (_value(cell, name) for cell in column)


def _value(cell: pa.Scalar, name: str) -> Any:
    try:
        return cell.as_py()
    except UnicodeDecodeError:
        raise
    except BEYOND_PYTHON:
        kind, text = cell.type, "<"
    if pa.types.is_timestamp(kind):  # in UTC, whatever the time zone
        text = cell.cast(pa.timestamp(kind.unit)).cast(pa.string()).as_py().replace(" ", "T")
        text += "+00:00" if kind.tz else ""
    elif pa.types.is_date(kind):
        text = cell.cast(pa.string()).as_py()
    if text.startswith("<"):  # beyond Arrow's calendar, too
        raise InputError(
            f"column {name!r}: holds {kind} that cannot be written as text; write Parquet or Arrow"
        )
    return text


def readable_row(batch: pa.RecordBatch, index: int) -> dict[str, Any]:
    """What is in a row; bytes that are not UTF-8 as escapes, and null where nothing can show it."""
    found = {}
    for name, column in zip(batch.schema.names, batch.columns, strict=True):
        cell = column[index]
        try:
            found[name] = _value(cell, name)
        except UnicodeDecodeError:
            buffer = getattr(cell, "as_buffer", None)
            found[name] = bytes(buffer()).decode("utf-8", "backslashreplace") if buffer else None
        except InputError:
            found[name] = None
    return found


def json_line(row: dict[str, Any]) -> str:
    """A row as an object on a line of its own."""
    try:
        text = json.dumps(row, ensure_ascii=False, allow_nan=False, default=_plain)
    except ValueError:  # numbers that JSON does not have
        row = _without_nan(row)
        text = json.dumps(row, ensure_ascii=False, allow_nan=False, default=_plain)
    return f"{text}\n"


def _plain(value: Any) -> str:
    if isinstance(value, date | datetime | time):
        return value.isoformat()
    if isinstance(value, bytes):
        return value.decode("utf-8", "backslashreplace")
    return str(value)


def _without_nan(value: Any) -> Any:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {key: _without_nan(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_without_nan(each) for each in value]
    return value


def _cell(value: Any, null: str) -> str:
    if value is None:
        return null
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    return repr(value) if isinstance(value, int | float) else _plain(value)
