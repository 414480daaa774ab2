"""Where output goes: a file that is complete or not there at all, or standard output."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO, cast

from hyperbaton.batch.reading.formats import TEXT_FORMATS
from hyperbaton.errors import OptionError
from hyperbaton.files import replacement

STANDARD_OUTPUT = "-"


@contextmanager
def target(name: str, kind: str) -> Iterator[BinaryIO]:
    """A file to write to; `-` is standard output.

    Raises:
        InputError: it cannot be written.
        OptionError: the format cannot be written to standard output.
    """
    if name != STANDARD_OUTPUT:
        with replacement(name) as file:
            yield file
        return
    binary = getattr(sys.stdout, "buffer", None)
    if binary is None and kind not in TEXT_FORMATS:
        raise OptionError(f"standard output takes no {kind} here; name a file")
    sys.stdout.flush()
    yield cast(BinaryIO, binary or TextAsBytes(sys.stdout))


class TextAsBytes:
    """A stream of text that takes bytes: what stands in for standard output may have no others."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def write(self, data: Any) -> int:
        """Writes bytes as text."""
        self._stream.write(bytes(data).decode())
        return len(data)
