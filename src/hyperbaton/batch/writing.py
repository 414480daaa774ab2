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
from hyperbaton.text.reading import ARROW, JSONL, PARQUET

STANDARD_OUTPUT = "-"
ZSTD = "zstd"
ROWS_OF_A_GROUP, BYTES_OF_A_GROUP = 1 << 17, 1 << 26
BINARY = ("binary", "large_binary", "binary_view", "fixed_size_binary")
BEYOND_PYTHON = (OverflowError, ValueError, KeyError, pa.ArrowException)  # what as_py may raise


@contextmanager
def target(name: str) -> Iterator[BinaryIO]:
    """A file that appears when it is complete; `-` is standard output.

    Raises:
        InputError: it cannot be written.
    """
    if name == STANDARD_OUTPUT:
        sys.stdout.flush()
        yield cast(BinaryIO, sys.stdout.buffer)
    else:
        with replacement(name) as file:
            yield file


@dataclass(frozen=True)
class RowFormat:
    """How rows are written.

    Attributes:
        kind: parquet, arrow, jsonl or tsv.
        schema: the columns.
        scores: which of them are scores: in TSV their nulls are `nan`.
        distinct: which others hardly repeat a value, so that dictionaries are of no use.
        stream: whether Arrow is written as a stream, which can be read as it comes. Files of Arrow
            have one dictionary for each column at most, so there dictionaries are written out.
        compression: of Parquet.
    """

    kind: str
    schema: pa.Schema
    scores: frozenset[str] = frozenset()
    distinct: frozenset[str] = frozenset()
    stream: bool = False
    compression: str = ZSTD

    def check(self) -> None:
        """Refuses columns that text has no way to write.

        Raises:
            OptionError: names the column.
        """
        if self.kind not in TEXT_FORMATS:
            return
        names, is_flat = self.schema.names, self.kind != JSONL
        for field in self.schema:
            kinds = list(_kinds(field.type))
            if any(
                str(kind).startswith(BINARY) or (is_flat and pa.types.is_nested(kind))
                for kind in kinds
            ):
                problem = f"column {field.name!r} holds {field.type}, which"
            elif names.count(field.name) > 1 or (is_flat and set(field.name) & set("\t\n\r")):
                problem = f"the name of column {field.name!r}, which is there twice or has a tab,"
            else:
                continue
            raise OptionError(f"{problem} {self.kind.upper()} cannot; write Parquet or Arrow")

    def encode(self, batch: pa.RecordBatch) -> Any:
        """Makes rows into what a writer takes; may be called on any thread.

        Raises:
            InputError: a value has no text.
        """
        if self.kind in TEXT_FORMATS:
            rows = zip(*map(_values, batch.columns, batch.schema.names), strict=True)
            lines = self._json_lines(rows) if self.kind == JSONL else self._tab_lines(rows)
            return "".join(lines).encode("utf-8", "backslashreplace")
        schema = self._stored
        if batch.schema == schema:
            return batch
        arrays = [
            column if column.type == kind else column.cast(kind)
            for column, kind in zip(batch.columns, schema.types, strict=True)
        ]
        return pa.RecordBatch.from_arrays(arrays, schema=schema)

    @contextmanager
    def opened(self, file: BinaryIO) -> Iterator[Any]:
        """Something with `write`, whose output is complete when the block ends without an error.

        Raises:
            OptionError: the format has no way to write a column.
            InputError: the format has no way to write a value.
        """
        self.check()
        if self.kind in TEXT_FORMATS:
            if self.kind != JSONL:
                file.write(("\t".join(self.schema.names) + "\n").encode())
            yield file
            return
        output = _Output(file)
        try:
            if self.kind == PARQUET:
                writer: Any = _RowGroups(self, pa.PythonFile(output, "w"))
            else:
                new = pa.ipc.new_stream if self.stream else pa.ipc.new_file
                writer = new(pa.PythonFile(output, "w"), self._stored)
            yield writer
            writer.close()
        except BaseException:
            output.is_abandoned = True
            raise

    @property
    def _stored(self) -> pa.Schema:
        if self.kind != ARROW or self.stream:
            return self.schema
        fields = [field.with_type(next(iter(_kinds(field.type)))) for field in self.schema]
        return pa.schema(fields, self.schema.metadata)

    def _json_lines(self, rows: Iterable[tuple[Any, ...]]) -> Iterator[str]:
        return (json_line(dict(zip(self.schema.names, row, strict=True))) for row in rows)

    def _tab_lines(self, rows: Iterable[tuple[Any, ...]]) -> Iterator[str]:
        nulls = ["nan" if name in self.scores else "" for name in self.schema.names]
        return ("\t".join(map(_cell, row, nulls)) + "\n" for row in rows)


