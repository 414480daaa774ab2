"""Tables in files, read as they are asked for: TSV, CSV, JSON Lines, Parquet and Arrow.

    table = open_table("scores.tsv")                      # the first row names the columns
    system, score = table.index("system", "SYS"), table.index("score")
    for line, fields in table.rows():
        ...                                               # errors at f"{table.name}:{line}"

    for place, value in read_column("data.jsonl", "mt"):  # one column, in any format
        ...
    for line, record in json_records("lists.jsonl"):      # whole objects
        ...

The extension decides the format; a further `.gz` means packed by gzip. In TSV a quote is a
character like any other; CSV is quoted as in RFC 4180. Only Parquet and Arrow need pyarrow.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import chain
from pathlib import Path
from typing import Any

from hyperbaton.checks import object_of, shown
from hyperbaton.errors import InputError, MissingDependencyError
from hyperbaton.files import display_name, text_lines

TSV, CSV, JSONL, PARQUET, ARROW = "tsv", "csv", "jsonl", "parquet", "arrow"
FORMATS = {
    ".tsv": TSV,
    ".csv": CSV,
    ".jsonl": JSONL,
    ".ndjson": JSONL,
    ".parquet": PARQUET,
    ".pq": PARQUET,
    ".arrow": ARROW,
    ".arrows": ARROW,
    ".feather": ARROW,
    ".ipc": ARROW,
}
INSTALL_PYARROW = "pip install 'hyperbaton[arrow]'"
MOST_LISTED, LONGEST_LISTED = 20, 40  # columns in a message, characters of a name
LONGEST_FIELD = (1 << 31) - 1
SURROGATE = re.compile("[\ud800-\udfff]")

Row = tuple[int, list[str]]  # the line where it begins, and its fields


def format_of(path: str) -> str | None:
    """Returns the format that a file's extension names; None if it names none."""
    return FORMATS.get(Path(path.lower().removesuffix(".gz")).suffix)


@dataclass(frozen=True)
class Table:
    """A file in one of the formats of `ROWS`, read one row at a time.

    Attributes:
        name: what errors call the file.
        columns: their names, in order.
    """

    name: str
    columns: tuple[str, ...]
    _rows: Iterator[Row]

    def has(self, *names: str) -> bool:
        """Whether the table has all these columns."""
        return set(names) <= set(self.columns)

    def index(self, *names: str) -> int:
        """Returns the position of a column that may have any one of several names.

        Raises:
            InputError: the table has no such column, or several.
        """
        return find_column(self.columns, *names, place=self.name)

    def rows(self) -> Iterator[Row]:
        """Yields the rows, each with the number of its line; they can be read once.

        Raises:
            InputError: a row cannot be read, or has more or fewer fields than the first.
        """
        width = len(self.columns)
        for line, fields in self._rows:
            if len(fields) != width:
                raise InputError(f"{self.name}:{line}: {wrong_width(len(fields), width)}")
            yield line, fields


def open_table(path: str, *, header: bool = True) -> Table:
    """Opens a file in one of the formats of `ROWS`; TSV if the extension names none of them.

    Args:
        path: the file; `-` is standard input.
        header: whether the first row names the columns; otherwise they are called 1, 2, 3 and so
            on. A `.csv` file whose header has tabs but no commas is TSV, as some of WMT's are.

    Raises:
        InputError: the file cannot be read, or has no first row to name its columns.
    """
    name, lines = display_name(path), text_lines(path)
    begin = next(lines, None)
    if begin is None:
        if header:
            raise InputError(f"{name}: is empty; the first row must name the columns")
        return Table(name, (), iter(()))
    format = format_of(path)
    if format not in ROWS or (format == CSV and header and "\t" in begin and "," not in begin):
        format = TSV
    rows = ROWS[format](chain([begin], lines), name)
    first = next(rows)
    if header:
        return Table(name, tuple(first[1]), rows)
    return Table(name, tuple(map(str, range(1, len(first[1]) + 1))), chain([first], rows))


def _separated_by(separator: str) -> Callable[[Iterable[str], str], Iterator[Row]]:
    """What splits lines into fields that have no quotes."""
    return lambda lines, name: enumerate((line.split(separator) for line in lines), start=1)


def csv_rows(lines: Iterable[str], name: str) -> Iterator[Row]:
    """Yields the rows of CSV; a blank line is one empty field.

    Raises:
        InputError: a quote is not closed, or followed by text.
    """
    import csv  # which takes longer than it is worth where there is no CSV

    csv.field_size_limit(LONGEST_FIELD)
    reader = csv.reader((f"{line}\n" for line in lines), strict=True)
    begin = 1
    try:
        for fields in reader:
            yield begin, fields or [""]
            begin = reader.line_num + 1
    except csv.Error as error:
        reason = str(error).partition(" - ")[0]
        raise InputError(
            f"{name}:{begin}: the row beginning here is not CSV ({reason}); a field with commas, "
            "quotes or line breaks must be quoted, and quotes inside it doubled"
        ) from None


# How lines become rows, in the formats whose rows are text.
ROWS: dict[str, Callable[[Iterable[str], str], Iterator[Row]]] = {
    TSV: _separated_by("\t"),
    CSV: csv_rows,
}


