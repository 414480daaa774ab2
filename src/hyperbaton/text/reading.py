"""Texts and tables from files, in any format: plain text, tables, JSON Lines, SGML and XML.

A file is named by a string: a path, `-` for standard input, or `PATH:COLUMN` where the format has
columns or several sets of translations. The extension decides the format (see docs/inputs.md).
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import chain, zip_longest
from pathlib import Path
from typing import Any

from hyperbaton.checks import LONGEST, SURROGATE, object_of, shown
from hyperbaton.errors import InputError, MissingDependencyError
from hyperbaton.files import STANDARD_INPUT, display_name, read_text, text_lines
from hyperbaton.tables.layout import printable

TSV, CSV, JSONL, PARQUET, ARROW, SGML = "tsv", "csv", "jsonl", "parquet", "arrow", "sgml"
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
    ".sgm": SGML,
    ".sgml": SGML,
    ".xml": SGML,
}
INSTALL_PYARROW = "pip install 'hyperbaton[arrow]'"
MOST_LISTED = 20  # columns in a message
LONGEST_FIELD = (1 << 31) - 1
EXTENSION = re.compile(r"\.[A-Za-z][A-Za-z0-9_-]*$")

Row = tuple[int, list[str]]  # the line where it begins, and its fields


def format_of(path: str) -> str | None:
    """Returns the format that a file's extension names; None for plain text."""
    return FORMATS.get(Path(path.lower().removesuffix(".gz")).suffix)


# Segments


def read_segments(spec: str) -> list[str]:
    """Returns one text per segment; errors name file and line or row."""
    return [text for (text,) in _read(spec, several=False)]


def read_references(spec: str) -> list[list[str]]:
    """Returns the references of every segment, at least one each.

    Several come from a JSONL, Parquet or Arrow column of lists and from an SGML or XML file with
    several sets of references; every other source has one per segment.
    """
    return _read(spec, several=True)


def _read(spec: str, *, several: bool) -> list[list[str]]:
    path, selector = _path_and_selector(spec)
    name, format = display_name(path), format_of(path)
    if format == SGML:
        from hyperbaton.text import sgml

        return sgml.translations(read_text(path), name, selector, several=several)
    if format is not None:
        return [
            texts_of(value, f"{place}: column {selector!r}", several)
            for place, value in read_column(path, selector)
        ]
    if selector is not None:
        raise InputError(
            f"{name}: plain text has no columns; leave out {':' + selector!r}, or give the file "
            f"an extension that says its format ({', '.join(FORMATS)})"
        )
    return [[line] for line in text_lines(path)]


def _path_and_selector(spec: str) -> tuple[str, str | None]:
    """Splits PATH:COLUMN where PATH exists; the longest path wins, the whole spec first."""
    colons = [at for at, character in enumerate(spec) if character == ":"]
    splits = [(spec[:at], spec[at + 1 :]) for at in reversed(colons)]
    for path, selector in [(spec, None), *splits]:
        if path == STANDARD_INPUT or _is_file(path):
            return path, selector
    # Nothing exists: an extension still shows which part was meant as the path, for the error.
    return next((split for split in splits if format_of(split[0])), (spec, None))


def _is_file(path: str) -> bool:
    """Whether there is something to read, also a pipe."""
    return os.path.exists(path) and not os.path.isdir(path)  # noqa: PTH110, PTH112 - do not raise


def read_reference_streams(specs: Sequence[str]) -> list[list[str | None]]:
    """Returns streams of references, one text per segment each; None where a segment has none.

    A file may hold several streams. A blank text in the second or a later file means that the
    segment has no such reference.

    Raises:
        InputError: a file cannot be read, or has another number of segments than the first.
    """
    streams: list[list[str | None]] = []
    for number, spec in enumerate(specs):
        groups = read_references(spec)
        if streams:
            check_same_length(spec, len(groups), specs[0], len(streams[0]))
        for column in zip_longest(*groups) if groups else [()]:
            streams.append([t if not number or (t and t.strip()) else None for t in column])
    return streams


def read_systems(specs: Sequence[str], segments: int, reference: str) -> dict[str, list[str]]:
    """Returns the outputs of systems by name; the name is that of the file without its extension.

    Raises:
        InputError: a file has another number of segments than the references.
    """
    systems: dict[str, list[str]] = {}
    for spec, name in zip(specs, _names(specs), strict=True):
        texts = read_segments(spec)
        check_same_length(spec, len(texts), reference, segments)
        systems[name] = texts
    return systems


def check_same_length(spec: str, count: int, other: str, expected: int) -> None:
    """Refuses a file that has more or fewer segments than another."""
    if count != expected:
        raise InputError(
            f"{spec} has {count} {'segment' if count == 1 else 'segments'} but {other} has "
            f"{expected}; line N of one must belong to line N of the other"
        )


def _names(specs: Sequence[str]) -> list[str]:
    """Names that tell files apart: without extensions, or columns, file names, or what was given.

    An extension begins with a letter: `nllb-3.3B` and `online-A.0` are whole names.
    """
    stems, columns, files = [], [], []
    for path, column in map(_path_and_selector, specs):
        files.append(Path(path).name.removesuffix(".gz"))
        stems.append(EXTENSION.sub("", files[-1]) or path)
        columns.append(column or stems[-1])
    for names in (stems, columns, files, specs):
        shortened = list(map(printable, names))
        if len(set(shortened)) == len(specs):
            return shortened
    repeated = next(name for name in shortened if shortened.count(name) > 1)
    raise InputError(f"duplicate system: {repeated}; give each file once, under its own name")


# Tables