class _RowGroups:
    """Parquet in row groups of about one size, whatever the size of the batches."""

    def __init__(self, form: RowFormat, file: Any) -> None:
        names, distinct = form.schema.names, form.scores | form.distinct
        self._schema = form.schema
        self._waiting: list[pa.RecordBatch] = []
        self._rows = self._bytes = 0
        try:
            self._writer = pq.ParquetWriter(
                file,
                form.schema,
                compression=form.compression,
                use_dictionary=[name for name in names if name not in distinct],
            )
        except (pa.ArrowNotImplementedError, pa.ArrowInvalid) as error:
            raise OptionError(f"Parquet cannot hold these columns ({error}); write Arrow") from None

    def write(self, batch: pa.RecordBatch) -> None:
        self._waiting.append(batch)
        self._rows += batch.num_rows
        self._bytes += batch.nbytes
        if self._rows >= ROWS_OF_A_GROUP or self._bytes >= BYTES_OF_A_GROUP:
            self._write_group()

    def close(self) -> None:
        self._write_group()
        self._writer.close()

    def _write_group(self) -> None:
        table = pa.Table.from_batches(self._waiting, self._schema)
        self._waiting.clear()
        self._rows = self._bytes = 0
        if table.num_rows:
            try:
                self._writer.write_table(table, row_group_size=table.num_rows)
            except (pa.ArrowNotImplementedError, pa.ArrowInvalid) as error:
                raise InputError(f"Parquet cannot hold a value ({error}); write Arrow") from None


class _Output(io.RawIOBase):
    """A file that takes no more once the run has failed: Arrow's writers write even as they go."""

    is_abandoned = False

    def __init__(self, file: BinaryIO) -> None:
        super().__init__()
        self._file, self._position = file, 0

    def writable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._position  # also of a pipe

    def write(self, data: Any) -> int:
        size = memoryview(data).nbytes
        if not self.is_abandoned:
            self._file.write(data)
        self._position += size
        return size


def _kinds(kind: pa.DataType) -> Iterator[pa.DataType]:
    """A type and those inside it; a dictionary is what its values are."""
    if pa.types.is_dictionary(kind):
        yield from _kinds(kind.value_type)
        return
    yield kind
    for k in range(kind.num_fields):
        yield from _kinds(kind.field(k).type)


def _values(column: pa.Array, name: str) -> list[Any]:
    """What is in a column, as Python has it; dates that Python has not, as text.

    Raises:
        InputError: a value is neither; names the column.
    """
    try:
        return cast(list[Any], column.to_pylist())
    except BEYOND_PYTHON:
        return [_value(cell, name) for cell in column]


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
        try:
            found[name] = _value(column[index], name)
        except UnicodeDecodeError:
            buffer = getattr(column[index], "as_buffer", None)
            found[name] = bytes(buffer()).decode("utf-8", "backslashreplace") if buffer else None
        except InputError:
            found[name] = None
    return found


def json_line(row: dict[str, Any]) -> str:
    """A row as an object on a line of its own."""
    try:
        text = json.dumps(row, ensure_ascii=False, allow_nan=False, default=_plain)
    except ValueError:  # numbers that JSON does not have
        text = json.dumps(_without_nan(row), ensure_ascii=False, default=_plain)
    return f"{text}\n"


def _plain(value: Any) -> str:
    if isinstance(value, date | datetime | time):
        return value.isoformat()
    return value.decode("utf-8", "backslashreplace") if isinstance(value, bytes) else str(value)


def _without_nan(value: Any) -> Any:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {key: _without_nan(each) for key, each in value.items()}
    return list(map(_without_nan, value)) if isinstance(value, list | tuple) else value


def _cell(value: Any, null: str) -> str:
    if value is None:
        return null
    if isinstance(value, bool):
        return "true" if value else "false"
    return repr(value) if isinstance(value, int | float) else _plain(value)
