"""Frozen values whose fields are parameters: checked, documented, and written as they are read."""

from __future__ import annotations

import json
import math
import re
from abc import ABC
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from typing import TYPE_CHECKING, Any, ClassVar

from hyperbaton.errors import ParameterError
from hyperbaton.runtime.arguments.checked import check_methods, checked
from hyperbaton.runtime.arguments.shown import shown
from hyperbaton.runtime.arguments.values import is_writable
from hyperbaton.runtime.numbers import Real, Whole, real_number, scalar, whole_number

if TYPE_CHECKING:
    from typing_extensions import Self

BARE = re.compile(r"[^\s(),=\"']+")  # text that needs no quotes
LONGEST_ECHO = 60  # characters of a refused value in an error
REQUIRED = MISSING  # in place of a default
WORDS_OF_BOOLEANS = {"true": True, "false": False}


@checked
def parameter(
    default: Any,
    description: str,
    *,
    low: float | None = None,
    high: float | None = None,
    choices: tuple[str, ...] | None = None,
    common: bool = False,
    text: str | None = None,
) -> Any:
    """A field: its default, one line of help and what is accepted.

    Args:
        default: its default; None only with `text`, and `REQUIRED` where there is none.
        description: one line of help.
        low: the smallest number accepted.
        high: the largest number accepted; that of a metric that ships is finite, like the smallest.
        choices: the words accepted.
        common: whether many values share it; it is then written after a value's own parameters.
        text: for any text, what it is, such as "a file".
    """
    metadata = {
        "description": description,
        "low": low,
        "high": high,
        "choices": choices,
        "text": text,
    }
    if default is REQUIRED:
        return field(metadata=metadata, kw_only=common)
    return field(default=default, metadata=metadata, kw_only=common)


@checked
def parameters(value: Parametric | type[Parametric]) -> list[Field[Any]]:
    """The parameters of a value, in the order in which they are written."""
    return sorted(fields(value), key=lambda spec: spec.kw_only is True)


@checked
def accepted_values(spec: Field[Any]) -> str:
    """What a parameter accepts, in words."""
    if spec.metadata["choices"]:
        return "one of " + ", ".join(spec.metadata["choices"])
    if spec.metadata["text"]:
        return str(spec.metadata["text"])
    if isinstance(spec.default, Parametric):
        return f"a {spec.default.kind}"
    if isinstance(spec.default, bool):
        return "true or false"
    return str(_range(spec))


@dataclass(frozen=True)
class Parametric(ABC):
    """A named value with parameters.

    Class attributes:
        name: the name it is written with.
        kind: what it is, in errors: a metric, an aligner, a parser.
        summary: one line that says what it does.
        known_elsewhere_as: what other tools call a parameter, and what to write here instead.
    """

    name: ClassVar[str]
    kind: ClassVar[str]
    summary: ClassVar[str]
    known_elsewhere_as: ClassVar[Mapping[str, str]] = {}

    def __init_subclass__(cls, **keywords: Any) -> None:
        """Checks what the methods of every metric, aligner and parser are given."""
        super().__init_subclass__(**keywords)
        check_methods(cls)

    def __new__(cls, *_arguments: Any, **keywords: Any) -> Self:
        """Refuses a parameter that there is not, before the generated initialiser does."""
        known = {spec.name for spec in fields(cls)}
        for key in keywords:
            if key not in known:
                raise ParameterError(unknown_parameter(cls, key))
        return super().__new__(cls)

    def __post_init__(self) -> None:
        for spec in fields(self):
            object.__setattr__(self, spec.name, self._checked(spec, getattr(self, spec.name)))

    def _checked(self, spec: Field[Any], value: Any) -> Any:
        """The value in the type of the parameter's default, or an error that names it."""
        value = scalar(value)
        if value is None and spec.default is None:
            return None
        wanted = _type_of(spec)
        if wanted in (int, float):
            number = _range(spec).taken(value)
            if number is not None:
                return number
        elif (
            isinstance(value, wanted)
            and (not spec.metadata["choices"] or value in spec.metadata["choices"])
            and (not isinstance(value, str) or is_writable(value))
        ):
            return value
        raise ParameterError(
            f"{self.name}: {spec.name} is {accepted_values(spec)}, got {_echoed(value)}"
        )

    def __str__(self) -> str:
        return self.written(explicit=False)

    def written(self, *, explicit: bool) -> str:
        """Its name with its parameters: all of them, or those that differ from their defaults."""
        inside = ",".join(f"{key}={value}" for key, value in self._arguments(explicit))
        return f"{self.name}({inside})" if inside else self.name

    def _arguments(self, explicit: bool) -> Iterator[tuple[str, str]]:
        for spec in parameters(self):
            value = getattr(self, spec.name)
            is_default = spec.default is not MISSING and value == spec.default
            if value is not None and (explicit or not is_default):
                yield spec.name, format_value(value)


check_methods(Parametric)


def unknown_parameter(owner: type[Parametric], key: str) -> str:
    """What to say of a parameter that there is not."""
    known = ", ".join(spec.name for spec in parameters(owner)) or "none"
    hint = owner.known_elsewhere_as.get(key)
    return f"{owner.name} has no parameter {shown(key)}; {hint or f'it has {known}'}"


@checked
def format_value(value: Any) -> str:
    """A parameter's value as it is written."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return repr(value).removesuffix(".0")
    if isinstance(value, str) and not BARE.fullmatch(value):
        return json.dumps(value, ensure_ascii=False)
    return str(value)


def _echoed(value: Any) -> str:
    """A value that was refused, as it is written; cut where it is long."""
    if isinstance(value, int) and not isinstance(value, bool):
        return shown(value)
    written = format_value(value)
    return written if len(written) <= LONGEST_ECHO else shown(value)


def value_of_text(spec: Field[Any], text: str) -> Any:
    """What a text stands for, by the type of its parameter; the text itself if it is no such."""
    wanted = _type_of(spec)
    if wanted is bool:
        return WORDS_OF_BOOLEANS.get(text, text)
    if wanted in (int, float):
        number = whole_number(text)  # not by way of a float, which rounds
        if number is not None:
            return number
        real = real_number(text)
        if real is not None:
            return int(real) if "." not in text and real.is_integer() else real
    return text


def _range(spec: Field[Any]) -> Whole | Real:
    """Which numbers a parameter accepts."""
    low: Any = -math.inf if spec.metadata["low"] is None else spec.metadata["low"]
    high: Any = math.inf if spec.metadata["high"] is None else spec.metadata["high"]
    return Whole(low, high) if _type_of(spec) is int else Real(low, high)


def _type_of(spec: Field[Any]) -> type:
    if spec.metadata["text"]:
        return str
    return Parametric if isinstance(spec.default, Parametric) else type(spec.default)
