"""Files, patterns and folders as pieces of one table.

Files come in the same order every time. Names of folders like `lang=de/year=2024` become columns,
as in Hive, Spark and pyarrow. The columns of TSV and CSV are named by the header, all of text; the
columns of JSONL and their types are those of the first rows. A line that cannot be read is one
row's fault, not the file's: it becomes a row of nulls, with the reason.
"""

from __future__ import annotations

import glob
import io
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote

import pyarrow as pa
import pyarrow.json

from hyperbaton.checks import SURROGATE, each_once, shown
from hyperbaton.errors import InputError
from hyperbaton.files import LINE_FEED, STANDARD_INPUT, display_name, numbered_lines, opened
from hyperbaton.text.arrow_tables import MOST_BYTES, MOST_ROWS, open_stored
from hyperbaton.text.reading import (
    ARROW,
    CSV,
    FORMATS,
    JSONL,
    PARQUET,
    ROWS,
    TSV,
    check_distinct,
    format_of,
    json_object,
    row_format,
    wrong_width,
)

TABLES = (PARQUET, ARROW, JSONL, TSV, CSV)
TEXT_TABLES = (JSONL, TSV, CSV)
FIRST_BYTES = {b"PAR1": PARQUET, b"ARROW1": ARROW, b"\xff\xff\xff\xff": ARROW, b"{": JSONL}
NULL_FOLDER = "__HIVE_DEFAULT_PARTITION__"
HIDDEN = ("_", ".")  # files and folders that begin so hold no data, as elsewhere
ENDINGS = ", ".join(ending for ending, format in FORMATS.items() if format in TABLES)
NOT_FITTING = (pa.ArrowException, OverflowError, ValueError, TypeError)

Unreadable = Mapping[int, str]  # rows that could not be read, by their places, with the reasons


class InputFile(NamedTuple):
    """One file to read; names of its folders give all its rows the values of `partition`."""

    path: str
    format: str
    partition: Mapping[str, str | None] = {}


@dataclass(frozen=True)
class Piece:
    """Some rows of one file, the first of which has a number in the file, counted from 1."""

    file: str
    first: int
    batch: pa.RecordBatch
    unreadable: Unreadable = field(default_factory=dict)

    def error(self, row: int, reason: str) -> InputError:
        """What is wrong with a row, named by its place in the file."""
        return InputError(f"{self.file}: row {self.first + row}: {reason}")


def input_files(names: Sequence[str], chosen: str | None = None) -> tuple[InputFile, ...]:
    """Finds files by their names, patterns and folders, sorted, and their formats by extension.

    Raises:
        InputError: there is no such file, or its format is unknown.
        OptionError: a file is named twice.
    """
    found = [file for name in names for file in _files(name, chosen)]
    each_once([os.path.realpath(file.path) if file.path != "-" else "-" for file in found], "INPUT")
    return tuple(found)


def _files(name: str, chosen: str | None) -> Iterator[InputFile]:
    if name == STANDARD_INPUT:
        yield InputFile(name, chosen or _format_of_stdin())
    elif name and Path(name).is_dir():
        yield from _in_folder(Path(name), chosen)
    elif glob.has_magic(name) and not Path(name).exists():
        matching = sorted(glob.glob(name, recursive=True))  # noqa: PTH207 - may be absolute
        if not matching:
            raise InputError(f"{name}: no file matches this pattern")
        for each in matching:
            yield from _files(each, chosen)
    else:
        format = chosen or format_of(name)
        if format not in TABLES:
            raise InputError(
                f"{name}: cannot tell the format from the extension; use --input-format "
                f"({', '.join(TABLES)})"
            )
        yield InputFile(name, format)


def _format_of_stdin() -> str:
    """What standard input seems to hold: TSV, unless its first bytes say something else."""
    with opened(STANDARD_INPUT) as stream:
        begin = bytes(stream.peek(16)) if hasattr(stream, "peek") else b""
    return next((format for mark, format in FIRST_BYTES.items() if begin.startswith(mark)), TSV)


def _in_folder(folder: Path, chosen: str | None) -> Iterator[InputFile]:
    """All tables below a folder."""
    tables = [
        path.relative_to(folder)
        for path in sorted(folder.rglob("*"))
        if path.is_file() and (chosen or format_of(path.name) in TABLES)
    ]
    shown_tables = [path for path in tables if not any(p.startswith(HIDDEN) for p in path.parts)]
    if not shown_tables:
        raise InputError(f"{folder}: no tables in this folder ({ENDINGS})")
    for path in shown_tables:
        pairs = [part.split("=", 1) for part in path.parts[:-1] if part.find("=") > 0]
        partition = {
            unquote(key): None if value == NULL_FOLDER else unquote(value) for key, value in pairs
        }
        yield InputFile(str(folder / path), chosen or str(format_of(path.name)), partition)


# An input: its columns, None if it has no rows and so none; how many rows, None if only reading
# tells; and the rows.
OpenedTable = tuple[pa.Schema | None, int | None, Iterator[tuple[pa.RecordBatch, Unreadable]]]


