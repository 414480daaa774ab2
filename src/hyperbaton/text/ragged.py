"""Rows of different lengths in one flat array: row k is `values[offsets[k]:offsets[k + 1]]`."""

from __future__ import annotations

from typing import Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

Value = TypeVar("Value", bound=np.generic)


class Ragged(NamedTuple, Generic[Value]):
    """The values of all rows, and where each row begins, and the end."""

    values: NDArray[Value]
    offsets: NDArray[np.int64]


def chosen_rows(
    values: NDArray[Value], offsets: NDArray[np.int64], rows: NDArray[np.integer]
) -> Ragged[Value]:
    """Some rows, in the order given and as often as they are named."""
    lengths = np.diff(offsets)[rows]
    chosen = offsets_of(lengths)
    at = np.arange(chosen[-1]) + np.repeat(offsets[:-1][rows] - chosen[:-1], lengths)
    return Ragged(values[at], chosen)


def joined_rows(parts: list[Ragged[Value]]) -> Ragged[Value]:
    """The rows of several, one after the other."""
    if len(parts) == 1:
        return parts[0]
    lengths = np.concatenate([np.diff(part.offsets) for part in parts])
    return Ragged(np.concatenate([part.values for part in parts]), offsets_of(lengths))


def offsets_of(lengths: NDArray[np.integer | np.bool_]) -> NDArray[np.int64]:
    """Where rows of these lengths begin, and the end."""
    offsets = np.zeros(len(lengths) + 1, np.int64)
    np.cumsum(lengths, out=offsets[1:])
    return offsets
