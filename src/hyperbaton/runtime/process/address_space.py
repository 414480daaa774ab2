"""A limit on memory (`ulimit -v`) that is too tight for libraries, which end the process there.

The matrix library of NumPy reserves memory for every thread when it is loaded, and says so on
standard error and ends the process where it gets none. So a limit is looked at before.
"""

from __future__ import annotations

import os

from hyperbaton.errors import OptionError
from hyperbaton.runtime.threads import resolve_threads

MEGABYTE = 1 << 20
TO_START = 220 * MEGABYTE  # Python, NumPy and the core
EACH_THREAD = 40 * MEGABYTE  # of the matrix library, which takes one for each core
MOST_THREADS = 64
TO_PARSE = 400 * MEGABYTE  # spaCy and a model, beyond that


def require_address_space(what: str, more: int = 0) -> None:
    """Refuses to start what would not be told that there is no memory, but ended.

    Args:
        what: what needs it.
        more: bytes beyond what all commands need.

    Raises:
        OptionError: the limit is below that.
    """
    limit, needed = _limit(), TO_START + EACH_THREAD * _threads() + more
    if limit is not None and limit < needed:
        raise OptionError(
            f"{what} needs {needed // MEGABYTE} MB of address space to start, but the limit is "
            f"{limit // MEGABYTE} MB; raise it (ulimit -v {needed >> 10})"
        )


def _limit() -> int | None:
    try:
        import resource
    except ImportError:  # Windows
        return None
    found, _ = resource.getrlimit(resource.RLIMIT_AS)
    return None if found == resource.RLIM_INFINITY else found


def _threads() -> int:
    wanted = os.environ.get("OPENBLAS_NUM_THREADS", "")
    cores = resolve_threads(None)
    return min(int(wanted) if wanted.isdecimal() else cores, cores, MOST_THREADS)
