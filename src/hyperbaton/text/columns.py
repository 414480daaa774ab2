"""One column of a table: TSV, CSV, JSON Lines or Parquet.

In TSV and CSV a column is chosen by its name, and then the first row is a header, or by its number
counted from 1, and then every row is data.
"""

from __future__ import annotations

import importlib
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, BinaryIO

from hyperbaton.checks import object_of
from hyperbaton.errors import InputError, MissingDependencyError
from hyperbaton.text.comma_separated import Row, csv_rows
from hyperbaton.text.opening import MOST_BYTES

INSTALL_PYARROW = "pip install 'hyperbaton[arrow]'"
STRING_TYPES = ("string", "large_string", "string_view")  # by name: old pyarrow lacks the last
MOST_SHOWN, LONGEST_SHOWN = 20, 40
ROWS_AT_ONCE = 1 << 14
MOST_ROWS = 50_000_000
SURROGATE = re.compile("[\ud800-\udfff]")


def tsv_column(lines: Sequence[str], name: str, selector: str | None) -> list[str]:
    """A column of fields separated by tabs; quotes are text like any other."""
    return [cell for _, cell in _cells(tsv_rows(lines), name, selector)]


def csv_column(lines: Sequence[str], name: str, selector: str | None) -> list[str]:
    """A column of fields separated by commas, quoted as in RFC 4180."""
    cells = _cells(csv_rows(lines, name), name, selector)
    return [_checked(cell, f"{name}:{number}") for number, cell in cells]


def tsv_rows(lines: Sequence[str]) -> Iterator[Row]:
    """Fields separated by tabs; quotes are text like any other."""
    return ((number, line.split("\t")) for number, line in enumerate(lines, start=1))


def _cells(rows: Iterable[Row], name: str, selector: str | None) -> Iterator[tuple[int, str]]:
    remaining = iter(rows)
    first = next(remaining, None)
    header = first[1] if first else []
    if not selector:
        raise InputError(
            f"{name}: choose a column, as {name}:NAME (first row: {_listed(header)}) "
            f"or, if the first row is not a header, as {name}:1"
        )
    if selector.isascii() and selector.isdigit():
        index = _numbered(header, name, selector) if first else 0
        remaining = chain([first] if first else [], remaining)
    else:
        index = _named(header, name, selector)
    return _picked(remaining, index, len(header), name)


def _picked(rows: Iterable[Row], index: int, width: int, name: str) -> Iterator[tuple[int, str]]:
    for number, fields in rows:
        if len(fields) != width:
            raise InputError(
                f"{name}:{number}: {len(fields)} fields, but the first row has {width}; "
                "every row needs the same number"
            )
        yield number, fields[index]


def _numbered(first: Sequence[str], name: str, selector: str) -> int:
    # The length first, since int() refuses thousands of digits.
    if len(selector) > 9 or not 1 <= int(selector) <= len(first):
        raise InputError(f"{name}: has no column {selector}; it has columns 1 to {len(first)}")
    return int(selector) - 1


def _named(columns: Sequence[str], name: str, selector: str) -> int:
    if selector not in columns:
        raise InputError(f"{name}: has no column {selector!r}; it has {_listed(columns)}")
    if columns.count(selector) > 1:
        raise InputError(
            f"{name}: has several columns {selector!r}; give each column a name of its own"
        )
    return columns.index(selector)


def _listed(columns: Iterable[str]) -> str:
    names = list(columns)
    shown = [repr(column[:LONGEST_SHOWN]) for column in names[:MOST_SHOWN]]
    return ", ".join(shown + ["…"] * (len(names) > MOST_SHOWN)) or "none"


def jsonl_column(
    lines: Sequence[str], name: str, key: str | None, *, several: bool
) -> list[list[str]]:
    """The values of a key, one object per line: strings or, for `several`, also lists of them."""
    records = ((f"{name}:{number}", line) for number, line in enumerate(lines, start=1))
    return [
        _json_texts(json_record(line, place), place, name, key, several) for place, line in records
    ]


def json_record(line: str, place: str) -> dict[str, Any]:
    """The object in a line of JSON Lines; `place` is what errors call the line."""
    try:
        record = json.loads(line, object_pairs_hook=object_of)
    except json.JSONDecodeError as error:
        reason = f"{error.msg} at character {error.pos + 1}"
    except RecursionError:
        reason = "it is nested too deeply"
    except ValueError as error:
        many_digits = "digits" in str(error)
        reason = "a number has too many digits" if many_digits else str(error)  # or a key twice
    else:
        if isinstance(record, dict):
            return record
        reason = f"found {_json_type(record)}"
    raise InputError(f"{place}: is not a JSON object ({reason}); one object per line is accepted")


