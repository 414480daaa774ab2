"""Strings to values: `name` or `name(key=value, …)`.

Values are numbers, true or false, words, text in double quotes, and nested values. Spaces between
them do not matter.

    value    = name [ "(" [ argument { "," argument } ] ")" ]
    argument = name "=" ( value | word | quoted )
    name     = letter { letter | digit | "-" | "_" | "+" }
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import Field, dataclass
from difflib import get_close_matches
from typing import Any, Generic, NoReturn, TypeVar

from hyperbaton.errors import NotationSyntaxError, ParameterError, UnknownKeyError, UnknownNameError
from hyperbaton.notation.parameters import (
    BARE,
    REQUIRED,
    Parametric,
    accepted_values,
    parameters,
    unknown_parameter,
    value_of_text,
)
from hyperbaton.runtime.arguments.checked import checked
from hyperbaton.runtime.arguments.shown import shown

DEEPEST = 20  # values within values
MOST_LISTED = 8  # names in an error
LONGEST = 60  # characters of a name in an error
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_+-]*")
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')

Kind = TypeVar("Kind", bound=Parametric)


@dataclass(frozen=True)
class Expression:
    """A name or word with arguments, before it is known what it means."""

    text: str
    arguments: tuple[tuple[str, Expression, int], ...]  # key, value, position of the key
    position: int
    called: bool = False  # whether brackets follow, as in `name()`
    quoted: bool = False


@checked
class NamedValues(Mapping[str, type[Kind]], Generic[Kind]):
    """A read-only table of kinds of values by name, which reads strings.

        >>> from hyperbaton.metrics import METRICS
        >>> METRICS.parse("pef(beta=0.3)").beta
        0.3

    Args:
        kind: what the values are, in errors: "metric".
        members: the kinds of values; two of the same name are refused.
        presets: other names for values with certain parameters; arguments replace those.
        listing: the command that lists the values.
    """

    def __init__(
        self,
        kind: str,
        members: tuple[type[Kind], ...],
        presets: Mapping[str, str] | None = None,
        listing: str = "",
    ) -> None:
        self.kind = kind
        self.presets: Mapping[str, str] = dict(presets or {})
        self._listing = listing
        self._members: dict[str, type[Kind]] = {}
        for member in members:
            if member.name in self._members:
                raise ValueError(f"two {kind}s are named {member.name!r}")
            self._members[member.name] = member

    def __getitem__(self, name: str) -> type[Kind]:
        if name not in self._members:
            raise UnknownKeyError(name, f"there is no {self.kind} {shown(name)}", self._members)
        return self._members[name]

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name in self._members

    def __iter__(self) -> Iterator[str]:
        return iter(self._members)

    def __len__(self) -> int:
        return len(self._members)

    def parse(self, text: str) -> Kind:
        """The value written in `text`.

        Raises:
            NotationSyntaxError: the string does not parse; the message points at the character.
            UnknownNameError: nothing has that name; the message lists close ones.
            ParameterError: a parameter is unknown or its value is not accepted.
        """
        return self._built(self._expanded(_Reader(text, self.kind).whole()), text)

    def _expanded(self, expression: Expression) -> Expression:
        """The expression with its preset written out."""
        if expression.text not in self.presets:
            return expression
        meant = _Reader(self.presets[expression.text], self.kind).whole()
        replaced = {key for key, _, _ in expression.arguments}
        kept = tuple(argument for argument in meant.arguments if argument[0] not in replaced)
        arguments = (*kept, *expression.arguments)
        return Expression(meant.text, arguments, expression.position, called=True)

    def _built(self, expression: Expression, text: str) -> Kind:
        if expression.text not in self or expression.quoted:
            raise UnknownNameError(
                self.kind, text, expression.position, self._unknown(expression.text)
            )
        owner = self[expression.text]
        specs = {spec.name: spec for spec in parameters(owner)}
        values: dict[str, Any] = {}
        for key, value, position in expression.arguments:
            if key not in specs:
                raise NotationSyntaxError(self.kind, text, position, unknown_parameter(owner, key))
            if key in values:
                raise NotationSyntaxError(self.kind, text, position, f"{key} is given twice")
            values[key] = self._value(value, owner, specs[key], text)
        for spec in specs.values():
            if spec.default is REQUIRED and spec.name not in values:
                wanted = f"{owner.name}({spec.name}=…), {accepted_values(spec)}"
                raise ParameterError(f"{owner.name}: {spec.name} is missing; write {wanted}")
        return owner(**values)

    def _value(self, value: Expression, owner: type[Kind], spec: Field[Any], text: str) -> Any:
        if isinstance(spec.default, Parametric) and not value.quoted:
            return self._built(self._expanded(value), text)
        if value.called:
            wanted = accepted_values(spec)
            raise ParameterError(
                f"{owner.name}: {spec.name} is {wanted}, got {value.text[:LONGEST]}(…)"
            )
        return value.text if value.quoted else value_of_text(spec, value.text)

    def _unknown(self, name: str) -> str:
        close = get_close_matches(name, [*self, *self.presets], n=3, cutoff=0.5)
        if close:
            hint = f"did you mean {' or '.join(close)}?"
        elif self._listing and len(self) > MOST_LISTED:
            hint = f"see '{self._listing}'"
        else:
            hint = f"there are {', '.join(self)}"
        return f"there is no {self.kind} {shown(name)}; {hint}"


class _Reader:
    """Reads one string from left to right."""

    def __init__(self, text: str, kind: str) -> None:
        self.text = text
        self.kind = kind
        self.position = 0

    def whole(self) -> Expression:
        expression = self.named(0)
        self.skip_spaces()
        if self.position < len(self.text):
            self.fail(f"expected the end of the {self.kind}")
        return expression

    def named(self, depth: int) -> Expression:
        """A name with or without arguments."""
        position = self.skip_spaces()
        name = self.take(_NAME)
        if name is None:
            self.fail(f"expected the {self.kind}'s name")
        called = self.accept("(")
        arguments = self.arguments(depth + 1) if called else ()
        return Expression(name, arguments, position, called)

    def arguments(self, depth: int) -> tuple[tuple[str, Expression, int], ...]:
        if depth > DEEPEST:
            self.fail(f"expected at most {DEEPEST} values within each other")
        found: list[tuple[str, Expression, int]] = []
        while found or not self.accept(")"):
            found.append(self.argument(depth))
            if self.accept(")"):
                break
            if not self.accept(","):
                self.fail("expected ',' or ')'")
        return tuple(found)

    def argument(self, depth: int) -> tuple[str, Expression, int]:
        position = self.skip_spaces()
        key = self.take(_NAME)
        if key is None:
            self.fail("expected the name of a parameter")
        if not self.accept("="):
            self.fail(f"expected '=' after {key!r}")
        return key, self.value(depth), position

    def value(self, depth: int) -> Expression:
        position = self.skip_spaces()
        quoted = self.take(_QUOTED)
        if quoted is not None:
            return Expression(self.unquoted(quoted, position), (), position, quoted=True)
        word = self.take(BARE)
        if word is None:
            self.fail("expected a value")
        if not self.accept("("):
            return Expression(word, (), position)
        if not _NAME.fullmatch(word):
            self.position = position
            self.fail("expected a name before '('")
        return Expression(word, self.arguments(depth + 1), position, called=True)

    def unquoted(self, quoted: str, position: int) -> str:
        try:
            return str(json.loads(quoted, strict=False))
        except ValueError:
            self.position = position
            self.fail("expected text in quotes as JSON has it")

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
        raise NotationSyntaxError(self.kind, self.text, self.position, f"{reason}, found {found}")
