"""Rows that cannot be scored or written, by looking at their texts."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from hyperbaton.text.arrow_tables import is_text

BREAKS = re.compile("[\t\n\r]")


@dataclass(frozen=True)
class RowChecks:
    """What is asked of the texts of every row.

    Attributes:
        scored: columns whose texts are scored.
        needed: those of them that may not be null.
        texts: columns that have to be UTF-8.
        on_one_line: columns that may not hold tabs or line breaks.
    """

    scored: tuple[str, ...]
    needed: tuple[str, ...]
    texts: tuple[str, ...]
    on_one_line: tuple[str, ...] = ()

    def bad_rows(self, batch: pa.RecordBatch) -> dict[int, str]:
        """What is wrong with rows, by their places in the batch, in order."""
        found: dict[int, str] = {}
        for name in self.needed:
            _note(found, _null_rows(batch.column(name)), f"column {name!r} is null")
        for name in self.texts:
            rows = _undecodable_rows(batch.column(name))
            _note(found, rows, f"column {name!r} is not UTF-8")
        for name in self.on_one_line:
            rows = _broken_rows(batch.column(name))
            reason = f"column {name!r} holds a tab or a line break, which TSV cannot; write JSONL"
            _note(found, rows, reason)
        return dict(sorted(found.items()))


def _note(found: dict[int, str], rows: Iterable[int], reason: str) -> None:
    for row in rows:
        found.setdefault(row, reason)


def _null_rows(column: pa.Array) -> list[int]:
    if column.null_count == 0 and not pa.types.is_dictionary(column.type):
        return []
    nulls: list[int] = np.flatnonzero(column.is_null().to_numpy(zero_copy_only=False)).tolist()
    return nulls


def _undecodable_rows(column: pa.Array) -> list[int]:
    try:
        column.validate(full=True)
        return []
    except pa.ArrowInvalid:
        pass
    rows = []
    for row, cell in enumerate(column):
        try:
            cell.as_py()
        except UnicodeDecodeError:
            rows.append(row)
    return rows


def _broken_rows(column: pa.Array) -> list[int]:
    if not is_text(column.type):
        return []
    if str(column.type) in ("string", "large_string"):
        broken = pc.match_substring_regex(column, BREAKS.pattern)
        if not pc.any(broken).as_py():
            return []
    return [row for row, cell in enumerate(column) if BREAKS.search(_text(cell))]


def _text(cell: pa.Scalar) -> str:
    try:
        return cell.as_py() or ""
    except UnicodeDecodeError:
        return ""
