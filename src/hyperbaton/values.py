"""Values that people write: `pef(beta=0.6)`, `meteor(matchers=exact+stem)`, `spacy(model=de)`.

A metric, an aligner and a parser are values of this kind: frozen dataclasses with named parameters,
equal if their parameters are, and written in a form that reads back to an equal value:

    value    = name [ "(" [ argument { "," argument } ] ")" ]
    argument = name "=" ( value | word | quoted )
    name     = letter { letter | digit | "-" | "_" | "+" }

Words are numbers, true or false, or text; text in double quotes is as JSON has it. Spaces between
them do not matter.
"""

from __future__ import annotations

import json
import math
import re
from abc import ABC
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields, replace
from difflib import get_close_matches
from functools import wraps
from importlib import import_module
from typing import Any, ClassVar, Generic, NoReturn, Self, TypeVar

from hyperbaton.checks import LONGEST, SURROGATE, Range, real_number, shown, whole_number
from hyperbaton.errors import NotationError, NotFoundError

Key = TypeVar("Key")
Value = TypeVar("Value")

REQUIRED = MISSING  # in place of a default
BARE = re.compile(r"[^\s(),=\"']+")  # text that needs no quotes
DEEPEST = 20  # values within values
MOST_LISTED = 8  # names in an error
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_+-]*")
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')


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
        default: its default; None only with `text` and for numbers; `REQUIRED` for none.
        description: one line of help.
        low: the smallest number accepted.
        high: the largest number accepted.
        choices: the words accepted.
        common: whether many values share it; it is then written after a value's own parameters.
        text: for any text, what it is, such as "a file".
    """
    accepted = {"low": low, "high": high, "choices": choices, "text": text}
    metadata = {"description": description, **accepted}
    return field(default=default, metadata=metadata, kw_only=common)


def parameters(value: Parametric | type[Parametric]) -> list[Field[Any]]:
    """The parameters of a value, in the order in which they are written."""
    return sorted(fields(value), key=lambda spec: spec.kw_only is True)


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


def parameter_facts(kind: type[Parametric]) -> list[tuple[str, str]]:
    """Every parameter with what it does, what it accepts and its default, for people to read."""
    found = []
    for spec in parameters(kind):
        text = f"{spec.metadata['description']}; {accepted_values(spec)}"
        if spec.default is REQUIRED:
            text += ", must be given"
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

    def __new__(cls, *_arguments: Any, **keywords: Any) -> Self:
        """Refuses a parameter that there is not with the names of those that there are."""
        for key in keywords.keys() - {spec.name for spec in fields(cls)}:
            raise NotationError(unknown_parameter(cls, key))
        return super().__new__(cls)

    def __post_init__(self) -> None:
        for spec in fields(self):
            object.__setattr__(self, spec.name, self._accepted(spec, getattr(self, spec.name)))

    def _accepted(self, spec: Field[Any], value: Any) -> Any:
        """The value in the type of the parameter's default, or an error that names it."""
        if getattr(value, "shape", None) == ():
            value = value.item()  # of NumPy
        if value is None and spec.default is None:
            return None
        wanted = _type_of(spec)
        if wanted in (int, float):
            number = _range(spec).taken(value)
            if number is not None and math.isfinite(number):
                return number
        elif (
            isinstance(value, wanted)
            and (not spec.metadata["choices"] or value in spec.metadata["choices"])
            and not (isinstance(value, str) and SURROGATE.search(value))
        ):
            return value
        is_huge = isinstance(value, int) and not isinstance(value, bool)
        got = shown(value) if is_huge else format_value(value)
        got = got if len(got) <= LONGEST else shown(value)
        raise NotationError(f"{self.name}: {spec.name} is {accepted_values(spec)}, got {got}")

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


