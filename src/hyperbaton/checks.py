"""Checks at the door: what public functions and options accept, and how messages echo the rest.

A check reads one argument and returns it in the type that is wanted, or says what is accepted.
What stands behind the door trusts its callers, and other mistakes are Python's own `TypeError`.
"""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from difflib import get_close_matches
from io import IOBase
from reprlib import Repr
from typing import Any, Generic, TypeVar

from hyperbaton.errors import InputError, OptionError

WHOLE = re.compile(r"[+-]?[0-9]{1,4000}")  # of more digits Python makes no number
REAL = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
SURROGATE = re.compile("[\ud800-\udfff]")  # half of a character, which UTF-8 cannot hold
LONGEST = 60  # characters of a value in a message

Number = TypeVar("Number", int, float)
Entry = TypeVar("Entry")

_SHORTENED = Repr()
_SHORTENED.maxstring = _SHORTENED.maxother = LONGEST


def shown(value: Any) -> str:
    """A value as messages echo it: one short line."""
    if isinstance(value, str):
        if len(value) > LONGEST:
            return f"{value[: LONGEST // 2]!r}… ({len(value):,} characters)"
        return repr(value)
    if isinstance(value, int) and value.bit_length() > 150:
        return f"a number of about {int(value.bit_length() * math.log10(2)) + 1:,} digits"
    if getattr(value, "shape", ()):
        return f"{type(value).__name__} of shape {value.shape}"
    text = " ".join(_SHORTENED.repr(value).split())
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


# Words and lists


def alternatives(words: Iterable[str]) -> str:
    """Words as messages list them: `bleu, bleu4 or bleu1`."""
    *others, last = words
    return f"{', '.join(others)} or {last}" if others else last


def nearest(name: str, known: Iterable[str]) -> str:
    """What to say of an unknown name: the nearest one, and all that there are."""
    words = tuple(known)
    close = get_close_matches(name, words, n=2, cutoff=0.5)
    hint = f"did you mean {alternatives(close)}? There" if close else "there"
    return f"{hint} are {', '.join(words)}"


def as_choice(value: Any, choices: Iterable[str], name: str) -> str:
    """One of several words; the OptionError for another lists them, and close ones first."""
    words = tuple(choices)
    if isinstance(value, str) and value in words:
        return value
    close = get_close_matches(value, words, n=2) if isinstance(value, str) else []
    hint = f"; did you mean {alternatives(close)}?" if close else ""
    raise OptionError(f"{name}: expected {alternatives(words)}, got {shown(value)}{hint}")


def as_flag(value: object, name: str) -> bool:
    """True or False, also of NumPy; an OptionError for anything else."""
    if type(value).__name__ not in ("bool", "bool_"):
        raise OptionError(f"{name}: expected True or False, got {shown(value)}")
    return bool(value)


def each_once(entries: Sequence[Entry], name: str) -> Sequence[Entry]:
    """The entries of a list, if all differ: counted twice, one would weigh twice."""
    entries = as_list(entries, name)
    for place, entry in enumerate(entries):
        if entry in entries[:place]:
            raise OptionError(f"{name}: duplicate {entry}")
    return entries


def object_of(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """Makes an object for `json.loads(..., object_pairs_hook=object_of)`; no key may repeat."""
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        repeated = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"duplicate key {shown(repeated)}")
    return found


def as_list(value: Any, name: str, accepted: str = "a list") -> Sequence[Any]:
    """The items of a list, a generator, an array or a column, which is read once.

    Raises:
        InputError: it is one text, or has no order.
    """
    if isinstance(value, list | tuple):
        return value
    if not is_list(value):
        hint = "; for one text write [text]" if isinstance(value, str) else ""
        raise InputError(f"{name}: expected {accepted}, got {shown(value)}{hint}")
    if hasattr(value, "to_pylist"):  # of Arrow, which trusts the offsets that it is given
        try:
            value.validate(full=True)
        except ValueError as error:
            raise InputError(f"{name}: is not an intact Arrow array ({error})") from None
        return list(value.to_pylist())
    return list(value.tolist()) if getattr(value, "shape", ()) else list(value)


def is_list(value: object) -> bool:
    """Whether a value can be read item by item, in an order that means something."""
    if isinstance(value, str | bytes | Mapping | set | frozenset | IOBase | type):
        return False
    if getattr(value, "ndim", 1) == 0 or hasattr(value, "columns"):
        return False  # a scalar, or a data frame, which would be read as its headings
    return hasattr(value, "__iter__") or hasattr(value, "__getitem__")


