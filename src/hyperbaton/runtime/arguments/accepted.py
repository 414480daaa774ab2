"""What a parameter accepts, read off its annotation.

`Sequence[str]` accepts a list of texts, a generator or a column of texts, and reads it once;
`tuple[int, ...]` the same of whole numbers, as a tuple; `NDArray[np.float64]` whatever NumPy reads
as numbers. `Annotated[…, Dimensions(2)]` says how many dimensions an array has, and
`Annotated[…, Accepted(…)]` takes the place of the annotation.
"""

from __future__ import annotations

import collections.abc
import os
import sys
import types
import typing
from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, TypeAlias, TypeVar

from hyperbaton.errors import ArgumentTypeError, InputError
from hyperbaton.runtime.arguments.shown import shown
from hyperbaton.runtime.arguments.values import (
    as_flag,
    as_list,
    as_name,
    as_number,
    as_path,
    as_text,
    as_whole,
    is_list,
    is_writable,
)

Read = Callable[[Any, str], Any]


@dataclass(frozen=True)
class Accepted:
    """What a parameter accepts.

    Attributes:
        one: in words, such as "text".
        many: several of these, such as "texts".
        fits: whether a value is of this kind at all, whatever is inside it.
        exact: whether a value is accepted and taken as it is; the quick way past `read`.
        read: the value in the type that is wanted; refuses any other, with the name it is given.
    """

    one: str
    many: str
    fits: Callable[[Any], bool]
    exact: Callable[[Any], bool]
    read: Read


@dataclass(frozen=True)
class Dimensions:
    """How many dimensions an array has, in `Annotated`."""

    number: int


PATH = Accepted(
    "a path",
    "paths",
    lambda value: isinstance(value, str | os.PathLike),
    lambda value: type(value) is str,
    as_path,
)
FilePath: TypeAlias = Annotated[str, PATH]  # text or a `PathLike`, which becomes text
NAME = Accepted(
    "a text",
    "texts",
    lambda value: isinstance(value, str),
    lambda value: type(value) is str,
    lambda value, name: as_name(value, name),
)
FileName: TypeAlias = Annotated[str, NAME]  # may have characters that only file names have


def array_of(kind: str, dimensions: int) -> Accepted:
    """An array of a type of NumPy's, such as `float64`, read from lists as well."""
    return _array_of(kind, kind, dimensions)


def accepted(annotation: Any) -> Accepted | None:
    """What an annotation accepts; None for whatever there is."""
    origin = typing.get_origin(annotation)
    if isinstance(annotation, TypeVar):
        return accepted(_bound(annotation))
    if origin is typing.Annotated:
        return _annotated(annotation)
    if origin in (typing.Union, types.UnionType):
        return _any_of(typing.get_args(annotation))
    if origin in (tuple, collections.abc.Set, frozenset, set, type):
        return _SPECIAL[origin](annotation)
    if origin in _LISTS or origin in _COLLECTIONS:
        return _list_of(annotation, ordered=origin in _LISTS)
    if origin in (collections.abc.Mapping, dict):
        return _mapping(annotation)
    if origin is collections.abc.Callable:
        return _of_kind("a function", "functions", callable)
    if origin is not None and getattr(origin, "__name__", "") == "ndarray":
        return _array(annotation, None)
    return _plain(origin or annotation)


def _plain(annotation: Any) -> Accepted | None:
    if annotation in _SCALARS:
        return _SCALARS[annotation]
    if annotation in (Any, object) or not isinstance(annotation, type):
        return None
    if getattr(annotation, "_is_protocol", False):
        return _of_protocol(annotation)
    article = "an" if annotation.__name__[0] in "AEIOU" else "a"
    name = annotation.__name__
    return _of_kind(f"{article} {name}", f"{name}s", lambda value: isinstance(value, annotation))


def _of_kind(one: str, many: str, fits: Callable[[Any], bool]) -> Accepted:
    def read(value: Any, name: str) -> Any:
        if not fits(value):
            raise ArgumentTypeError(name, one, shown(value))
        return value

    return Accepted(one, many, fits, fits, read)


def _of_protocol(protocol: type) -> Accepted:
    """Anything that has the public members of a protocol."""
    members = [name for name in vars(protocol) if not name.startswith("_")]

    def fits(value: Any) -> bool:
        return not isinstance(value, type) and all(hasattr(value, name) for name in members)

    words = f"an object with {', '.join(members)}"
    return _of_kind(words, words.replace("an object", "objects"), fits)


def _annotated(annotation: Any) -> Accepted | None:
    inner, *metadata = typing.get_args(annotation)
    for each in metadata:
        if isinstance(each, Accepted):
            return each
        if isinstance(each, Dimensions):
            return _array(inner, each.number)
    return accepted(inner)