def unknown_parameter(owner: type[Parametric], key: str) -> str:
    """What to say of a parameter that there is not."""
    names = [spec.name for spec in parameters(owner)]
    close = get_close_matches(key, names, n=1)
    hint = owner.known_elsewhere_as.get(key) or f"it has {', '.join(names) or 'none'}"
    if close:
        hint = f"did you mean {close[0]}? {hint[0].upper()}{hint[1:]}"
    return f"{owner.name} has no parameter {shown(key)}; {hint}"


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
    """What a text stands for, by the type of its parameter; else the text itself."""
    wanted = _type_of(spec)
    if wanted is bool:
        return {"true": True, "false": False}.get(text, text)
    if wanted in (int, float):
        number = whole_number(text)  # not by way of a float, which rounds
        if number is not None:
            return number
        found = real_number(text)
        if found is not None:
            return int(found) if "." not in text and found.is_integer() else found
    return text


def _range(spec: Field[Any]) -> Range[Any]:
    """Which numbers a parameter accepts."""
    low, high = spec.metadata["low"], spec.metadata["high"]
    low, high = -math.inf if low is None else low, math.inf if high is None else high
    if _type_of(spec) is int:
        return Range(low, high, whole=True)
    return Range(float(low), float(high))


def _type_of(spec: Field[Any]) -> type:
    if spec.metadata["text"]:
        return str
    if spec.default is None:
        return float
    return Parametric if isinstance(spec.default, Parametric) else type(spec.default)


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
        elsewhere: what to say of names for what is not here but that people ask for.
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

    def parse(self, text: str) -> Kind:
        """The value written in `text`.

        Raises:
            NotationError: the string does not parse, nothing has that name, or a parameter is
                unknown or not accepted; the message points at the character, or names close ones.
        """
        return self._built(self._expanded(_Reader(text, self.kind).whole()), text)

    def parse_several(self, text: str) -> list[Kind]:
        """The values written in `text`, with commas between them.

        Raises:
            NotationError: as `parse`.
        """
        return [
            self._built(self._expanded(each), text) for each in _Reader(text, self.kind).several()
        ]

    def spelling(self, name: str) -> str:
        """A name as it is written here, whatever its case, hyphens and underscores."""
        return name if name in self else self._spellings.get(_folded(name), name)

    def _expanded(self, expression: _Expression) -> _Expression:
        """The expression under the name that it has here, and with its preset written out."""
        if not expression.quoted:
            expression = replace(expression, text=self.spelling(expression.text))
        if expression.text not in self.presets:
            return expression
        meant = _Reader(self.presets[expression.text], self.kind).whole()
        replaced = {key for key, _, _ in expression.arguments}
        kept = tuple(argument for argument in meant.arguments if argument[0] not in replaced)
        arguments = (*kept, *expression.arguments)
        return _Expression(meant.text, arguments, expression.position, called=True)

    def _built(self, expression: _Expression, text: str) -> Kind:
        if expression.text not in self or expression.quoted:
            self._fail(self._unknown(expression.text), text, expression.position)
        owner = self[expression.text]
        specs = {spec.name: spec for spec in parameters(owner)}
        values: dict[str, Any] = {}
        for key, value, position in expression.arguments:
            if key not in specs:
                self._fail(unknown_parameter(owner, key), text, position)
            if key in values:
                self._fail(f"duplicate parameter {key}", text, position)
            values[key] = self._value(value, owner, specs[key], text)
        for spec in specs.values():
            if spec.default is REQUIRED and spec.name not in values:
                wanted = f"{owner.name}({spec.name}=…), {accepted_values(spec)}"
                raise NotationError(f"{owner.name}: {spec.name} is missing; write {wanted}")
        return owner(**values)

    def _value(self, value: _Expression, owner: type[Kind], spec: Field[Any], text: str) -> Any:
        if isinstance(spec.default, Parametric) and not value.quoted:
            return self._built(self._expanded(value), text)
        if value.called:
            wanted, got = accepted_values(spec), f"{value.text[:LONGEST]}(…)"
            raise NotationError(f"{owner.name}: {spec.name} is {wanted}, got {got}")
        return value.text if value.quoted else _value_of_text(spec, value.text)

    def _unknown(self, name: str) -> str:
        if _folded(name) in self._elsewhere:
            return self._elsewhere[_folded(name)]
        close = get_close_matches(name, [*self, *self.presets], n=3, cutoff=0.5)
        if close:
            hint = f"did you mean {' or '.join(close)}?"
        elif self._listing and len(self) > MOST_LISTED:
            hint = f"see '{self._listing}'"
        else:
            hint = f"there are {', '.join(self)}"
        return f"there is no {self.kind} {shown(name)}; {hint}"

    def _fail(self, reason: str, text: str, position: int) -> NoReturn:
        raise NotationError(f"{self.kind} string: {reason}", text, position)


