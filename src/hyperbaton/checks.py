"""Checks at the door: what public functions and options accept, and how messages echo the rest.

A check reads one argument and returns it in the type that is wanted, or says what is accepted.
What stands behind the door trusts its callers.
"""

from __future__ import annotations

import math
import numbers
import operator
import os
import re
import sys
from collections.abc import Hashable, Iterable, KeysView, Mapping, Sequence, Set, Sized
from dataclasses import dataclass, fields
from difflib import get_close_matches
from io import IOBase
from itertools import islice
from reprlib import Repr
from typing import Any, Generic, TypeVar

from hyperbaton.errors import ArgumentTypeError, InputError, OptionError, UnknownIndexError

WHOLE = re.compile(r"[+-]?[0-9]{1,4000}")  # of more digits Python makes no number
REAL = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
LONGEST = 60  # characters of a value in a message
MOST_ITEMS = 10_000_000  # of what does not say how long it is, and so may never end
_NOT_LISTS = (str, bytes, bytearray, memoryview, Mapping, IOBase, type)
SURROGATE = re.compile("[\ud800-\udfff]")

Number = TypeVar("Number", int, float)
Entry = TypeVar("Entry", bound=Hashable)

_SHORTENED = Repr()
_SHORTENED.maxstring = _SHORTENED.maxother = LONGEST


def shown(value: Any) -> str:
    """A value as messages echo it: one short line, whatever it is."""
    if isinstance(value, str):
        if len(value) > LONGEST:
            return f"{value[: LONGEST // 2]!r}… ({len(value):,} characters)"
        return repr(value)
    if isinstance(value, type):
        return f"the class {value.__name__} itself"
    if isinstance(value, int) and value.bit_length() > 150:
        return f"a number of about {int(value.bit_length() * math.log10(2)) + 1:,} digits"
    if hasattr(value, "dtype") and hasattr(value, "shape"):
        kind = type(value).__name__
        return (
            f"{kind} of shape {value.shape} and type {value.dtype}" if value.shape else f"{value}"
        )
    plain = (bytes, int, float, complex, list, tuple, Mapping, Set, type(None))
    if not isinstance(value, plain):
        return f"an object of type {type(value).__name__}"
    text = re.sub(r"\s+", " ", _SHORTENED.repr(value))
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def as_choice(value: Any, choices: Iterable[str], name: str) -> str:
    """One of several words.

    Raises:
        OptionError: it is none of them; lists them, and close ones first.
    """
    words = tuple(choices)
    if isinstance(value, str) and value in words:
        return value
    close = get_close_matches(value, words, n=2) if isinstance(value, str) else []
    hint = f"; did you mean {' or '.join(close)}?" if close else ""
    raise OptionError(f"{name}: expected {' or '.join(words)}, got {shown(value)}{hint}")


def each_once(entries: Sequence[Entry], name: str) -> Sequence[Entry]:
    """The entries, if all differ: counted twice, one would weigh twice.

    Raises:
        OptionError: one is named twice.
    """
    seen: set[Entry] = set()
    for entry in entries:
        if entry in seen:
            raise OptionError(f"{name}: {entry} is named twice; name it once")
        seen.add(entry)
    return entries


def object_of(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """Makes an object for `json.loads(..., object_pairs_hook=object_of)`: of equal keys none wins.

    Raises:
        ValueError: a key is there twice.
    """
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        repeated = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"the key {shown(repeated)} is there twice")
    return found


def check_count(found: int, expected: int, name: str) -> None:
    """Refuses another number of entries than there are segments.

    Raises:
        InputError: there are more or fewer.
    """
    if found != expected:
        raise InputError(
            f"{name}: has {found} entries for {expected} segments; every segment needs one"
        )


