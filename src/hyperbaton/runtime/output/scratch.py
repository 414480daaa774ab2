"""Temporary files and folders that do not outlive their process.

Each is locked for as long as it is in use, and the system gives up the locks of a process that was
killed. So whoever next makes one in the same folder can tell what was left behind from what others
are using, and removes it.
"""

from __future__ import annotations

import errno
import math
import os
import re
import secrets
import shutil
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

from hyperbaton.runtime.process.leaving import tidied_up

try:
    import fcntl
except ImportError:  # Windows, which refuses to remove what is open
    fcntl = None  # type: ignore[assignment]

NAME = re.compile(r"\.hyperbaton-[0-9a-f]{16}\.part")
A_DAY = 86_400.0
ATTEMPTS = 20

_BINARY = getattr(os, "O_BINARY", 0)
_AS_FOUND = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)

_swept: set[Path] = set()


class ScratchFile:
    """A temporary file, open and locked.

    Attributes:
        path: where it is.
        descriptor: its number, until it is closed.
    """

    def __init__(self, path: Path, mode: int) -> None:
        self.path = path
        self.descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | _BINARY, mode)

    def close(self) -> None:
        """Gives up the lock."""
        if self.descriptor >= 0:
            os.close(self.descriptor)
        self.descriptor = -1

    def replace(self, target: Path) -> None:
        """Takes the place of another file, and stays locked until then where that is possible."""
        if fcntl is None:
            self.close()
        self.path.replace(target)

    def remove(self) -> None:
        """Closes it and removes it, if it is still there."""
        self.close()
        with suppress(OSError):
            self.path.unlink(missing_ok=True)


@contextmanager
def scratch_file(folder: Path, mode: int) -> Iterator[ScratchFile]:
    """A new file in a folder, removed at the end of the block unless it has replaced another one.

    Raises:
        OSError: it cannot be made.
    """
    sweep(folder)
    for path in _new_paths(folder):
        with tidied_up(partial(path.unlink, missing_ok=True)):
            file = ScratchFile(path, mode)
            try:
                if _is_ours(file.descriptor, path):
                    yield file
                    return
            finally:
                file.remove()
    raise OSError(errno.EAGAIN, "temporary files vanish")


@contextmanager
def scratch_folder(parent: Path) -> Iterator[Path]:
    """A new folder, removed at the end of the block with everything in it.

    Raises:
        OSError: it cannot be made.
    """
    sweep(parent)
    for path in _new_paths(parent):
        with tidied_up(partial(shutil.rmtree, path, ignore_errors=True)):
            path.mkdir(mode=0o700)
            handle = None if fcntl is None else os.open(path, os.O_RDONLY)
            try:
                if handle is None or _is_ours(handle, path):
                    yield path
                    return
            finally:
                if handle is not None:
                    os.close(handle)
                shutil.rmtree(path, ignore_errors=True)
    raise OSError(errno.EAGAIN, "temporary folders vanish")


def sweep(folder: Path) -> None:
    """Removes from a folder, once in the life of a process, what killed ones left there."""
    place = folder.absolute()
    if place in _swept:
        return
    _swept.add(place)
    with suppress(OSError), os.scandir(place) as entries:
        for entry in entries:
            if NAME.fullmatch(entry.name):
                with suppress(OSError):
                    _remove_if_abandoned(Path(entry.path))


def _new_paths(folder: Path) -> Iterator[Path]:
    """Names nobody has; more than one, for a sweeper may take the first before it is locked."""
    for _ in range(ATTEMPTS):
        yield folder / f".hyperbaton-{secrets.token_hex(8)}.part"


def _remove_if_abandoned(path: Path) -> None:
    if fcntl is None:
        path.unlink()
        return
    found = path.lstat()
    is_folder = stat.S_ISDIR(found.st_mode)
    if found.st_uid != os.geteuid() or not (is_folder or stat.S_ISREG(found.st_mode)):
        return
    handle = os.open(path, (os.O_RDONLY if is_folder else os.O_RDWR) | _AS_FOUND)
    try:
        if _lock(handle, else_older_than=A_DAY) and _is_at(handle, path):
            shutil.rmtree(path) if is_folder else path.unlink()
    finally:
        os.close(handle)


def _is_ours(handle: int, path: Path) -> bool:
    return fcntl is None or (_lock(handle) and _is_at(handle, path))


def _lock(handle: int, else_older_than: float = -math.inf) -> bool:
    """Whether nobody else has it; where the file system has no locks, its age decides."""
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return time.time() - os.fstat(handle).st_mtime >= else_older_than
    return True


def _is_at(handle: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(handle), path.lstat())
    except FileNotFoundError:
        return False
