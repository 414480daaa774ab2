r"""Names and values as text that takes one line and leaves the terminal alone.

>>> print(printable("a\tb"), printable("tab\\le"), printable("caf\udcc3\udca9 \udcff"))
a\tb tab\le café \xff
"""

from __future__ import annotations

import re

# Control characters, ends of lines, changes of direction, and halves of characters.
_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_BYTES = re.compile("[\udc80-\udcff]+")  # as Python keeps those that are no characters
_SHORT = {"\t": r"\t", "\n": r"\n", "\r": r"\r"}
DOTS = "…"


def printable(text: str) -> str:
    r"""A text with an escape such as \t for every character that cannot be printed in a line."""
    if text.isascii() and text.isprintable():
        return text
    return _UNPRINTABLE.sub(_escaped, _BYTES.sub(_decoded, text))


def shortened(text: str, most: int) -> str:
    """A text of at most so many characters; of a longer one the beginning and the end."""
    if len(text) <= most:
        return text
    end = most // 3
    return f"{text[: most - end - len(DOTS)]}{DOTS}{text[-end:]}"


def _decoded(found: re.Match[str]) -> str:
    r"""Bytes of an argument or a file name: UTF-8 if they can be, whatever the locale; or \xff."""
    return found.group().encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def _escaped(found: re.Match[str]) -> str:
    character = found.group()
    code = ord(character)
    return _SHORT.get(character) or (f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}")
