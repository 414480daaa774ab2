"""Output to standard output or, complete or not at all, to files.

`output_file` and `output_folder` are the types of all options that name what is written: they are
checked with the command line, before any work is done.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from pathlib import Path

from hyperbaton.errors import InputError

STANDARD_OUTPUT = "-"


def add_output_option(parser: argparse._ActionsContainer) -> None:
    """Adds the option that names the file to write to."""
    parser.add_argument(
        "-o",
        "--output",
        type=output_file,
        metavar="FILE",
        help="write to FILE instead of stdout",
    )


def output_file(name: str) -> str:
    """The name of a file that can be written; `-` is standard output.

    Raises:
        ArgumentTypeError: it cannot be written.
    """
    from hyperbaton.files import check_target

    return name if name == STANDARD_OUTPUT else _checked(name, check_target)


def output_folder(name: str) -> str:
    """The name of a folder that can be written to, and made if need be.

    Raises:
        ArgumentTypeError: it cannot be written to, or made.
    """
    from hyperbaton.files import check_target_folder

    return _checked(name, check_target_folder)


def _checked(name: str, check: Callable[[str], None]) -> str:
    try:
        check(name)
    except InputError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return name


def write_output(text: str, path: str | None) -> None:
    """Prints text, or writes it to a file that appears only when it is complete."""
    write_lines([text], path)


def write_lines(lines: Iterable[str], path: str | None) -> None:
    """Prints lines, or writes them to a file that appears only when it is complete."""
    if path is None or path == STANDARD_OUTPUT:
        for line in lines:
            print(line)
        return
    from hyperbaton.files import write_lines as write_to_file

    write_to_file(lines, path)


def written(path: str) -> str:
    """What there is to say about a file that was written: its name and, of a real one, its size."""
    if Path(path).is_file():
        return f"{path} written, {Path(path).stat().st_size / 1e6:.1f} MB"
    return f"{path} written"