def _json_texts(
    record: dict[str, Any], place: str, name: str, key: str | None, several: bool
) -> list[str]:
    if not key:
        raise InputError(f"{place}: choose a key, as {name}:KEY; keys are {_listed(record)}")
    if key not in record:
        raise InputError(f"{place}: has no key {key!r}; it has {_listed(record)}")
    return texts_of(record[key], f"{place}: key {key!r}", several)


def texts_of(value: object, place: str, several: bool) -> list[str]:
    """The texts in a cell, which is a string or, for `several`, a list of strings."""
    if isinstance(value, str):
        return [_checked(value, place)]
    accepted = "a string or a list of strings" if several else "a string"
    if not isinstance(value, list) or not several:
        raise InputError(f"{place}: holds {_json_type(value)}; {accepted} is accepted")
    if not value:
        raise InputError(f"{place}: holds an empty list; at least one reference is needed")
    for position, item in enumerate(value, start=1):
        if not isinstance(item, str):
            found = f"{_json_type(item)} as item {position} of its list"
            raise InputError(f"{place}: holds {found}; {accepted} is accepted")
        _checked(item, place)
    return value


def _json_type(value: object) -> str:
    if value is None:
        return "null"
    names = {bool: "a boolean", int: "a number", float: "a number", str: "a string", list: "a list"}
    return names.get(type(value), "an object")


def _checked(text: str, place: str) -> str:
    """A text that may be a segment: one line of characters that UTF-8 can hold."""
    if "\n" in text:
        raise InputError(f"{place}: holds a line break; a segment is one line, so use a space")
    if "\0" in text:
        raise InputError(f"{place}: holds a NUL character; remove it")
    if SURROGATE.search(text):
        raise InputError(f"{place}: holds half a surrogate pair; write the whole character")
    return text


def parquet_column(
    file: BinaryIO, name: str, column: str | None, *, several: bool
) -> list[list[str]]:
    """A column of strings or, for `several`, also of lists of strings; no cell may be null."""
    try:
        pyarrow = importlib.import_module("pyarrow")
        parquet = importlib.import_module("pyarrow.parquet")
    except ImportError:
        raise MissingDependencyError(f"{name}: reading Parquet", INSTALL_PYARROW) from None
    try:
        table = parquet.ParquetFile(file)
        if not column:
            names = _listed(table.schema_arrow.names)
            raise InputError(f"{name}: choose a column, as {name}:NAME; columns are {names}")
        index = _named(table.schema_arrow.names, name, column)
        _check_type(table.schema_arrow.types[index], f"{name}: column {column!r}", several)
        found = [
            texts_of(cell, f"{name}: row {row}: column {column!r}", several)
            for row, cell in enumerate(_values(table, column, name), start=1)
        ]
    except InputError:
        raise
    except (pyarrow.ArrowException, OSError, ValueError, TypeError, MemoryError) as error:
        raise InputError(
            f"{name}: is not an intact Parquet file ({error}); write it again"
        ) from None
    return found


def _check_type(kind: Any, place: str, several: bool) -> None:
    """Refuses a column by its type, so that one without rows is refused as well."""
    types = importlib.import_module("pyarrow.types")
    is_list = types.is_list(kind) or types.is_large_list(kind) or types.is_fixed_size_list(kind)
    item = kind.value_type if (is_list and several) or types.is_dictionary(kind) else kind
    if str(item) not in STRING_TYPES:
        accepted = "strings or lists of strings are" if several else "strings are"
        raise InputError(f"{place}: holds {kind}; {accepted} accepted")


def _values(table: Any, column: str, name: str) -> Iterator[object]:
    """The cells of a column, some at a time: a small file can hold very many equal ones."""
    row, size = 0, 0
    try:
        for batch in table.iter_batches(ROWS_AT_ONCE, columns=[column]):
            cells = batch.column(0)
            size += cells.nbytes
            if size > MOST_BYTES or row > MOST_ROWS:
                raise InputError(
                    f"{name}: column {column!r} has more than {MOST_BYTES >> 30} GiB or "
                    f"{MOST_ROWS:,} rows; split the file"
                )
            for cell in cells:
                row += 1
                yield cell.as_py()
    except UnicodeDecodeError:
        raise InputError(f"{name}: row {row}: is not UTF-8; write the column as UTF-8") from None
