"""Columns that stand in the names of folders: `lang=de/year=2024/part-0.parquet`.

The same as Hive, Spark and `pyarrow.dataset` do: whole numbers are `int32`, everything else is
text, and `__HIVE_DEFAULT_PARTITION__` is null.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from urllib.parse import unquote

import pyarrow as pa

from hyperbaton.errors import InputError

NULL = "__HIVE_DEFAULT_PARTITION__"
WHOLE = re.compile(r"-?[0-9]{1,10}")
SMALLEST, LARGEST = -(2**31), 2**31 - 1


def partition_values(folders: Sequence[str]) -> dict[str, str | None]:
    """What names of folders say, from the outermost to the innermost."""
    found: dict[str, str | None] = {}
    for folder in folders:
        key, is_key, value = folder.partition("=")
        if is_key and key:
            found[unquote(key)] = None if value == NULL else unquote(value)
    return found


def partition_fields(partitions: Iterable[Mapping[str, str | None]]) -> list[pa.Field]:
    """The columns that the folders of all files give.

    Raises:
        InputError: files lie in folders of different kinds.
    """
    every = list(partitions)
    keys = tuple(every[0]) if every else ()
    for each in every:
        if tuple(each) != keys:
            raise InputError(
                f"folders give different columns: {_listed(keys)} and {_listed(tuple(each))}; "
                "name folders of one kind"
            )
    return [pa.field(key, _kind([each[key] for each in every])) for key in keys]


def with_partition(
    batch: pa.RecordBatch, fields: Sequence[pa.Field], values: Mapping[str, str | None]
) -> pa.RecordBatch:
    """A batch with the columns that its folders give."""
    for field in fields:
        written = values[field.name]
        value = int(written) if written is not None and field.type == pa.int32() else written
        column = pa.repeat(pa.scalar(value, field.type), batch.num_rows)
        batch = batch.from_arrays([*batch.columns, column], schema=batch.schema.append(field))
    return batch


def _kind(values: Sequence[str | None]) -> pa.DataType:
    texts = [value for value in values if value is not None]
    whole = all(WHOLE.fullmatch(text) and SMALLEST <= int(text) <= LARGEST for text in texts)
    return pa.int32() if texts and whole else pa.string()


def _listed(keys: Sequence[str]) -> str:
    return ", ".join(keys) or "none"