class Source:
    """The inputs of a run.

    Attributes:
        schema: the columns of all inputs.
        row_count: how many rows there are in all; None if only reading tells.
    """

    def __init__(
        self, files: Sequence[InputFile], texts: Sequence[str], rows: int = MOST_ROWS
    ) -> None:
        """Opens every input once, so that what does not fit is found before the work begins.

        Inputs without any row have the columns of texts. Pieces have at most so many rows.

        Raises:
            InputError: an input cannot be read, or has other columns than the first.
        """
        self._files, self._rows = files, rows
        self._stored: pa.Schema | None = None
        self._pipes: dict[int, OpenedTable] = {}
        counts = [self._survey(number, file) for number, file in enumerate(files)]
        self.row_count = None if None in counts else sum(filter(None, counts))
        if self._stored is None:
            self._stored = pa.schema([pa.field(name, pa.string()) for name in texts])
        self._partitions = _partitions(files)
        fields = [pa.field(name, values.type) for name, values in self._partitions.items()]
        self.schema = pa.schema([*self._stored, *fields], self._stored.metadata)
        if fields:
            check_distinct(self.schema.names, files[0].path)

    def pieces(self) -> Iterator[Piece]:
        """Yields the rows of all inputs, in order; can be asked for once."""
        for number, file in enumerate(self._files):
            is_open = number in self._pipes
            schema, _, batches = self._pipes.pop(number) if is_open else self._open(file)
            self._check(schema, file)
            first = 1
            for batch, unreadable in batches:
                added = [pa.repeat(each[number], len(batch)) for each in self._partitions.values()]
                whole = batch.from_arrays([*batch.columns, *added], schema=self.schema)
                yield Piece(display_name(file.path), first, whole, unreadable)
                first += len(batch)

    def _survey(self, number: int, file: InputFile) -> int | None:
        """Looks at the columns of an input, and keeps it open if it cannot be opened twice."""
        table = self._open(file)
        if not Path(file.path).is_file():
            self._pipes[number] = table
        schema, row_count, _ = table
        if schema is not None:
            self._stored = self._stored or schema
            self._check(schema, file)
        return row_count

    def _open(self, file: InputFile) -> OpenedTable:
        if file.format == JSONL:
            return _open_jsonl(file.path, self._rows, self._stored)
        if file.format in ROWS:
            return _open_rows(file, self._rows)
        begun = _stored_batches(file, self._rows)
        return *next(begun), begun

    def _check(self, schema: pa.Schema | None, file: InputFile) -> None:
        if schema is None or self._stored is None or self._stored.equals(schema):
            return
        name, first = display_name(file.path), display_name(self._files[0].path)
        raise InputError(
            f"{name}: has other columns than {first} ({_difference(self._stored, schema)}); "
            "inputs of one run have the same columns"
        )


def _partitions(files: Sequence[InputFile]) -> dict[str, pa.Array]:
    """The columns that names of folders give, one value per file: numbers if all are."""
    found = {}
    for file in files:
        if (here := list(file.partition)) != list(files[0].partition):
            listed = ", ".join(here) or "none"
            raise InputError(f"{file.path}: folders give other columns than before: {listed}")
    for name in files[0].partition if files else ():
        values = pa.array([file.partition[name] for file in files], pa.string())
        try:
            found[name] = values.cast(pa.int32())
        except pa.ArrowInvalid:
            found[name] = values
    return found


def _difference(expected: pa.Schema, found: pa.Schema) -> str:
    for wanted in expected:
        if wanted.name not in found.names:
            return f"it has no {shown(wanted.name)}"
        if (kind := found.field(wanted.name).type) != wanted.type:
            return f"{shown(wanted.name)} is {kind} here and {wanted.type} there"
    others = [name for name in found.names if name not in expected.names]
    return f"it has {shown(others[0])} as well" if others else "they are in another order"


def _stored_batches(file: InputFile, rows: int) -> Iterator[Any]:
    """The columns and the number of rows of a Parquet or Arrow file; then its rows."""
    with open_stored(file.path, file.format) as table:
        yield table.schema, table.row_count
        for batch in table.batches(rows):
            yield batch, {}


def _groups(sized: Iterable[tuple[Any, int]], rows: int) -> Iterator[list[Any]]:
    """Rows with their sizes, as many at a time as fit into a piece."""
    waiting: list[Any] = []
    size = 0
    for row, length in sized:
        if waiting and (len(waiting) >= rows or size + length > MOST_BYTES):
            yield waiting
            waiting, size = [], 0
        waiting.append(row)
        size += length
    if waiting:
        yield waiting


# TSV and CSV


