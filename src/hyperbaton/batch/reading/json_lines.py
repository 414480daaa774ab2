"""JSONL: one object per line, whose keys are columns.

The types of columns are those of most of the first rows; a row that does not fit them is rejected.
"""

from __future__ import annotations

import io
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import pyarrow as pa
import pyarrow.json

from hyperbaton.batch.reading.lines import line_groups
from hyperbaton.batch.reading.piece import Limits, Piece, Rejected
from hyperbaton.checks import object_of, shown
from hyperbaton.errors import InputError
from hyperbaton.text.opening import LINE_FEED, display_name

Row = dict[str, Any]
NOT_FITTING = (pa.ArrowException, OverflowError, ValueError, TypeError)


class JsonLinesTable:
    """A JSONL file, of which some rows are in memory at a time.

    Attributes:
        schema: its columns; None where there are no rows and so no columns.
        row_count: None, since only reading tells.
    """

    row_count: int | None = None

    def __init__(self, path: str, limits: Limits, schema: pa.Schema | None = None) -> None:
        """Reads the first rows, unless the columns are known already.

        Raises:
            InputError: the file cannot be read, or none of the first rows.
        """
        self._name = display_name(path)
        self._groups = line_groups(path, limits)
        self._first = next(self._groups, [])
        self.schema: Any = schema or self._inferred()

    def pieces(self) -> Iterator[Piece]:
        """Its rows, less those that are no objects or hold something else than the first ones."""
        row = 1
        if self._first:
            yield self._piece(self._first, row)
            row += len(self._first)
        for lines in self._groups:
            yield self._piece(lines, row)
            row += len(lines)

    def _inferred(self) -> pa.Schema | None:
        if not self._first:
            return None
        found = [self._read(line, row) for row, line in enumerate(self._first, start=1)]
        rows = [each for each in found if isinstance(each, dict)]
        if not rows:
            first = next(each for each in found if isinstance(each, Rejected))
            raise InputError(f"{self._name}: row {first.row}: {first.reason}")
        keys = list(dict.fromkeys(key for row in rows for key in row))
        return pa.schema([_field(key, [row.get(key) for row in rows]) for key in keys])

    def _piece(self, lines: Sequence[bytes], first_row: int) -> Piece:
        rows = range(first_row, first_row + len(lines))
        batch = self._quickly(lines)
        if batch is not None:
            return Piece(self._name, rows, batch)
        found = [self._read(line, row) for row, line in zip(rows, lines, strict=True)]
        pairs = zip(rows, found, strict=True)
        good = [(row, each) for row, each in pairs if isinstance(each, dict)]
        rejected = [each for each in found if isinstance(each, Rejected)]
        try:
            batch = self._batch([each for _, each in good])
        except NOT_FITTING:
            good, further = self._fitting(good)
            rejected = sorted([*rejected, *further], key=lambda each: each.row)
            batch = self._batch([each for _, each in good])
        return Piece(self._name, [row for row, _ in good], batch, tuple(rejected))

    def _quickly(self, lines: Sequence[bytes]) -> pa.RecordBatch | None:
        """The rows as Arrow reads them; None where it has something against them."""
        if not all(line.startswith(b"{") and line.endswith(b"}") for line in lines):
            return None  # Arrow skips blank lines, and reads several objects in a line
        text = LINE_FEED.join(lines)
        try:
            table = pyarrow.json.read_json(
                io.BytesIO(text),
                pyarrow.json.ReadOptions(use_threads=False, block_size=len(text) + 1),
                pyarrow.json.ParseOptions(
                    explicit_schema=self.schema, unexpected_field_behavior="error"
                ),
            )
        except pa.ArrowException:
            return None
        batches = table.combine_chunks().to_batches()
        fits = len(batches) == 1 and batches[0].num_rows == len(lines)
        return batches[0] if fits and batches[0].schema == self.schema else None

    def _batch(self, rows: Sequence[Row]) -> pa.RecordBatch:
        for row in rows:
            if not row.keys() <= set(self.schema.names):
                raise ValueError("another key")
        arrays = [pa.array([row.get(f.name) for row in rows], f.type) for f in self.schema]
        return pa.RecordBatch.from_arrays(arrays, schema=self.schema)

    def _fitting(self, rows: Sequence[tuple[int, Row]]) -> tuple[list[Any], list[Rejected]]:
        """Rows that the columns can hold, and the others."""
        good, rejected = [], []
        for number, row in rows:
            reason = self._misfit(row)
            if reason is None:
                good.append((number, row))
            else:
                rejected.append(Rejected(self._name, number, reason, row))
        return good, rejected

    def _misfit(self, row: Row) -> str | None:
        for key, value in row.items():
            if key not in self.schema.names:
                return f"has the key {shown(key)}, which the first rows have not"
            kind = self.schema.field(key).type
            try:
                pa.array([value], kind)
            except NOT_FITTING:
                return f"key {shown(key)}: holds {shown(value)}; the first rows hold {kind}"
        return None

    def _read(self, line: bytes, number: int) -> Row | Rejected:
        try:
            found = json.loads(line.decode(), object_pairs_hook=object_of)
        except UnicodeDecodeError:
            reason = "is not UTF-8"
        except json.JSONDecodeError as error:
            reason = f"is not a JSON object ({error.msg} at character {error.pos + 1})"
        except RecursionError:
            reason = "is nested too deeply"
        except ValueError as error:
            reason = "has a number of too many digits" if "digits" in str(error) else str(error)
        else:
            if isinstance(found, dict):
                return found
            reason = "is not a JSON object"
        shown_line = line.decode("utf-8", "backslashreplace")
        return Rejected(self._name, number, reason, {"line": shown_line})


def _field(key: str, values: list[Any]) -> pa.Field:
    """A column of the type that most values have; without any value it is one of texts."""
    try:
        kind = pa.array(values).type
    except NOT_FITTING:
        kinds = Counter(map(_kind, values))
        del kinds[pa.null()]
        kind = kinds.most_common(1)[0][0] if kinds else pa.null()
    return pa.field(key, pa.string() if pa.types.is_null(kind) else kind)


def _kind(value: Any) -> pa.DataType:
    try:
        return pa.array([value]).type
    except NOT_FITTING:
        return pa.null()
