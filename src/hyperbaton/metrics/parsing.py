"""Metric strings: `name` or `name(key=value, …)`.

Values are numbers, true or false, words, and nested metrics. Spaces do not matter.

    metric   = name [ "(" [ argument { "," argument } ] ")" ]
    argument = name "=" ( number | metric )
    name     = letter { letter | digit | "-" | "_" }
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import Field, dataclass
from difflib import get_close_matches
from typing import Any, NoReturn

from hyperbaton.errors import MetricSyntaxError, ParameterError, UnknownMetricError
from hyperbaton.metrics.base import Metric, accepted_values, parameters

_TOKEN = re.compile(
    r"\s*(?:(?P<number>[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?(?![\w.]))"
    r"|(?P<name>[A-Za-z][A-Za-z0-9_-]*)|(?P<mark>[(),=]))"
)


@dataclass(frozen=True)
class Expression:
    """A name with arguments, before it is known what the name means."""

    name: str
    arguments: tuple[tuple[str, str | Expression, int], ...]  # key, value, position of the key
    position: int


class _Reader:
    """Reads one metric string from left to right."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0

    def expression(self) -> Expression:
        name, position = self.expect("name", "a metric name")
        arguments: list[tuple[str, str | Expression, int]] = []
        if self.accept("("):
            while not (not arguments and self.accept(")")):
                arguments.append(self.argument())
                if self.accept(")"):
                    break
                if not self.accept(","):
                    self.fail("expected ',' or ')'")
        return Expression(name, tuple(arguments), position)

    def argument(self) -> tuple[str, str | Expression, int]:
        key, position = self.expect("name", "a parameter name")
        if not self.accept("="):
            self.fail(f"expected '=' after {key!r}")
        number = self.take("number")
        return key, number if number is not None else self.expression(), position

    def expect(self, kind: str, description: str) -> tuple[str, int]:
        self.skip_spaces()
        position = self.position
        found = self.take(kind)
        if found is None:
            self.fail(f"expected {description}")
        return found, position

    def accept(self, mark: str) -> bool:
        match = _TOKEN.match(self.text, self.position)
        if match and match["mark"] == mark:
            self.position = match.end()
            return True
        return False

    def take(self, kind: str) -> str | None:
        match = _TOKEN.match(self.text, self.position)
        if not match or match[kind] is None:
            return None
        self.position = match.end()
        return match[kind]

    def end(self) -> None:
        self.skip_spaces()
        if self.position < len(self.text):
            self.fail("expected the end of the metric")

    def skip_spaces(self) -> None:
        while self.position < len(self.text) and self.text[self.position].isspace():
            self.position += 1

    def fail(self, reason: str) -> NoReturn:
        self.skip_spaces()
        at_end = self.position == len(self.text)
        found = "the end of the string" if at_end else repr(self.text[self.position])
        raise MetricSyntaxError(self.text, self.position, f"{reason}, found {found}")


def parse_metric(
    text: str, registry: Mapping[str, type[Metric]], presets: Mapping[str, str] | None = None
) -> Metric:
    """The metric written in `text`.

    A preset is a name for a metric string; arguments replace those of that string.

    Raises:
        MetricSyntaxError: the string does not parse; the message points at the character.
        UnknownMetricError: no metric has that name; the message lists close ones.
        ParameterError: a parameter is unknown or its value is not accepted.
    """
    return _build(_expanded(_read(text), presets or {}), text, registry)


def _read(text: str) -> Expression:
    reader = _Reader(text)
    expression = reader.expression()
    reader.end()
    return expression


def _expanded(expression: Expression, presets: Mapping[str, str]) -> Expression:
    """The expression with all presets written out."""
    given = tuple(
        (key, _expanded(value, presets) if isinstance(value, Expression) else value, position)
        for key, value, position in expression.arguments
    )
    if expression.name not in presets:
        return Expression(expression.name, given, expression.position)
    meant = _expanded(_read(presets[expression.name]), presets)
    replaced = {key for key, _, _ in given}
    kept = tuple(argument for argument in meant.arguments if argument[0] not in replaced)
    return Expression(meant.name, (*kept, *given), expression.position)


def _build(expression: Expression, text: str, registry: Mapping[str, type[Metric]]) -> Metric:
    if expression.name not in registry:
        close = get_close_matches(expression.name, registry, n=3, cutoff=0.5)
        hint = f"did you mean {' or '.join(close)}?" if close else "see 'hyperbaton metrics'"
        reason = f"there is no metric {expression.name!r}; {hint}"
        raise UnknownMetricError(text, expression.position, reason)
    metric = registry[expression.name]
    specs = {spec.name: spec for spec in parameters(metric)}
    values: dict[str, Any] = {}
    for key, value, position in expression.arguments:
        if key not in specs:
            known = ", ".join(specs) or "none"
            reason = f"{metric.name} has no parameter {key!r}; it has {known}"
            raise MetricSyntaxError(text, position, reason)
        if key in values:
            raise MetricSyntaxError(text, position, f"{key} is given twice")
        values[key] = _value(value, metric, specs[key], text, registry)
    return metric(**values)


def _value(
    value: str | Expression,
    metric: type[Metric],
    spec: Field[Any],
    text: str,
    registry: Mapping[str, type[Metric]],
) -> Any:
    if isinstance(spec.default, Metric):
        if isinstance(value, Expression):
            return _build(value, text, registry)
    elif isinstance(value, Expression):
        if not value.arguments:
            return {"true": True, "false": False}.get(value.name, value.name)
    else:
        number = float(value)
        return int(number) if number.is_integer() and "." not in value else number
    written = value.name if isinstance(value, Expression) else value
    raise ParameterError(f"{metric.name}: {spec.name} is {accepted_values(spec)}, got {written}")
