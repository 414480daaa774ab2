"""Methods of one argument, computed once for each value of it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


def cached_method(method: Callable[[Any, Key], Value]) -> Callable[[Any, Key], Value]:
    """Keeps what a method returns on its object, like `functools.cached_property`.

    Unlike `functools.cache`, it frees what it keeps together with the object.
    """
    name = f"{method.__name__} by argument"

    @wraps(method)
    def cached(self: Any, key: Key) -> Value:
        known: dict[Key, Value] = vars(self).setdefault(name, {})
        if key not in known:
            known[key] = method(self, key)
        return known[key]

    return cached
