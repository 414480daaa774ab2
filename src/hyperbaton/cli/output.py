"""Output to standard output or, complete or not at all, to a file."""

from __future__ import annotations

from collections.abc import Iterable

from hyperbaton.runtime import files


def write_output(text: str, path: str | None) -> None:
    """Prints text, or writes it to a file that appears only when it is complete."""
    write_lines([text], path)


def write_lines(lines: Iterable[str], path: str | None) -> None:
    """Prints lines, or writes them to a file that appears only when it is complete."""
    if path is not None:
        files.write_lines(lines, path)
        return
    for line in lines:
        print(line)
