"""Arguments as callers pass them: read once, in the type that is wanted, or refused.

Every public function takes its arguments through here, most of them by way of `checked`. A list may
be anything that can be read from the first item to the last: a generator, a column of a data frame,
an Arrow array. What has no order, such as a set, is refused, and so is a text where a list of texts
is wanted.
"""

from __future__ import annotations

import numbers
import operator
import os
import sys
from collections.abc import Iterable, KeysView, Mapping, Sequence, Set, Sized
from difflib import get_close_matches
from io import IOBase
from itertools import islice
from typing import Any

from hyperbaton.errors import ArgumentTypeError, InputError, OptionError, UnknownIndexError
from hyperbaton.runtime.arguments.shown import shown

MOST_ITEMS = 10_000_000  # of what does not say how long it is, and so may never end
_NOT_LISTS = (str, bytes, bytearray, memoryview, Mapping, IOBase, type)


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


def as_choice(value: object, choices: Iterable[str], name: str) -> str:
    """One of several words.

    Raises:
        OptionError: it is none of them; lists them, and close ones first.
    """
    words = tuple(choices)
    if isinstance(value, str) and value in words:
        return str.__str__(value)
    close = get_close_matches(value, words, n=2) if isinstance(value, str) else []
    hint = f"; did you mean {' or '.join(close)}?" if close else ""
    raise OptionError(f"{name}: expected {' or '.join(words)}, got {shown(value)}{hint}")


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
