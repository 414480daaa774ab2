"""Files: read as text, fingerprinted, and written so that they appear whole or not at all.

Text is UTF-8, perhaps packed with gzip; lines end in LF or CRLF. Errors name file, line and remedy.

What is written goes to a temporary file in the same folder first, which then takes the place of the
file at the path, so that neither an error nor a killed run leaves half a file. Pipes, devices and
/dev/stdout cannot be replaced; they are written to as they are.
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
from pathlib import Path
from typing import BinaryIO, cast

from hyperbaton.errors import InputError

STANDARD_INPUT = "-"
BLOCK = 1 << 20  # bytes read at a time
LINE_FEED = b"\n"
DIGITS = 12  # of a fingerprint

AnyPath = str | os.PathLike[str]

CONVERT = "the file looks like {0}; convert it: iconv -f {0} -t UTF-8"
UNPACK = "the file is packed ({}); unpack it first, only gzip is read, with the ending .gz"
BY_FIRST_BYTES = {
    b"\xff\xfe\0\0": CONVERT.format("UTF-32"),
    b"\0\0\xfe\xff": CONVERT.format("UTF-32"),
    b"\xff\xfe": CONVERT.format("UTF-16"),
    b"\xfe\xff": CONVERT.format("UTF-16"),
    b"\x1f\x8b": "the file is packed by gzip; give it a name that ends in .gz",
    b"BZh": UNPACK.format("bzip2"),
    b"\xfd7zXZ\0": UNPACK.format("xz"),
    b"\x28\xb5\x2f\xfd": UNPACK.format("zstd"),
    b"PK\3\4": "the file is a zip archive or a spreadsheet; unpack it, or save it as text",
    b"%PDF": "the file is a PDF; save it as text",
    b"PAR1": "the file is Parquet; give it a name that ends in .parquet, and choose a column",
    b"SQLite format 3": "the file is a database; save a table of it as text",
    b"\x7fELF": "the file is a program",
}
COMPARED = 200  # bytes of which every second one is NUL in UTF-16 without a mark


# Reading


def display_name(path: str) -> str:
    """Returns what errors call a path."""
    return "<stdin>" if path == STANDARD_INPUT else path


@contextmanager
def opened(path: str) -> Iterator[BinaryIO]:
    """Opens a file for its bytes, unpacked if the name ends in .gz; `-` is standard input.

    Raises:
        InputError: the file cannot be opened, or read inside the `with` block.
    """
    name = display_name(path) or "''"
    try:
        if path == STANDARD_INPUT:
            if sys.stdin is None:
                raise OSError(errno.EBADF, "it is closed")
            yield sys.stdin.buffer
        elif path.lower().endswith(".gz"):
            with gzip.open(_named(path)) as unpacked:
                if Path(path).stat().st_size == 0:  # gzip takes it for an empty text
                    raise EOFError("no header")
                yield cast(BinaryIO, unpacked)
        else:
            with _named(path).open("rb") as file:
                yield file
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        reason = str(error).rstrip(".")
        raise InputError(
            f"{path}: is not an intact gzip file ({reason}); compress it again"
        ) from None
    except OSError as error:
        reason = error.strerror or str(error)
        raise InputError(f"{name}: cannot be read ({reason}){_hint(path, error)}") from None


def _hint(path: str, error: OSError) -> str:
    if not isinstance(error, FileNotFoundError):
        return ""
    if path.startswith("~"):
        return "; the shell did not expand ~, write the whole path"
    if "://" in path:
        return "; addresses are not read, download the file first"
    return ""


def whole_lines(path: str) -> Iterator[tuple[int, bytes]]:
    """Yields the bytes of a file, many lines at a time, with the number of the first of them.

    A byte-order mark is left out. Only the last line of the file may lack its end.

    Raises:
        InputError: the file cannot be read, or its lines end in CR alone.
    """
    name, line = display_name(path), 1
    with opened(path) as stream:
        while block := stream.read(BLOCK):
            block += stream.readline()
            if line == 1:
                block = block.removeprefix(BOM_UTF8)
                if LINE_FEED not in block and "\r" in decoded(block, name):
                    raise InputError(
                        f"{name}: its lines end in CR alone, as on old Macs; convert them to LF: "
                        "tr '\\r' '\\n'"
                    )
            yield line, block
            line += block.count(LINE_FEED)


def numbered_lines(path: str) -> Iterator[tuple[int, bytes]]:
    """Yields the lines of a file without their LF, each with its number.

    Raises:
        InputError: as for `whole_lines`.
    """
    for first, block in whole_lines(path):
        yield from enumerate(block.removesuffix(LINE_FEED).split(LINE_FEED), start=first)


def text_lines(path: str) -> Iterator[str]:
    """Yields the lines of a file as text, without their ends.

    Raises:
        InputError: it cannot be read or is not text; names file and line.
    """
    name = display_name(path)
    for first, block in whole_lines(path):
        yield from split_lines(decoded(block, name, first))


def read_text(path: str) -> str:
    """Returns a whole file as text.

    Raises:
        InputError: it cannot be read or is not text; names file and line.
    """
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
        text = data.decode("utf-8")
        offset = data.find(b"\0")
    except UnicodeDecodeError as error:
        text = ""
        offset = data.find(b"\0") if b"\0" in data else error.start
    if offset < 0:
        return text
    known = _described(data) if first_line == 1 else None
    line = data.count(LINE_FEED, 0, offset) + first_line
    position = offset - data.rfind(LINE_FEED, 0, offset)
    what, remedy = "UTF-8", "convert the file to UTF-8 (iconv)"
    if data[offset] == 0:
        what, remedy = "text", "convert the file to UTF-8 without NUL bytes (iconv)"
    raise InputError(
        f"{name}:{line}: byte 0x{data[offset]:02X} at position {position} is not {what}; "
        f"{known or remedy}"
    )


def _described(data: bytes) -> str | None:
    """What the first bytes of a file say it is, and what to do; None where they say nothing."""
    for first, remedy in BY_FIRST_BYTES.items():
        if data.startswith(first):
            return remedy
    begin = data[:COMPARED]
    for offset, name in ((1, "UTF-16LE"), (0, "UTF-16BE")):
        if len(begin) > 1 and not begin[offset::2].strip(b"\0") and begin.strip(b"\0"):
            return CONVERT.format(name)
    return None


# Fingerprints


def fingerprint(path: AnyPath) -> str:
    """Returns a short digest of a file, or of the names and contents of all files in a folder.

    Raises:
        InputError: a file cannot be read.
    """
    root = Path(path)
    if root.exists() and not (root.is_file() or root.is_dir()):
        raise InputError(
            f"{path}: is neither a file nor a folder; it is read more than once, so a pipe will "
            "not do"
        )
    files = sorted(file for file in root.rglob("*") if file.is_file()) if root.is_dir() else [root]
    digest = blake2b(digest_size=DIGITS // 2)
    for file in files:
        if "__pycache__" not in file.parts:
            digest.update(file.relative_to(root).as_posix().encode() + b"\0")
            with opened_as_it_is(file) as stream:
                digest.update(file_digest(stream, blake2b).digest())
    return digest.hexdigest()


@contextmanager
def opened_as_it_is(path: AnyPath) -> Iterator[BinaryIO]:
    """Opens a file for its bytes, whatever its name ends in.

    Raises:
        InputError: it cannot be opened or read.
    """
    try:
        with _named(path).open("rb") as stream:
            yield stream
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror or error})") from None


def digest_of(*parts: str | bytes | Iterable[str]) -> str:
    """Returns a digest of texts, bytes and lists of texts; another grouping has another one."""
    digest = blake2b(digest_size=32)
    for part in parts:
        items = [part] if isinstance(part, str | bytes) else list(part)
        digest.update(b"%d\n" % len(items))
        for item in items:
            data = item if isinstance(item, bytes) else item.encode("utf-8", "surrogatepass")
            digest.update(b"%d\n" % len(data))
            digest.update(data)
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
        descriptor = _descriptor(path)
        if descriptor is not None:
            with os.fdopen(os.dup(descriptor), "wb") as file:
                yield file
            return
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
    """Writes lines to a file that is complete or not there at all.

    Raises:
        InputError: it cannot be written.
        BrokenPipeError: nobody reads the pipe any more.
    """
    with replacement(path) as file:
        file.writelines(f"{line}\n".encode("utf-8", "backslashreplace") for line in lines)


def check_target(path: AnyPath) -> None:
    """Refuses a file that could not be written, before any work for it is done.

    Raises:
        InputError: it cannot be written; the message says why.
    """
    replaced_file(path)


def replaced_file(path: AnyPath) -> Path | None:
    """Returns the file that `replacement` replaces or makes; None for a pipe, a device and so on.

    Raises:
        InputError: it cannot be written.
    """
    with _writing(path):
        return _target(path) if _descriptor(path) is None else None


def check_target_folder(path: AnyPath) -> None:
    """Refuses a folder in which no files could be written; it need not exist yet.

    Raises:
        InputError: it cannot be made or written to; the message says why.
    """
    with _writing(path):
        folder = _named(path)
        while not folder.exists():
            folder = folder.parent
        if not folder.is_dir():
            raise OSError(errno.ENOTDIR, f"{folder} is not a folder")
        _check_access(folder)


def make_folder(path: AnyPath) -> Path:
    """Makes a folder with all those above it, unless it is there.

    Raises:
        InputError: it cannot be made.
    """
    with _writing(path):
        folder = _named(path)
        folder.mkdir(parents=True, exist_ok=True)
        return folder


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


def _named(path: AnyPath) -> Path:
    """The path, unless no file can have that name."""
    name = os.fspath(path)
    if not name:
        raise OSError(errno.ENOENT, "the name is empty")
    if "\0" in name:
        raise OSError(errno.EINVAL, "the name has a NUL byte in it")
    return Path(name)


def _descriptor(path: AnyPath) -> int | None:
    """The number of the descriptor that /dev/stdout, /dev/fd/63 and the like stand for."""
    folder, _, name = os.fspath(path).rpartition("/")
    if folder == "/dev" and name in ("stdout", "stderr"):
        return 1 if name == "stdout" else 2
    return int(name) if folder in ("/dev/fd", "/proc/self/fd") and name.isdecimal() else None


def _target(path: AnyPath) -> Path | None:
    """The file to make or to replace, with links followed; None if there is no regular file."""
    if os.fspath(path).endswith(("/", os.sep)):
        raise OSError(errno.EISDIR, "it is the name of a folder; name a file")
    target = Path(os.path.realpath(_named(path)))
    if target.is_dir():
        raise OSError(errno.EISDIR, "it is a folder; name a file")
    if not target.parent.is_dir():
        raise OSError(errno.ENOENT, f"there is no folder {Path(path).parent}")
    if target.exists():
        _check_access(target)
        if not target.is_file():
            return None
    _check_access(target.parent)
    return target


def _check_access(path: Path) -> None:
    if not os.access(path, os.W_OK):
        raise OSError(errno.EACCES, os.strerror(errno.EACCES))
