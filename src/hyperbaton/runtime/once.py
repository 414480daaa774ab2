"""Values computed on first use and then kept, also when several threads ask at the same time."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar, overload

Owner = TypeVar("Owner")
Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")

_LOCK_NAME = "_once_lock"
_making_locks = threading.Lock()


class _Lock:
    """A lock that its object can take along: copies and other processes get one of their own."""

    def __init__(self) -> None:
        self._lock = threading.RLock()

    def __enter__(self) -> None:
        self._lock.acquire()

    def __exit__(self, *_: object) -> None:
        self._lock.release()

    def __reduce__(self) -> tuple[type[_Lock], tuple[()]]:
        return _Lock, ()


def _lock_of(owner: Any) -> _Lock:
    """The lock of an object, made with the first value that is computed for it."""
    lock = owner.__dict__.get(_LOCK_NAME)
    if lock is None:
        with _making_locks:
            lock = owner.__dict__.setdefault(_LOCK_NAME, _Lock())
    return lock  # type: ignore[no-any-return]


class once(Generic[Owner, Value]):  # noqa: N801 - reads as the property that it is
    """A property that is computed at most once for each object."""

    def __init__(self, compute: Callable[[Owner], Value]) -> None:
        self._compute = compute
        self.__doc__ = compute.__doc__

    def __set_name__(self, _owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type) -> once[Owner, Value]: ...
    @overload
    def __get__(self, instance: Owner, owner: type) -> Value: ...

    def __get__(self, instance: Owner | None, owner: type) -> Any:
        """The value; without a `__set__`, Python finds it in the object from then on."""
        if instance is None:
            return self
        with _lock_of(instance):
            known = instance.__dict__
            if self._name not in known:
                known[self._name] = self._compute(instance)
            return known[self._name]


class OncePer(Generic[Key, Value]):
    """Values by key, each computed at most once."""

    def __init__(self, compute: Callable[[Key], Value]) -> None:
        self._compute = compute
        self._values: dict[Key, Value] = {}
        self._lock = threading.RLock()

    def __getitem__(self, key: Key) -> Value:
        with self._lock:
            if key not in self._values:
                self._values[key] = self._compute(key)
            return self._values[key]
