"""Writes the contract of the page and of JSON, from the dataclasses that are sent.

docs/schemas/*.json are JSON schemas by name and version; frontend/src/types.ts has the same types
for the page. `make generated` writes both and `make check` compares them; see
`hyperbaton.tables.json_form`.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator, Mapping
from dataclasses import is_dataclass
from functools import cached_property
from pathlib import Path
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Literal,
    get_args,
    get_origin,
    get_type_hints,
)

from hyperbaton.explanation import segment
from hyperbaton.report import comparison, losses, overview, report
from hyperbaton.tables.json_form import json_fields

ROOT = Path(__file__).parents[1]
TYPES = ROOT / "frontend" / "src" / "types.ts"
SCHEMAS = ROOT / "docs" / "schemas"
# By the file of its schema: what a document holds, and its name and version.
DOCUMENTS: dict[str, tuple[Any, str]] = {
    "explanation-1": (segment.Explanation, segment.SCHEMA),
    "report-1": (report.Report, report.SCHEMA),
    "report-segments-1": (report.SegmentIndex, "hyperbaton-report-segments/1"),
}
# What the page calls things that have another name in Python, or none.
NAMES: dict[Any, str] = {
    segment.ExplainedLink: "Link",
    segment.TreeBlock: "Block",
    segment.PricedMove: "Move",
    comparison.Contribution: "Difference",
    overview.ShownMetric: "Metric",
    report.Report: "Overview",
}
ALIASES: dict[str, Any] = {
    "Values": segment.Values,
    "BlockKind": segment.BlockKind,
    "MetricKind": overview.MetricKind,
    "LossKind": losses.LossKind,
}
PRIMITIVES = {str: "string", bool: "boolean", int: "integer", float: "number", NoneType: "null"}
HEADER = "// What the document carries. Made from the dataclasses of Python by `make generated`.\n"


def generated() -> dict[Path, str]:
    """All files and what they should hold."""
    found = {TYPES: typescript()}
    for name, (kind, identity) in DOCUMENTS.items():
        text = json.dumps(json_schema(kind, identity), indent=1, ensure_ascii=False)
        found[SCHEMAS / f"{name}.json"] = f"{text}\n"
    return found


def json_schema(kind: Any, identity: str) -> dict[str, Any]:
    """The schema of a document; objects may have further fields."""
    definitions = {name_of(each): _object(each) for each in objects(kind)}
    root = definitions.pop(name_of(kind))
    if "schema" in root["properties"]:
        root["properties"]["schema"] = {"const": identity}
    dialect = "https://json-schema.org/draft/2020-12/schema"
    return {"$schema": dialect, "$id": identity, **root, "$defs": definitions}


def _object(kind: Any) -> dict[str, Any]:
    named = {name: _schema(hint) for name, hint in entries(kind)}
    title = summary(kind)
    return {"description": title, "type": "object", "required": [*named], "properties": named}


def _schema(hint: Any) -> dict[str, Any]:
    origin, arguments = get_origin(hint), get_args(hint)
    if hint in PRIMITIVES:
        return {"type": PRIMITIVES[hint]}
    if is_object(hint):
        return {"$ref": f"#/$defs/{name_of(hint)}"}
    if origin is Literal:
        return {"enum": list(arguments)}
    if origin is UnionType:
        return {"anyOf": [_schema(each) for each in arguments]}
    if origin is Annotated and isinstance(arguments[1], str):
        return {"anyOf": [_schema(arguments[0]), {"type": "null"}]}
    if issubclass(origin, Mapping):
        return {"type": "object", "additionalProperties": _schema(arguments[1])}
    entry, length = listed(hint)
    bounds = {} if length is None else {"minItems": length, "maxItems": length}
    return {"type": "array", "items": _schema(entry), **bounds}


def typescript() -> str:
    """The types of all documents."""
    aliases = [_alias(name, _type(kind, inside=True)) for name, kind in ALIASES.items()]
    kinds = dict.fromkeys(each for kind, _ in DOCUMENTS.values() for each in objects(kind))
    return "\n\n".join([HEADER + "\n" + "\n".join(aliases), *map(_interface, kinds)]) + "\n"


def _alias(name: str, written: str) -> str:
    """As prettier writes it."""
    line = f"export type {name} = {written};"
    return line if len(line) <= 100 else line.replace("= ", "=\n  ")


def _interface(kind: Any) -> str:
    lines = [f"  {name}: {_type(hint)};" for name, hint in entries(kind)]
    head = f"/** {summary(kind)} */\nexport interface {name_of(kind)} {{"
    return "\n".join([head, *lines, "}"])


def _type(hint: Any, *, inside: bool = False) -> str:
    """A type in TypeScript; `inside` its own definition an alias is written out."""
    origin, arguments = get_origin(hint), get_args(hint)
    alias = next((name for name, kind in ALIASES.items() if kind == hint), None)
    if alias and not inside:
        return alias
    if hint in PRIMITIVES:
        return PRIMITIVES[hint].replace("integer", "number")
    if is_object(hint):
        return name_of(hint)
    if origin is Literal:
        return " | ".join(map(json.dumps, arguments))
    if origin is UnionType:
        return " | ".join(map(_type, arguments))
    if origin is Annotated and isinstance(arguments[1], str):
        return f"{_type(arguments[0])} | null"
    if issubclass(origin, Mapping):
        return f"Record<{_type(arguments[0])}, {_type(arguments[1])}>"
    entry, length = listed(hint)
    written = _type(entry)
    if length is not None:
        return f"[{', '.join([written] * length)}]"
    return f"({written})[]" if " | " in written and written[0] not in "([R" else f"{written}[]"


def listed(hint: Any) -> tuple[Any, int | None]:
    """What a list holds, and how many; None for any number."""
    arguments = get_args(hint)
    if get_origin(hint) is Annotated:
        return get_args(arguments[0])[0], arguments[1]
    if get_origin(hint) is tuple and Ellipsis not in arguments:
        return arguments[0], len(arguments)
    return arguments[0], None


def objects(kind: Any) -> Iterator[Any]:
    """A class and all those in it, each once, those that are needed later."""
    found: dict[Any, None] = {}

    def visit(hint: Any) -> None:
        if is_object(hint):
            if hint not in found:
                found[hint] = None
                for _, each in entries(hint):
                    visit(each)
        else:
            for each in get_args(hint):
                visit(each)

    visit(kind)
    return iter(found)


def entries(kind: Any) -> Iterator[tuple[str, Any]]:
    """The names in an object, with their types."""
    hints = get_type_hints(kind, include_extras=True)
    for field in json_fields(kind):
        member = inspect.getattr_static(kind, field.attribute, None)
        if isinstance(member, property | cached_property):
            function = member.fget if isinstance(member, property) else member.func
            hint = get_type_hints(function, include_extras=True)["return"]
        else:
            hint = hints[field.attribute]
        if get_origin(hint) is ClassVar:
            [hint] = get_args(hint)
        yield field.name, hint | None if field.nullable else hint


def is_object(hint: Any) -> bool:
    """Whether a type is written as an object of its own."""
    return isinstance(hint, type) and is_dataclass(hint)


def name_of(kind: Any) -> str:
    """The name of a type on the page."""
    return NAMES.get(kind, kind.__name__)


def summary(kind: Any) -> str:
    """The first line of its documentation."""
    return (inspect.getdoc(kind) or "").partition("\n")[0]