def _any_of(annotations: tuple[Any, ...]) -> Accepted | None:
    """Any of several kinds; the first that fits reads the value."""
    if str in annotations and any((typing.get_origin(a) or a) in _PATHS for a in annotations):
        annotations = (os.PathLike, *(a for a in annotations if a is type(None)))
    kinds = [accepted(each) for each in annotations]
    if any(kind is None for kind in kinds):
        return None
    known = [kind for kind in kinds if kind is not None]
    words = " or ".join(dict.fromkeys(kind.one for kind in known))

    exacts = [kind.exact for kind in known if kind is not _SCALARS[type(None)]]
    optional = len(exacts) < len(known)

    def exact(value: Any) -> bool:
        if value is None:
            return optional
        for each in exacts:  # noqa: SIM110 - any(…) takes three times as long
            if each(value):
                return True
        return False

    def read(value: Any, name: str) -> Any:
        for kind in known:
            if kind.fits(value):
                return kind.read(value, name)
        raise ArgumentTypeError(name, words, shown(value))

    many = " or ".join(dict.fromkeys(kind.many for kind in known))
    return Accepted(words, many, lambda value: any(kind.fits(value) for kind in known), exact, read)


def _list_of(annotation: Any, *, ordered: bool = True, as_tuple: bool = False) -> Accepted:
    """A list or tuple of items of one kind; a set is as good where order does not matter."""
    arguments = typing.get_args(annotation)
    item = accepted(arguments[0]) if arguments else None
    words = f"a list of {item.many}" if item else "a list"

    def exact(value: Any) -> bool:
        if not isinstance(value, tuple if as_tuple else list | tuple):
            return False
        return item is None or all(map(item.exact, value))

    def read(value: Any, name: str) -> Any:
        unordered = isinstance(value, Set) and not ordered
        listed = list(value) if unordered else as_list(value, name, words)
        if item is not None and not all(map(item.exact, listed)):
            listed = [item.read(each, f"{name}: item {k}") for k, each in enumerate(listed, 1)]
        return tuple(listed) if as_tuple else listed

    def fits(value: Any) -> bool:
        return is_list(value) or (isinstance(value, Set) and not ordered)

    return Accepted(words, f"lists of {item.many}" if item else "lists", fits, exact, read)


def _tuple(annotation: Any) -> Accepted:
    arguments = typing.get_args(annotation)
    if len(arguments) == 2 and arguments[1] is Ellipsis:
        return _list_of(annotation, as_tuple=True)
    kinds = [accepted(each) for each in arguments]
    inside = ", ".join(kind.one if kind else "anything" for kind in kinds)
    words = f"a tuple of {inside}"

    def exact(value: Any) -> bool:
        return (
            isinstance(value, tuple)
            and len(value) == len(kinds)
            and all(kind is None or kind.exact(v) for kind, v in zip(kinds, value, strict=True))
        )

    def read(value: Any, name: str) -> Any:
        listed = as_list(value, name, words)
        if len(listed) != len(kinds):
            raise ArgumentTypeError(name, words, shown(value))
        return tuple(
            each if kind is None else kind.read(each, f"{name}: item {k}")
            for k, (kind, each) in enumerate(zip(kinds, listed, strict=True), start=1)
        )

    return Accepted(words, f"tuples of {inside}", is_list, exact, read)


def _set(annotation: Any) -> Accepted:
    arguments = typing.get_args(annotation)
    item = accepted(arguments[0]) if arguments else None
    words = f"a set of {item.many}" if item else "a set"
    of_items = _list_of(annotation, as_tuple=True)

    def fits(value: Any) -> bool:
        return isinstance(value, Set) or is_list(value)

    def exact(value: Any) -> bool:
        return isinstance(value, frozenset) and (item is None or all(map(item.exact, value)))

    def read(value: Any, name: str) -> Any:
        if not fits(value):
            raise ArgumentTypeError(name, words, shown(value))
        items = of_items.read(list(value) if isinstance(value, Set) else value, name)
        return frozenset(items)

    return Accepted(words, f"sets of {item.many}" if item else "sets", fits, exact, read)


def _mapping(annotation: Any) -> Accepted:
    key, value_kind = (accepted(each) for each in typing.get_args(annotation))
    inside = (
        f"from {key.many if key else 'anything'} to {value_kind.many if value_kind else 'anything'}"
    )

    def fits(value: Any) -> bool:
        return isinstance(value, Mapping)

    def exact(value: Any) -> bool:
        return (
            fits(value)
            and (key is None or all(map(key.exact, value)))
            and (value_kind is None or all(map(value_kind.exact, value.values())))
        )

    def read(value: Any, name: str) -> Any:
        if not fits(value):
            raise ArgumentTypeError(name, f"a mapping {inside}", shown(value))
        return {
            key.read(k, f"{name}: key") if key else k: (
                value_kind.read(v, f"{name}: {shown(k)}") if value_kind else v
            )
            for k, v in value.items()
        }

    return Accepted(f"a mapping {inside}", f"mappings {inside}", fits, exact, read)


