"""Numbers that come from outside: how they are written, and the range in which each is accepted.

In text a number has ASCII digits and perhaps a sign, and a real one a point and an exponent. What
`int` and `float` accept beyond that (digits of other scripts, `1_000`, blanks around it, `inf`) is
refused, and so are thousands of digits, which take Python a long time.
"""

from __future__ import annotations

import math
import operator
import re
from abc import ABC, abstractmethod
from dataclasses import dataclass, fields
from numbers import Real as RealNumber
from typing import Any, Generic, TypeVar

from hyperbaton.checks import shown
from hyperbaton.errors import OptionError

WHOLE = re.compile(r"[+-]?[0-9]+")
REAL = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
LONGEST_WHOLE = 4100  # digits; Python refuses more than 4300
LONGEST_REAL = 400  # characters; the shortest form of any double has fewer than 30
READABLE = 10**15  # numbers from here on are written as powers of ten where they are

Number = TypeVar("Number", int, float)


@dataclass(frozen=True)
class Range(ABC, Generic[Number]):
    """Which numbers are accepted.

    Attributes:
        low: the smallest one.
        high: the largest one.
        also: one more, such as 0 for none at all.
    """

    low: Number
    high: Number
    also: Number | None = None

    def __str__(self) -> str:
        span = self.kind
        if self.low > -math.inf:
            span += f" from {readable(self.low)}"
        if self.high < math.inf:
            span += f" to {readable(self.high)}"
        return span if self.also is None else f"{readable(self.also)} or {span}"

    @property
    def span(self) -> str:
        """The range in the fewest words, as `--help` has it."""
        span = f"{readable(self.low)} to {readable(self.high)}"
        return span if self.also is None else f"{readable(self.also)} or {span}"

    @property
    @abstractmethod
    def kind(self) -> str:
        """What it is a range of."""

    @abstractmethod
    def written(self, text: str) -> Number | None:
        """The number that a text stands for; None where it is none."""

    @abstractmethod
    def plain(self, value: Any) -> Number | None:
        """A number of Python's, from one of any library; None where it is none."""

    def read(self, text: str) -> Number | None:
        """The number that a text stands for; None where it is none that is accepted."""
        return self._held(self.written(text))

    def taken(self, value: Any) -> Number | None:
        """A value as a number of Python's; None where it is none that is accepted."""
        return self._held(self.plain(value))

    def _held(self, number: Number | None) -> Number | None:
        if number is None or not (self.low <= number <= self.high or number == self.also):
            return None
        return number

    def check(self, value: Any, name: str) -> Number:
        """An argument of a function, as a number of Python's.

        Raises:
            OptionError: it is no number, or out of range; names what is accepted.
        """
        number = self.taken(value)
        if number is None:
            raise OptionError(f"{name}: expected {self}, got {shown(value)}")
        return number


@dataclass(frozen=True)
class Whole(Range[int]):
    """A range of whole numbers."""

    @property
    def kind(self) -> str:
        """In words."""
        return "a whole number"

    def written(self, text: str) -> int | None:
        """The number that a text stands for; None where it is none."""
        return whole_number(text)

    def plain(self, value: Any) -> int | None:
        """A whole number, also one of NumPy's."""
        value = scalar(value)
        if isinstance(value, bool):
            return None
        try:
            return int(operator.index(value))
        except TypeError:
            return None


@dataclass(frozen=True)
class Real(Range[float]):
    """A range of real numbers."""

    @property
    def kind(self) -> str:
        """In words."""
        return "a number"

    def written(self, text: str) -> float | None:
        """The number that a text stands for; None where it is none."""
        return real_number(text)

    def plain(self, value: Any) -> float | None:
        """A finite number, also one of NumPy's; never the zero with a minus sign."""
        value = scalar(value)
        if isinstance(value, bool) or not isinstance(value, RealNumber):
            return None
        try:
            number = float(value) + 0.0
        except OverflowError:
            return None
        return number if math.isfinite(number) else None


def set_checked(value: Any, **ranges: Range[Any]) -> None:
    """Checks fields of a frozen dataclass that are numbers, and keeps them as those of Python.

    A field that is None, where that is its default, stays so.

    Raises:
        OptionError: a field is no number, or out of range; names it and what is accepted.
    """
    defaults = {spec.name: spec.default for spec in fields(value)}
    for name, accepted in ranges.items():
        given = getattr(value, name)
        if given is not None or defaults[name] is not None:
            object.__setattr__(value, name, accepted.check(given, name))


def whole_number(text: str) -> int | None:
    """The whole number that a text stands for; None where it is none, or far too long."""
    if len(text) > LONGEST_WHOLE or not WHOLE.fullmatch(text):
        return None
    return int(text)


def real_number(text: str) -> float | None:
    """The finite number that a text stands for; None where it is none. -0 is 0."""
    if len(text) > LONGEST_REAL or not REAL.fullmatch(text):
        return None
    number = float(text) + 0.0
    return number if math.isfinite(number) else None


def scalar(value: Any) -> Any:
    """The number of Python's that a scalar of NumPy's, or an array without axes, holds."""
    if hasattr(value, "item") and getattr(value, "shape", None) == ():
        return value.item()
    return value


def readable(number: float) -> str:
    """A number as messages write it; powers of ten beyond all counting as such."""
    if isinstance(number, float):
        whole = number.is_integer() and abs(number) < READABLE
        return str(int(number)) if whole else f"{number:g}".replace("e+", "e")
    size = abs(number)
    if size >= READABLE and size == 10 ** (exponent := round(math.log10(size))):
        return f"{'-' if number < 0 else ''}10^{exponent}"
    return str(number)
