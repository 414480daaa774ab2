"""How many threads a batch uses. Results never depend on it."""

from __future__ import annotations

import operator
import os
from typing import Any

from hyperbaton.errors import OptionError
from hyperbaton.runtime.arguments import shown

MOST = 1024


def resolve_threads(threads: Any, name: str = "threads") -> int:
    """The number of threads to use: by default all cores that this process may run on.

    Raises:
        OptionError: it is no whole number from 1 to 1024.
    """
    if threads is None:
        if hasattr(os, "sched_getaffinity"):
            return min(len(os.sched_getaffinity(0)), MOST)
        return min(os.cpu_count() or 1, MOST)
    try:
        number = 0 if isinstance(threads, bool) else operator.index(threads)
    except TypeError:
        number = 0
    if not 1 <= number <= MOST:
        raise OptionError(f"{name}: expected a whole number from 1 to {MOST}, got {shown(threads)}")
    return number