@dataclass(frozen=True)
class Range(Generic[Number]):
    """Which numbers are accepted, from `low` to `high` and perhaps one more, such as 0 for none.

    In text a number has ASCII digits and perhaps a sign, and a real one a point and an exponent.
    """

    low: Number
    high: Number
    also: Number | None = None
    whole: bool = False

    @property
    def span(self) -> str:
        """The range in the fewest words, as `--help` has it."""
        span = f"{readable(self.low)} to {readable(self.high)}"
        return span if self.also is None else f"{readable(self.also)} or {span}"

    def __str__(self) -> str:
        span = "a whole number" if self.whole else "a number"
        if self.low > -math.inf:
            span += f" from {readable(self.low)}"
        if self.high < math.inf:
            span += f" to {readable(self.high)}"
        return span if self.also is None else f"{readable(self.also)} or {span}"

    def taken(self, value: Any) -> Number | None:
        """A value as a number of Python's, also one of NumPy's; None where it is not accepted."""
        if isinstance(value, bool | str):
            return None
        try:
            number: Any = operator.index(value) if self.whole else float(value) + 0.0
        except (TypeError, ValueError, OverflowError):
            return None
        return number if self.low <= number <= self.high or number == self.also else None

    def read(self, text: str) -> Number | None:
        """The number that a text stands for; None where it is none that is accepted."""
        number = whole_number(text) if self.whole else real_number(text)
        return None if number is None else self.taken(number)

    def check(self, value: Any, name: str) -> Number:
        """An argument, as a number of Python's.

        Raises:
            OptionError: it is no number, or out of range; names what is accepted.
        """
        number = self.taken(value)
        if number is None:
            raise OptionError(f"{name}: expected {self}, got {shown(value)}")
        return number


def whole(low: int, high: int, also: int | None = None) -> Range[int]:
    """A range of whole numbers."""
    return Range(low, high, also, whole=True)


def real(low: float, high: float, also: float | None = None) -> Range[float]:
    """A range of real numbers."""
    return Range(float(low), float(high), also)


def whole_number(text: str) -> int | None:
    """The whole number that a text stands for; None where it is none."""
    return int(text) if WHOLE.fullmatch(text) else None


def real_number(text: str) -> float | None:
    """The finite number that a text stands for; None where it is none. -0 is 0."""
    number = float(text) + 0.0 if len(text) < 400 and REAL.fullmatch(text) else math.inf
    return number if math.isfinite(number) else None


def readable(number: float) -> str:
    """A number as messages write it; large powers of ten as such."""
    if isinstance(number, float):
        is_whole = number.is_integer() and abs(number) < 1e15
        return str(int(number)) if is_whole else f"{number:g}".replace("e+", "e")
    digits = str(abs(number))
    if len(digits) > 15 and not digits.strip("0").strip("1"):
        return f"{'-' if number < 0 else ''}10^{len(digits) - 1}"
    return str(number)


def check_fields(value: Any, **ranges: Range[Any]) -> None:
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


def as_text(value: object, name: str) -> str:
    """Text that can be written down.

    Raises:
        ArgumentTypeError: it is no text.
        InputError: it has a lone surrogate in it.
    """
    if not isinstance(value, str):
        raise ArgumentTypeError(name, "a text", shown(value))
    if not is_writable(value):
        place = next(k for k, mark in enumerate(value) if "\ud800" <= mark <= "\udfff")
        raise InputError(
            f"{name}: character {place + 1} is {value[place]!r}, half of a surrogate pair, which "
            "text in UTF-8 cannot hold; expected text without such characters"
        )
    return str.__str__(value)


def as_name(value: object, name: str) -> str:
    """A name, which may be that of a file in any encoding, and so have lone surrogates.

    Raises:
        ArgumentTypeError: it is no text.
    """
    if not isinstance(value, str):
        raise ArgumentTypeError(name, "a text", shown(value))
    return str.__str__(value)


def is_writable(text: str) -> bool:
    """Whether UTF-8 has all characters of a text: lone surrogates it has not."""
    if text.isascii():
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def as_texts(value: object, name: str) -> Sequence[str]:
    """Texts in a list, one per segment.

    Raises:
        ArgumentTypeError: it is no list of texts; names the segment.
        InputError: a text has a lone surrogate in it; names the segment.
    """
    listed = as_list(value, name, "a list of texts")
    if all(type(text) is str and is_writable(text) for text in listed):
        return listed
    return [as_text(text, f"{name}: segment {k}") for k, text in enumerate(listed, start=1)]


def as_flag(value: object, name: str) -> bool:
    """True or False.

    Raises:
        ArgumentTypeError: it is neither.
    """
    if isinstance(value, bool):
        return value
    if type(value).__name__ in ("bool", "bool_") and hasattr(value, "dtype"):
        return bool(value)
    raise ArgumentTypeError(name, "True or False", shown(value))


def as_whole(value: Any, name: str) -> int:
    """A whole number.

    Raises:
        ArgumentTypeError: it is none; a truth value is none, nor is 3.0.
    """
    try:
        if not isinstance(value, bool):
            return operator.index(value)
    except TypeError:
        pass
    raise ArgumentTypeError(name, "a whole number", shown(value))


