"""What is at a path that is to be written to, and whether that is possible.

Reasons against it are raised as errors of the system, whose text is made for people.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from pathlib import Path

MOST_LINKS = 40


def check_name(name: str) -> None:
    """Refuses a name that no file can have.

    Raises:
        OSError: the name is empty, or has characters in it that names of files cannot have.
    """
    if not name:
        raise OSError(errno.ENOENT, "the name is empty")
    if "\0" in name:
        raise OSError(errno.EINVAL, "the name has a NUL byte in it")
    try:
        os.fsencode(name)
    except UnicodeEncodeError:
        encoding = sys.getfilesystemencoding()
        raise OSError(errno.EILSEQ, f"names of files are {encoding} here") from None


def status_of(path: Path) -> os.stat_result | None:
    """What a path leads to; None where there is nothing."""
    try:
        return path.stat()
    except FileNotFoundError:
        return None


def descriptor_of(path: Path) -> int | None:
    """The number of the descriptor that a path such as /dev/stdout stands for, if it does.

    Raises:
        OSError: it is not open for writing.
    """
    for _ in range(MOST_LINKS):
        path = Path(os.path.realpath(path.parent)) / path.name
        if str(path.parent) in (f"/proc/{os.getpid()}/fd", "/dev/fd") and path.name.isdecimal():
            return _writable(int(path.name))
        if not path.is_symlink():
            return None
        path = path.parent / path.readlink()
    raise _system_error(errno.ELOOP)


def is_written_through(path: Path) -> bool:
    """Whether a path leads to something that takes what is written and cannot be replaced.

    Raises:
        OSError: it leads to something that cannot be written to.
    """
    status = status_of(path)
    if status is None or stat.S_ISREG(status.st_mode):
        return False
    if stat.S_ISDIR(status.st_mode):
        raise OSError(errno.EISDIR, "it is a folder; name a file")
    if stat.S_ISSOCK(status.st_mode):
        raise OSError(errno.ENXIO, "it is a socket; name a file, a pipe or a device")
    if not os.access(path, os.W_OK):
        raise _system_error(errno.EACCES)
    return True


def place_of(path: Path) -> Path:
    """Where a file is or will be, with all links followed.

    Raises:
        OSError: its folder is not there, or the file is write-protected.
    """
    for _ in range(MOST_LINKS):
        if not path.is_symlink():
            break
        path = path.parent / path.readlink()
    if not path.parent.is_dir():
        raise OSError(errno.ENOENT, f"there is no folder {path.parent}")
    if path.exists() and not os.access(path, os.W_OK):
        raise _system_error(errno.EACCES)
    return Path(os.path.realpath(path.parent)) / path.name


def nearest_folder(path: Path) -> Path:
    """A folder or, where there is none yet, the first one above it that exists.

    Raises:
        OSError: something that is no folder is in its place or above it, or a name is too long.
    """
    missing: list[str] = []
    while (status := status_of(path)) is None:
        if path.is_symlink():
            raise OSError(errno.ENOENT, f"{path} is a link to nothing")
        missing.append(path.name)
        path = path.parent
    if not stat.S_ISDIR(status.st_mode):
        raise OSError(errno.ENOTDIR, f"{path} is not a folder")
    for name in missing:
        status_of(path / name)  # raises what the file system has against the name
    return path


def _writable(descriptor: int) -> int:
    import fcntl  # there are no such paths where it is missing

    try:
        flags = fcntl.fcntl(descriptor, fcntl.F_GETFL)
    except OSError:
        raise OSError(errno.EBADF, f"descriptor {descriptor} is not open") from None
    if flags & os.O_ACCMODE == os.O_RDONLY:
        raise OSError(errno.EBADF, f"descriptor {descriptor} is not open for writing")
    return descriptor


def _system_error(number: int) -> OSError:
    return OSError(number, os.strerror(number))
