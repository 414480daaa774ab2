"""Rows as text: JSON objects, or cells separated by tabs. Numbers are written in full."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any

import pyarrow as pa

from hyperbaton.errors import OptionError

BINARY = ("binary", "large_binary", "binary_view", "fixed_size_binary")


def check_json_types(schema: pa.Schema) -> None:
    """Refuses columns that JSON has no way to write.

    Raises:
        OptionError: names the column.
    """
    for field in schema:
        if any(str(kind).startswith(BINARY) for kind in _kinds(field.type)):
            raise OptionError(
                f"column {field.name!r} holds {field.type}, which JSONL cannot; write Parquet or "
                "Arrow"
            )
    _check_names(schema, "JSONL")


def check_flat_types(schema: pa.Schema) -> None:
    """Refuses columns that cells of text have no way to write.

    Raises:
        OptionError: names the column.
    """
    for field in schema:
        nested = pa.types.is_nested(field.type) and not pa.types.is_dictionary(field.type)
        if nested or str(field.type).startswith(BINARY):
            raise OptionError(
                f"column {field.name!r} holds {field.type}, which TSV cannot; write JSONL, Parquet "
                "or Arrow"
            )
        if any(mark in field.name for mark in "\t\n\r"):
            raise OptionError(f"the name of column {field.name!r} does not fit into TSV; rename it")
    _check_names(schema, "TSV")


def _check_names(schema: pa.Schema, kind: str) -> None:
    names = list(schema.names)
    for name in names:
        if names.count(name) > 1:
            raise OptionError(f"{kind} cannot hold two columns called {name!r}; rename one")


def _kinds(kind: pa.DataType) -> Iterable[pa.DataType]:
    yield kind
    if pa.types.is_dictionary(kind):
        yield from _kinds(kind.value_type)
    elif pa.types.is_nested(kind):
        for k in range(kind.num_fields):
            yield from _kinds(kind.field(k).type)


def json_rows(batch: pa.RecordBatch) -> str:
    """One object per line; what is undefined is null."""
    return "".join(f"{json_row(row)}\n" for row in batch.to_pylist())


def json_row(row: dict[str, Any]) -> str:
    """A row as an object on one line."""
    try:
        return json.dumps(row, ensure_ascii=False, allow_nan=False, default=_plain)
    except ValueError:  # numbers that JSON does not have
        return json.dumps(_without_nan(row), ensure_ascii=False, allow_nan=False, default=_plain)


def _plain(value: Any) -> Any:
    if isinstance(value, date | datetime | time):
        return value.isoformat()
    if isinstance(value, bytes):
        return value.decode("utf-8", "backslashreplace")
    if isinstance(value, Decimal | timedelta):
        return str(value)
    return str(value)


def _without_nan(value: Any) -> Any:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {key: _without_nan(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_without_nan(each) for each in value]
    return value


def header_row(schema: pa.Schema) -> str:
    """The names of columns."""
    return "\t".join(schema.names) + "\n"


def tab_rows(batch: pa.RecordBatch, undefined: frozenset[str]) -> str:
    """One row per line.

    Args:
        batch: the rows.
        undefined: columns of scores, in which null is written as nan; elsewhere it is an empty
            cell.
    """
    columns = [
        _cells(column, "nan" if name in undefined else "")
        for name, column in zip(batch.schema.names, batch.columns, strict=True)
    ]
    return "".join("\t".join(row) + "\n" for row in zip(*columns, strict=True))


def _cells(column: pa.Array, null: str) -> list[str]:
    return [null if value is None else _cell(value) for value in column.to_pylist()]


def _cell(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return repr(value)
    return str(value) if isinstance(value, int) else str(_plain(value))
