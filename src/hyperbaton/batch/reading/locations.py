"""Which files are read: names, patterns and folders, in an order that is always the same."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from hyperbaton.batch.reading.formats import (
    FORMATS,
    format_by_first_bytes,
    format_by_name,
    input_format,
)
from hyperbaton.batch.reading.partitions import partition_values
from hyperbaton.checks import each_once
from hyperbaton.errors import InputError
from hyperbaton.text.opening import STANDARD_INPUT, opened

PATTERN_MARKS = "*?["
HIDDEN = ("_", ".")  # files and folders that begin so are no data, as elsewhere


@dataclass(frozen=True)
class InputFile:
    """One file to read.

    Attributes:
        path: where it is; `-` is standard input.
        format: what it is read as.
        partition: values that its folders give to all its rows, by column.
    """

    path: str
    format: str
    partition: Mapping[str, str | None] = field(default_factory=dict)


def input_files(names: Sequence[str], chosen: str | None = None) -> tuple[InputFile, ...]:
    """The files that names stand for: of patterns and folders all, sorted.

    Args:
        names: files, folders, patterns such as `part-*.parquet`, or `-`.
        chosen: the format of all of them, whatever their names say.

    Raises:
        InputError: there is no such file, or its format cannot be told.
        OptionError: a file is named twice.
    """
    found = [file for name in names for file in _files(name, chosen)]
    each_once([os.path.realpath(file.path) if file.path != "-" else "-" for file in found], "INPUT")
    return tuple(found)


def _files(name: str, chosen: str | None) -> Iterator[InputFile]:
    if name == STANDARD_INPUT:
        yield InputFile(name, chosen or format_by_first_bytes(_first_bytes()))
    elif _is_folder(name):
        yield from _in_folder(name, chosen)
    elif _is_pattern(name):
        matching = sorted(glob.glob(name, recursive=True))  # noqa: PTH207 - may be absolute
        if not matching:
            raise InputError(f"{name}: no file matches this pattern")
        for each in matching:
            yield from _in_folder(each, chosen) if _is_folder(each) else [_file(each, chosen)]
    else:
        yield _file(name, chosen)


def _first_bytes() -> bytes:
    with opened(STANDARD_INPUT) as stream:
        peek = getattr(stream, "peek", None)
        return bytes(peek(16)) if peek else b""


def _file(name: str, chosen: str | None) -> InputFile:
    return InputFile(name, input_format(name, chosen))


def _is_folder(name: str) -> bool:
    try:
        return Path(name).is_dir()
    except (OSError, ValueError) as error:
        raise InputError(f"{name or repr('')}: cannot be read ({error})") from None


def _is_pattern(name: str) -> bool:
    return any(mark in name for mark in PATTERN_MARKS) and not Path(name).exists()


def _in_folder(folder: str, chosen: str | None) -> Iterator[InputFile]:
    """All tables below a folder; what `key=value` in names of folders says is kept."""
    paths = sorted(path for path in _below(Path(folder)) if chosen or format_by_name(path.name))
    if not paths:
        raise InputError(
            f"{folder}: the folder has no files that can be read; {', '.join(FORMATS)} are, by "
            "their endings"
        )
    for path in paths:
        partition = partition_values(path.relative_to(folder).parts[:-1])
        yield InputFile(str(path), input_format(str(path), chosen), partition)


def _below(folder: Path) -> Iterator[Path]:
    def refuse(error: OSError) -> None:
        raise InputError(f"{error.filename}: cannot be read ({error.strerror})")

    for place, folders, files in os.walk(folder, onerror=refuse):
        folders[:] = [name for name in folders if not name.startswith(HIDDEN)]
        yield from (Path(place, name) for name in files if not name.startswith(HIDDEN))