def as_texts(value: object, name: str) -> Sequence[str]:
    """Texts in a list, one per segment; an InputError names the segment that is none."""
    texts = as_list(value, name, "a list of texts")
    for index, text in enumerate(texts):
        if not isinstance(text, str):
            raise InputError(f"expected a text, got {shown(text)}", index=index, system=name)
        if not text.isascii() and (found := SURROGATE.search(text)):
            reason = f"character {found.start() + 1} is {found[0]!r}, which UTF-8 cannot hold"
            raise InputError(reason, index=index, system=name)
    return texts


def check_count(found: int, expected: int, name: str) -> None:
    """Refuses another number of entries than there are segments."""
    if found != expected:
        raise InputError(
            f"{name}: has {found} entries for {expected} segments; every segment needs one"
        )


# Numbers


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
        """The range in the fewest words, for `--help`: `0 or 40 to 100000`."""
        other = "" if self.also is None else f"{readable(self.also)} or "
        return f"{other}{readable(self.low)} to {readable(self.high)}"

    def __str__(self) -> str:
        other = "" if self.also is None else f"{readable(self.also)} or "
        kind = "a whole number" if self.whole else "a number"
        high = f" to {readable(self.high)}" if self.high < math.inf else ""
        return f"{other}{kind} from {readable(self.low)}{high}"

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
        """The number written in a text; None where it is none that is accepted."""
        number = whole_number(text) if self.whole else real_number(text)
        return None if number is None else self.taken(number)

    def check(self, value: Any, name: str) -> Number:
        """An argument as a number of Python's; an OptionError names it and what is accepted."""
        number = self.taken(value)
        if number is None:
            raise OptionError(f"{name}: expected {self}, got {shown(value)}")
        return number


def whole(low: int, high: int, also: int | None = None) -> Range[int]:
    """A range of whole numbers."""
    return Range(low, high, also, whole=True)


def real(low: float, high: float) -> Range[float]:
    """A range of real numbers."""
    return Range(float(low), float(high))


def whole_number(text: str) -> int | None:
    """The whole number written in a text; None where there is none."""
    return int(text) if WHOLE.fullmatch(text) else None


def real_number(text: str) -> float | None:
    """The finite number written in a text; None where there is none. -0 is 0."""
    number = float(text) + 0.0 if len(text) < 400 and REAL.fullmatch(text) else math.inf
    return number if math.isfinite(number) else None


def readable(number: float) -> str:
    """A number as messages write it: 1e9, 0.5, 10^18."""
    if isinstance(number, float):
        is_whole = number.is_integer() and abs(number) < 1e15
        return str(int(number)) if is_whole else f"{number:g}".replace("e+", "e")
    return re.sub("^(-?)1(0{16,})$", lambda found: f"{found[1]}10^{len(found[2])}", str(number))


def check_fields(value: Any, **ranges: Range[Any]) -> None:
    """Checks fields of a frozen dataclass that are numbers, and keeps them as those of Python.

    A field that is None, where that is its default, stays so.
    """
    defaults = {spec.name: spec.default for spec in fields(value)}
    for name, accepted in ranges.items():
        given = getattr(value, name)
        if given is not None or defaults[name] is not None:
            object.__setattr__(value, name, accepted.check(given, name))


# The range of every number that a user may choose. Ranges leave room for any real use, and keep a
# slip of the finger from running for days or filling the memory. docs/reliability.md lists them;
# parameters of metrics have ranges of their own.

THREADS = whole(1, 1024)
SEED = whole(0, 2**32 - 1)
RESAMPLES = whole(40, 100_000)  # fewer do not show the tails of a 95 % interval
RESAMPLES_OR_NONE = whole(40, 100_000, also=0)
FOLDS = whole(2, 1000, also=0)
BOUND = real(-1e12, 1e12)  # of a parameter's range
SEGMENT = whole(1, 1_000_000_000)
WORST = whole(1, 1_000_000)
BASE = whole(0, 1)
WIDTH = whole(20, 10_000)
BEHIND = whole(1, 1_000_000_000)  # words a translator stays behind the source
DRAWS = whole(2, 1000)  # of doubtful links
SIMILARITY = real(0.0, 1.0)
BATCH_ROWS = whole(1, 1_000_000)
PORT = whole(0, 65_535)
SERVED_WORDS = whole(1, 10_000)

# In files.
IN_A_FILE = whole(-(10**18), 10**18)
RANK = whole(-1_000_000_000, 1_000_000_000)
RANKING = whole(-1, 10**18)
SCORE = real(-1e100, 1e100)

WEIGHT = real(0.0, 1e12)  # of a pseudo-reference
PER_SEGMENT = whole(1, 1_000_000)  # candidates
