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


KINDS = ("flip", "cut", "drop", "zero", "repeat", "swap", "insert")
LENGTHS = (1, 2, 16, 512, 4096, 1 << 20)
MOST_PLACES = 1 << 20

Edit = tuple[str, int, int, bytes]  # what to do, where, with how many bytes, with which ones
EDITS = st.lists(
    st.tuples(
        st.sampled_from(KINDS),
        st.integers(0, MOST_PLACES),
        st.sampled_from(LENGTHS),
        st.sampled_from(INSERTED),
    ),
    min_size=1,
    max_size=4,
)


def damaged(data: bytes, edits: list[Edit]) -> bytes:
    """The contents of a file with a few mistakes in it: bits, blocks, ends, insertions."""
    content = data
    for kind, place, length, inserted in edits:
        at = place % (len(content) + 1)
        before, after = content[:at], content[at:]
        if kind == "flip":
            after = bytes(byte ^ 1 << place % 8 for byte in after[:1]) + after[1:]
        elif kind == "cut":
            after = b""
        elif kind == "drop":
            after = after[length:]
        elif kind == "zero":
            after = bytes(len(after[:length])) + after[length:]
        elif kind == "repeat":
            after = after[:length] + after
        elif kind == "swap":
            before, after = after, before
        else:
            before += inserted
        content = before + after
    return content


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
