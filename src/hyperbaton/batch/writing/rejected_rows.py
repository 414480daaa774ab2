"""The file of rows that cannot be scored: one JSON object per line, with the reason."""

from __future__ import annotations

from collections.abc import Iterable
from typing import BinaryIO

from hyperbaton.batch.reading.piece import Rejected
from hyperbaton.batch.writing.text_rows import json_row


def write_rejected(rows: Iterable[Rejected], file: BinaryIO) -> None:
    """Writes rows with their file, number, reason and columns."""
    for row in rows:
        record = {
            "file": row.file,
            "row": row.row,
            "reason": row.reason,
            "columns": dict(row.columns),
        }
        file.write(f"{json_row(record)}\n".encode("utf-8", "backslashreplace"))
