"""Values that people write: `pef(beta=0.6)`, `meteor(matchers=exact+stem)`, `spacy(model=de)`.

A metric, an aligner and a parser are values of this kind: frozen dataclasses with named parameters,
equal if their parameters are, and written in a form that reads back to an equal value:

    value    = name [ "(" [ argument { "," argument } ] ")" ]
    argument = name "=" ( value | word | quoted )
    name     = letter { letter | digit | "-" | "_" | "+" }

Words are numbers, true or false, or text; text in double quotes is a JSON string. Spaces between
them do not matter.
"""

from __future__ import annotations

import json
import math
import re
from abc import ABC
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from difflib import get_close_matches
from functools import wraps
from importlib import import_module
from typing import Any, ClassVar, Generic, NoReturn, TypeVar

from hyperbaton.checks import (
    LONGEST,
    SURROGATE,
    Range,
    alternatives,
    real_number,
    shown,
    whole_number,
)
from hyperbaton.errors import NotationError, NotFoundError

Key = TypeVar("Key")
Value = TypeVar("Value")

REQUIRED = MISSING  # in place of a default
DEEPEST = 20  # values within values
MOST_LISTED = 8  # names in an error
BARE = re.compile(r"[^\s(),=\"']+")  # text that needs no quotes
NAME = re.compile(r"[A-Za-z][A-Za-z0-9_+-]*")
TOKEN = re.compile(rf'"(?:[^"\\]|\\.)*"|{BARE.pattern}|\S')


def parameter(
    default: Any,
    description: str,
    *,
    low: float = -math.inf,
    high: float = math.inf,
    choices: tuple[str, ...] = (),
    common: bool = False,
    text: str = "",
) -> Any:
    """A field: its default, one line of help and the accepted values.

    Args:
        default: its default; None only with `text` and for numbers; `REQUIRED` for none.
        description: one line of help.
        low: the smallest number accepted.
        high: the largest number accepted.
        choices: the words accepted.
        common: whether many values share it; it is then written after a value's own parameters.
        text: for any text, what it is, such as "a file".
    """
    is_whole = isinstance(default, int)
    accepted = Range(low, high, whole=True) if is_whole else Range(float(low), float(high))
    metadata = {"description": description, "range": accepted, "choices": choices, "text": text}
    return field(default=default, metadata=metadata, kw_only=common)


def parameters(value: Parametric | type[Parametric]) -> list[Field[Any]]:
    """The parameters of a value, in the order in which they are written."""
    return sorted(fields(value), key=lambda spec: spec.kw_only is True)


def accepted_values(spec: Field[Any]) -> str:
    """The values that a parameter accepts, in words."""
    if spec.metadata["choices"]:
        return "one of " + ", ".join(spec.metadata["choices"])
    if isinstance(spec.default, Parametric):
        return f"a {spec.default.kind}"
    if isinstance(spec.default, bool):
        return "true or false"
    return spec.metadata["text"] or str(spec.metadata["range"])


def parameter_facts(kind: type[Parametric]) -> list[tuple[str, str]]:
    """Every parameter with its description, accepted values and default, for people to read."""
    found = []
    for spec in parameters(kind):
        text = f"{spec.metadata['description']}; {accepted_values(spec)}"
        if spec.default is REQUIRED:
            text += ", required"
        elif spec.default is not None:
            text += f", default {format_value(spec.default)}"
        found.append((spec.name, text))
    return found


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

    def __post_init__(self) -> None:
        for spec in fields(self):
            object.__setattr__(self, spec.name, self._accepted(spec, getattr(self, spec.name)))

    def _accepted(self, spec: Field[Any], value: Any) -> Any:
        """The value in the type of the parameter's default, or an error that names it."""
        if getattr(value, "shape", None) == ():
            value = value.item()  # of NumPy
        if value is None and spec.default is None:
            return None
        wanted, choices = _type_of(spec), spec.metadata["choices"]
        if wanted in (int, float):
            number = spec.metadata["range"].taken(value)
            if number is not None and math.isfinite(number):
                return number
        elif (
            isinstance(value, wanted)
            and (not choices or value in choices)
            and not (isinstance(value, str) and SURROGATE.search(value))
        ):
            return value
        got = shown(value) if type(value) is int else format_value(value)
        got = got if len(got) <= LONGEST else shown(value)
        raise NotationError(f"{self.name}: {spec.name} must be {accepted_values(spec)}, got {got}")

    def __str__(self) -> str:
        return self.written(explicit=False)

    def written(self, *, explicit: bool) -> str:
        """Its name with its parameters: all of them, or those that differ from their defaults."""
        inside = ",".join(
            f"{spec.name}={format_value(value)}"
            for spec in parameters(self)
            if (value := getattr(self, spec.name)) is not None
            and (explicit or spec.default is MISSING or value != spec.default)
        )
        return f"{self.name}({inside})" if inside else self.name


