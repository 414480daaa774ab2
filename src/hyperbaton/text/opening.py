"""Files as text: opened, unpacked, decoded, cut into lines, and refused where they have no end.

Nothing is read beyond the limits below, so that a file that never ends, a packed file that grows
without bound and a pipe that nobody writes to are errors like any other.
"""

from __future__ import annotations

import errno
import gzip
import os
import select
import stat
import sys
import zlib
from codecs import BOM_UTF8
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast

from hyperbaton.errors import InputError
from hyperbaton.runtime.memory import require_memory
from hyperbaton.runtime.output.targets import check_name
from hyperbaton.text.contents import described

STANDARD_INPUT = "-"
BLOCK = 1 << 20  # bytes read at a time
MOST_BYTES = 1 << 31  # of a file that is read as a whole
LONGEST_LINE = 1 << 26  # bytes
MOST_UNPACKED = 1 << 28  # bytes that any packed file may have
MOST_GROWTH = 100  # times its packed size that a larger one may have
SECONDS_FOR_WRITER = 10.0  # until somebody has to open the other end of a named pipe
BYTES_IN_MEMORY = 4  # per byte of a text: the text itself, and its lines

LINE_FEED = b"\n"
CARRIAGE_RETURN = "\r"


def display_name(path: str) -> str:
    """What errors call a path."""
    return "<stdin>" if path == STANDARD_INPUT else path


@contextmanager
def opened(path: str) -> Iterator[BinaryIO]:
    """A file's bytes, unpacked where the name ends in .gz; `-` is standard input.

    Raises:
        InputError: the file cannot be opened, or read inside the `with` block.
    """
    name = display_name(path) or "''"
    try:
        check_name(path)
        if path == STANDARD_INPUT:
            yield _standard_input()
        elif path.lower().endswith(".gz"):
            with _file(path) as packed, gzip.open(packed) as unpacked:
                if not packed.peek(1):  # type: ignore[attr-defined]  # taken for an empty text
                    raise EOFError("no header")
                yield cast(BinaryIO, unpacked)
        else:
            with _file(path) as file:
                yield file
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        reason = str(error).rstrip(".")
        raise InputError(
            f"{path}: is not an intact gzip file ({reason}); compress it again"
        ) from None
    except OSError as error:
        reason = f"{error.strerror or error}"
        raise InputError(f"{name}: cannot be read ({reason}){_hint(path, error)}") from None
    except MemoryError:
        raise too_large(name) from None


def too_large(name: str) -> InputError:
    """The error of a file for which memory does not suffice."""
    return InputError(
        f"{name}: does not fit into memory; split the file, or raise the limit of memory"
    )


def _hint(path: str, error: OSError) -> str:
    if not isinstance(error, FileNotFoundError):
        return ""
    if path.startswith("~"):
        return "; the shell did not expand ~, write the whole path"
    if "://" in path:
        return "; addresses are not read, download the file first"
    return ""


def _standard_input() -> BinaryIO:
    if sys.stdin is None:
        raise OSError(errno.EBADF, "it is closed")
    return sys.stdin.buffer


