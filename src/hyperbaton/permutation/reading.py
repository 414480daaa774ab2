"""Permutations from text: one per line, integers separated by spaces or commas.

A blank line is the empty permutation (no aligned word); it keeps its place in the order.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

import numpy as np

from hyperbaton.checks import whole_number
from hyperbaton.errors import InputError
from hyperbaton.files import STANDARD_INPUT, display_name, numbered_lines
from hyperbaton.permutation.batch import PermutationBatch
from hyperbaton.resources import progress

ACCEPTED = "integers separated by spaces or commas are accepted, one permutation per line"


def read_permutations(paths: Sequence[str]) -> PermutationBatch:
    """Reads and validates whole files, in order; "-" or no path is standard input.

    Raises:
        InputError: a file cannot be read or a line is not a permutation; names file and line.
    """
    values, lengths = array("q"), array("q")
    places: list[tuple[str, int]] = []  # each file and the index of its first permutation
    for path in paths or [STANDARD_INPUT]:
        name = display_name(path)
        places.append((name, len(lengths)))
        for number, line in progress(numbered_lines(path), f"reading {name}", "lines"):
            lengths.append(_append_integers(line, values, f"{name}:{number}"))
    try:
        return _batch(values, lengths)
    except InputError as error:
        index = error.index or 0
        name, first = next(place for place in reversed(places) if place[1] <= index)
        raise InputError(f"{name}:{index - first + 1}: {error.reason}") from None


def parse_permutation(text: str, name: str) -> PermutationBatch:
    """A batch of the one permutation written in `text`; `name` is used in errors."""
    values = array("q")
    length = _append_integers(text.encode("utf-8", "surrogateescape"), values, name)
    try:
        return _batch(values, array("q", [length]))
    except InputError as error:
        raise InputError(f"{name}: {error.reason}") from None


def _batch(values: array[int], lengths: array[int]) -> PermutationBatch:
    offsets = np.zeros(len(lengths) + 1, np.int64)
    np.cumsum(lengths, out=offsets[1:])
    return PermutationBatch(np.frombuffer(values, np.int64) if values else [], offsets)


def _append_integers(line: bytes, values: array[int], place: str) -> int:
    """Appends the integers of a line, and returns how many there are."""
    before = len(values)
    fields = line.replace(b",", b" ").split()
    try:
        if b"_" in line:  # int() would read 1_0 as ten
            raise ValueError
        values.extend(map(int, fields))
    except (ValueError, OverflowError):
        wrong = next(field for field in fields if not _is_integer(field))
        shown = wrong[:40].decode("utf-8", "backslashreplace")
        raise InputError(f"{place}: {shown!r} is not an integer; {ACCEPTED}") from None
    return len(values) - before


def _is_integer(field: bytes) -> bool:
    number = whole_number(field.decode("utf-8", "replace"))
    return number is not None and -(2**63) <= number < 2**63
