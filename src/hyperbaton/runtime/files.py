"""Files that appear only when they are complete."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

from hyperbaton.errors import InputError


def check_folder(path: str | os.PathLike[str]) -> None:
    """Refuses a file in a folder that is not there, before any work for it is done.

    Raises:
        InputError: there is no such folder.
    """
    folder = Path(path).parent
    if not folder.is_dir():
        raise InputError(f"{path}: cannot be written (there is no folder {folder})")


def write_lines(lines: Iterable[str], path: str | os.PathLike[str]) -> None:
    """Writes lines to a file that is complete or not there at all.

    Raises:
        InputError: it cannot be written.
    """
    target = Path(path)
    try:
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    except OSError as error:
        raise InputError(f"{path}: cannot be written ({error.strerror})") from None
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.writelines(f"{line}\n" for line in lines)
        umask = os.umask(0)
        os.umask(umask)
        Path(name).chmod(0o666 & ~umask)
        Path(name).replace(target)
    except OSError as error:
        raise InputError(f"{path}: cannot be written ({error.strerror})") from None
    finally:
        Path(name).unlink(missing_ok=True)
