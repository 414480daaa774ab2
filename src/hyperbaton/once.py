"""Values by key, each computed on first use and then kept."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class OncePer(dict[Key, Value]):
    """Values by key, each computed once."""

    def __init__(self, compute: Callable[[Key], Value]) -> None:
        super().__init__()
        self._compute = compute

    def __missing__(self, key: Key) -> Value:
        self[key] = value = self._compute(key)
        return value
