"""Progress bars: on standard error, only where a person is watching."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from threading import RLock
from typing import Any, TypeVar

Item = TypeVar("Item")

SECONDS_BEFORE_SHOWN = 1.0
_LOCK = RLock()  # that of tqdm is shared between processes and would have to be given back


def progress(
    items: Iterable[Item], description: str, unit: str, total: int | None = None
) -> Iterable[Item]:
    """Passes items through and shows how many have passed, once that takes a second or more."""
    return _bar(items, description, unit, total) if _is_watched() else items


def progress_by_size(
    items: Iterable[Item],
    size: Callable[[Item], int],
    description: str,
    unit: str,
    total: int | None = None,
) -> Iterator[Item]:
    """The same where items are of different sizes; the total is of sizes, too."""
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
