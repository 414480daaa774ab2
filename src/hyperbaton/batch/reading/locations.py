"""Which files are read: names, patterns and folders, in an order that is always the same.

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

from hyperbaton.batch.reading.formats import (
    FORMATS,
    format_by_first_bytes,
    format_by_name,
    input_format,
)
from hyperbaton.checks import each_once
from hyperbaton.errors import InputError
from hyperbaton.files import STANDARD_INPUT, opened

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
