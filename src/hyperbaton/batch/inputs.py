"""Which files are read and what is written: names, patterns, folders and their formats.

Files come in the same order every time. Names of folders like `lang=de/year=2024` become columns,
as in Hive, Spark and pyarrow.
"""

from __future__ import annotations

import glob
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote

from hyperbaton.checks import each_once
from hyperbaton.errors import InputError, OptionError
from hyperbaton.files import STANDARD_INPUT, opened
from hyperbaton.text.reading import ARROW, CSV, FORMATS, JSONL, PARQUET, TSV, format_of

TABLES = (PARQUET, ARROW, JSONL, TSV, CSV)
TEXT_TABLES = (JSONL, TSV, CSV)
STREAM_ENDING = ".arrows"  # the streaming format of Arrow; all its other endings are of files
MARKS = {b"PAR1": PARQUET, b"ARROW1": ARROW, b"\xff\xff\xff\xff": ARROW, b"{": JSONL}
PATTERN_MARKS = "*?["
NULL_FOLDER = "__HIVE_DEFAULT_PARTITION__"
HIDDEN = ("_", ".")  # files and folders that begin so hold no data, as elsewhere
ENDINGS = ", ".join(ending for ending, format in FORMATS.items() if format in TABLES)


@dataclass(frozen=True)
class InputFile:
    """One file to read.

    Attributes:
        path: where it is; `-` is standard input.
        format: what it is read as.
        partition: values that the names of its folders give to all its rows, by column.
    """

    path: str
    format: str
    partition: Mapping[str, str | None] = field(default_factory=dict)


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
    columns = [", ".join(file.partition) or "none" for file in found]
    for file, here in zip(found, columns, strict=True):
        if here != columns[0]:
            raise InputError(f"{file.path}: folders give other columns than before: {here}")
    return tuple(found)


def _files(name: str, chosen: str | None) -> Iterator[InputFile]:
    if name == STANDARD_INPUT:
        with opened(STANDARD_INPUT) as stream:
            begin = bytes(stream.peek(16)) if hasattr(stream, "peek") else b""
        yield InputFile(name, chosen or _format_by_first_bytes(begin))
    elif name and Path(name).is_dir():
        yield from _in_folder(Path(name), chosen)
    elif any(mark in name for mark in PATTERN_MARKS) and not Path(name).exists():
        matching = sorted(glob.glob(name, recursive=True))  # noqa: PTH207 - may be absolute
        if not matching:
            raise InputError(f"{name}: no file matches this pattern")
        for each in matching:
            yield from _files(each, chosen)
    else:
        yield InputFile(name, _input_format(name, chosen))


def _in_folder(folder: Path, chosen: str | None) -> Iterator[InputFile]:
    """All tables below a folder."""
    below = (path.relative_to(folder) for path in sorted(folder.rglob("*")) if path.is_file())
    shown = [path for path in below if not any(part.startswith(HIDDEN) for part in path.parts)]
    tables = [path for path in shown if chosen or format_of(path.name) in TABLES]
    if not tables:
        raise InputError(f"{folder}: no tables in this folder ({ENDINGS})")
    for path in tables:
        pairs = [part.split("=", 1) for part in path.parts[:-1] if part.find("=") > 0]
        partition = {
            unquote(key): None if value == NULL_FOLDER else unquote(value) for key, value in pairs
        }
        yield InputFile(str(folder / path), _input_format(path.name, chosen), partition)


def _input_format(name: str, chosen: str | None) -> str:
    found = chosen or format_of(name)
    if found not in TABLES:
        raise InputError(
            f"{name}: cannot tell the format from the extension; use --input-format "
            f"({', '.join(TABLES)})"
        )
    return found


def _format_by_first_bytes(begin: bytes) -> str:
    """What standard input holds."""
    for mark, found in MARKS.items():
        if begin.startswith(mark):
            return found
        if begin and mark.startswith(begin):  # too little has arrived to tell
            raise OptionError("<stdin>: cannot tell the format; use --input-format")
    return TSV


def output_format(name: str, input_format: str) -> str:
    """Returns what a file is written as: what its extension says; without one, text as was read.

    Raises:
        OptionError: no table is written with this extension.
    """
    found = format_of(name)
    if name.lower().endswith(".gz") or (found not in TABLES and Path(name).suffix):
        raise OptionError(
            f"{name}: cannot write a table with this extension; use one of {ENDINGS}, or choose "
            "the format with --format"
        )
    return found or (input_format if input_format in TEXT_TABLES else JSONL)
