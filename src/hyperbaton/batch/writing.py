"""What scored rows are written as: Parquet, Arrow, JSONL, TSV or CSV, into any file."""

from __future__ import annotations

import csv
import io
import json
import math
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, cast

import pyarrow as pa
import pyarrow.parquet as pq

from hyperbaton.batch.inputs import ENDINGS, TABLES, TEXT_TABLES
from hyperbaton.errors import InputError, OptionError
from hyperbaton.files import replacement
from hyperbaton.text.arrow_tables import is_text
from hyperbaton.text.reading import ARROW, JSONL, PARQUET, TSV, format_of

STANDARD_OUTPUT = "-"
ROWS_OF_A_GROUP, BYTES_OF_A_GROUP = 1 << 17, 1 << 26
BREAKS = re.compile("[\t\n\r]")
BINARY = re.compile(r"\b(large_|fixed_size_)?binary(_view)?\b(?!:)")  # not the name of a field


def output_format(name: str, input_format: str) -> str:
    """Returns what a file is written as: what its extension says; without one, text as was read."""
    found = format_of(name)
    if name.lower().endswith(".gz") or (found not in TABLES and Path(name).suffix):
        raise OptionError(
            f"{name}: cannot write a table with this extension; use one of {ENDINGS}, or choose "
            "the format with --format"
        )
    return found or (input_format if input_format in TEXT_TABLES else JSONL)


@contextmanager
def target(name: str) -> Iterator[BinaryIO]:
    """A file that appears when it is complete; `-` is standard output."""
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
        kind: parquet, arrow, jsonl, tsv or csv.
        schema: the columns.
        scores: which of them are scores: in TSV and CSV their nulls are `nan`.
        distinct: which hardly repeat a value, so that dictionaries are of no use.
        stream: whether Arrow is written as a stream, which can be read as it comes. Files of Arrow
            have one dictionary for each column at most, so there dictionaries are written out.
    """

    kind: str
    schema: pa.Schema
    scores: frozenset[str] = frozenset()
    distinct: frozenset[str] = frozenset()
    stream: bool = False

    def check(self) -> None:
        """Refuses columns that text has no way to write, with an OptionError."""
        names, is_flat = self.schema.names, self.kind != JSONL
        for field in self.schema if self.kind in TEXT_TABLES else ():
            is_binary = BINARY.search(str(field.type)) is not None
            if is_binary or (is_flat and pa.types.is_nested(_plain(field.type))):
                problem = f"column {field.name!r} holds {field.type}, which"
            elif names.count(field.name) > 1 or (
                self.kind == TSV and set(field.name) & {*"\t\n\r"}
            ):
                problem = f"column name {field.name!r} is a duplicate or has a tab in it, which"
            else:
                continue
            raise OptionError(f"{problem} {self.kind.upper()} cannot; write Parquet or Arrow")

    def encode(self, batch: pa.RecordBatch) -> Any:
        """Makes rows into what a writer takes; may be called on any thread."""
        if self.kind == JSONL:
            columns = map(_values, batch.schema.names, batch.columns)
            rows = zip(*columns, strict=True)
            names = batch.schema.names
            return b"".join(json_line(dict(zip(names, row, strict=True))) for row in rows)
        if self.kind in TEXT_TABLES:
            cells = map(self._cells, batch.schema.names, batch.columns)
            return self._lines(zip(*cells, strict=True))
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
        """Something with `write`, whose output is complete when the block ends without an error."""
        self.check()
        if self.kind in TEXT_TABLES:
            if self.kind != JSONL:
                file.write(self._lines([self.schema.names]))
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
        except BaseException as error:
            output.is_abandoned = True
            if isinstance(error, pa.ArrowException) and self.kind == PARQUET:
                raise InputError(f"Parquet cannot hold these rows ({error}); write Arrow") from None
            raise

    @property
    def _stored(self) -> pa.Schema:
        if self.kind != ARROW or self.stream:
            return self.schema
        fields = [field.with_type(_plain(field.type)) for field in self.schema]
        return pa.schema(fields, self.schema.metadata)

    def _cells(self, name: str, column: pa.Array) -> list[str]:
        null = "nan" if name in self.scores else ""
        cells = [_cell(value, null) for value in _values(name, column)]
        if self.kind == TSV and is_text(column.type) and any(map(BREAKS.search, cells)):
            row = next(k for k, cell in enumerate(cells) if BREAKS.search(cell))
            reason = f"column {name!r} holds a tab or a line break, which TSV cannot"
            raise InputError(f"{reason}; write JSONL or CSV", index=row, what="row")
        return cells

    def _lines(self, rows: Any) -> bytes:
        if self.kind == TSV:
            return "".join("\t".join(row) + "\n" for row in rows).encode()
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows(rows)
        return text.getvalue().encode()


class _RowGroups:
    """Parquet in row groups of about one size, for batches of any size."""

    def __init__(self, form: RowFormat, file: Any) -> None:
        self._schema = form.schema
        self._waiting: list[pa.RecordBatch] = []
        self._rows = self._bytes = 0
        repeating = [name for name in form.schema.names if name not in form.distinct]
        self._writer = pq.ParquetWriter(
            file, form.schema, compression="zstd", use_dictionary=repeating
        )

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
            self._writer.write_table(table, row_group_size=table.num_rows)


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


def _plain(kind: pa.DataType) -> pa.DataType:
    return kind.value_type if pa.types.is_dictionary(kind) else kind


def _values(name: str, column: pa.Array) -> list[Any]:
    """What is in a column: dates and times as Arrow writes them, all else as Python has it."""
    kind = column.type
    try:
        if not pa.types.is_temporal(kind):
            return cast(list[Any], column.to_pylist())
        if getattr(kind, "tz", None):  # in UTC, since Arrow may not know the zone
            texts = column.cast(pa.timestamp(kind.unit)).cast(pa.string()).to_pylist()
            return [text and f"{text}Z" for text in texts]
        return cast(list[Any], column.cast(pa.string()).to_pylist())
    except (OverflowError, ValueError, KeyError, pa.ArrowException):
        raise InputError(
            f"column {name!r}: holds {kind} that cannot be written as text; write Parquet or Arrow"
        ) from None


def json_line(row: dict[str, Any]) -> bytes:
    """A row as an object on a line of its own; numbers that JSON does not have are null."""
    try:
        text = json.dumps(row, ensure_ascii=False, allow_nan=False, default=str)
    except ValueError:
        text = json.dumps(_without_nan(row), ensure_ascii=False, default=str)
    return f"{text}\n".encode("utf-8", "backslashreplace")


def _without_nan(value: Any) -> Any:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {key: _without_nan(each) for key, each in value.items()}
    return list(map(_without_nan, value)) if isinstance(value, list | tuple) else value


def _cell(value: Any, null: str) -> str:
    if value is None:
        return null
    return str(value).lower() if isinstance(value, bool) else str(value)
