"""All inputs of a run, one after another, as pieces of one schema.

The columns of TSV and CSV are named by the header, all of text. The columns of JSONL are the keys
of the first rows, and their types are those of most of them. A line that cannot be read is one
row's fault, not the file's: it becomes a row of nulls, with the reason.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.json

from hyperbaton.batch.inputs import InputFile
from hyperbaton.checks import shown
from hyperbaton.errors import InputError
from hyperbaton.files import LINE_FEED, display_name, numbered_lines, opened
from hyperbaton.text.arrow_tables import Limits, open_stored
from hyperbaton.text.reading import (
    JSONL,
    ROWS,
    TSV,
    Row,
    check_distinct,
    json_object,
    wrong_width,
)

NOT_FITTING = (pa.ArrowException, OverflowError, ValueError, TypeError)


class Unreadable(NamedTuple):
    """Why a row could not be read, and what could be read of it."""

    reason: str
    columns: Mapping[str, Any]


@dataclass(frozen=True)
class Piece:
    """Some rows of one file.

    Attributes:
        file: what errors call the file.
        first: the number of the first row in the file, counted from 1.
        batch: the rows.
        unreadable: those that could not be read, by their places in the batch.
    """

    file: str
    first: int
    batch: pa.RecordBatch
    unreadable: Mapping[int, Unreadable] = field(default_factory=dict)


class OpenedTable(NamedTuple):
    """An input whose columns are known.

    Attributes:
        schema: its columns; None if there are no rows and so no columns.
        row_count: how many rows it has; None if only reading tells.
        batches: its rows, with those that could not be read.
    """

    schema: pa.Schema | None
    row_count: int | None
    batches: Iterator[tuple[pa.RecordBatch, Mapping[int, Unreadable]]]


class Source:
    """The inputs of a run.

    Attributes:
        schema: the columns of all inputs.
        row_count: how many rows there are in all; None if only reading tells.
    """

    def __init__(
        self, files: Sequence[InputFile], texts: Sequence[str], limits: Limits | None = None
    ) -> None:
        """Opens every input once, so that what does not fit is found before the work begins.

        Args:
            files: the inputs.
            texts: the columns that are scored; inputs without any row have no others.
            limits: how large pieces may be.

        Raises:
            InputError: an input cannot be read, or has other columns than the first.
        """
        self._files, self._limits = files, limits or Limits()
        self._stored: pa.Schema | None = None
        self._pipes: dict[int, OpenedTable] = {}
        counts = [self._survey(number, file) for number, file in enumerate(files)]
        self.row_count = None if None in counts else sum(filter(None, counts))
        if self._stored is None:
            self._stored = pa.schema([pa.field(name, pa.string()) for name in texts])
        self._partitions = _partitions(files)
        self.schema = self._stored
        for name, values in self._partitions.items():
            if name in self._stored.names:
                raise InputError(
                    f"{files[0].path}: column {shown(name)} is in the file and in the name of its "
                    "folder; name files, not the folder"
                )
            self.schema = self.schema.append(pa.field(name, values.type))

    def pieces(self) -> Iterator[Piece]:
        """Yields the rows of all inputs, in order; can be asked for once.

        Raises:
            InputError: an input cannot be read.
        """
        for number, file in enumerate(self._files):
            table = self._pipes.pop(number, None) or self._open(file)
            self._check(table, file)
            first = 1
            for batch, unreadable in table.batches:
                added = [pa.repeat(each[number], len(batch)) for each in self._partitions.values()]
                whole = batch.from_arrays([*batch.columns, *added], schema=self.schema)
                yield Piece(display_name(file.path), first, whole, unreadable)
                first += len(batch)

    def _survey(self, number: int, file: InputFile) -> int | None:
        """Looks at the columns of an input, and keeps it open if it cannot be opened twice."""
        is_pipe = not Path(file.path).is_file()
        if file.format == JSONL and self._stored is not None and not is_pipe:
            with opened(file.path):  # its rows tell whether they fit
                return None
        table = self._open(file)
        if is_pipe:
            self._pipes[number] = table
        if table.schema is not None:
            self._stored = self._stored or table.schema
            self._check(table, file)
        return table.row_count

    def _open(self, file: InputFile) -> OpenedTable:
        if file.format == JSONL:
            return _open_jsonl(file.path, self._limits, self._stored)
        if file.format in ROWS:
            return _open_rows(file, self._limits)
        begun = _stored_batches(file, self._limits)
        schema, row_count = next(begun)
        return OpenedTable(schema, row_count, begun)

    def _check(self, table: OpenedTable, file: InputFile) -> None:
        if table.schema is None or self._stored is None or self._stored.equals(table.schema):
            return
        name, first = display_name(file.path), display_name(self._files[0].path)
        raise InputError(
            f"{name}: has other columns than {first} ({_difference(self._stored, table.schema)}); "
            "inputs of one run have the same columns"
        )


def _partitions(files: Sequence[InputFile]) -> dict[str, pa.Array]:
    """The columns that names of folders give, one value per file: numbers if all are."""
    found = {}
    for name in files[0].partition if files else ():
        values = pa.array([file.partition[name] for file in files], pa.string())
        try:
            found[name] = values.cast(pa.int32())
        except pa.ArrowInvalid:
            found[name] = values
    return found


def _difference(expected: pa.Schema, found: pa.Schema) -> str:
    for name, kind in zip(expected.names, expected.types, strict=True):
        if name not in found.names:
            return f"it has no {shown(name)}"
        other = found.field(name).type
        if other != kind:
            return f"{shown(name)} is {other} here and {kind} there"
    others = [name for name in found.names if name not in expected.names]
    return f"it has {shown(others[0])} as well" if others else "they are in another order"


def _stored_batches(file: InputFile, limits: Limits) -> Iterator[Any]:
    """The columns and the number of rows of a Parquet or Arrow file; then its rows."""
    with open_stored(file.path, file.format) as table:
        yield table.schema, table.row_count
        for batch in table.batches(limits):
            yield batch, {}


def _groups(rows: Iterable[tuple[Any, int]], limits: Limits) -> Iterator[list[Any]]:
    """Rows with their sizes, as many at a time as the limits allow."""
    waiting: list[Any] = []
    size = 0
    for row, length in rows:
        if waiting and (len(waiting) >= limits.rows or size + length > limits.size):
            yield waiting
            waiting, size = [], 0
        waiting.append(row)
        size += length
    if waiting:
        yield waiting


# TSV and CSV


def _open_rows(file: InputFile, limits: Limits) -> OpenedTable:
    """Opens a TSV or CSV file.

    Raises:
        InputError: it cannot be read, or has no header.
    """
    name = display_name(file.path)
    lines = (
        line.removesuffix(b"\r").decode("utf-8", "surrogateescape")
        for _, line in numbered_lines(file.path)
    )
    begin = next(lines, None)
    if begin is None:
        raise InputError(f"{name}: is empty; the first row must name the columns")
    format = (
        TSV if "\t" in begin and "," not in begin else file.format
    )  # some of WMT's .csv are TSV
    rows = ROWS[format](chain([begin], lines), name)
    columns = next(rows)[1]
    if not _is_unicode("".join(columns)):
        raise InputError(f"{name}: the header is not UTF-8; convert the file to UTF-8 (iconv)")
    check_distinct(columns, name)
    schema = pa.schema([pa.field(column, pa.string()) for column in columns])
    sized = ((row, sum(map(len, row[1]))) for row in rows)
    return OpenedTable(schema, None, (_of_rows(schema, each) for each in _groups(sized, limits)))


def _of_rows(
    schema: pa.Schema, rows: Sequence[Row]
) -> tuple[pa.RecordBatch, dict[int, Unreadable]]:
    unreadable = {}
    cells: list[Sequence[str | None]] = []
    for place, (_, fields) in enumerate(rows):
        if len(fields) == len(schema):
            cells.append(fields)
        else:
            cells.append([None] * len(schema))
            texts = (each.encode("utf-8", "surrogateescape") for each in fields)
            found = zip(schema.names, (t.decode("utf-8", "backslashreplace") for t in texts))  # noqa: B905
            unreadable[place] = Unreadable(wrong_width(len(fields), len(schema)), dict(found))
    arrays = list(map(_texts, zip(*cells, strict=True)))
    return pa.RecordBatch.from_arrays(arrays, schema=schema), unreadable


def _texts(cells: Sequence[str | None]) -> pa.Array:
    """A column; bytes that are not UTF-8 stay as they are."""
    try:
        return pa.array(cells, pa.string())
    except UnicodeEncodeError:
        as_bytes = [text and text.encode("utf-8", "surrogateescape") for text in cells]
        return pa.array(as_bytes, pa.binary()).view(pa.string())


def _is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


# JSON Lines


def _open_jsonl(path: str, limits: Limits, schema: pa.Schema | None = None) -> OpenedTable:
    """Opens a JSONL file, and reads its first rows unless the columns are known.

    Raises:
        InputError: it cannot be read, or none of the first rows.
    """
    lines = (line.removesuffix(b"\r") for _, line in numbered_lines(path))
    groups = _groups(((line, len(line)) for line in lines), limits)
    if schema is None:
        first = next(groups, None)
        if first is None:
            return OpenedTable(None, None, iter(()))
        schema = _inferred(display_name(path), first)
        groups = chain([first], groups)
    return OpenedTable(schema, None, (_of_lines(schema, each) for each in groups))


def _of_lines(
    schema: pa.Schema, lines: Sequence[bytes]
) -> tuple[pa.RecordBatch, dict[int, Unreadable]]:
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
    found: pa.RecordBatch = batches[0]
    return found


def _problem(line: bytes, error: pa.ArrowException) -> Unreadable:
    record, reason = _object_in(line)
    if not reason:
        found = str(error).removeprefix("JSON parse error: ").removesuffix(" in row 0")
        reason = f"does not fit the types of the first rows ({found})"
    return Unreadable(reason, record)


def _object_in(line: bytes) -> tuple[dict[str, Any], str]:
    """The object in a line; or the line, and why there is no object in it."""
    try:
        return json_object(line.decode()), ""
    except UnicodeDecodeError:
        reason = "is not UTF-8"
    except InputError as error:
        reason = error.reason
    return {"line": line.decode("utf-8", "backslashreplace")}, reason


def _inferred(name: str, lines: Sequence[bytes]) -> pa.Schema:
    """The columns of the first rows."""
    found = [_object_in(line) for line in lines]
    records = [record for record, reason in found if not reason and _is_unicode("".join(record))]
    if not records:
        raise InputError(f"{name}: row 1: {found[0][1]}")
    keys = list(dict.fromkeys(key for record in records for key in record))
    kinds = {key: _kind_of([record.get(key) for record in records]) for key in keys}
    return pa.schema(
        [(key, pa.string() if pa.types.is_null(kind) else kind) for key, kind in kinds.items()]
    )


def _kind_of(values: Sequence[Any]) -> pa.DataType:
    """The type that most values have; null without any value that Arrow can hold."""
    try:
        return pa.array(values).type
    except NOT_FITTING:
        if len(values) == 1:
            return pa.null()
    kinds = Counter(_kind_of([value]) for value in values)
    del kinds[pa.null()]
    return kinds.most_common(1)[0][0] if kinds else pa.null()
