"""Lines of text files, some at a time, as bytes: what is no UTF-8 is one row's fault."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Iterator

from hyperbaton.batch.reading.piece import Limits
from hyperbaton.text.opening import LINE_FEED, whole_lines

CARRIAGE_RETURN = b"\r"


def line_groups(path: str, limits: Limits) -> Iterator[list[bytes]]:
    """The lines of a file without their ends, as many at a time as the limits allow.

    Where groups end depends on the file and the limits alone.

    Raises:
        InputError: the file cannot be read.
    """
    waiting: list[bytes] = []
    size = 0
    for line in _lines(path):
        if waiting and (len(waiting) >= limits.rows or size + len(line) > limits.size):
            yield waiting
            waiting, size = [], 0
        waiting.append(line)
        size += len(line)
    if waiting:
        yield waiting


def _lines(path: str) -> Iterator[bytes]:
    for first, block in whole_lines(path):
        if first == 1:
            block = block.removeprefix(BOM_UTF8)
            if not block:
                return
        for line in block.removesuffix(LINE_FEED).split(LINE_FEED):
            yield line.removesuffix(CARRIAGE_RETURN)
