"""One way from results to JSON: a dataclass is an object with its fields.

A class says with `JSON` which names its object has, in order, where these are not its fields:
`JSON = "title metrics=shown_metrics source?"` has three, of which the second is the property
`shown_metrics`, and the third may be null. docs/contract.py makes the JSON schemas in docs/schemas
and the TypeScript types of the page from the same names and their annotations.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Annotated, Any, NamedTuple

Undefinable = Annotated[float, "null in JSON where it is not a finite number"]


class JsonField(NamedTuple):
    """A name in an object: the attribute that it is, and whether null may stand there too."""

    name: str
    attribute: str
    nullable: bool


@cache
def json_fields(kind: Any) -> tuple[JsonField, ...]:
    """The names in the object of a dataclass."""
    names = getattr(kind, "JSON", None) or " ".join(each.name for each in fields(kind))
    found = []
    for entry in names.split():
        name, _, attribute = entry.rstrip("?").partition("=")
        found.append(JsonField(name, attribute or name, entry.endswith("?")))
    return tuple(found)


def to_json(value: Any, number: Callable[[float], float] = float) -> Any:
    """A value ready for JSON; `number` rounds those that are not whole."""
    if value is None or isinstance(value, str | int):
        return value
    if isinstance(value, float):
        return number(value) if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {key: to_json(each, number) for key, each in value.items()}
    if is_dataclass(value):
        return {
            field.name: to_json(getattr(value, field.attribute), number)
            for field in json_fields(value.__class__)
        }
    return [to_json(each, number) for each in value]
