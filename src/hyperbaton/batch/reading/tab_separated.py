"""TSV: a header, then one row per line; quotes are text like any other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pyarrow as pa

from hyperbaton.batch.reading.lines import line_groups
from hyperbaton.batch.reading.piece import Limits, Piece, Rejected
from hyperbaton.checks import shown
from hyperbaton.errors import InputError
from hyperbaton.text.opening import decoded, display_name

TAB = b"\t"


class TabSeparatedTable:
    """A TSV file, of which some rows are in memory at a time.

    Attributes:
        schema: its columns, all of text.
        row_count: None, since only reading tells.
    """

    row_count: int | None = None

    def __init__(self, path: str, limits: Limits) -> None:
        self._name = display_name(path)
        self._groups = line_groups(path, limits)
        first = next(self._groups, None)
        if first is None:
            raise InputError(f"{self._name}: is empty; a TSV file begins with the names of columns")
        names = decoded(first[0], self._name).split("\t")
        for name in names:
            if names.count(name) > 1:
                raise InputError(f"{self._name}: has several columns {shown(name)}; rename one")
        self.schema = pa.schema([pa.field(name, pa.string()) for name in names])
        self._first = first[1:]

    def pieces(self) -> Iterator[Piece]:
        """Its rows, less those with too few or too many fields."""
        row = 1
        yield self._piece(self._first, row)
        row += len(self._first)
        for lines in self._groups:
            yield self._piece(lines, row)
            row += len(lines)

    def _piece(self, lines: Sequence[bytes], first_row: int) -> Piece:
        width = len(self.schema)
        cells = [line.split(TAB) for line in lines]
        rows: Sequence[int] = range(first_row, first_row + len(cells))
        rejected: tuple[Rejected, ...] = ()
        if any(len(row) != width for row in cells):
            rejected = tuple(
                self._rejected(number, row)
                for number, row in zip(rows, cells, strict=True)
                if len(row) != width
            )
            rows = [n for n, row in zip(rows, cells, strict=True) if len(row) == width]
            cells = [row for row in cells if len(row) == width]
        columns = zip(*cells, strict=True) if cells else [()] * width
        return Piece(self._name, rows, self._batch(columns), rejected)

    def _batch(self, columns: Any) -> pa.RecordBatch:
        """Cells as texts, though some may be no UTF-8."""
        arrays = [pa.array(column, pa.binary()).view(pa.string()) for column in columns]
        return pa.RecordBatch.from_arrays(arrays, schema=self.schema)

    def _rejected(self, number: int, fields: Sequence[bytes]) -> Rejected:
        texts = [field.decode("utf-8", "backslashreplace") for field in fields]
        found = dict(zip(self.schema.names, texts, strict=False))
        reason = f"has {len(fields)} fields, but the header has {len(self.schema)}"
        return Rejected(self._name, number, reason, found)