def _open_rows(file: InputFile, count: int) -> OpenedTable:
    name = display_name(file.path)
    lines = (
        line.removesuffix(b"\r").decode("utf-8", "surrogateescape")
        for _, line in numbered_lines(file.path)
    )
    begin = next(lines, None)
    if begin is None:
        raise InputError(f"{name}: is empty; the first row must name the columns")
    rows = ROWS[row_format(file.format, begin)](chain([begin], lines), name)
    columns = next(rows)[1]
    if SURROGATE.search("".join(columns)):
        raise InputError(f"{name}: the header is not UTF-8; convert the file to UTF-8 (iconv)")
    check_distinct(columns, name)
    schema = pa.schema([pa.field(column, pa.string()) for column in columns])
    sized = ((fields, sum(map(len, fields))) for _, fields in rows)
    return schema, None, (_of_rows(schema, each) for each in _groups(sized, count))


def _of_rows(
    schema: pa.Schema, rows: Sequence[Sequence[str]]
) -> tuple[pa.RecordBatch, dict[int, str]]:
    width = len(schema)
    bad = {k: wrong_width(len(row), width) for k, row in enumerate(rows) if len(row) != width}
    try:
        return _batch_of(schema, rows, bad), bad
    except UnicodeEncodeError:
        broken = [k for k, row in enumerate(rows) if SURROGATE.search("".join(row))]
        bad = {**dict.fromkeys(broken, "is not UTF-8"), **bad}
        return _batch_of(schema, rows, bad), bad


def _batch_of(schema: pa.Schema, rows: Sequence[Sequence[str]], bad: Unreadable) -> pa.RecordBatch:
    nulls = [None] * len(schema)
    kept = [nulls if k in bad else row for k, row in enumerate(rows)] if bad else rows
    arrays = [pa.array(cells, pa.string()) for cells in zip(*kept, strict=True)]
    return pa.RecordBatch.from_arrays(arrays, schema=schema)


# JSON Lines


def _open_jsonl(path: str, rows: int, schema: pa.Schema | None) -> OpenedTable:
    """Opens a JSONL file, and reads its first rows unless the columns are known."""
    lines = (line.removesuffix(b"\r") for _, line in numbered_lines(path))
    groups = _groups(((line, len(line)) for line in lines), rows)
    if schema is None:
        first = next(groups, None)
        if first is None:
            return None, None, iter(())
        schema = _inferred(display_name(path), first)
        groups = chain([first], groups)
    return schema, None, (_of_lines(schema, each) for each in groups)


def _of_lines(schema: pa.Schema, lines: Sequence[bytes]) -> tuple[pa.RecordBatch, dict[int, str]]:
    """Lines as a batch; around those that Arrow refuses, halves are tried."""
    try:
        return _read_by_arrow(schema, lines), {}
    except pa.ArrowException as error:
        if len(lines) == 1:
            nulls = [pa.nulls(1, field.type) for field in schema]
            return pa.RecordBatch.from_arrays(nulls, schema=schema), {0: _problem(lines[0], error)}
    middle = len(lines) // 2
    left, unreadable = _of_lines(schema, lines[:middle])
    right, others = _of_lines(schema, lines[middle:])
    batch = pa.Table.from_batches([left, right]).combine_chunks().to_batches()[0]
    return batch, {**unreadable, **{middle + place: why for place, why in others.items()}}


def _read_by_arrow(schema: pa.Schema, lines: Sequence[bytes]) -> pa.RecordBatch:
    if not all(line.startswith(b"{") and line.endswith(b"}") for line in lines):
        raise pa.ArrowInvalid("not an object")  # Arrow skips blank lines
    text = LINE_FEED.join(lines)
    table = pyarrow.json.read_json(
        io.BytesIO(text),
        pyarrow.json.ReadOptions(use_threads=False, block_size=len(text) + 1),
        pyarrow.json.ParseOptions(explicit_schema=schema, unexpected_field_behavior="error"),
    )
    batches = table.combine_chunks().to_batches()
    if len(batches) != 1 or len(batches[0]) != len(lines) or batches[0].schema != schema:
        raise pa.ArrowInvalid("several objects in a line")
    batches[0].validate(full=True)  # texts may not be UTF-8
    found: pa.RecordBatch = batches[0]
    return found


def _problem(line: bytes, error: pa.ArrowException) -> str:
    try:
        json_object(line.decode())
    except UnicodeDecodeError:
        return "is not UTF-8"
    except InputError as why:
        return why.reason
    found = str(error).removeprefix("JSON parse error: ").removesuffix(" in row 0")
    return f"does not fit the types of the first rows ({found})"


def _inferred(name: str, lines: Sequence[bytes]) -> pa.Schema:
    """The columns of the first rows that fit each other."""
    records = []
    for line in lines:
        try:
            records.append(json_object(line.decode()))
        except ValueError:  # also of what is not UTF-8
            continue
    while records:
        keys = dict.fromkeys(key for record in records for key in record)
        try:
            kinds = {key: pa.array([record.get(key) for record in records]).type for key in keys}
            return pa.schema(
                [
                    (key, pa.string() if pa.types.is_null(kind) else kind)
                    for key, kind in kinds.items()
                ]
            )
        except NOT_FITTING:
            records = records[: len(records) // 2]
    raise InputError(f"{name}: row 1: {_problem(lines[0], pa.ArrowInvalid('no column'))}")
