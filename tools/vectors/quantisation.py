"""Rows as bytes, with lengths as well as directions."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from space import Rows

LARGEST = 127


def quantised(rows: Rows) -> tuple[NDArray[np.int8], float]:
    """Rows as bytes, and the length in bytes of a row of length 1: one scale for all rows."""
    largest = float(np.abs(rows).max())
    per_one = LARGEST / largest if largest > 0 else float(LARGEST)
    return np.rint(rows.astype(np.float64) * per_one).astype(np.int8), per_one
