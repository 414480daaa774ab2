"""A digest of a function, by which two of the same name are told apart.

It covers the function's own code and constants, its defaults, what it encloses, and of the names
that it reads from its module the plain values and the functions of the same module. What it calls
elsewhere, and the state of objects that are no plain values, are only named.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Set
from functools import partial
from hashlib import blake2b
from types import CodeType, FunctionType, MethodType
from typing import Any

DIGITS = 8
PLAIN = (str, bytes, int, float, complex, type(None), type(Ellipsis), re.Pattern)


def function_digest(function: object) -> str:
    """Eight hexadecimal digits."""
    digest = blake2b(digest_size=DIGITS // 2)
    for part in _parts(function, set()):
        digest.update(f"{len(part)}\n{part}".encode("utf-8", "surrogatepass"))
    return digest.hexdigest()


def qualified_name(value: Any) -> str:
    """The module and name of a function, or of the class of an object that is called."""
    if isinstance(value, partial):
        return qualified_name(value.func)
    owner = value if hasattr(value, "__qualname__") else type(value)
    module = getattr(owner, "__module__", None) or getattr(
        getattr(owner, "__objclass__", None), "__module__", "builtins"
    )
    return f"{module}.{owner.__qualname__}"


def _parts(value: Any, seen: set[int]) -> Iterator[str]:
    """What determines a value, as far as it can be told."""
    if isinstance(value, PLAIN):
        yield repr(value)
        return
    if id(value) in seen:
        return
    seen.add(id(value))
    yield type(value).__name__
    if isinstance(value, Set):
        yield repr(sorted(map(repr, value)))
        return
    for part in _inside(value):
        yield from _parts(part, seen)


def _inside(value: Any) -> Iterator[Any]:
    if isinstance(value, CodeType):
        yield from (value.co_code, value.co_names, value.co_varnames, value.co_consts)
    elif isinstance(value, FunctionType):
        yield from (value.__code__, value.__defaults__, value.__kwdefaults__)
        yield from (_content(cell) for cell in value.__closure__ or ())
        yield from _globals(value)
    elif isinstance(value, MethodType):
        yield from (value.__func__, value.__self__)
    elif isinstance(value, partial):
        yield from (value.func, value.args, value.keywords)
    elif isinstance(value, list | tuple):
        yield from value
    elif isinstance(value, Mapping):
        yield from (part for item in value.items() for part in item)
    else:
        yield qualified_name(value)
        method = vars(type(value)).get("__call__")
        if isinstance(method, FunctionType):
            yield from (method, getattr(value, "__dict__", {}))


def _content(cell: Any) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # not bound yet
        return None


def _globals(function: FunctionType) -> Iterator[Any]:
    """What a function reads from its module: plain values, and functions of the same module."""
    for name in _names(function.__code__):
        value = function.__globals__.get(name)
        ours = getattr(value, "__module__", None) == function.__module__
        if isinstance(value, PLAIN) or (isinstance(value, FunctionType) and ours):
            yield value


def _names(code: CodeType) -> Iterator[str]:
    """The names that some code reads, and the code inside it."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)