@dataclass(frozen=True)
class Table:
    """A TSV or CSV file, read one row at a time; `name` is what errors call it."""

    name: str
    columns: tuple[str, ...]
    _rows: Iterator[Row]

    def has(self, *names: str) -> bool:
        """Whether the table has all these columns."""
        return set(names) <= set(self.columns)

    def index(self, *names: str) -> int:
        """Returns the position of a column; see `find_column`."""
        return find_column(self.columns, *names, place=self.name)

    def optional(self, *names: str) -> int | None:
        """The position of a column that has one of some names, if there is one."""
        return self.index(*names) if set(names) & set(self.columns) else None

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

    Without a header the columns are called 1, 2, 3 and so on.

    Raises:
        InputError: the file cannot be read, or has no first row to name its columns.
    """
    name, lines = display_name(path), text_lines(path)
    begin = next(lines, None)
    if begin is None and header:
        raise InputError(f"{name}: is empty; the first row must name the columns")
    if begin is None:
        return Table(name, (), iter(()))
    rows = ROWS[row_format(format_of(path), begin if header else "")](chain([begin], lines), name)
    first = next(rows)
    if header:
        return Table(name, tuple(first[1]), rows)
    return Table(name, tuple(map(str, range(1, len(first[1]) + 1))), chain([first], rows))


def row_format(format: str | None, header: str) -> str:
    """The format of a table's rows: some of WMT's .csv files are TSV, as their header shows."""
    tabs = "\t" in header and "," not in header
    return TSV if format not in ROWS or tabs else format


def _tsv_rows(lines: Iterable[str], name: str) -> Iterator[Row]:
    return enumerate((line.split("\t") for line in lines), start=1)


def csv_rows(lines: Iterable[str], name: str) -> Iterator[Row]:
    """Yields the rows of CSV, quoted as in RFC 4180; a blank line is one empty field."""
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
ROWS: dict[str, Callable[[Iterable[str], str], Iterator[Row]]] = {TSV: _tsv_rows, CSV: csv_rows}


def read_column(path: str, column: str | None) -> Iterator[tuple[str, Any]]:
    """Yields the cells of a column, each with its place: `file.tsv:3`, `file.parquet: row 3`.

    In TSV and CSV a column is chosen by name, and then the first row is a header, or by number, and
    then every row is data.
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
            from hyperbaton.text.arrow_tables import open_stored
        except ImportError:
            what = f"{name}: reading {format.capitalize()}"
            raise MissingDependencyError(what, INSTALL_PYARROW) from None
        with open_stored(path, format) as stored:
            if not column:
                raise _unchosen(name, stored.schema.names)
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
    """Yields the objects of a JSON Lines file, each with the number of its line."""
    name = display_name(path)
    for number, line in enumerate(text_lines(path), start=1):
        try:
            yield number, json_object(line)
        except InputError as error:
            raise InputError(f"{name}:{number}: {error.reason}") from None


def json_object(line: str) -> dict[str, Any]:
    """Returns the object in a line of JSON; refuses one that has a key twice."""
    try:
        found = json.loads(line, object_pairs_hook=object_of)
    except json.JSONDecodeError as error:
        reason = f"{error.msg} at character {error.pos + 1}"
    except (ValueError, RecursionError) as error:
        reason = str(error)
    else:
        if isinstance(found, dict):
            return found
        reason = f"got {shown(found)}"
    raise InputError(f"is not a JSON object ({reason}); write one object per line")


def texts_of(value: object, place: str, several: bool) -> list[str]:
    """Returns the texts in a cell: a string or, for `several`, also a list of strings."""
    texts: list[Any] = value if several and isinstance(value, list) else [value]
    problem = "" if texts else "holds an empty list; at least one text is needed"
    for text in texts:
        if not isinstance(text, str):
            accepted = "a string or a list of strings" if several else "a string"
            problem = f"expected {accepted}, got {shown(value)}"
        elif "\n" in text:
            problem = "holds a line break; a segment is one line, so use a space"
        elif "\0" in text:
            problem = "holds a NUL character; remove it"
        elif SURROGATE.search(text):
            problem = "holds half a surrogate pair; write the whole character"
    if problem:
        raise InputError(f"{place}: {problem}")
    return texts


def find_column(columns: Sequence[str], *names: str, place: str = "") -> int:
    """Returns the position of a column that may have any one of several names.

    Raises:
        InputError: no column has any of them, or several have the first that is there.
    """
    found = next((name for name in names if name in columns), None)
    if found is not None:
        check_distinct([name for name in columns if name == found], place)
        return columns.index(found)
    close = get_close_matches(names[0], columns[:MOST_LISTED], n=2)
    hint = f"; did you mean {' or '.join(map(shown, close))}?" if close else ""
    prefix, wanted = place and f"{place}: ", " or ".join(map(shown, names))
    raise InputError(f"{prefix}no column {wanted}; columns are {_listed(columns)}{hint}")


def _unchosen(name: str, columns: Sequence[str], hint: str = "") -> InputError:
    listed = _listed(columns)
    return InputError(f"{name}: choose a column, as {name}:NAME{hint}; columns are {listed}")


def _listed(columns: Sequence[str]) -> str:
    more = ["…"] * (len(columns) > MOST_LISTED)
    return ", ".join([*(name[:LONGEST] for name in columns[:MOST_LISTED]), *more]) or "none"


def check_distinct(columns: Sequence[str], place: str = "") -> None:
    """Refuses a table with several columns of one name."""
    for at, name in enumerate(columns):
        if name in columns[:at]:
            prefix = place and f"{place}: "
            raise InputError(f"{prefix}duplicate column {shown(name)}; rename one")


def wrong_width(found: int, expected: int) -> str:
    """Returns what is wrong with a row that has more or fewer fields than the first."""
    return f"{found} {'field' if found == 1 else 'fields'}, expected {expected} as in the first row"
