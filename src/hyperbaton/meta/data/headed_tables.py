"""Tables with a header line, as judgements come in: CSV or tab-separated."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hyperbaton.checks import Number, Range, shown
from hyperbaton.errors import InputError
from hyperbaton.limits import IN_A_FILE, SCORE
from hyperbaton.text import columns
from hyperbaton.text.comma_separated import Row, csv_rows
from hyperbaton.text.opening import read_text, split_lines

MISSING = ("none", "nan")  # in place of a score, in any case


@dataclass(frozen=True)
class HeadedTable:
    """The rows of a file under its header.

    Attributes:
        path: the file.
        header: the names of the columns.
        lines: all lines of the file, the header included.
        commas: whether fields are separated by commas.
    """

    path: str
    header: tuple[str, ...]
    lines: tuple[str, ...]
    commas: bool

    def has(self, *names: str) -> bool:
        """Whether the table has all these columns."""
        return set(names) <= set(self.header)

    def index(self, *names: str) -> int:
        """The position of a column that may have any one of several names.

        Raises:
            InputError: the table has none of them, or has one several times.
        """
        found = [name for name in names if name in self.header]
        if not found or self.header.count(found[0]) > 1:
            wrong = "several columns" if found else "no column"
            known = ", ".join(self.header)
            raise InputError(f"{self.path}:1: has {wrong} {' or '.join(names)}; it has {known}")
        return self.header.index(found[0])

    def rows(self) -> Iterator[Row]:
        """The rows below the header, with their line numbers.

        Raises:
            InputError: a row has another number of fields than the header.
        """
        parsed = csv_rows(self.lines, self.path) if self.commas else _tabbed(self.lines)
        next(parsed, None)
        for number, fields in parsed:
            if len(fields) != len(self.header):
                raise InputError(
                    f"{self.path}:{number}: {len(fields)} fields, but the header has "
                    f"{len(self.header)}; every row needs the same number"
                )
            yield number, fields


def read_table(path: str) -> HeadedTable:
    """Reads a table; the name of the file or its header tells what separates fields."""
    lines = tuple(split_lines(read_text(path)))
    if not lines:
        raise InputError(f"{path}: is empty; a header line is needed")
    commas = path.lower().removesuffix(".gz").endswith(".csv") and "\t" not in lines[0]
    first = next(csv_rows(lines[:1], path))[1] if commas else lines[0].split("\t")
    times = Counter(first)
    for name in first:
        if name.strip() and times[name] > 1:
            raise InputError(
                f"{path}:1: has several columns {shown(name)}; give each a name of its own"
            )
    return HeadedTable(path, tuple(first), lines, commas)


def whole_number(text: str, place: str, what: str, accepted: Range[int] = IN_A_FILE) -> int:
    """A whole number in a field, which may have spaces around it.

    Raises:
        InputError: the field holds something else, or a number out of range.
    """
    return _in_range(text, place, what, accepted)


def number(text: str, place: str, what: str) -> float:
    """A finite number in a field, which may have spaces around it.

    Raises:
        InputError: the field holds something else, or a number out of range.
    """
    return _in_range(text, place, what, SCORE)


def _in_range(text: str, place: str, what: str, accepted: Range[Number]) -> Number:
    found = accepted.read(text.strip(" "))
    if found is None:
        raise InputError(f"{place}: {what} is {shown(text)}; {accepted} is accepted")
    return found


def score(text: str, place: str, what: str) -> float:
    """A score by a metric, NaN where the field says that there is none.

    Raises:
        InputError: the field holds something else, or a number out of range.
    """
    return math.nan if text.strip(" ").lower() in MISSING else number(text, place, what)


def _tabbed(lines: Sequence[str]) -> Iterator[Row]:
    return iter(columns.tsv_rows(lines))
