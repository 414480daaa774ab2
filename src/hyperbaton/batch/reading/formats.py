"""What `batch` reads and writes, by the name of a file or its first bytes."""

from __future__ import annotations

from hyperbaton.errors import InputError, OptionError
from hyperbaton.text.tables import ARROW, JSONL, PARQUET, TSV, format_of

__all__ = [
    "ARROW",
    "JSONL",
    "PARQUET",
    "TSV",
    "format_by_first_bytes",
    "format_by_name",
    "input_format",
    "output_format",
]

FORMATS = (PARQUET, ARROW, JSONL, TSV)
TEXT_FORMATS = (JSONL, TSV)
STREAM_ENDING = ".arrows"  # the streaming format of Arrow; all its other endings are of files
MARKS = {b"PAR1": PARQUET, b"ARROW1": ARROW, b"\xff\xff\xff\xff": ARROW, b"{": JSONL}


def format_by_name(name: str) -> str | None:
    """Returns the format that an extension names, if `batch` has it."""
    found = format_of(name)
    return found if found in FORMATS else None


def input_format(name: str, chosen: str | None) -> str:
    """Returns what a file is read as.

    Raises:
        InputError: its name does not say.
    """
    found = chosen or format_by_name(name)
    if found is None:
        raise InputError(
            f"{name}: cannot tell the format from the extension; use --input-format "
            f"({', '.join(FORMATS)})"
        )
    return found


def format_by_first_bytes(begin: bytes) -> str:
    """Returns what standard input holds.

    Raises:
        OptionError: too little has arrived to tell.
    """
    for mark, found in MARKS.items():
        if begin.startswith(mark):
            return found
        if begin and mark.startswith(begin):
            raise OptionError("<stdin>: cannot tell the format; use --input-format")
    return TSV


def output_format(name: str, input_format: str) -> str:
    """Returns what a file is written as: by its extension or else as text, TSV if the input is TSV.

    Raises:
        OptionError: its name says that it is to be packed.
    """
    if name.lower().endswith(".gz"):
        raise OptionError(
            f"{name}: output is not packed; leave out .gz, or write to standard output and pipe it "
            "through gzip"
        )
    return format_by_name(name) or (TSV if input_format == TSV else JSONL)
