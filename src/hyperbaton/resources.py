"""How many threads a run may use, and how it shows that it is busy."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from threading import RLock
from typing import TypeVar

from hyperbaton.checks import THREADS

Item = TypeVar("Item")

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
    items: Iterable[Item],
    description: str,
    unit: str,
    total: int | None = None,
    size: Callable[[Item], int] = lambda item: 1,
) -> Iterator[Item]:
    """Passes items through; on a terminal shows how many, if that takes a second or more.

    Items may be of different sizes; the total is then of sizes, too.
    """
    if sys.stderr is None or not sys.stderr.isatty():
        yield from items
        return
    from tqdm import tqdm

    tqdm.set_lock(_LOCK)
    with tqdm(
        desc=description,
        unit=f" {unit}",
        total=total,
        delay=SECONDS_BEFORE_SHOWN,
        leave=False,
        file=sys.stderr,
    ) as bar:
        for item in items:
            yield item
            bar.update(size(item))
