"""Files: read as text, fingerprinted, and written so that they appear whole or not at all.

Text is UTF-8, perhaps packed with gzip; lines end in LF or CRLF. Errors name file, line and remedy.

What is written goes to a temporary file in the same folder first, which then takes the place of the
file at the path, so that neither an error nor a killed run leaves half a file. Pipes and devices
cannot be replaced; they are written to as they are.
"""

from __future__ import annotations

import errno
import gzip
import os
import stat
import sys
import zlib
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from hashlib import blake2b, file_digest
from io import BufferedReader
from pathlib import Path
from typing import BinaryIO, cast

from hyperbaton.errors import InputError

STANDARD_INPUT = "-"
BLOCK = 1 << 20  # bytes read at a time
LINE_FEED = b"\n"
DIGITS = 12  # of a fingerprint

AnyPath = str | os.PathLike[str]

CONVERT = "the file looks like UTF-16; convert it: iconv -f UTF-16 -t UTF-8"
BY_FIRST_BYTES = {
    b"\xff\xfe": CONVERT,
    b"\xfe\xff": CONVERT,
    b"\x1f\x8b": "the file is compressed with gzip; give it a name that ends in .gz",
    b"PK\3\4": "the file is a zip archive or a spreadsheet; unpack it, or save it as text",
    b"PAR1": "the file is Parquet; give it a name that ends in .parquet, and choose a column",
}


# Reading


def display_name(path: str) -> str:
    """Returns what errors call a path."""
    return "<stdin>" if path == STANDARD_INPUT else path


@contextmanager
def opened(path: AnyPath, *, as_it_is: bool = False) -> Iterator[BinaryIO]:
    """Opens a file for its bytes, unpacked if the name ends in .gz; `-` is standard input.

    With `as_it_is` it stays packed, and `-` is a file. The InputError of a file that cannot be read
    is raised inside the `with` block, too.
    """
    name = os.fspath(path)
    try:
        if name == STANDARD_INPUT and not as_it_is:
            if sys.stdin.isatty():
                print("hyperbaton: reading from the terminal; end with Ctrl-D", file=sys.stderr)
            yield sys.stdin.buffer
        elif name.lower().endswith(".gz") and not as_it_is:
            with gzip.open(Path(path)) as unpacked:
                yield cast(BinaryIO, unpacked)
        else:
            with Path(path).open("rb") as file:
                yield file
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        reason = str(error).rstrip(".")
        raise InputError(
            f"{name}: is not an intact gzip file ({reason}); compress it again"
        ) from None
    except OSError as error:
        shown, reason = display_name(name) or "''", error.strerror or str(error)
        raise InputError(f"{shown}: cannot be read ({reason})") from None


def whole_lines(path: str) -> Iterator[tuple[int, bytes]]:
    """Yields the bytes of a file, many lines at a time, with the number of the first of them.

    A byte-order mark is left out. Only the last line of the file may lack its end.
    """
    line = 1
    with opened(path) as stream:
        while block := stream.read(BLOCK):
            block += stream.readline()
            if line == 1:
                block = block.removeprefix(BOM_UTF8)
            yield line, block
            line += block.count(LINE_FEED)


def numbered_lines(path: str) -> Iterator[tuple[int, bytes]]:
    """Yields the lines of a file without their LF, each with its number; see `whole_lines`."""
    for first, block in whole_lines(path):
        if block:
            yield from enumerate(block.removesuffix(LINE_FEED).split(LINE_FEED), start=first)


def text_lines(path: str) -> Iterator[str]:
    """Yields the lines of a file as text, without their ends."""
    name = display_name(path)
    for first, block in whole_lines(path):
        yield from split_lines(decoded(block, name, first))


def read_text(path: str) -> str:
    """Returns a whole file as text."""
    name = display_name(path)
    return "".join(decoded(block, name, first) for first, block in whole_lines(path))


def split_lines(text: str) -> list[str]:
    """Splits text at LF and CRLF and at nothing else; a final line end adds no line."""
    lines = text.replace("\r\n", "\n").split("\n")
    if not lines[-1]:
        lines.pop()
    return lines


