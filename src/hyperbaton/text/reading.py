"""Segments from files: one text each, in the order of the file.

A file is named by a string: a path, `-` for standard input, or `PATH:COLUMN` where the format has
columns or several sets of translations. The extension decides the format (see docs/inputs.md).
"""

from __future__ import annotations

import errno
import gzip
import sys
import zlib
from codecs import BOM_UTF8
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast

from hyperbaton.errors import InputError
from hyperbaton.runtime.output.targets import check_name
from hyperbaton.text import columns, sgml

STANDARD_INPUT = "-"
PLAIN = "plain"
FORMATS = {
    ".tsv": "tsv",
    ".csv": "csv",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".parquet": "parquet",
    ".sgm": "sgml",
    ".sgml": "sgml",
    ".xml": "sgml",
}


def read_segments(spec: str) -> list[str]:
    """One text per segment.

    Raises:
        InputError: the file cannot be read, or a segment in it; names file and line or row.
        MissingDependencyError: a Parquet file, without pyarrow.
    """
    return [text for (text,) in _read(spec, several=False)]


def read_references(spec: str) -> list[list[str]]:
    """The references of every segment, at least one each.

    Several come from a JSONL or Parquet column of lists and from an SGML or XML file with several
    sets of references; every other source has one per segment.

    Raises:
        InputError: the file cannot be read, or a segment in it; names file and line or row.
        MissingDependencyError: a Parquet file, without pyarrow.
    """
    return _read(spec, several=True)


def _read(spec: str, *, several: bool) -> list[list[str]]:
    path, selector = _path_and_selector(spec)
    kind = _format(path)
    if kind == "parquet":
        return _read_parquet(path, selector, several=several)
    name, text = display_name(path), read_text(path)
    if kind == "sgml":
        return sgml.translations(text, name, selector, several=several)
    lines = split_lines(text)
    if kind == "jsonl":
        return columns.jsonl_column(lines, name, selector, several=several)
    if kind == "tsv":
        return [[cell] for cell in columns.tsv_column(lines, name, selector)]
    if kind == "csv":
        return [[cell] for cell in columns.csv_column(lines, name, selector)]
    if selector is not None:
        raise InputError(
            f"{name}: plain text has no columns; leave out {':' + selector!r}, or give the file "
            f"an extension that says its format ({', '.join(FORMATS)})"
        )
    return [[line] for line in lines]


def _read_parquet(path: str, selector: str | None, *, several: bool) -> list[list[str]]:
    if path.lower().endswith(".gz"):
        raise InputError(f"{path}: Parquet inside gzip cannot be read; unpack it with gunzip")
    with opened(path) as file:
        return columns.parquet_column(file, path, selector, several=several)


def _path_and_selector(spec: str) -> tuple[str, str | None]:
    """Splits PATH:COLUMN where PATH exists; the longest path wins, the whole spec first."""
    if spec == STANDARD_INPUT or _exists(spec):
        return spec, None
    splits = [(spec[:at], spec[at + 1 :]) for at in reversed(_separators(spec))]
    for path, selector in splits:
        if path == STANDARD_INPUT or (_exists(path) and not Path(path).is_dir()):
            return path, selector
    # Nothing exists: an extension still shows which part was meant as the path, for the error.
    meant = [split for split in splits if _format(split[0]) != PLAIN]
    return meant[0] if meant else (spec, None)


def _separators(spec: str) -> list[int]:
    """Positions of the colons, less that of a Windows drive (`C:/`)."""
    colons = [at for at, character in enumerate(spec) if character == ":"]
    has_drive = spec[:1].isalpha() and spec[1:3] in (":/", ":\\")
    return colons[1:] if has_drive else colons


def _exists(path: str) -> bool:
    try:
        return Path(path).exists()
    except OSError:  # a name too long, or a folder that may not be entered
        return False


def _format(path: str) -> str:
    if path == STANDARD_INPUT:
        return PLAIN
    return FORMATS.get(Path(path.lower().removesuffix(".gz")).suffix, PLAIN)


def display_name(path: str) -> str:
    """What errors call a path."""
    return "<stdin>" if path == STANDARD_INPUT else path


@contextmanager
def opened(path: str) -> Iterator[BinaryIO]:
    """A file's bytes, unpacked where the name ends in .gz; `-` is standard input.

    Raises:
        InputError: the file cannot be opened, or read inside the `with` block.
    """
    try:
        check_name(path)
        if path == STANDARD_INPUT:
            if sys.stdin is None:
                raise OSError(errno.EBADF, "it is closed")
            yield sys.stdin.buffer
        elif path.lower().endswith(".gz"):
            with Path(path).open("rb") as packed, gzip.open(packed) as unpacked:
                if not packed.peek(1):  # which the gzip module takes for an empty text
                    raise EOFError("no header")
                yield cast(BinaryIO, unpacked)
        else:
            with Path(path).open("rb") as file:
                yield file
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        reason = str(error).rstrip(".")
        raise InputError(
            f"{path}: is not an intact gzip file ({reason}); compress it again"
        ) from None
    except OSError as error:
        name = display_name(path) or "''"
        raise InputError(f"{name}: cannot be read ({error.strerror or error})") from None
    except MemoryError:
        raise InputError(
            f"{display_name(path)}: there is not enough memory to read it; split it, or free some"
        ) from None


def read_text(path: str) -> str:
    """A whole file, decoded from UTF-8, without its byte-order mark."""
    with opened(path) as file:
        data = file.read()
    return decoded(data, display_name(path)).removeprefix(BOM_UTF8.decode())


def decoded(data: bytes, name: str, first_line: int = 1) -> str:
    """Bytes as text; `first_line` is the number of the line that they begin with.

    Raises:
        InputError: they are not UTF-8; names file, line and byte.
    """
    if b"\0" in data:
        place = _byte_place(data, data.index(b"\0"), name, first_line)
        raise InputError(
            f"{place} is not text; convert the file to UTF-8 without NUL bytes (iconv)"
        )
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        place = _byte_place(data, error.start, name, first_line)
        raise InputError(f"{place} is not UTF-8; convert the file to UTF-8 (iconv)") from None


def _byte_place(data: bytes, offset: int, name: str, first_line: int) -> str:
    """Names the line and the byte in it, which is counted from 1."""
    line = data.count(b"\n", 0, offset) + first_line
    position = offset - data.rfind(b"\n", 0, offset)
    return f"{name}:{line}: byte 0x{data[offset]:02X} at position {position}"


def split_lines(text: str) -> list[str]:
    """Lines ended by LF or CRLF and by nothing else; a final line end adds no line."""
    lines = text.replace("\r\n", "\n").split("\n")
    if not lines[-1]:
        lines.pop()
    return lines
