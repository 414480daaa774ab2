"""What a table is stored as, by its name or its first bytes."""

from __future__ import annotations

from pathlib import Path

from hyperbaton.errors import InputError, OptionError

PARQUET, ARROW, JSONL, TSV = "parquet", "arrow", "jsonl", "tsv"
FORMATS = (PARQUET, ARROW, JSONL, TSV)
TEXT_FORMATS = (JSONL, TSV)

BY_ENDING = {
    ".parquet": PARQUET,
    ".pq": PARQUET,
    ".arrow": ARROW,
    ".arrows": ARROW,
    ".feather": ARROW,
    ".ipc": ARROW,
    ".jsonl": JSONL,
    ".ndjson": JSONL,
    ".tsv": TSV,
}
STREAM_ENDING = ".arrows"  # the streaming format of Arrow; all its other endings are of files

PARQUET_MARK = b"PAR1"
ARROW_FILE_MARK = b"ARROW1"
ARROW_STREAM_MARK = b"\xff\xff\xff\xff"
MARKS = {PARQUET_MARK: PARQUET, ARROW_FILE_MARK: ARROW, ARROW_STREAM_MARK: ARROW, b"{": JSONL}


def format_by_name(name: str) -> str | None:
    """What the ending of a name says, less that of gzip; None where it says nothing."""
    return BY_ENDING.get(Path(name.lower().removesuffix(".gz")).suffix)


def input_format(name: str, chosen: str | None) -> str:
    """What a file is read as.

    Raises:
        InputError: its name does not say, or it is a packed file of a format that packs itself.
    """
    found = chosen or format_by_name(name)
    if found is None:
        raise InputError(
            f"{name}: its ending says no format; name one with --input-format "
            f"({', '.join(FORMATS)})"
        )
    if name.lower().endswith(".gz") and found not in TEXT_FORMATS:
        raise InputError(f"{name}: only JSONL and TSV are read from gzip; unpack it with gunzip")
    return found


def format_by_first_bytes(begin: bytes) -> str:
    """What standard input holds.

    Raises:
        OptionError: too little has arrived to tell.
    """
    for mark, found in MARKS.items():
        if begin.startswith(mark):
            return found
        if begin and mark.startswith(begin):
            raise OptionError("<stdin>: its format cannot be told; name it with --input-format")
    return TSV


def output_format(name: str, input_format: str) -> str:
    """What a file is written as: by its ending or else as text, TSV where the input is TSV.

    Raises:
        OptionError: its name says that it is to be packed.
    """
    if name.lower().endswith(".gz"):
        raise OptionError(
            f"{name}: output is not packed; leave out .gz, or write to standard output and pipe it "
            "through gzip"
        )
    return format_by_name(name) or (TSV if input_format == TSV else JSONL)