def _class(annotation: Any) -> Accepted:
    (base,) = typing.get_args(annotation)
    wanted = _bound(base) if isinstance(base, TypeVar) else base
    kind = wanted if isinstance(wanted, type) else object

    def fits(value: Any) -> bool:
        return isinstance(value, type) and issubclass(value, kind)

    return _of_kind(f"a class of {kind.__name__}", f"classes of {kind.__name__}", fits)


def _bound(variable: TypeVar) -> Any:
    bound = variable.__bound__
    if isinstance(bound, typing.ForwardRef):
        return eval(bound.__forward_arg__, vars(sys.modules[variable.__module__]))
    return bound


def _array(annotation: Any, dimensions: int | None) -> Accepted:
    """Numbers or truth values that NumPy reads, in the type of the annotation."""
    scalar = typing.get_args(typing.get_args(annotation)[1])[0]
    scalar = typing.get_origin(scalar) or scalar
    return _array_of(_GENERAL.get(scalar.__name__, scalar), scalar.__name__, dimensions)


def _array_of(kind: Any, name: str, dimensions: int | None) -> Accepted:
    import numpy as np

    wanted = np.dtype(kind)
    general = name in _GENERAL  # any floating-point or any whole numbers
    kinds, plural = _ARRAYS[wanted.kind]
    inside = "" if dimensions is None else f" in {_COUNTED[dimensions]}"
    words = f"an array of {plural}{inside}"

    def exact(value: Any) -> bool:
        if type(value) is not np.ndarray or (dimensions or value.ndim or -1) != value.ndim:
            return False
        return bool(value.dtype.kind == wanted.kind if general else value.dtype == wanted)

    def read(value: Any, name: str) -> Any:
        if not is_list(value):
            raise ArgumentTypeError(name, words, shown(value))
        listed = value if isinstance(value, np.ndarray) else as_list(value, name, words)
        try:
            array = np.asarray(listed)
        except (ValueError, OverflowError):
            raise ArgumentTypeError(name, words, shown(value)) from None
        if array.size == 0 and array.ndim == 1 and dimensions is not None:
            array = array.reshape((0,) * dimensions)
        if (array.size and array.dtype.kind not in kinds) or dimensions not in (None, array.ndim):
            raise ArgumentTypeError(name, words, shown(array))
        converted = array.astype(wanted)
        if wanted.kind in "iu" and not np.array_equal(converted, array):
            raise InputError(f"{name}: expected numbers that fit into {wanted}, got larger ones")
        return converted

    return Accepted(words, f"arrays of {plural}", is_list, exact, read)


_PATHS = (os.PathLike, Path)
_LISTS = (list, collections.abc.Sequence)
_COLLECTIONS = (collections.abc.Collection, collections.abc.Iterable, collections.abc.Iterator)
_SPECIAL: Mapping[Any, Callable[[Any], Accepted]] = {
    tuple: _tuple,
    collections.abc.Set: _set,
    frozenset: _set,
    set: _set,
    type: _class,
}
_ARRAYS = {  # by kind of the type wanted: kinds that can be read as it, and what they are called
    "f": ("fiub", "numbers"),
    "i": ("iu", "whole numbers"),
    "u": ("iu", "whole numbers"),
    "b": ("b", "truth values"),
}
_GENERAL = {"floating": "float64", "integer": "int64"}
_COUNTED = {1: "one dimension", 2: "two dimensions", 3: "three dimensions"}
_SCALARS: Mapping[Any, Accepted] = {
    str: Accepted(
        "a text",
        "texts",
        lambda value: isinstance(value, str),
        lambda value: type(value) is str and is_writable(value),
        as_text,
    ),
    bool: Accepted(
        "True or False",
        "truth values",
        lambda value: isinstance(value, bool) or type(value).__name__ in ("bool", "bool_"),
        lambda value: isinstance(value, bool),
        as_flag,
    ),
    int: Accepted(
        "a whole number",
        "whole numbers",
        lambda value: hasattr(value, "__index__") and not isinstance(value, bool),
        lambda value: type(value) is int,
        as_whole,
    ),
    float: Accepted(
        "a number",
        "numbers",
        lambda value: hasattr(value, "__float__") and not isinstance(value, bool),
        lambda value: type(value) is float,
        as_number,
    ),
    os.PathLike: PATH,
    Path: replace(PATH, exact=lambda _: False, read=lambda value, name: Path(as_path(value, name))),
    type(None): Accepted(
        "None",
        "None",
        lambda value: value is None,
        lambda value: value is None,
        lambda value, _: value,
    ),
}
