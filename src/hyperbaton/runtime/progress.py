"""Progress bars: on standard error, only where a person is watching."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from threading import RLock
from typing import TypeVar

Item = TypeVar("Item")

SECONDS_BEFORE_SHOWN = 1.0
_LOCK = RLock()  # that of tqdm is shared between processes and would have to be given back


def progress(
    items: Iterable[Item], description: str, unit: str, total: int | None = None
) -> Iterable[Item]:
    """Passes items through and shows how many have passed, once that takes a second or more."""
    if sys.stderr is None or not sys.stderr.isatty():
        return items
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
