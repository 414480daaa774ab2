r"""Standard input, output and error, whatever is behind them.

| stream | closed or full | reader gone |
| --- | --- | --- |
| input | an error when it is read | |
| output | an error when it is written to | BrokenPipeError, and silence from then on |
| error | what is written is dropped | what is written is dropped |

All are UTF-8; what cannot be written in it becomes an escape such as `\udcff`.
"""

from __future__ import annotations

import io
import select
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from hyperbaton.errors import InputError
from hyperbaton.runtime.process.descriptors import occupy_standard_descriptors


@contextmanager
def standard_streams() -> Iterator[None]:
    """Takes the place of the interpreter's own streams for a block.

    Streams that someone else has put there stay.
    """
    occupy_standard_descriptors()
    before = sys.stdin, sys.stdout, sys.stderr
    try:
        if _is_own(sys.stdin, sys.__stdin__):
            reader = io.BufferedReader(_Raw(_descriptor(sys.stdin, 0)))
            sys.stdin = io.TextIOWrapper(reader, "utf-8")
        if _is_own(sys.stdout, sys.__stdout__):
            sys.stdout = _writer(_Output(_descriptor(sys.stdout, 1)))
        if _is_own(sys.stderr, sys.__stderr__):
            sys.stderr = _writer(_Messages(_descriptor(sys.stderr, 2)), by_line=True)
        yield
    finally:
        for stream in (sys.stdout, sys.stderr):
            with suppress(Exception):  # whoever is interested has flushed before
                stream.flush()
        sys.stdin, sys.stdout, sys.stderr = before


class _Raw(io.RawIOBase):
    """Reads from or writes to another stream, and waits where that one would not."""

    def __init__(self, inner: io.RawIOBase) -> None:
        super().__init__()
        self._inner = inner

    def readable(self) -> bool:
        return True

    def writable(self) -> bool:
        return True

    def isatty(self) -> bool:
        return self._inner.isatty()

    def fileno(self) -> int:
        return self._inner.fileno()

    def readinto(self, buffer: Any) -> int:
        while (count := self._inner.readinto(buffer)) is None:
            select.select([self], [], [])
        return int(count)

    def write(self, data: Any) -> int:
        while (count := self._inner.write(data)) is None:
            select.select([], [self], [])
        return count


class _Output(_Raw):
    """Standard output: says once that it cannot be written to, and takes no more from then on."""

    _failed = False

    def readable(self) -> bool:
        return False

    def write(self, data: Any) -> int:
        if self._failed:
            return len(data)
        try:
            return super().write(data)
        except BrokenPipeError:
            self._failed = True
            raise
        except OSError as error:
            self._failed = True
            reason = error.strerror or str(error)
            raise InputError(f"standard output: cannot be written ({reason})") from None


class _Messages(_Raw):
    """Standard error: what cannot be written is dropped."""

    def readable(self) -> bool:
        return False

    def write(self, data: Any) -> int:
        try:
            return super().write(data)
        except OSError:
            return len(data)


def _is_own(stream: Any, original: Any) -> bool:
    return stream is None or (stream is original and isinstance(stream, io.TextIOWrapper))


def _descriptor(stream: Any, number: int) -> io.RawIOBase:
    """What is below a stream of the interpreter; a closed one has a descriptor all the same."""
    if stream is None:
        return io.FileIO(number, "rb" if number == 0 else "wb", closefd=False)
    if number:
        stream.flush()
    raw: io.RawIOBase = getattr(stream.buffer, "raw", stream.buffer)
    return raw


def _writer(raw: _Raw, *, by_line: bool = False) -> io.TextIOWrapper:
    return io.TextIOWrapper(
        io.BufferedWriter(raw),
        "utf-8",
        errors="backslashreplace",
        line_buffering=by_line or raw.isatty(),
    )
