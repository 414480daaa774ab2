"""How many threads a batch uses. Results never depend on it."""

from __future__ import annotations

import os

from hyperbaton.errors import OptionError


def resolve_threads(threads: int | None) -> int:
    """Returns the number of threads to use: all cores this process may run on by default."""
    if threads is None:
        if hasattr(os, "sched_getaffinity"):
            return len(os.sched_getaffinity(0))
        return os.cpu_count() or 1
    if isinstance(threads, bool) or not isinstance(threads, int) or threads < 1:
        raise OptionError(f"threads: expected a whole number from 1, got {threads!r}")
    return threads
