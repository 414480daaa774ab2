"""Sums of floating-point numbers without rounding, so that their order never matters.

Every double is a whole number of the smallest ones, and so is every sum of them, which Python's
integers hold however large it gets. NumPy adds up what has the same exponent, and each of these
partial sums is exact as well: numbers are added in halves of at most 27 bits, `ROWS_AT_ONCE` of
them at a time.
"""

from __future__ import annotations

import math
import re

import numpy as np
from numpy.typing import NDArray

from hyperbaton.checks import shown
from hyperbaton.errors import InputError

BITS = 53  # of a double's mantissa
LOWEST = -1073  # exponent of the smallest double, as frexp gives it
SHIFT = BITS - LOWEST
UNIT = 1 << SHIFT  # parts of 1
LOW_HALF = float(1 << 27)
ROWS_AT_ONCE = 1 << 20
WRITTEN = re.compile(r"(-?)0x([0-9a-f]{1,1000})p(-?[0-9]{1,4})")


def exact_sums(values: NDArray[np.float64]) -> tuple[int, ...]:
    """The sum of each column, in units of 1 / `UNIT`; numbers have to be finite."""
    totals = [0] * values.shape[1]
    for begin in range(0, len(values), ROWS_AT_ONCE):
        block = values[begin : begin + ROWS_AT_ONCE]
        for column in range(len(totals)):
            totals[column] += _exact_sum(block[:, column])
    return tuple(totals)


def _exact_sum(values: NDArray[np.float64]) -> int:
    mantissas, exponents = np.frexp(values)
    whole = np.ldexp(mantissas, BITS)
    high = np.floor(whole / LOW_HALF)
    places = exponents - LOWEST
    lowest = int(places.min())
    highs = np.bincount(places - lowest, high)
    lows = np.bincount(places - lowest, whole - high * LOW_HALF)
    found = highs.nonzero()[0].tolist() + lows.nonzero()[0].tolist()
    return sum(((int(highs[k]) << 27) + int(lows[k])) << (k + lowest) for k in dict.fromkeys(found))


def rounded(total: int) -> float:
    """The double that is nearest to a sum; infinite where none is near."""
    try:
        return total / UNIT
    except OverflowError:
        return math.inf if total > 0 else -math.inf


def written(total: int) -> str:
    """A sum in full, as C writes doubles: `0x19p-1` is 12.5."""
    if total == 0:
        return "0x0p0"
    size = abs(total)
    zeros = (size & -size).bit_length() - 1
    return f"{'-' if total < 0 else ''}0x{size >> zeros:x}p{zeros - SHIFT}"


def read(text: object) -> int:
    """The sum that was written.

    Raises:
        InputError: it is none.
    """
    found = WRITTEN.fullmatch(text) if isinstance(text, str) else None
    if found is None or not 0 <= int(found[3]) + SHIFT <= 2 * SHIFT:
        raise InputError(f"sums: expected numbers such as 0x19p-1, got {shown(text)}")
    size = int(found[2], 16) << (int(found[3]) + SHIFT)
    return -size if found[1] else size
