"""How many threads a batch uses. Results never depend on it."""

from __future__ import annotations

import os
from typing import Any

from hyperbaton.runtime.limits import THREADS


def resolve_threads(threads: Any, name: str = "threads") -> int:
    """The number of threads to use: by default all cores that this process may run on.

    Raises:
        OptionError: it is no whole number in the range of `THREADS`.
    """
    if threads is not None:
        return THREADS.check(threads, name)
    if hasattr(os, "sched_getaffinity"):
        return min(len(os.sched_getaffinity(0)), THREADS.high)
    return min(os.cpu_count() or 1, THREADS.high)
