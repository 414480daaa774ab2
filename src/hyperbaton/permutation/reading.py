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
    values, offsets = array("q"), array("q", [0])
    places: list[tuple[str, int]] = []  # each file and the index of its first permutation
    for path in paths or [STANDARD_INPUT]:
        name = display_name(path)
        places.append((name, len(offsets) - 1))
        for number, line in progress(numbered_lines(path), f"reading {name}", "lines"):
            _append_integers(line, values, f"{name}:{number}")
            offsets.append(len(values))
    try:
        return PermutationBatch(np.asarray(values), np.asarray(offsets))
    except InputError as error:
        index = error.index or 0
        name, first = next(place for place in reversed(places) if place[1] <= index)
        raise InputError(f"{name}:{index - first + 1}: {error.reason}") from None


def parse_permutation(text: str, name: str) -> PermutationBatch:
    """A batch of the one permutation written in `text`; `name` is used in errors."""
    values = array("q")
    _append_integers(text.encode("utf-8", "surrogateescape"), values, name)
    try:
        return PermutationBatch.single(np.asarray(values))
    except InputError as error:
        raise InputError(f"{name}: {error.reason}") from None


def _append_integers(line: bytes, values: array[int], place: str) -> None:
    fields = line.replace(b",", b" ").split()
    try:
        if b"_" in line:  # int() would read 1_0 as ten
            raise ValueError
        values.extend(map(int, fields))
    except (ValueError, OverflowError):
        wrong = next(field for field in fields if not _is_integer(field))
        shown = wrong[:40].decode("utf-8", "backslashreplace")
        raise InputError(f"{place}: {shown!r} is not an integer; {ACCEPTED}") from None


def _is_integer(field: bytes) -> bool:
    number = whole_number(field.decode("utf-8", "replace"))
    return number is not None and -(2**63) <= number < 2**63