def _folded(name: str) -> str:
    return name.lower().replace("-", "").replace("_", "")


@dataclass(frozen=True)
class _Expression:
    """A name or word with arguments, before it is known what it means."""

    text: str
    arguments: tuple[tuple[str, _Expression, int], ...]  # key, value, position of the key
    position: int
    called: bool = False  # whether brackets follow, as in `name()`
    quoted: bool = False


class _Reader:
    """Reads one string from left to right."""

    def __init__(self, text: str, kind: str) -> None:
        self.text = text
        self.kind = kind
        self.position = 0

    def whole(self) -> _Expression:
        (expression,) = self.several(at_most=1)
        return expression

    def several(self, at_most: int | None = None) -> list[_Expression]:
        found = [self.value(0)]
        while len(found) != at_most and self.accept(","):
            found.append(self.value(0))
        self.skip_spaces()
        if self.position < len(self.text):
            self.fail(f"expected the end of the {self.kind}")
        return found

    def arguments(self, depth: int) -> tuple[tuple[str, _Expression, int], ...]:
        if depth > DEEPEST:
            self.fail(f"expected at most {DEEPEST} values within each other")
        found: list[tuple[str, _Expression, int]] = []
        closed = self.accept(")")
        while not closed:
            position = self.skip_spaces()
            key = self.expect(_NAME, "the name of a parameter")
            if not self.accept("="):
                self.fail(f"expected '=' after {key!r}")
            found.append((key, self.value(depth), position))
            closed = self.accept(")")
            if not closed and not self.accept(","):
                self.fail("expected ',' or ')'")
        return tuple(found)

    def value(self, depth: int) -> _Expression:
        """A word or a name with or without arguments; at the top it is a name."""
        position = self.skip_spaces()
        if depth and (quoted := self.take(_QUOTED)) is not None:
            try:
                return _Expression(json.loads(quoted, strict=False), (), position, quoted=True)
            except ValueError:
                self.position = position
                self.fail("expected text in quotes as JSON has it")
        wanted = "a value" if depth else f"the {self.kind}'s name"
        word = self.expect(BARE if depth else _NAME, wanted)
        called = self.accept("(")
        if called and not _NAME.fullmatch(word):
            self.position = position
            self.fail("expected a name before '('")
        return _Expression(word, self.arguments(depth + 1) if called else (), position, called)

    def expect(self, pattern: re.Pattern[str], what: str) -> str:
        found = self.take(pattern)
        if found is None:
            self.fail(f"expected {what}")
        return found

    def accept(self, mark: str) -> bool:
        self.skip_spaces()
        if self.text.startswith(mark, self.position):
            self.position += len(mark)
            return True
        return False

    def take(self, pattern: re.Pattern[str]) -> str | None:
        match = pattern.match(self.text, self.position)
        if match is None:
            return None
        self.position = match.end()
        return match[0]

    def skip_spaces(self) -> int:
        while self.position < len(self.text) and self.text[self.position].isspace():
            self.position += 1
        return self.position

    def fail(self, reason: str) -> NoReturn:
        self.skip_spaces()
        at_end = self.position == len(self.text)
        found = "the end of the string" if at_end else repr(self.text[self.position])
        raise NotationError(
            f"{self.kind} string: {reason}, found {found}", self.text, self.position
        )
