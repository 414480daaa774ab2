"""Files that appear only when they are complete.

What is at a path decides how it is written to:

| at the path | what happens |
| --- | --- |
| nothing, or a file | a temporary file beside it takes its place, with its mode and owner |
| a link | the same, at the place that the link leads to |
| a device or a pipe | it is written to as it is |
| /dev/stdout, /dev/fd/N | what has been opened already is written to, from where it stands |
| a folder, a socket | an error |

See docs/reliability.md for what is promised.
"""

from __future__ import annotations

import errno
import io
import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, cast

from hyperbaton.errors import InputError
from hyperbaton.runtime.output.scratch import ScratchFile, scratch_file
from hyperbaton.runtime.output.targets import (
    check_name,
    descriptor_of,
    is_written_through,
    nearest_folder,
    place_of,
    status_of,
)

AnyPath = str | os.PathLike[str]
CANNOT_SYNC = (errno.EINVAL, errno.ENOTSUP, errno.ENOSYS)  # of some file systems


def check_target(path: AnyPath) -> None:
    """Refuses a file that could not be written, before any work for it is done.

    Raises:
        InputError: it cannot be written; the message says why.
    """
    with _explained(path):
        target = _named(path)
        if descriptor_of(target) is None and not is_written_through(target):
            _try_to_write_in(place_of(target).parent)


def check_target_folder(path: AnyPath) -> None:
    """Refuses a folder in which no files could be written; it need not exist yet.

    Raises:
        InputError: it cannot be made or written to; the message says why.
    """
    with _explained(path):
        _try_to_write_in(nearest_folder(_named(path, folder=True)))


def make_folder(path: AnyPath) -> Path:
    """Makes a folder with all those above it, unless it is there.

    Raises:
        InputError: it cannot be made.
    """
    with _explained(path):
        folder = _named(path, folder=True)
        folder.mkdir(parents=True, exist_ok=True)
        return folder


def replaced_file(path: AnyPath) -> Path | None:
    """Where the file is or will be that `replacement` makes; None of pipes, devices and the like.

    Raises:
        InputError: it cannot be written.
    """
    with _explained(path):
        target = _named(path)
        if descriptor_of(target) is not None or is_written_through(target):
            return None
        return place_of(target)


@contextmanager
def replacement(path: AnyPath, *, durable: bool = True) -> Iterator[BinaryIO]:
    """A file to write to, which replaces the one at `path` when the block ends without an error.

    Args:
        path: where to write; see the table above.
        durable: whether to wait until the contents are on the disk, so that not even a power cut
            leaves half a file; caches need not.

    Raises:
        InputError: it cannot be written.
        BrokenPipeError: nobody reads the pipe any more.
    """
    with _explained(path):
        target = _named(path)
        number = descriptor_of(target)
        if number is not None:
            with _writer(os.dup(number)) as file:
                yield file
        elif is_written_through(target):
            with _writer(os.open(target, os.O_WRONLY | getattr(os, "O_NOCTTY", 0))) as file:
                yield file
        else:
            place = place_of(target)
            before = status_of(place)
            with scratch_file(place.parent, 0o666 if before is None else 0o600) as scratch:
                with _writer(os.dup(scratch.descriptor)) as file:
                    yield file
                if before is not None:
                    _keep_owner_and_mode(scratch, before)
                if durable:
                    _sync(scratch)
                scratch.replace(place)


def write_lines(lines: Iterable[str], path: AnyPath) -> None:
    """Writes lines to a file that is complete or not there at all.

    Raises:
        InputError: it cannot be written.
        BrokenPipeError: nobody reads the pipe any more.
    """
    with replacement(path) as file:
        file.writelines(f"{line}\n".encode("utf-8", "backslashreplace") for line in lines)


def _named(path: AnyPath, *, folder: bool = False) -> Path:
    name = os.fspath(path)
    check_name(name)
    if name.endswith(("/", "/.", os.sep)) and not folder:
        raise OSError(errno.EISDIR, "it is the name of a folder; name a file")
    return Path(name)


@contextmanager
def _explained(path: AnyPath) -> Iterator[None]:
    """Errors of the system, as errors about what the user has named."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        name, reason = os.fspath(path) or "''", error.strerror or str(error)
        raise InputError(f"{name}: cannot be written ({reason})") from None


def _try_to_write_in(folder: Path) -> None:
    with scratch_file(folder, 0o600):
        pass


@contextmanager
def _writer(descriptor: int) -> Iterator[BinaryIO]:
    """A descriptor as a file, which after an error is closed without further attempts to write."""
    raw = io.FileIO(descriptor, "wb")
    file = io.BufferedWriter(raw)
    try:
        yield cast(BinaryIO, file)
        file.flush()
    finally:
        raw.close()
        with suppress(ValueError):
            file.close()


def _keep_owner_and_mode(scratch: ScratchFile, before: os.stat_result) -> None:
    if os.name != "posix":
        return
    for owner in (before.st_uid, -1):
        with suppress(OSError):  # only root gives files away
            os.fchown(scratch.descriptor, owner, before.st_gid)
            break
    os.fchmod(scratch.descriptor, stat.S_IMODE(before.st_mode))


def _sync(scratch: ScratchFile) -> None:
    try:
        os.fsync(scratch.descriptor)
    except OSError as error:
        if error.errno not in CANNOT_SYNC:
            raise
