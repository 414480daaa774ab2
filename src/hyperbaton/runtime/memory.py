"""How much memory is left, so that what does not fit is refused before it is tried."""

from __future__ import annotations

from pathlib import Path

from hyperbaton.errors import InputError

GIGABYTE = 1 << 30
KILOBYTE = 1 << 10
CONTROL_GROUP = Path("/sys/fs/cgroup")
LIMIT_AND_USE = ("memory.max", "memory.current")


def require_memory(wanted: int, name: str, remedy: str) -> None:
    """Refuses what needs more memory than there is.

    Args:
        wanted: about how many bytes are needed.
        name: what needs them.
        remedy: what the user can do.

    Raises:
        InputError: there is not that much.
    """
    free = available_memory()
    if free is not None and wanted > free:
        raise InputError(
            f"{name}: needs about {wanted / GIGABYTE:.1f} GB of memory, but {free / GIGABYTE:.1f} "
            f"GB are free; {remedy}"
        )


def available_memory() -> int | None:
    """How many bytes this process may still use; None where the system does not tell."""
    sources = (_of_machine(), _of_container(), _of_process())
    known = [free for free in sources if free is not None]
    return max(min(known), 0) if known else None


def _of_machine() -> int | None:
    try:
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
    except OSError:
        return None
    free = [line.split()[1] for line in lines if line.startswith("MemAvailable:")]
    return int(free[0]) * KILOBYTE if free else None


def _of_container() -> int | None:
    """What the limit of a control group leaves, as containers have it."""
    try:
        limit, used = ((CONTROL_GROUP / name).read_text(encoding="ascii") for name in LIMIT_AND_USE)
    except OSError:
        return None
    return int(limit) - int(used) if limit.strip().isdecimal() else None


def _of_process() -> int | None:
    """What a limit such as that of `ulimit -v` leaves."""
    try:
        import resource
    except ImportError:  # Windows
        return None
    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    if limit == resource.RLIM_INFINITY:
        return None
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    except OSError:
        return limit
    return limit - pages * resource.getpagesize()
