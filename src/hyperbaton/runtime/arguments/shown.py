"""Values as messages echo them: one short line, whatever they are."""

from __future__ import annotations

import math
import re
from collections.abc import Set
from reprlib import Repr
from typing import Any

LONGEST = 60  # characters of a value in a message
BITS = 150  # of a whole number that is written out in a message
_DIGITS = re.compile(r"[+-]?[0-9]+")
_SHORTENED = Repr()
_SHORTENED.maxstring = _SHORTENED.maxother = _SHORTENED.maxlong = LONGEST
_WRITTEN_OUT = (bytes, bool, float, complex, list, tuple, dict, Set, type(None))


def shown(value: Any) -> str:
    """A value as messages echo it: cut where it is long."""
    if isinstance(value, str):
        return _shown_text(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return _shown_whole(value)
    if isinstance(value, type):
        return f"the class {value.__name__} itself"
    kind = type(value).__name__
    if hasattr(value, "dtype") and hasattr(value, "shape"):
        if value.shape == () and value.dtype.kind in "biufc":
            return shown(value.item())
        return f"{kind} of shape {value.shape} and type {value.dtype}"
    if not isinstance(value, _WRITTEN_OUT):
        return f"an object of type {kind}"
    text = re.sub(r"\s+", " ", _SHORTENED.repr(value))
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def _shown_whole(value: int) -> str:
    bits = value.bit_length()
    if bits > BITS:
        return f"a number of about {int(bits * math.log10(2)) + 1:,} digits"
    return repr(value)


def _shown_text(text: str) -> str:
    if len(text) <= LONGEST:
        return repr(text)
    if _DIGITS.fullmatch(text):
        return f"{text[:4]}…{text[-3:]} ({len(text.lstrip('+-')):,} digits)"
    return f"{text[: LONGEST // 2]!r}… ({len(text):,} characters)"
