"""How many threads a batch uses. Results never depend on it."""

from __future__ import annotations

import operator
import os
from typing import SupportsIndex

from hyperbaton.errors import OptionError

MOST_THREADS = 1024


def resolve_threads(threads: SupportsIndex | None) -> int:
    """Returns the number of threads to use: all cores this process may run on by default."""
    if threads is None:
        return min(_usable_cores(), MOST_THREADS)
    number = _whole_number(threads)
    if number is None or not 1 <= number <= MOST_THREADS:
        raise OptionError(
            f"threads: expected a whole number from 1 to {MOST_THREADS}, got {threads!r}"
        )
    return number


def _whole_number(value: object) -> int | None:
    """The value as an int, NumPy's integers included; None for anything else, True and False."""
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        return None


def _usable_cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
