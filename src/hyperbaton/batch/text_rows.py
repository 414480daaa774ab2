"""TSV and JSONL as pieces: a line that cannot be read is one row's fault, not the file's.

The columns of TSV are those of its header, all of text. The columns of JSONL are the keys of the
first rows, and their types are those of most of them; a row that does not fit them is rejected.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.json

from hyperbaton.checks import shown
from hyperbaton.errors import InputError
from hyperbaton.files import LINE_FEED, decoded, display_name, numbered_lines
from hyperbaton.text.arrow_tables import Limits
from hyperbaton.text.reading import check_distinct, json_object, wrong_width

NOT_FITTING = (pa.ArrowException, OverflowError, ValueError, TypeError)


@dataclass(frozen=True)
class Rejected:
    """A row that cannot be scored.

    Attributes:
        file: what errors call the file.
        row: its number in the file, counted from 1.
        reason: what is wrong with it.
        columns: what could be read of it.
    """

    file: str
    row: int
    reason: str
    columns: Mapping[str, Any]


@dataclass(frozen=True)
class Piece:
    """Some rows of one file.

    Attributes:
        file: what errors call the file.
        rows: the number of each row in the file, counted from 1.
        batch: the rows.
        rejected: rows between them that could not even be read.
    """

    file: str
    rows: Sequence[int]
    batch: pa.RecordBatch
    rejected: tuple[Rejected, ...] = ()


class OpenedTable(NamedTuple):
    """An input whose columns are known.

    Attributes:
        schema: its columns; None if there are no rows and so no columns.
        row_count: how many rows it has; None if only reading tells.
        pieces: its rows.
    """

    schema: pa.Schema | None
    row_count: int | None
    pieces: Iterator[Piece]


def open_tsv(path: str, limits: Limits) -> OpenedTable:
    """Opens a TSV file.

    Raises:
        InputError: it cannot be read, or has no header.
    """
    name, groups = display_name(path), _line_groups(path, limits)
    first = next(groups, None)
    if first is None:
        raise InputError(f"{name}: is empty; the first row must name the columns")
    columns = decoded(first[0], name).split("\t")
    check_distinct(columns, name)
    schema = pa.schema([pa.field(column, pa.string()) for column in columns])
    lines = chain([first[1:]], groups)
    return OpenedTable(schema, None, _pieces(lines, partial(_tsv_piece, name, schema)))


def open_jsonl(path: str, limits: Limits, schema: pa.Schema | None = None) -> OpenedTable:
    """Opens a JSONL file, and reads its first rows unless the columns are known.

    Raises:
        InputError: it cannot be read, or none of the first rows.
    """
    name, groups = display_name(path), _line_groups(path, limits)
    if schema is None:
        first = next(groups, [])
        schema = _inferred(name, first)
        groups = chain([first] if first else [], groups)
    return OpenedTable(schema, None, _pieces(groups, partial(_json_piece, name, schema)))


def _line_groups(path: str, limits: Limits) -> Iterator[list[bytes]]:
    """The lines of a file, as many at a time as the limits allow; texts may be no UTF-8."""
    waiting: list[bytes] = []
    size = 0
    for _, ended in numbered_lines(path):
        line = ended.removesuffix(b"\r")
        if waiting and (len(waiting) >= limits.rows or size + len(line) > limits.size):
            yield waiting
            waiting, size = [], 0
        waiting.append(line)
        size += len(line)
    if waiting:
        yield waiting


def _pieces(
    groups: Iterable[Sequence[bytes]], piece_of: Callable[[Sequence[bytes], int], Piece]
) -> Iterator[Piece]:
    row = 1
    for lines in groups:
        yield piece_of(lines, row)
        row += len(lines)


def _tsv_piece(name: str, schema: pa.Schema, lines: Sequence[bytes], first_row: int) -> Piece:
    rows: list[int] = []
    cells: list[list[bytes]] = []
    rejected = []
    for row, line in enumerate(lines, first_row):
        fields = line.split(b"\t")
        if len(fields) == len(schema):
            rows.append(row)
            cells.append(fields)
        else:
            texts = [field.decode("utf-8", "backslashreplace") for field in fields]
            found = dict(zip(schema.names, texts, strict=False))
            rejected.append(Rejected(name, row, wrong_width(len(fields), len(schema)), found))
    columns: Iterable[Any] = zip(*cells, strict=True) if cells else [()] * len(schema)
    arrays = [pa.array(column, pa.binary()).view(pa.string()) for column in columns]
    batch = pa.RecordBatch.from_arrays(arrays, schema=schema)
    return Piece(name, rows, batch, tuple(rejected))


def _json_piece(name: str, schema: pa.Schema, lines: Sequence[bytes], first_row: int) -> Piece:
    batch = _read_by_arrow(lines, schema)
    if batch is not None:
        return Piece(name, range(first_row, first_row + len(lines)), batch)
    rows: list[int] = []
    records: list[dict[str, Any]] = []
    rejected = []
    for row, line in enumerate(lines, first_row):
        record, reason = _json_row(line)
        reason = reason or _misfit(record, schema)
        if reason:
            rejected.append(Rejected(name, row, reason, record))
        else:
            rows.append(row)
            records.append(record)
    arrays = [pa.array([each.get(field.name) for each in records], field.type) for field in schema]
    batch = pa.RecordBatch.from_arrays(arrays, schema=schema)
    return Piece(name, rows, batch, tuple(rejected))


def _read_by_arrow(lines: Sequence[bytes], schema: pa.Schema) -> pa.RecordBatch | None:
    """The rows as Arrow reads them, which is fast; None if it has something against them."""
    if not all(line.startswith(b"{") and line.endswith(b"}") for line in lines):
        return None  # Arrow skips blank lines, and reads several objects in a line
    text = LINE_FEED.join(lines)
    try:
        table = pyarrow.json.read_json(
            io.BytesIO(text),
            pyarrow.json.ReadOptions(use_threads=False, block_size=len(text) + 1),
            pyarrow.json.ParseOptions(explicit_schema=schema, unexpected_field_behavior="error"),
        )
    except pa.ArrowException:
        return None
    batches = table.combine_chunks().to_batches()
    fits = len(batches) == 1 and batches[0].num_rows == len(lines)
    return batches[0] if fits and batches[0].schema == schema else None


def _json_row(line: bytes) -> tuple[dict[str, Any], str]:
    """The object in a line; or the line, and why there is no object in it."""
    try:
        record = json_object(line.decode())
        "".join(record).encode()
        return record, ""
    except UnicodeEncodeError:
        reason = "has a key with half a surrogate pair in it"
    except UnicodeDecodeError:
        reason = "is not UTF-8"
    except InputError as error:
        reason = error.reason
    return {"line": line.decode("utf-8", "backslashreplace")}, reason


def _misfit(record: dict[str, Any], schema: pa.Schema) -> str:
    """Why the columns cannot hold an object; nothing if they can."""
    for key, value in record.items():
        if key not in schema.names:
            return f"column {shown(key)} is not in the first rows"
        kind = schema.field(key).type
        try:
            pa.array([value], kind)
        except NOT_FITTING:
            return f"column {shown(key)}: holds {shown(value)}; the first rows hold {kind}"
    return ""


def _inferred(name: str, lines: Sequence[bytes]) -> pa.Schema | None:
    """The columns of the first rows."""
    if not lines:
        return None
    found = [_json_row(line) for line in lines]
    records = [record for record, reason in found if not reason]
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
