"""Which files are read, and as what: names, patterns and folders, always in the same order.

Names of folders such as `lang=de/year=2024` become columns, as in Hive, Spark and pyarrow.
"""

from __future__ import annotations

import glob
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from hyperbaton.checks import each_once
from hyperbaton.errors import InputError, OptionError
from hyperbaton.files import STANDARD_INPUT, opened
from hyperbaton.text.reading import ARROW, JSONL, PARQUET, TSV, format_of

FORMATS = (PARQUET, ARROW, JSONL, TSV)
TEXT_FORMATS = (JSONL, TSV)
STREAM_ENDING = ".arrows"  # the streaming format of Arrow; all its other endings are of files
MARKS = {b"PAR1": PARQUET, b"ARROW1": ARROW, b"\xff\xff\xff\xff": ARROW, b"{": JSONL}
PATTERN_MARKS = "*?["
NULL, WHOLE = "__HIVE_DEFAULT_PARTITION__", re.compile("-?[0-9]{1,10}")
HIDDEN = ("_", ".")  # files and folders that begin so are no data, as elsewhere


@dataclass(frozen=True)
class InputFile:
    """One file to read.

    Attributes:
        path: where it is; `-` is standard input.
        format: what it is read as.
        folders: the folders below the one named in which it lies.
        partition: values that these give to all its rows, by column.
    """

    path: str
    format: str
    folders: tuple[str, ...] = ()
    partition: Mapping[str, Any] = field(default_factory=dict)


def input_files(names: Sequence[str], chosen: str | None = None) -> tuple[InputFile, ...]:
    """Finds the files that names stand for: of patterns and folders all, sorted.

    Args:
        names: files, folders, patterns such as `part-*.parquet`, or `-`.
        chosen: the format of all of them; by default what their extensions say.

    Raises:
        InputError: there is no such file, or its format is unknown.
        OptionError: a file is named twice.
    """
    found = [file for name in names for file in _files(name, chosen)]
    each_once([os.path.realpath(file.path) if file.path != "-" else "-" for file in found], "INPUT")
    return tuple(_with_partitions(found))


def _files(name: str, chosen: str | None) -> Iterator[InputFile]:
    if name == STANDARD_INPUT:
        with opened(STANDARD_INPUT) as stream:
            begin = bytes(stream.peek(16)) if hasattr(stream, "peek") else b""
        yield InputFile(name, chosen or format_by_first_bytes(begin))
    elif Path(name).is_dir():
        yield from _in_folder(name, chosen)
    elif any(mark in name for mark in PATTERN_MARKS) and not Path(name).exists():
        matching = sorted(glob.glob(name, recursive=True))  # noqa: PTH207 - may be absolute
        if not matching:
            raise InputError(f"{name}: no file matches this pattern")
        for each in matching:
            yield from _files(each, chosen)
    else:
        yield InputFile(name, input_format(name, chosen))


def _in_folder(folder: str, chosen: str | None) -> Iterator[InputFile]:
    """All tables below a folder."""

    def refuse(error: OSError) -> None:
        raise InputError(f"{error.filename}: cannot be read ({error.strerror})")

    paths = []
    for place, folders, files in os.walk(folder, onerror=refuse):
        folders[:] = [name for name in folders if not name.startswith(HIDDEN)]
        paths += [Path(place, name) for name in files if not name.startswith(HIDDEN)]
    paths = sorted(path for path in paths if chosen or format_by_name(path.name))
    if not paths:
        raise InputError(f"{folder}: no files with the extension of {', '.join(FORMATS)}")
    for path in paths:
        below = path.relative_to(folder).parts[:-1]
        yield InputFile(str(path), input_format(str(path), chosen), below)


def _with_partitions(files: Sequence[InputFile]) -> Iterator[InputFile]:
    """Files with the columns that their folders give: whole numbers if all files have those."""
    found = [_partition(file.folders) for file in files]
    for file, partition in zip(files, found, strict=True):
        if partition.keys() != found[0].keys():
            first, other = (", ".join(each) or "none" for each in (found[0], partition))
            raise InputError(
                f"{file.path}: folders give different columns ({first} and {other}); name folders "
                "of one kind"
            )
    whole = {key for key in found[0] if all(_is_whole(each[key]) for each in found)}
    for file, partition in zip(files, found, strict=True):
        typed = {k: int(v) if v and k in whole else v for k, v in partition.items()}
        yield replace(file, partition=typed)


def _partition(folders: Sequence[str]) -> dict[str, str | None]:
    pairs = [map(unquote, folder.split("=", 1)) for folder in folders if folder.find("=") > 0]
    return {key: None if value == NULL else value for key, value in pairs}


def _is_whole(value: str | None) -> bool:
    return value is None or (bool(WHOLE.fullmatch(value)) and -(2**31) <= int(value) < 2**31)


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
