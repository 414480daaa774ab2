"""Sums by group: how every table of judgements is made from a list of them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from hyperbaton.metrics.base import Scores


def group_sums(groups: NDArray[np.int64], number: int, values: Scores | None = None) -> Scores:
    """The sum of the values of each group; without values, how many members it has."""
    return np.asarray(np.bincount(groups, values, number), np.float64)


def table_sums(
    shape: tuple[int, ...], places: Sequence[NDArray[np.int64]], values: Scores | None = None
) -> Scores:
    """A table of sums, given the place of each value along every axis."""
    flat = np.ravel_multi_index(tuple(places), shape)
    return group_sums(np.asarray(flat, np.int64), int(np.prod(shape)), values).reshape(shape)
