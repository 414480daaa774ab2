"""Everything that can go wrong with the user's input, as one tree of exceptions.

    HyperbatonError
    ├── InputError              a file, line or value that cannot be read
    │   ├── ResourceError       a table, vectors or a model, which all systems share
    │   ├── BadRow              a row of a record batch that cannot be scored
    │   ├── PermutationError    integers that are not a permutation
    │   ├── LinkError           a link to a word that is not there
    │   └── TreeError           heads that are not a tree
    ├── ArgumentTypeError       an argument of a type that is not accepted; also a TypeError
    ├── NotationError           a metric, an aligner or a parser written as name(key=value, …)
    │   ├── NotationSyntaxError     that does not parse
    │   ├── UnknownNameError        that names nothing known
    │   └── ParameterError          with a parameter that is unknown or out of range
    ├── OptionError             any other argument, such as a number of threads
    │   └── UsageError          arguments that do not fit a command
    ├── UnknownKeyError         a system, metric or name that a result does not have; a KeyError
    ├── UnknownIndexError       a number that a sequence does not reach; an IndexError
    └── MissingDependencyError  an optional package that is not installed; an ImportError

A message names the input, what is wrong with it and what is accepted. All but the last three are
`ValueError`s, and an `ArgumentTypeError` is an `InputError` and an `OptionError` as well, so that
code which catches those need not tell types from values.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

CONTROL = re.compile("[\\x00-\\x1f\\x7f-\\x9f\\u2028\\u2029\\ud800-\\udfff]")
MOST_BITS = 150  # of a number that is written out
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
        return _restored, (type(self), self.args, self.__dict__)


def _escaped(found: re.Match[str]) -> str:
    return found[0].encode("unicode_escape").decode()


def _restored(
    kind: type[HyperbatonError], arguments: tuple[Any, ...], attributes: dict[str, Any]
) -> HyperbatonError:
    error = kind.__new__(kind, *arguments)
    error.args = arguments
    error.__dict__.update(attributes)
    return error


class InputError(HyperbatonError, ValueError):
    """Input data that cannot be used."""


class ResourceError(InputError):
    """A file or model beside the texts, such as word vectors, that cannot be used.

    It is no system's fault, and errors of it name none.
    """


@contextmanager
def reading_a_resource() -> Iterator[None]:
    """Turns errors of input inside the block into those of a resource."""
    try:
        yield
    except InputError as error:
        raise ResourceError(*error.args) from None


class BadRow(InputError):  # noqa: N818  # what it is, not what went wrong
    """A row of a record batch that cannot be scored.

    Attributes:
        index: which row of the batch, counted from 0.
        reason: what is wrong with it and what is accepted, without naming its place.
    """

    def __init__(self, index: int, reason: str) -> None:
        super().__init__(f"row {index + 1}: {reason}")
        self.index = index
        self.reason = reason


class PermutationError(InputError):
    """A sequence of integers that is no permutation.

    Attributes:
        index: which permutation of the batch, counted from 0.
        reason: what is wrong with it and what is accepted, without naming its place.
    """

    def __init__(self, index: int, reason: str) -> None:
        super().__init__(f"permutation {index + 1}: {reason}")
        self.index = index
        self.reason = reason


class LinkError(InputError):
    """A link of a word alignment to a word that its sentence does not have.

    Attributes:
        index: which sentence pair, counted from 0.
        reason: what is wrong with the link and what is accepted, without naming its place.
    """

    def __init__(self, index: int, reason: str) -> None:
        super().__init__(f"sentence pair {index + 1}: {reason}")
        self.index = index
        self.reason = reason


class TreeError(InputError):
    """Words and heads that are no dependency tree.

    Attributes:
        word: the word at fault, counted from 1; None where no single one is.
        reason: what is wrong with it and what is accepted, without naming its place.
    """

    def __init__(self, word: int | None, reason: str) -> None:
        super().__init__(reason if word is None else f"word {word}: {reason}")
        self.word = word
        self.reason = reason


class NotationError(HyperbatonError, ValueError):
    """A metric, an aligner or a parser that cannot be made."""


class NotationSyntaxError(NotationError):
    """A string that does not parse; the message points at the character.

    Attributes:
        text: the whole string.
        position: the character at fault, counted from 0.
        reason: what is wrong there and what is accepted.
    """

    def __init__(self, kind: str, text: str, position: int, reason: str) -> None:
        excerpt, column = _excerpt(text, position)
        super().__init__(f"{kind} string: {reason}", f"  {excerpt}", f"  {' ' * column}^")
        self.text = text
        self.position = position
        self.reason = reason


def _excerpt(text: str, position: int) -> tuple[str, int]:
    """The part of a text around a position, on one line, and where the position is in it."""
    begin = 0
    if len(text) > WIDEST_EXCERPT:
        begin = max(0, min(position - WIDEST_EXCERPT // 2, len(text) - WIDEST_EXCERPT))
    end = begin + WIDEST_EXCERPT
    part = "".join(c if c.isprintable() else "·" for c in text[begin:end])
    before, after = "…" * (begin > 0), "…" * (end < len(text))
    return f"{before}{part}{after}", position - begin + len(before)


class UnknownNameError(NotationSyntaxError):
    """A string with a name that nothing is registered under."""


class ParameterError(NotationError):
    """A parameter that is unknown, of the wrong type or out of range."""


class OptionError(HyperbatonError, ValueError):
    """An option whose value is not accepted."""


class ArgumentTypeError(InputError, OptionError, TypeError):
    """An argument of a type that is not accepted.

    Attributes:
        name: the parameter, and the place within it.
        accepted: what it takes.
        received: what it was given, in a few words.
    """

    def __init__(self, name: str, accepted: str, received: str, hint: str = "") -> None:
        super().__init__(f"{name}: expected {accepted}, got {received}{hint and f'; {hint}'}")
        self.name = name
        self.accepted = accepted
        self.received = received


class UnknownKeyError(HyperbatonError, KeyError):
    """A key that a result does not have.

    Attributes:
        key: what was looked up, as text.
        known: what there is.
    """

    def __init__(self, key: object, what: str, known: Iterable[object], hint: str = "") -> None:
        names = tuple(map(str, known))
        super().__init__(f"{what}; there are {', '.join(names) or 'none'}{hint and f'. {hint}'}")
        self.key = str(key)
        self.known = names

    def __str__(self) -> str:
        """The message as it is; a `KeyError` would put it in quotes."""
        return Exception.__str__(self)


class UnknownIndexError(HyperbatonError, IndexError):
    """A place in a sequence that does not reach so far.

    Attributes:
        index: the place, counted from 0.
        length: how long the sequence is.
    """

    def __init__(self, what: str, index: int, length: int) -> None:
        accepted = f"0..{_number(length - 1)} is accepted" if length else "there is none"
        super().__init__(f"{what}: there is no index {_number(index)}; {accepted}")
        self.index = index
        self.length = length


def _number(number: int) -> str:
    bits = number.bit_length()
    return str(number) if bits <= MOST_BITS else f"2**{bits - 1} or so"


class MissingDependencyError(HyperbatonError, ImportError):
    """An optional package that is not installed; the message ends with the command to install it.

    Attributes:
        command: the one command that installs what is missing.
    """

    def __init__(self, what: str, command: str) -> None:
        super().__init__(f"{what} needs a package that is not installed; run: {command}")
        self.command = command
