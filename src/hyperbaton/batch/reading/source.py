"""All inputs of a run, one after another, as pieces of one schema."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Protocol

import pyarrow as pa

from hyperbaton.batch.reading.binary_tables import ArrowTable, ParquetTable
from hyperbaton.batch.reading.bounded import bounded
from hyperbaton.batch.reading.formats import ARROW, JSONL, PARQUET
from hyperbaton.batch.reading.json_lines import JsonLinesTable
from hyperbaton.batch.reading.locations import InputFile
from hyperbaton.batch.reading.partitions import partition_fields, with_partition
from hyperbaton.batch.reading.piece import Limits, Piece
from hyperbaton.batch.reading.tab_separated import TabSeparatedTable
from hyperbaton.checks import shown
from hyperbaton.errors import InputError
from hyperbaton.text.opening import display_name, opened


class Table(Protocol):
    """One input, opened."""

    schema: pa.Schema | None
    row_count: int | None

    def pieces(self) -> Iterator[Piece]:
        """Its rows."""


class BatchedTable:
    """A table that is stored in batches, as pieces."""

    def __init__(self, table: ParquetTable | ArrowTable, name: str, limits: Limits) -> None:
        self._table, self._name, self._limits = table, name, limits
        self.schema: pa.Schema | None = table.schema
        self.row_count = table.row_count

    def pieces(self) -> Iterator[Piece]:
        """Its rows, in batches of about one size."""
        row = 1
        for batch in bounded(self._table.batches(), self._limits):
            yield Piece(self._name, range(row, row + batch.num_rows), batch)
            row += batch.num_rows


class Source:
    """The inputs of a run.

    Attributes:
        schema: the columns of all inputs.
        row_count: how many rows there are in all; None where only reading tells.
    """

    def __init__(
        self, files: Sequence[InputFile], texts: Sequence[str], limits: Limits | None = None
    ) -> None:
        """Opens every input once, so that what does not fit is found before the work begins.

        Args:
            files: the inputs.
            texts: the columns that are scored; inputs without any row have no others.
            limits: how large pieces may be.

        Raises:
            InputError: an input cannot be read, or has other columns than the first.
        """
        self._files = files
        self._limits = limits or Limits()
        self._added = partition_fields([file.partition for file in files])
        self._stored: pa.Schema | None = None
        self._opened: dict[int, tuple[Table, ExitStack]] = {}
        self.row_count: int | None = 0
        for k, file in enumerate(files):
            self._survey(k, file)
        if self._stored is None:
            self._stored = pa.schema([pa.field(name, pa.string()) for name in texts])
        self.schema = self._with_added(self._stored)

    def pieces(self) -> Iterator[Piece]:
        """The rows of all inputs, in order; can be asked for once.

        Raises:
            InputError: an input cannot be read.
        """
        for number in range(len(self._files)):
            yield from self.pieces_of(number)

    def pieces_of(self, number: int) -> Iterator[Piece]:
        """The rows of one input.

        Raises:
            InputError: it cannot be read.
        """
        file = self._files[number]
        table, stack = self._opened.pop(number) if number in self._opened else self._open(file)
        with stack:
            self._check(table, file)
            for piece in table.pieces():
                batch = with_partition(piece.batch, self._added, file.partition)
                yield Piece(piece.file, piece.rows, batch, piece.rejected)

    def __getstate__(self) -> dict[str, Any]:
        """Without what is open, for other processes that read files."""
        return {**vars(self), "_opened": {}}

    def close(self) -> None:
        """Closes what was opened and not read."""
        while self._opened:
            self._opened.popitem()[1][1].close()

    def _survey(self, k: int, file: InputFile) -> None:
        """Looks at the columns of an input, and keeps it open if it cannot be opened twice."""
        if file.format == JSONL and self._stored is not None and Path(file.path).is_file():
            with opened(file.path):  # its rows tell whether they fit
                self.row_count = None
                return
        table, stack = self._open(file)
        if Path(file.path).is_file():
            stack.close()
        else:  # a pipe, which cannot be opened twice
            self._opened[k] = table, stack
        if self.row_count is not None and table.row_count is not None:
            self.row_count += table.row_count
        else:
            self.row_count = None
        if table.schema is not None:
            self._stored = self._stored or table.schema
            self._check(table, file)

    def _open(self, file: InputFile) -> tuple[Table, ExitStack]:
        with ExitStack() as stack:
            table = self._table(file, stack)
            return table, stack.pop_all()
        raise AssertionError("unreachable")

    def _table(self, file: InputFile, stack: ExitStack) -> Table:
        name = display_name(file.path)
        if file.format == PARQUET:
            return BatchedTable(ParquetTable(file.path, self._limits), name, self._limits)
        if file.format == ARROW:
            stream = stack.enter_context(opened(file.path))
            return BatchedTable(ArrowTable(file.path, stream), name, self._limits)
        if file.format == JSONL:
            return JsonLinesTable(file.path, self._limits, self._stored)
        return TabSeparatedTable(file.path, self._limits)

    def _check(self, table: Table, file: InputFile) -> None:
        if table.schema is None or self._stored is None or self._stored.equals(table.schema):
            return
        name, first = display_name(file.path), display_name(self._files[0].path)
        raise InputError(
            f"{name}: has other columns than {first} ({_difference(self._stored, table.schema)}); "
            "inputs of one run have the same columns"
        )

    def _with_added(self, schema: pa.Schema) -> pa.Schema:
        for field in self._added:
            if field.name in schema.names:
                raise InputError(
                    f"{self._files[0].path}: the column {shown(field.name)} stands in the file and "
                    "in the name of its folder; name files, not the folder"
                )
            schema = schema.append(field)
        return schema


def _difference(expected: pa.Schema, found: pa.Schema) -> str:
    for field in expected:
        if field.name not in found.names:
            return f"it has no {shown(field.name)}"
        kind = found.field(field.name).type
        if kind != field.type:
            return f"{shown(field.name)} is {kind} here and {field.type} there"
    others = [name for name in found.names if name not in expected.names]
    return f"it has {shown(others[0])} as well" if others else "they stand in another order"