def _type_of(spec: Field[Any]) -> type:
    if spec.metadata["text"]:
        return str
    if spec.default is None:
        return float
    return Parametric if isinstance(spec.default, Parametric) else type(spec.default)


def format_value(value: Any) -> str:
    """A parameter's value as it is written."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return repr(value).removesuffix(".0")
    if isinstance(value, str) and not BARE.fullmatch(value):
        return json.dumps(value, ensure_ascii=False)
    return str(value)


def _value_of_text(spec: Field[Any], text: str) -> Any:
    """What a text means, by the type of its parameter; else the text itself."""
    wanted = _type_of(spec)
    if wanted is bool:
        return {"true": True, "false": False}.get(text, text)
    if wanted in (int, float):
        whole, real = whole_number(text), real_number(text)
        if whole is not None:  # not by way of a float, which rounds
            return whole
        if real is not None:
            return int(real) if "." not in text and real.is_integer() else real
    return text


def cached_method(method: Callable[[Any, Key], Value]) -> Callable[[Any, Key], Value]:
    """Keeps on an object what a method of it returns for a value, such as an aligner.

    Like `functools.cached_property`, for one argument; `functools.cache` would keep the object.
    """
    name = f"{method.__name__} by argument"

    @wraps(method)
    def cached(self: Any, key: Key) -> Value:
        known: dict[Key, Value] = vars(self).setdefault(name, {})
        if key not in known:
            known[key] = method(self, key)
        return known[key]

    return cached


Kind = TypeVar("Kind", bound=Parametric)


class NamedValues(Mapping[str, type[Kind]], Generic[Kind]):
    """A read-only table of kinds of values by name, which reads strings.

        >>> from hyperbaton.metrics import METRICS
        >>> METRICS.parse("pef(beta=0.3)").beta
        0.3

    Args:
        kind: what the values are, in errors: "metric".
        members: by name the kind of value, or where it is, "module:Class", imported on first use.
        presets: other names for values with certain parameters; arguments replace those.
        listing: the command that lists the values.
        elsewhere: what to say of names that people ask for and that are not here.
    """

    def __init__(
        self,
        kind: str,
        members: Mapping[str, type[Kind] | str],
        presets: Mapping[str, str] | None = None,
        listing: str = "",
        elsewhere: Mapping[str, str] | None = None,
    ) -> None:
        self.kind = kind
        self.presets: Mapping[str, str] = dict(presets or {})
        self._listing = listing
        self._members = dict(members)
        self._elsewhere = {_folded(name): said for name, said in (elsewhere or {}).items()}
        self._spellings = {_folded(name): name for name in [*self.presets, *self._members]}

    def __getitem__(self, name: str) -> type[Kind]:
        if name not in self._members:
            raise NotFoundError(name, f"there is no {self.kind} {shown(name)}", self._members)
        member = self._members[name]
        if isinstance(member, str):
            module, _, attribute = member.partition(":")
            member = self._members[name] = getattr(import_module(module), attribute)
        return member

    def __contains__(self, name: object) -> bool:
        return name in self._members

    def __iter__(self) -> Iterator[str]:
        return iter(self._members)

    def __len__(self) -> int:
        return len(self._members)

    def names(self) -> list[str]:
        """The names of all, as they are listed."""
        return [*self._members]

    def parse(self, text: str) -> Kind:
        """The value written in `text`.

        Raises:
            NotationError: the string does not parse, nothing has that name, or a parameter is
                unknown or not accepted; the message points at the character, or names close ones.
        """
        (expression,) = _Reader(text, self.kind).expressions(at_most=1)
        return self._built(expression, text)

    def parse_several(self, text: str) -> list[Kind]:
        """The values written in `text`, with commas between them; raises as `parse` does."""
        return [self._built(each, text) for each in _Reader(text, self.kind).expressions()]

    def spelling(self, name: str) -> str:
        """A name as it is written here, whatever its case, hyphens and underscores."""
        return name if name in self else self._spellings.get(_folded(name), name)

    def _built(self, expression: _Expression, text: str) -> Kind:
        name, arguments = self.spelling(expression.text), expression.arguments
        if name in self.presets:
            (meant,) = _Reader(self.presets[name], self.kind).expressions(at_most=1)
            replaced = {key for key, _, _ in arguments}
            kept = tuple(each for each in meant.arguments if each[0] not in replaced)
            name, arguments = meant.text, (*kept, *arguments)
        if name not in self:
            self._fail(self._unknown(expression.text), text, expression.position)
        owner = self[name]
        specs = {spec.name: spec for spec in parameters(owner)}
        values: dict[str, Any] = {}
        for key, value, position in arguments:
            if key not in specs:
                self._fail(_unknown_parameter(owner, key, [*specs]), text, position)
            if key in values:
                self._fail(f"duplicate parameter {key}", text, position)
            values[key] = self._value(value, owner, specs[key], text)
        for spec in specs.values():
            if spec.default is REQUIRED and spec.name not in values:
                wanted = f"{owner.name}({spec.name}=…), {accepted_values(spec)}"
                raise NotationError(f"{owner.name}: {spec.name} is missing; write {wanted}")
        return owner(**values)

    def _value(self, value: _Expression, owner: type[Kind], spec: Field[Any], text: str) -> Any:
        if isinstance(spec.default, Parametric) and not value.is_quoted:
            return self._built(value, text)
        if value.is_called:
            wanted, got = accepted_values(spec), f"{value.text[:LONGEST]}(…)"
            raise NotationError(f"{owner.name}: {spec.name} must be {wanted}, got {got}")
        return value.text if value.is_quoted else _value_of_text(spec, value.text)

    def _unknown(self, name: str) -> str:
        if _folded(name) in self._elsewhere:
            return self._elsewhere[_folded(name)]
        close = get_close_matches(name, [*self, *self.presets], n=3, cutoff=0.5)
        if close:
            hint = f"did you mean {alternatives(close)}?"
        elif self._listing and len(self) > MOST_LISTED:
            hint = f"see '{self._listing}'"
        else:
            hint = f"there are {', '.join(self)}"
        return f"there is no {self.kind} {shown(name)}; {hint}"

    def _fail(self, reason: str, text: str, position: int) -> NoReturn:
        raise NotationError(reason, text, position)


def _folded(name: str) -> str:
    return name.lower().replace("-", "").replace("_", "")


def _unknown_parameter(owner: type[Parametric], key: str, known: list[str]) -> str:
    hint = owner.known_elsewhere_as.get(key) or f"it has {', '.join(known) or 'none'}"
    close = get_close_matches(key, known, n=1)
    if close:
        hint = f"did you mean {close[0]}? {hint[0].upper()}{hint[1:]}"
    return f"{owner.name} has no parameter {shown(key)}; {hint}"


@dataclass(frozen=True)
class _Expression:
    """A name or word with arguments, before it is known what it means."""

    text: str
    position: int
    arguments: tuple[tuple[str, _Expression, int], ...] = ()  # key, value, position of the key
    is_called: bool = False  # whether brackets follow, as in `name()`
    is_quoted: bool = False


class _Reader:
    """Reads the tokens of a string from left to right."""

    def __init__(self, text: str, kind: str) -> None:
        self.text = text
        self.kind = kind
        self.tokens = [(found[0], found.start()) for found in TOKEN.finditer(text)]
        self.tokens.append(("", len(text)))
        self.next = 0

    def expressions(self, at_most: int | None = None) -> list[_Expression]:
        found = [self.expression(0)]
        while len(found) != at_most and self.accept(","):
            found.append(self.expression(0))
        if self.token[0]:
            self.fail(f"expected the end of the {self.kind}")
        return found

    def expression(self, depth: int) -> _Expression:
        """A word or a name with or without arguments; at the top it is a name."""
        word, position = self.token
        if depth and len(word) > 1 and word.startswith('"'):
            try:
                text = json.loads(word, strict=False)
            except ValueError:
                self.fail("expected a JSON string in quotes")
            self.next += 1
            return _Expression(text, position, is_quoted=True)
        if not depth:
            self.expect(NAME, f"the {self.kind}'s name")
        else:
            self.expect(BARE, "a value")
        if not self.accept("("):
            return _Expression(word, position)
        if not NAME.fullmatch(word):
            self.next -= 2
            self.fail("expected a name before '('")
        return _Expression(word, position, self.arguments(depth + 1), is_called=True)

    def arguments(self, depth: int) -> tuple[tuple[str, _Expression, int], ...]:
        if depth > DEEPEST:
            self.fail(f"expected at most {DEEPEST} values within each other")
        found: list[tuple[str, _Expression, int]] = []
        is_closed = self.accept(")")
        while not is_closed:
            key, position = self.token
            self.expect(NAME, "the name of a parameter")
            if not self.accept("="):
                self.fail(f"expected '=' after {key!r}")
            found.append((key, self.expression(depth), position))
            is_closed = self.accept(")")
            if not is_closed and not self.accept(","):
                self.fail("expected ',' or ')'")
        return tuple(found)

    @property
    def token(self) -> tuple[str, int]:
        """The next token, empty at the end, and its position."""
        return self.tokens[self.next]

    def expect(self, pattern: re.Pattern[str], what: str) -> None:
        if not pattern.fullmatch(self.token[0]):
            self.fail(f"expected {what}")
        self.next += 1

    def accept(self, mark: str) -> bool:
        is_there = self.token[0] == mark
        self.next += is_there
        return is_there

    def fail(self, reason: str) -> NoReturn:
        word, position = self.token
        found = shown(word) if word else "the end of the string"
        raise NotationError(f"{self.kind} string: {reason}, found {found}", self.text, position)
