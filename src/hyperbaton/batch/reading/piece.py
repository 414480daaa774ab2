"""Some rows of an input, with their numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from hyperbaton.text.arrow_tables import Limits

__all__ = ["Limits", "Piece", "Rejected"]


@dataclass(frozen=True)
class Rejected:
    """A row that cannot be scored.

    Attributes:
        file: what errors call the file.
        row: its number in the file, counted from 1.
        reason: what is wrong with it.
        columns: what could be read of it.
    """

    file: str
    row: int
    reason: str
    columns: Mapping[str, Any]


@dataclass(frozen=True)
class Piece:
    """Some rows of one file.

    Attributes:
        file: what errors call the file.
        rows: the number of each row in the file, counted from 1.
        batch: the rows.
        rejected: rows between them that could not even be read.
    """

    file: str
    rows: Sequence[int]
    batch: pa.RecordBatch
    rejected: tuple[Rejected, ...] = ()
