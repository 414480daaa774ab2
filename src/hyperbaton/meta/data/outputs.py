"""Tables about outputs, as people and metrics score them: fields, and which output a row is about.

Tables have a header and are CSV or tab-separated.
"""

from __future__ import annotations

import math
from collections import Counter

from hyperbaton.checks import Number, Range, shown
from hyperbaton.errors import InputError
from hyperbaton.limits import IN_A_FILE, SCORE
from hyperbaton.meta.data.evaluation_set import EvaluationSet
from hyperbaton.text.tables import Table, open_table

MISSING = ("none", "nan")  # in place of a score, in any case


class Omissions:
    """Refuses judgements and outputs that cannot be used, or counts those that are left out.

    Attributes:
        skip: whether entries may be left out.
        counts: how many were, by reason.
    """

    def __init__(self, *, skip: bool = False) -> None:
        self.skip = skip
        self.counts: Counter[str] = Counter()

    def add(self, reason: str, detail: str, number: int = 1) -> None:
        """Leaves out entries, or stops.

        Args:
            reason: the kind of problem, under which entries are counted.
            detail: the place and what is wrong there, for the error.
            number: how many entries are concerned.

        Raises:
            InputError: entries may not be left out.
        """
        if not self.skip:
            raise InputError(
                f"{detail}; leave such entries out with Omissions(skip=True), or --skip-missing"
            )
        self.counts[reason] += number

    def __str__(self) -> str:
        return ", ".join(f"{number} × {reason}" for reason, number in sorted(self.counts.items()))


class OutputFinder:
    """Finds the output that a judgement is about, by system and segment."""

    def __init__(self, data: EvaluationSet, omissions: Omissions) -> None:
        self.data = data
        self.omissions = omissions
        self._numbers = {name: number for number, name in enumerate(data.systems)}
        self._available = data.available.tolist()

    def find(self, system: str, segment: str, place: str) -> tuple[int, int] | None:
        """Returns the numbers of a system and a segment; None where they are left out."""
        row = self.system(system, place)
        column = self.segment(whole_number(segment, place, "the segment"), place)
        if row is None or column is None or not self.is_available(row, column, place):
            return None
        return row, column

    def system(self, name: str, place: str) -> int | None:
        """Returns the number of a system; None for one that is left out.

        WMT's files write `newstest2013.de-en.NAME` for NAME.
        """
        short = name.partition(f".{self.data.pair}.")[2] or name
        found = self._numbers.get(name, self._numbers.get(short))
        if found is None and not {name, short} & self.data.left_out:
            known = ", ".join(self.data.systems)
            self.omissions.add(
                "judgement of an unknown system",
                f"{place}: {self.data.pair} has no system {name}; it has {known}",
            )
        return found

    def segment(self, number: int, place: str) -> int | None:
        """Returns the position of a segment counted from 1; None for one that is left out."""
        if 1 <= number <= len(self.data):
            return number - 1
        self.omissions.add(
            "judgement of a segment out of range",
            f"{place}: segment {number} is out of range; {self.data.pair} has segments 1 to "
            f"{len(self.data)}",
        )
        return None

    def is_available(self, system: int, segment: int, place: str) -> bool:
        """Whether the output is there to be scored."""
        if self._available[system][segment]:
            return True
        self.omissions.add(
            "judgement of a missing output",
            f"{place}: {self.data.systems[system]} has no output for segment {segment + 1}",
        )
        return False


class HeadedTable(Table):
    """The rows of a file under its header."""

    @property
    def path(self) -> str:
        """The file."""
        return self.name

    @property
    def header(self) -> tuple[str, ...]:
        """The names of the columns."""
        return self.columns


def read_table(path: str) -> HeadedTable:
    """Reads a table; the name of the file or its header tells what separates fields."""
    table = open_table(path)
    return HeadedTable(table.name, table.columns, table._rows)


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
