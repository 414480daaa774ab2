"""Output to standard output or, complete or not at all, to a file."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

from hyperbaton.errors import InputError


def write_output(text: str, path: str | None) -> None:
    """Prints text, or writes it to a file that appears only when it is complete."""
    write_lines([text], path)


def write_lines(lines: Iterable[str], path: str | None) -> None:
    """Prints lines, or writes them to a file that appears only when it is complete."""
    if path is None:
        for line in lines:
            print(line)
        return
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
        Path(name).unlink(missing_ok=True)
        raise InputError(f"{path}: cannot be written ({error.strerror})") from None