def _file(path: str) -> BinaryIO:
    """A file; a named pipe only if somebody writes to it."""
    flags = os.O_RDONLY
    for wanted in ("O_NONBLOCK", "O_CLOEXEC", "O_BINARY"):  # not every system has all of them
        flags |= getattr(os, wanted, 0)
    handle = os.open(path, flags)
    try:
        if stat.S_ISDIR(os.fstat(handle).st_mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if stat.S_ISFIFO(os.fstat(handle).st_mode):
            _wait_for_writer(handle)
        if hasattr(os, "O_NONBLOCK"):
            os.set_blocking(handle, True)
        return os.fdopen(handle, "rb")
    except BaseException:
        os.close(handle)
        raise


def _wait_for_writer(handle: int) -> None:
    if select.select([handle], [], [], SECONDS_FOR_WRITER)[0]:
        return
    try:
        written = os.read(handle, 1)
    except BlockingIOError:  # there is one, who takes more time
        return
    if not written:
        raise OSError(0, f"a pipe that nobody has opened within {SECONDS_FOR_WRITER:g} seconds")
    raise OSError(0, "a pipe whose writer came late; try again")


def whole_lines(path: str) -> Iterator[tuple[int, bytes]]:
    """The bytes of a file, some lines at a time, with the number of the first of them.

    Only the last line of the file may lack its end.

    Raises:
        InputError: the file cannot be read, or is beyond a limit; names file and line.
    """
    name = display_name(path)
    with opened(path) as stream:
        rest, line = b"", 1
        for block in _blocks(stream, name):
            end = block.rfind(LINE_FEED) + 1
            if end:
                whole, rest = rest + block[:end], block[end:]
                yield line, whole
                line += whole.count(LINE_FEED)
            else:
                rest += block
                if b"\0" in block:  # no text, however long it goes on
                    decoded(rest, name, line)
            if len(rest) > LONGEST_LINE:
                raise InputError(
                    f"{name}:{line}: the line has more than {LONGEST_LINE >> 20} MiB; is this a "
                    "text file? Lines end in LF or CRLF"
                )
        if line == 1 and CARRIAGE_RETURN in decoded(rest, name):
            raise InputError(
                f"{name}: its lines end in CR alone, as on old Macs; convert them to LF: "
                "tr '\\r' '\\n'"
            )
        if rest:
            yield line, rest


def _blocks(stream: BinaryIO, name: str) -> Iterator[bytes]:
    """Blocks that grow, so that a long line is put together in linear time."""
    size, unpacked = BLOCK, 0
    while block := _read(stream, size):
        unpacked += len(block)
        if isinstance(stream, gzip.GzipFile) and unpacked > MOST_UNPACKED:
            _check_growth(stream, unpacked, name)
        yield block
        size = BLOCK if LINE_FEED in block else min(2 * size, LONGEST_LINE)


def _check_growth(stream: gzip.GzipFile, unpacked: int, name: str) -> None:
    packed = cast(BinaryIO, stream.fileobj)
    if unpacked > MOST_GROWTH * packed.tell():
        raise InputError(
            f"{name}: unpacks to more than {MOST_UNPACKED >> 20} MiB and {MOST_GROWTH} times its "
            "size; if it is meant to, unpack it with gunzip first"
        )


def _read(stream: BinaryIO, size: int) -> bytes:
    """Some bytes; waits for them also where the file is set up not to be waited for."""
    while (block := cast("bytes | None", stream.read(size))) is None:
        select.select([stream], [], [])
    return block


def numbered_lines(path: str) -> Iterator[tuple[int, bytes]]:
    """The lines of a file without their LF, with their numbers, in memory a few at a time.

    Raises:
        InputError: as for `whole_lines`.
    """
    for first, block in whole_lines(path):
        lines = block.removesuffix(LINE_FEED).split(LINE_FEED)
        if first == 1:
            lines[0] = lines[0].removeprefix(BOM_UTF8)
        yield from enumerate(lines, start=first)


def read_text(path: str) -> str:
    """A whole file, decoded from UTF-8, without its byte-order mark.

    Raises:
        InputError: it cannot be read, is no text, or is beyond a limit; names file and line.
    """
    name = display_name(path)
    _check_size(path, name)
    parts: list[str] = []
    size = 0
    try:
        for first, block in whole_lines(path):
            size += len(block)
            if size > MOST_BYTES:
                raise _beyond_limit(name)
            parts.append(decoded(block, name, first))
        return "".join(parts).removeprefix(BOM_UTF8.decode())
    except MemoryError:
        raise too_large(name) from None


def _check_size(path: str, name: str) -> None:
    """Refuses a file that is too large before any of it is read."""
    try:
        size = 0 if path == STANDARD_INPUT else Path(path).stat().st_size
    except (OSError, ValueError):
        return  # for `opened` to name
    if size > MOST_BYTES:
        raise _beyond_limit(name)
    require_memory(BYTES_IN_MEMORY * size, name, "split the file")


def _beyond_limit(name: str) -> InputError:
    return InputError(f"{name}: has more than {MOST_BYTES >> 30} GiB; split the file")


def decoded(data: bytes, name: str, first_line: int = 1) -> str:
    """Bytes as text; `first_line` is the number of the line that they begin with.

    Raises:
        InputError: they are not UTF-8; names file, line and byte.
    """
    known = described(data) if first_line == 1 else None
    if b"\0" in data:
        place = _byte_place(data, data.index(b"\0"), name, first_line)
        remedy = known or "convert the file to UTF-8 without NUL bytes (iconv)"
        raise InputError(f"{place} is not text; {remedy}")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        place = _byte_place(data, error.start, name, first_line)
        remedy = known or "convert the file to UTF-8 (iconv)"
        raise InputError(f"{place} is not UTF-8; {remedy}") from None


def _byte_place(data: bytes, offset: int, name: str, first_line: int) -> str:
    """Names the line and the byte in it, which is counted from 1."""
    line = data.count(LINE_FEED, 0, offset) + first_line
    position = offset - data.rfind(LINE_FEED, 0, offset)
    return f"{name}:{line}: byte 0x{data[offset]:02X} at position {position}"


def split_lines(text: str) -> list[str]:
    """Lines ended by LF or CRLF and by nothing else; a final line end adds no line."""
    lines = text.replace("\r\n", "\n").split("\n")
    if not lines[-1]:
        lines.pop()
    return lines
