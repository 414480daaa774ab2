"""A valid call of every public function, class and method, found by introspection.

What is public is what `__all__` of the public modules names, and the public methods of the classes
among it. A function that needs arguments which `arguments` does not have makes `every_call` fail,
so that a new one is covered on the day it is added.
"""

from __future__ import annotations

import dataclasses
import enum
import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from hostility.arguments import arguments, by_name
from hostility.world import World, world
from hyperbaton.metrics import Metric
from hyperbaton.values import Parametric

MODULES = (
    "hyperbaton",
    "hyperbaton.alignment",
    "hyperbaton.batch",
    "hyperbaton.bitext",
    "hyperbaton.evidence",
    "hyperbaton.meta",
    "hyperbaton.metrics",
    "hyperbaton.values",
    "hyperbaton.parsing",
    "hyperbaton.permutation",
    "hyperbaton.trees",
    "hyperbaton.vectors",
)
NAMED = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)


@dataclass(frozen=True)
class Call:
    """A call that succeeds.

    Attributes:
        name: of the function, the class, or `Class.method`.
        target: what is called.
        arguments: by name, with which it succeeds.
        parameters: all that can be given by name.
        public: the public function or class it belongs to.
    """

    name: str
    target: Callable[..., Any]
    arguments: Mapping[str, Any]
    parameters: tuple[str, ...]
    public: str = ""

    def __call__(self, **changes: Any) -> Any:
        """Calls it with some arguments changed; what is computed lazily is computed."""
        given = {**self.arguments, **changes}
        repeated = [name for name in given if name not in self.parameters]
        positional = [given.pop(name) for name in repeated]
        found = self.target(*positional, **given)
        return list(found) if isinstance(found, Iterator) else found

    @property
    def all_parameters(self) -> list[str]:
        """Those that can be given by name, and the one that takes all others."""
        return [*self.parameters, *(name for name in self.arguments if name not in self.parameters)]

    def __str__(self) -> str:
        return self.name


def public_objects() -> dict[str, Any]:
    """Functions and classes by name, each once."""
    found: dict[str, Any] = {}
    for module in map(import_module, MODULES):
        for name in module.__all__:
            value = getattr(module, name)
            ours = getattr(value, "__module__", "").startswith("hyperbaton")
            if ours and (inspect.isfunction(value) or inspect.isclass(value)):
                assert found.setdefault(name, value) is value, f"two things are called {name}"
    return found


def every_call(folder: Path) -> list[Call]:
    """The calls, with objects that keep their files in a folder."""
    made = world(folder)
    known = _Known(made)
    calls = []
    methods: set[str] = set()
    for name, value in public_objects().items():
        found = []
        if inspect.isfunction(value):
            found = [known.call(name, value, value)]
        elif not issubclass(value, Exception | enum.Enum) and not _is_protocol(value):
            found = list(known.of_class(name, value, methods))
        calls += [replace(call, public=name) for call in found if call.all_parameters]
    return calls


def uses(made: Any) -> Iterator[tuple[str, Callable[[], Any]]]:
    """What can be asked of an object without saying more: its text, properties and methods."""
    yield "repr", lambda: repr(made)
    yield "str", lambda: str(made)
    for name in dir(type(made)):
        if name.startswith("_"):
            continue
        value = inspect.getattr_static(type(made), name)
        if not inspect.isfunction(value):
            yield name, partial(getattr, made, name)
        elif not _needed(value):
            yield name, partial(_used, getattr(made, name))


def _used(method: Callable[[], Any]) -> Any:
    found = method()
    return list(found) if isinstance(found, Iterator) else found


def _needed(method: Callable[..., Any]) -> list[str]:
    _, *further = inspect.signature(method).parameters.values()
    return [spec.name for spec in further if spec.kind in NAMED and spec.default is spec.empty]


def _is_protocol(value: type) -> bool:
    return bool(getattr(value, "_is_protocol", False))


class _Known:
    """What is known of arguments."""

    def __init__(self, made: World) -> None:
        self.world = made
        self.by_name = by_name(made)
        self.arguments = arguments(made)

    def of_class(self, name: str, value: type, seen: set[str]) -> Iterator[Call]:
        abstract = inspect.isabstract(value)
        instance = None if abstract else self._instance(name, value)
        if not abstract:
            yield self.call(name, value, value, self._fields(value, instance))
        for method, owner, function in _methods(value):
            key = f"{owner.__name__}.{method}"
            if key not in seen and not (abstract and not isinstance(function, classmethod)):
                seen.add(key)
                target = getattr(value if instance is None else instance, method)
                yield self.call(key, target, target, self._statistics(instance))

    def _instance(self, name: str, value: type) -> Any:
        if issubclass(value, Parametric):
            return value()
        assert name in self.world.instances, f"tests/hostility/world.py has no {name}"
        return self.world.instances[name]

    def _fields(self, value: type, instance: Any) -> dict[str, Any]:
        if not dataclasses.is_dataclass(value):
            return {}
        specs = dataclasses.fields(value)
        return {spec.name: getattr(instance, spec.name) for spec in specs if spec.init}

    def _statistics(self, instance: Any) -> dict[str, Any]:
        if not isinstance(instance, Metric):
            return {}
        return {"statistics": instance.statistics(self.world.evidence)}

    def call(self, name: str, target: Any, shown: Any, further: Any = None) -> Call:
        own = {**(further or {}), **self.arguments.get(name, {})}
        given, parameters = {}, []
        for spec in inspect.signature(shown).parameters.values():
            if spec.kind in NAMED:
                parameters.append(spec.name)
            if spec.kind is spec.VAR_KEYWORD or (spec.kind is spec.VAR_POSITIONAL and not own):
                continue
            if spec.name in own:
                given[spec.name] = own[spec.name]
            elif spec.name in self.by_name and spec.default is spec.empty:
                given[spec.name] = self.by_name[spec.name]
            elif spec.default is spec.empty:
                raise AssertionError(f"tests/hostility/arguments.py lacks {spec.name} of {name}")
        return Call(name, target, given, tuple(parameters))


def _methods(owner: type) -> Iterator[tuple[str, type, Any]]:
    """Public methods with the class that defines them."""
    for name in dir(owner):
        if name.startswith("_"):
            continue
        home = next(base for base in owner.__mro__ if name in vars(base))
        value = vars(home)[name]
        function = value.__func__ if isinstance(value, classmethod | staticmethod) else value
        ours = getattr(function, "__module__", "").startswith("hyperbaton")
        if ours and inspect.isfunction(function) and not _is_protocol(home):
            yield name, home, value
