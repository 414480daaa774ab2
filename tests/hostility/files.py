"""Hostile files and folders: damaged contents, and paths that are not what they should be."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from hypothesis import strategies as st

INSERTED = (
    *(b"", b"\0", b"\xff", b"\r", b"\r\n", b"\n\n\n", b"\t", b'"', b"<", b"&", b"\xe2\x80\xa8"),
    *(b"\xef\xbb\xbf", b"\xff\xfe", b"-1", b"1e999", b"nan", b"9" * 5000, b"[" * 5000),
    *(b"x" * 5000, b"PK\3\4", b"\x1f\x8b", b"<seg>" * 500, b"{" * 500, b"0-0 " * 500),
)


@st.composite
def damaged(draw: st.DrawFn, data: bytes) -> bytes:
    """The contents of a file with a few mistakes in it: bits, blocks, ends, insertions."""
    content = bytearray(data)
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(content)))
        length = draw(st.sampled_from((1, 2, 16, 512, 4096, len(content))))
        kind = draw(st.sampled_from(("flip", "cut", "drop", "zero", "repeat", "swap", "insert")))
        if kind == "flip" and content:
            content[at % len(content)] ^= 1 << draw(st.integers(0, 7))
        elif kind == "cut":
            del content[at:]
        elif kind == "drop":
            del content[at : at + length]
        elif kind == "zero":
            content[at : at + length] = bytes(len(content[at : at + length]))
        elif kind == "repeat":
            content[at:at] = content[at : at + length]
        elif kind == "swap":
            content = content[at:] + content[:at]
        else:
            content[at:at] = draw(st.sampled_from(INSERTED))
    return bytes(content)


def _fifo(path: Path) -> None:
    os.mkfifo(path)


# Each makes something at a path where a file or a folder is expected.
IN_THE_WAY: dict[str, Callable[[Path], object]] = {
    "nothing": lambda path: None,
    "empty file": lambda path: path.write_bytes(b""),
    "file": lambda path: path.write_bytes(b"in the way\n"),
    "folder": lambda path: path.mkdir(),
    "dangling link": lambda path: path.symlink_to("nowhere/at/all"),
    "link to itself": lambda path: path.symlink_to(path.name),
    "pipe": _fifo,
    "zeros without end": lambda path: path.symlink_to("/dev/zero"),
    "noise without end": lambda path: path.symlink_to("/dev/urandom"),
    "full device": lambda path: path.symlink_to("/dev/full"),
}