def read_column(path: str, column: str | None) -> Iterator[Any]:
    """Yields the cells of a column, each with its place: `file.tsv:3`, `file.parquet: row 3`.

    In the formats of `ROWS` a column is chosen by name, and then the first row is a header, or by
    number counted from 1, and then every row is data.

    Raises:
        InputError: the file cannot be read, or has no such column.
        MissingDependencyError: the format needs pyarrow, which is not installed.
    """
    name, format = display_name(path), format_of(path)
    if format == JSONL:
        for line, record in json_records(path):
            place = f"{name}:{line}"
            if not column:
                raise _unchosen(name, list(record))
            if column not in record:
                find_column(list(record), column, place=place)
            yield place, record[column]
    elif format in (PARQUET, ARROW):
        try:
            import pyarrow  # noqa: F401

            from hyperbaton.text.arrow_tables import open_stored
        except ImportError:
            what = f"{name}: reading {format.capitalize()}"
            raise MissingDependencyError(what, INSTALL_PYARROW) from None
        with open_stored(path, format) as stored:
            if not column:
                raise _unchosen(name, stored.columns)
            for row, cell in enumerate(stored.cells(column), start=1):
                yield f"{name}: row {row}", cell
    else:
        is_number = column is not None and column.isascii() and column.isdigit()
        table = open_table(path, header=not is_number)
        if not column:
            hint = f", or as {name}:1 if the first row is not a header"
            raise _unchosen(name, table.columns, hint)
        if not table.columns:
            return
        index = table.index(column.lstrip("0") or "0" if is_number else column)
        for line, fields in table.rows():
            yield f"{name}:{line}", fields[index]


def json_records(path: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yields the objects of a JSON Lines file, each with the number of its line.

    Raises:
        InputError: the file cannot be read, or a line is not an object.
    """
    name = display_name(path)
    for number, line in enumerate(text_lines(path), start=1):
        try:
            yield number, json_object(line)
        except InputError as error:
            raise InputError(f"{name}:{number}: {error.reason}") from None


def json_object(line: str) -> dict[str, Any]:
    """Returns the object in a line of JSON.

    Raises:
        InputError: it is not one, or has a key twice.
    """
    try:
        found = json.loads(line, object_pairs_hook=object_of)
    except json.JSONDecodeError as error:
        reason = f"{error.msg} at character {error.pos + 1}"
    except RecursionError:
        reason = "nested too deeply"
    except ValueError as error:
        reason = "a number has too many digits" if "digits" in str(error) else str(error)
    else:
        if isinstance(found, dict):
            return found
        reason = f"found {json_type(found)}"
    raise InputError(f"is not a JSON object ({reason}); write one object per line")


def texts_of(value: object, place: str, several: bool) -> list[str]:
    """Returns the texts in a cell: a string or, for `several`, also a list of strings.

    Raises:
        InputError: it holds something else, or a text that cannot be a segment.
    """
    if isinstance(value, str):
        return [_checked(value, place)]
    accepted = "a string or a list of strings" if several else "a string"
    if not isinstance(value, list) or not several:
        raise InputError(f"{place}: holds {json_type(value)}; {accepted} is accepted")
    if not value:
        raise InputError(f"{place}: holds an empty list; at least one text is needed")
    for position, item in enumerate(value, start=1):
        if not isinstance(item, str):
            found = f"{json_type(item)} as item {position} of its list"
            raise InputError(f"{place}: holds {found}; {accepted} is accepted")
        _checked(item, place)
    return value


def _checked(text: str, place: str) -> str:
    """A text that may be a segment: one line of characters that UTF-8 can hold."""
    if "\n" in text:
        raise InputError(f"{place}: holds a line break; a segment is one line, so use a space")
    if "\0" in text:
        raise InputError(f"{place}: holds a NUL character; remove it")
    if SURROGATE.search(text):
        raise InputError(f"{place}: holds half a surrogate pair; write the whole character")
    return text


def json_type(value: object) -> str:
    """Returns what errors call a value."""
    if value is None:
        return "null"
    names = {bool: "a boolean", int: "a number", float: "a number", str: "a string", list: "a list"}
    return names.get(type(value), "an object")


def find_column(columns: Sequence[str], *names: str, place: str = "") -> int:
    """Returns the position of a column that may have any one of several names.

    Raises:
        InputError: no column has any of them, or several have the first that is there.
    """
    prefix = f"{place}: " if place else ""
    found = next((name for name in names if name in columns), None)
    if found is not None:
        check_distinct(columns, place, found)
        return columns.index(found)
    close = get_close_matches(names[0], columns[:MOST_LISTED], n=2)
    hint = f"; did you mean {' or '.join(map(shown, close))}?" if close else ""
    wanted = " or ".join(map(shown, names))
    raise InputError(f"{prefix}no column {wanted}; columns are {_listed(columns)}{hint}")


def _unchosen(name: str, columns: Sequence[str], hint: str = "") -> InputError:
    listed = _listed(columns)
    return InputError(f"{name}: choose a column, as {name}:NAME{hint}; columns are {listed}")


def _listed(columns: Sequence[str]) -> str:
    known = [column[:LONGEST_LISTED] for column in columns[:MOST_LISTED]]
    return ", ".join([*known, *["…"] * (len(columns) > MOST_LISTED)]) or "none"


def check_distinct(columns: Sequence[str], place: str, *names: str) -> None:
    """Refuses a table in which several columns have the same name: any of `names`, or of all.

    Raises:
        InputError: names the column.
    """
    times = Counter(columns)
    for name in names or columns:
        if times[name] > 1:
            prefix = f"{place}: " if place else ""
            raise InputError(f"{prefix}several columns {shown(name)}; rename one")


def wrong_width(found: int, expected: int) -> str:
    """Returns what is wrong with a row that has more or fewer fields than the first."""
    return f"{found} {'field' if found == 1 else 'fields'}, expected {expected} as in the first row"
