"""Some rows of an input, with their numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import pyarrow as pa


class Limits(NamedTuple):
    """How large a piece may be; a single row may be larger.

    Attributes:
        rows: how many rows at most.
        size: how many bytes at most.
    """

    rows: int = 1 << 14
    size: int = 1 << 25


@dataclass(frozen=True)
class Rejected:
    """A row that cannot be scored.

    Attributes:
        file: what the user calls the file.
        row: its number in the file, counted from 1.
        reason: what is wrong with it.
        columns: what is in it, as far as that can be told.
    """

    file: str
    row: int
    reason: str
    columns: Mapping[str, Any]


@dataclass(frozen=True)
class Piece:
    """Some rows of one file.

    Attributes:
        file: what the user calls the file.
        rows: the number of each row in the file, counted from 1.
        batch: the rows.
        rejected: rows between them that could not even be read.
    """

    file: str
    rows: Sequence[int]
    batch: pa.RecordBatch
    rejected: tuple[Rejected, ...] = ()
