"""Rows of tables about outputs: their numbers, and which output a row is about."""

from __future__ import annotations

import math
from collections import Counter

from hyperbaton.checks import IN_A_FILE, SCORE, Number, Range, shown
from hyperbaton.errors import InputError
from hyperbaton.meta.data.evaluation_set import EvaluationSet

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
        """Counts entries under a reason, or raises an `InputError` with the details."""
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
        column = self.segment(field(segment, place, "the segment", IN_A_FILE), place)
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


def field(text: str, place: str, what: str, accepted: Range[Number]) -> Number:
    """Returns the number in a field, which may have spaces around it."""
    found = accepted.read(text.strip(" "))
    if found is None:
        raise InputError(f"{place}: {what} is {shown(text)}; {accepted} is accepted")
    return found


def score(text: str, place: str, what: str) -> float:
    """Returns the score in a field, NaN where the field says that there is none."""
    return math.nan if text.strip(" ").lower() in MISSING else field(text, place, what, SCORE)
