"""Everything that can go wrong with the user's input, as one tree of exceptions.

    HyperbatonError
    ├── InputError              data that cannot be used: a file, a line, a segment (a ValueError)
    ├── OptionError             an option or argument that is not accepted (a ValueError)
    │   └── NotationError       a metric, an aligner or a parser written as name(key=value, …)
    ├── NotFoundError           a key that a result does not have (a KeyError)
    └── MissingDependencyError  an optional package that is not installed (an ImportError)

A message names the input, what is wrong with it and what is accepted. Arguments of a wrong type are
Python's own `TypeError`.
"""

from __future__ import annotations

import copy
import copyreg
import re
from collections.abc import Iterable
from typing import Any, Self

CONTROL = re.compile("[\\x00-\\x1f\\x7f-\\x9f\\u2028\\u2029\\ud800-\\udfff]")
WIDEST_EXCERPT = 72  # columns of a string that an error points into


class HyperbatonError(Exception):
    """Base of all errors that are the input's fault; the command line exits with code 2.

    Control characters, line breaks and lone surrogates of the input are escaped in the message, so
    that it has as many lines as it should, and can be written anywhere.
    """

    def __init__(self, *lines: str) -> None:
        super().__init__("\n".join(CONTROL.sub(_escaped, line) for line in lines))

    def __reduce__(self) -> tuple[Any, ...]:
        """Travels between processes, whatever its initialiser takes."""
        return copyreg.__newobj__, (type(self), *self.args), self.__dict__  # type: ignore[attr-defined]


def _escaped(found: re.Match[str]) -> str:
    return found[0].encode("unicode_escape").decode()


class InputError(HyperbatonError, ValueError):
    """Input data that cannot be used.

    Attributes:
        reason: what is wrong and what is accepted, without naming its place.
        index: which one of several is at fault, counted from 0, if known.
        what: what is counted: a segment, a row, a permutation.
        system: whose text it is, if known.
    """

    def __init__(
        self, reason: str, *, index: int | None = None, what: str = "segment", system: str = ""
    ) -> None:
        place = "" if index is None else f"{what} {index + 1}: "
        super().__init__(f"{f'{system}: ' if system else ''}{place}{reason}")
        self.reason = reason
        self.index = index
        self.what = what
        self.system = system

    def at(self, **place: Any) -> Self:
        """The same error at another place: `error.at(what="segment", index=3, system="loom")`."""
        moved = copy.copy(self)
        known = {"index": self.index, "what": self.what, "system": self.system, **place}
        InputError.__init__(moved, self.reason, **known)
        return moved


class OptionError(HyperbatonError, ValueError):
    """An option or argument whose value is not accepted."""


class NotationError(OptionError):
    """A metric, an aligner or a parser that cannot be made.

    Args:
        reason: what is wrong and what is accepted.
        text: the string that does not parse, if it is that; the message points at the character.
        position: that of the character at fault, counted from 0.
    """

    def __init__(self, reason: str, text: str | None = None, position: int = 0) -> None:
        self.position = position
        if text is None:
            super().__init__(reason)
        else:
            excerpt, column = _excerpt(text, position)
            super().__init__(reason, f"  {excerpt}", f"  {' ' * column}^")


def _excerpt(text: str, position: int) -> tuple[str, int]:
    """The part of a text around a position, on one line, and where the position is in it."""
    begin = 0
    if len(text) > WIDEST_EXCERPT:
        begin = max(0, min(position - WIDEST_EXCERPT // 2, len(text) - WIDEST_EXCERPT))
    end = begin + WIDEST_EXCERPT
    part = "".join(c if c.isprintable() else "·" for c in text[begin:end])
    before, after = "…" * (begin > 0), "…" * (end < len(text))
    return f"{before}{part}{after}", position - begin + len(before)


class NotFoundError(HyperbatonError, KeyError):
    """A key that a result does not have."""

    def __init__(self, key: object, what: str, known: Iterable[object], hint: str = "") -> None:
        names = ", ".join(map(str, known))
        super().__init__(f"{what}; there are {names or 'none'}{hint and f'. {hint}'}")
        self.key = str(key)

    def __str__(self) -> str:
        """The message as it is; a `KeyError` would put it in quotes."""
        return Exception.__str__(self)


class MissingDependencyError(HyperbatonError, ImportError):
    """An optional package that is not installed; the message ends with the command to install it.

    Attributes:
        command: the one command that installs what is missing.
    """

    def __init__(self, what: str, command: str) -> None:
        super().__init__(f"{what} needs a package that is not installed; run: {command}")
        self.command = command
