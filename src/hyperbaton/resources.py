"""How many threads a run may use, and how it shows that it is busy."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from threading import RLock
from typing import Any, TypeVar

from hyperbaton.checks import THREADS

Item = TypeVar("Item")
Result = TypeVar("Result")

SECONDS_BEFORE_SHOWN = 1.0
_LOCK = RLock()  # tqdm's own is shared between processes and would have to be given back


def resolve_threads(threads: int | None) -> int:
    """Returns the number of threads to use, by default all cores that this process may run on."""
    if threads is not None:
        return THREADS.check(threads, "threads")
    if hasattr(os, "sched_getaffinity"):
        return min(len(os.sched_getaffinity(0)), THREADS.high)
    return min(os.cpu_count() or 1, THREADS.high)


def progress(
    items: Iterable[Item], description: str, unit: str, total: int | None = None
) -> Iterable[Item]:
    """Passes items through; on a terminal shows how many, if that takes a second or more."""
    return _bar(items, description, unit, total) if _is_watched() else items


def progress_by_size(
    items: Iterable[Item],
    size: Callable[[Item], int],
    description: str,
    unit: str,
    total: int | None = None,
) -> Iterator[Item]:
    """Like `progress`, for items of different sizes; the total is of sizes, too."""
    if not _is_watched():
        yield from items
        return
    with _bar(None, description, unit, total) as bar:
        for item in items:
            yield item
            bar.update(size(item))


def _is_watched() -> bool:
    return sys.stderr is not None and sys.stderr.isatty()


def _bar(items: Any, description: str, unit: str, total: int | None) -> Any:
    from tqdm import tqdm

    tqdm.set_lock(_LOCK)
    return tqdm(
        items,
        desc=description,
        unit=f" {unit}",
        total=total,
        delay=SECONDS_BEFORE_SHOWN,
        leave=False,
        file=sys.stderr,
    )