def as_number(value: Any, name: str) -> float:
    """A number.

    Raises:
        ArgumentTypeError: it is none; a truth value is none.
        OptionError: it is larger than any floating-point number.
    """
    if getattr(value, "shape", None) == () and hasattr(value, "item"):
        value = value.item()
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        raise ArgumentTypeError(name, "a number", shown(value))
    try:
        number = float(value)
    except OverflowError:
        raise OptionError(f"{name}: expected a number below 1e308, got {shown(value)}") from None
    return value if isinstance(value, int) else number


def as_path(value: object, name: str) -> str:
    """A path, from text or a `PathLike`; whether a file can have it shows where it is used.

    Raises:
        ArgumentTypeError: it is neither.
    """
    path = os.fspath(value) if isinstance(value, os.PathLike) else value
    if not isinstance(path, str):
        raise ArgumentTypeError(name, "a path", shown(value))
    return str.__str__(path)


def as_index(value: Any, length: int, what: str) -> int:
    """A place in a sequence, counted from 0; from -1 backwards it is counted from the end.

    Raises:
        ArgumentTypeError: it is no whole number.
        UnknownIndexError: the sequence does not reach so far.
    """
    index = as_whole(value, what)
    if not -length <= index < length:
        raise UnknownIndexError(what, index, length)
    return index % length


def is_list(value: object) -> bool:
    """Whether a value can be read item by item, in an order that means something."""
    if isinstance(value, list | tuple):
        return True
    if isinstance(value, _NOT_LISTS) or (
        isinstance(value, Set) and not isinstance(value, KeysView)
    ):
        return False
    dimensions = getattr(value, "ndim", 1)
    if dimensions == 0 or (dimensions != 1 and not _is_array(value)):
        return False  # a scalar, or a data frame, which would be read as its headings
    return hasattr(value, "__iter__") or isinstance(value, Sequence)


def as_list(value: Any, name: str, accepted: str = "a list") -> Sequence[Any]:
    """The items of a list, a generator, an array or a column, which is read once.

    Raises:
        ArgumentTypeError: it has no items, or no order.
        InputError: it does not end.
    """
    if isinstance(value, list | tuple):
        return value
    if not is_list(value):
        raise ArgumentTypeError(name, accepted, shown(value), _hint(value))
    if hasattr(value, "to_pylist"):
        return as_list(value.to_pylist(), name, accepted)  # of Arrow
    if _is_array(value):
        return list(value) if value.ndim > 1 else list(value.tolist())
    if isinstance(value, Sized):
        return list(value)  # type: ignore[call-overload, no-any-return]
    items = list(islice(value, MOST_ITEMS + 1))
    if len(items) > MOST_ITEMS:
        raise InputError(
            f"{name}: expected {accepted}, got {shown(value)} that goes on after {MOST_ITEMS:,} "
            "items; put more than these into a list"
        )
    return items


def check_length(values: Any, length: int, name: str, what: str) -> None:
    """Refuses an array that does not belong to what it is used with.

    Raises:
        InputError: it has another number of rows, or more than one dimension.
    """
    shape = getattr(values, "shape", (len(values),))
    if shape != (length,):
        got = shape[0] if len(shape) == 1 else f"an array of shape {shape}"
        raise InputError(f"{name}: expected {length} {what}, got {got}")


def check_some(**lists: Sized) -> None:
    """Refuses lists that are empty, by their names.

    Raises:
        InputError: one is.
    """
    for name, items in lists.items():
        if len(items) == 0:
            raise InputError(f"{name}: expected at least one, got none")


def check_same_number(**lists: Sized) -> None:
    """Refuses lists that do not belong together, by their names.

    Raises:
        InputError: one is longer than another.
    """
    if len(set(map(len, lists.values()))) > 1:
        numbers = ", ".join(f"{len(items)} {name}" for name, items in lists.items())
        raise InputError(f"{', '.join(lists)}: expected as many of each, got {numbers}")


def _is_array(value: object) -> bool:
    numpy = sys.modules.get("numpy")
    return numpy is not None and isinstance(value, numpy.ndarray)


def _hint(value: object) -> str:
    if isinstance(value, str):
        return "for one text write [text]"
    if isinstance(value, Set):
        return "a set has no order"
    if isinstance(value, Mapping):
        return "for its values write list(….values())"
    if isinstance(value, IOBase):
        return "for its lines write file.read().splitlines()"
    return ""
