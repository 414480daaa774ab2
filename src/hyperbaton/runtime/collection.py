"""Garbage collection while millions of small objects come and go."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

ALLOCATIONS = 100_000  # between two collections; Python's own is 700


@contextmanager
def rare_collection() -> Iterator[None]:
    """Looks for cycles less often, which otherwise takes a third of the time."""
    youngest, middle, oldest = gc.get_threshold()
    if youngest:  # 0 where the user has turned collection off
        gc.set_threshold(max(youngest, ALLOCATIONS), middle, oldest)
    try:
        yield
    finally:
        gc.set_threshold(youngest, middle, oldest)