def decoded(data: bytes, name: str, first_line: int = 1) -> str:
    """Returns bytes as text; `first_line` is the number of the line that they begin with.

    Raises:
        InputError: they are not UTF-8; names file, line and byte.
    """
    try:
        text = data.decode()
        offset = data.find(b"\0")
        if offset < 0:
            return text
    except UnicodeDecodeError as error:
        offset = error.start
    line = data.count(LINE_FEED, 0, offset) + first_line
    position = offset - data.rfind(LINE_FEED, 0, offset)
    remedy = "convert the file to UTF-8 (iconv)"
    for begin, known in BY_FIRST_BYTES.items():
        if first_line == 1 and data.startswith(begin):
            remedy = known
    what = f"byte 0x{data[offset]:02X} at position {position} is not"
    raise InputError(f"{name}:{line}: {what} {'UTF-8' if data[offset] else 'text'}; {remedy}")


# Fingerprints


def fingerprint(path: AnyPath) -> str:
    """Returns a short digest of a file, or of the names and contents of all files in a folder."""
    root = Path(path)
    if root.exists() and not (root.is_file() or root.is_dir()):
        raise InputError(f"{path}: is read more than once; give a file, not a pipe")
    files = sorted(file for file in root.rglob("*") if file.is_file()) if root.is_dir() else [root]
    digest = blake2b(digest_size=DIGITS // 2)
    for file in files:
        if "__pycache__" not in file.parts:
            digest.update(file.relative_to(root).as_posix().encode() + b"\0")
            with opened(file, as_it_is=True) as stream:
                digest.update(file_digest(cast(BufferedReader, stream), blake2b).digest())
    return digest.hexdigest()


# Writing


@contextmanager
def replacement(path: AnyPath) -> Iterator[BinaryIO]:
    """Opens a file to write to, which replaces the one at `path` when the block ends without error.

    Raises:
        InputError: it cannot be written.
        BrokenPipeError: nobody reads the pipe any more.
    """
    with _writing(path):
        target = _target(path)
        if target is None:
            with Path(path).open("wb") as file:
                yield file
            return
        temporary = target.with_name(f".hyperbaton-{os.urandom(8).hex()}.part")
        try:
            with temporary.open("xb") as file:
                yield file
            if target.exists():
                temporary.chmod(stat.S_IMODE(target.stat().st_mode))
            temporary.replace(target)
        finally:
            temporary.unlink(missing_ok=True)


def write_lines(lines: Iterable[str], path: AnyPath) -> None:
    """Writes lines to a file that is complete or not there at all; raises as `replacement` does."""
    with replacement(path) as file:
        file.writelines(f"{line}\n".encode("utf-8", "backslashreplace") for line in lines)


def check_target(path: AnyPath) -> Path | None:
    """Refuses a file that could not be written, before any work for it is done.

    Returns:
        The file that will be made or replaced; None for a pipe, a device and so on.
    """
    with _writing(path):
        return _target(path)


def check_target_folder(path: AnyPath) -> None:
    """Refuses a folder that cannot be made or written to, with an InputError that says why."""
    with _writing(path):
        folder = Path(path)
        while not folder.exists():
            folder = folder.parent
        if not folder.is_dir():
            raise OSError(errno.ENOTDIR, f"{folder} is not a folder")
        _check_access(folder)


def make_folder(path: AnyPath) -> Path:
    """Makes a folder with all those above it, unless it is there."""
    with _writing(path):
        Path(path).mkdir(parents=True, exist_ok=True)
        return Path(path)


@contextmanager
def _writing(path: AnyPath) -> Iterator[None]:
    """Turns errors of the system into errors about what the user has named."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        name, reason = os.fspath(path) or "''", error.strerror or str(error)
        raise InputError(f"{name}: cannot be written ({reason})") from None


def _target(path: AnyPath) -> Path | None:
    """The file to make or to replace, with links followed; None for a pipe, a device and so on."""
    given = Path(path)
    if os.fspath(path).endswith(("/", os.sep)):
        raise OSError(errno.EISDIR, "it is the name of a folder; name a file")
    if given.is_dir():
        raise OSError(errno.EISDIR, "it is a folder; name a file")
    if given.exists():
        _check_access(given)
        if not given.is_file():
            return None
    target = Path(os.path.realpath(given))
    if not target.parent.is_dir():
        raise OSError(errno.ENOENT, f"there is no folder {given.parent}")
    _check_access(target.parent)
    return target


def _check_access(path: Path) -> None:
    if not os.access(path, os.W_OK):
        raise OSError(errno.EACCES, os.strerror(errno.EACCES))
