"""Public functions and classes whose arguments are checked against their annotations.

    >>> from collections.abc import Sequence
    >>> @checked
    ... def longest(texts: Sequence[str]) -> str:
    ...     return max(texts, key=len)
    >>> longest(text for text in ("a", "abc"))
    'abc'
    >>> longest(None)
    Traceback (most recent call last):
        ...
    hyperbaton.errors.ArgumentTypeError: texts: expected a list of texts, got None

Annotations are read at the first call. Numbers out of range, shapes that do not belong together and
the like are for the function itself.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial, wraps
from typing import Any, NamedTuple, TypeVar, overload

from hyperbaton.runtime.arguments.accepted import Accepted, accepted
from hyperbaton.runtime.threads import resolve_threads

Target = TypeVar("Target", bound=Callable[..., Any])

WITH_A_RANGE = ("threads", "processes")  # the same wherever they are
AS_IT_IS = "checks_left_to_itself"  # the attribute of functions that check some arguments


class Checks(NamedTuple):
    """What a function accepts: by place for arguments without a name, and by name."""

    positional: tuple[tuple[str, Accepted | None], ...]
    repeated: tuple[str, Accepted | None]
    named: Mapping[str, Accepted]


@overload
def checked(target: Target) -> Target: ...
@overload
def checked(*, except_for: tuple[str, ...]) -> Callable[[Target], Target]: ...


def checked(target: Any = None, *, except_for: tuple[str, ...] = ()) -> Any:
    """Checks the arguments of a function, or of a class's initialiser and public methods.

    Args:
        target: the function or class.
        except_for: parameters that the function checks itself, or that accept anything.
    """
    if target is None:
        return lambda found: checked_target(found, except_for)
    return checked_target(target, except_for)


def checked_target(target: Any, except_for: tuple[str, ...]) -> Any:
    """See `checked`."""
    if not isinstance(target, type):
        return _checked_function(target, lambda: _annotations(target), except_for)
    check_methods(target, except_for)
    if "__init__" in vars(target) and _is_checked(vars(target)["__init__"], 1, except_for):
        initialiser = target.__init__  # type: ignore[misc]
        target.__init__ = _checked_function(  # type: ignore[misc]
            initialiser, lambda: _field_annotations(target, initialiser), except_for
        )
    return target


def check_methods(owner: type, except_for: tuple[str, ...] = ()) -> None:
    """Checks the arguments of the public methods that a class defines, and keys of lookups."""
    for name, found in list(vars(owner).items()):
        if name.startswith("_") and name != "__getitem__":
            continue
        kind = type(found) if isinstance(found, classmethod | staticmethod) else None
        method = found.__func__ if kind else found
        if not inspect.isfunction(method) or hasattr(method, "checks"):
            continue
        if _is_checked(method, 0 if kind is staticmethod else 1, except_for):
            wrapped = _checked_function(method, partial(_annotations, method), except_for)
            setattr(owner, name, kind(wrapped) if kind else wrapped)


def _is_checked(method: Any, bound: int, except_for: tuple[str, ...]) -> bool:
    """Whether a method takes more than its object and what it checks itself."""
    code = method.__code__
    repeated = bool(code.co_flags & inspect.CO_VARARGS)
    names = code.co_varnames[bound : code.co_argcount + code.co_kwonlyargcount + repeated]
    return not set(names) <= set(except_for)


def _checked_function(
    function: Callable[..., Any],
    annotations: Callable[[], dict[str, Any]],
    except_for: tuple[str, ...],
) -> Callable[..., Any]:
    known: list[Checks] = []

    def checks() -> Checks:
        """What it accepts."""
        if not known:
            known.append(_checks(function, annotations(), except_for))
        return known[0]

    @wraps(function)
    def call(*arguments: Any, **keywords: Any) -> Any:
        positional, repeated, named = known[0] if known else checks()
        for (_, kind), value in zip(positional, arguments, strict=False):
            if kind is not None and not kind.exact(value):
                arguments = _read(arguments, positional)
                break
        if repeated[1] is not None:
            arguments = arguments[: len(positional)] + _further(
                arguments[len(positional) :], repeated
            )
        for name, value in keywords.items():
            kind = named.get(name)
            if kind is not None and not kind.exact(value):
                keywords[name] = kind.read(value, name)
        return function(*arguments, **keywords)

    call.checks = checks  # type: ignore[attr-defined]
    setattr(call, AS_IT_IS, except_for)
    return call


def _read(
    values: tuple[Any, ...], positional: tuple[tuple[str, Accepted | None], ...]
) -> tuple[Any, ...]:
    """Arguments without a name, those that are not as they should be replaced."""
    read = (
        value if kind is None or kind.exact(value) else kind.read(value, name)
        for (name, kind), value in zip(positional, values, strict=False)
    )
    return (*read, *values[len(positional) :])


def _further(values: tuple[Any, ...], repeated: tuple[str, Accepted | None]) -> tuple[Any, ...]:
    name, kind = repeated
    if kind is None:
        return values
    return tuple(kind.read(value, f"{name}: item {k}") for k, value in enumerate(values, start=1))


def _checks(
    function: Callable[..., Any], annotations: dict[str, Any], except_for: tuple[str, ...]
) -> Checks:
    positional: list[tuple[str, Accepted | None]] = []
    repeated: tuple[str, Accepted | None] = "", None
    named = {}
    for spec in inspect.signature(function).parameters.values():
        given = spec.name in annotations and spec.name not in except_for
        kind = accepted(annotations[spec.name]) if given else None
        if spec.name in WITH_A_RANGE and kind is not None:
            kind = _threads(kind)
        if spec.kind is spec.VAR_POSITIONAL:
            repeated = spec.name, kind
        elif spec.kind is not spec.VAR_KEYWORD:
            if spec.kind is not spec.KEYWORD_ONLY:
                positional.append((spec.name, kind))
            if kind is not None:
                named[spec.name] = kind
    return Checks(tuple(positional), repeated, named)


def _threads(kind: Accepted) -> Accepted:
    """How many threads or processes; None where the annotation has it."""

    def exact(value: Any) -> bool:
        return value is None and kind.fits(None)

    return replace(kind, exact=exact, read=resolve_threads)


def _annotations(function: Any) -> dict[str, Any]:
    home = inspect.unwrap(function).__globals__  # where other decorators do not lead away from
    return {
        name: _meaning(written, home)
        for name, written in function.__annotations__.items()
        if name != "return"
    }


def _field_annotations(owner: type, initialiser: Any) -> dict[str, Any]:
    """The annotations of an initialiser; those of a dataclass stand where its fields are."""
    if not hasattr(owner, "__dataclass_fields__"):
        return _annotations(initialiser)
    found = {}
    for base in reversed(owner.__mro__):
        home = vars(sys.modules[base.__module__])
        for name, written in vars(base).get("__annotations__", {}).items():
            if name in initialiser.__annotations__:
                found[name] = _meaning(written, home)
    return found


def _meaning(written: Any, home: dict[str, Any]) -> Any:
    """The type that an annotation stands for; anything where its names are not to be had."""
    try:
        return eval(written, home) if isinstance(written, str) else written
    except (NameError, AttributeError):
        return Any
