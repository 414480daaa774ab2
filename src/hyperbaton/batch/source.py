"""All inputs of a run, one after another, as pieces of one schema."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa

from hyperbaton.batch.inputs import InputFile
from hyperbaton.batch.text_rows import OpenedTable, Piece, open_jsonl, open_tsv
from hyperbaton.checks import shown
from hyperbaton.errors import InputError
from hyperbaton.files import display_name, opened
from hyperbaton.text.arrow_tables import Limits, open_stored
from hyperbaton.text.reading import JSONL, TSV


class Source:
    """The inputs of a run.

    Attributes:
        schema: the columns of all inputs.
        row_count: how many rows there are in all; None if only reading tells.
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
        self._files, self._limits = files, limits or Limits()
        self._stored: pa.Schema | None = None
        self._pipes: dict[int, OpenedTable] = {}
        self.row_count: int | None = 0
        for number, file in enumerate(files):
            self._survey(number, file)
        if self._stored is None:
            self._stored = pa.schema([pa.field(name, pa.string()) for name in texts])
        self._added = [
            _partition_field(key, files) for key in (files[0].partition if files else ())
        ]
        self.schema = self._stored
        for field in self._added:
            if field.name in self._stored.names:
                raise InputError(
                    f"{files[0].path}: column {shown(field.name)} is in the file and in the name "
                    "of its folder; name files, not the folder"
                )
            self.schema = self.schema.append(field)

    def pieces(self) -> Iterator[Piece]:
        """Yields the rows of all inputs, in order; can be asked for once.

        Raises:
            InputError: an input cannot be read.
        """
        for number, file in enumerate(self._files):
            table = self._pipes.pop(number, None) or self._open(file)
            self._check(table, file)
            for piece in table.pieces:
                batch = self._with_partition(piece.batch, file.partition)
                yield Piece(piece.file, piece.rows, batch, piece.rejected)

    def _survey(self, number: int, file: InputFile) -> None:
        """Looks at the columns of an input, and keeps it open if it cannot be opened twice."""
        is_pipe = not Path(file.path).is_file()
        if file.format == JSONL and self._stored is not None and not is_pipe:
            with opened(file.path):  # its rows tell whether they fit
                self.row_count = None
                return
        table = self._open(file)
        if is_pipe:
            self._pipes[number] = table
        if self.row_count is not None and table.row_count is not None:
            self.row_count += table.row_count
        else:
            self.row_count = None
        if table.schema is not None:
            self._stored = self._stored or table.schema
            self._check(table, file)

    def _open(self, file: InputFile) -> OpenedTable:
        if file.format == JSONL:
            return open_jsonl(file.path, self._limits, self._stored)
        if file.format == TSV:
            return open_tsv(file.path, self._limits)
        begun = _stored_pieces(file, self._limits)
        schema, row_count = next(begun)
        return OpenedTable(schema, row_count, begun)

    def _check(self, table: OpenedTable, file: InputFile) -> None:
        if table.schema is None or self._stored is None or self._stored.equals(table.schema):
            return
        name, first = display_name(file.path), display_name(self._files[0].path)
        raise InputError(
            f"{name}: has other columns than {first} ({_difference(self._stored, table.schema)}); "
            "inputs of one run have the same columns"
        )

    def _with_partition(
        self, batch: pa.RecordBatch, values: Mapping[str, str | int | None]
    ) -> pa.RecordBatch:
        """A batch with the columns that its folders give."""
        added = [
            pa.repeat(pa.scalar(values[field.name], field.type), batch.num_rows)
            for field in self._added
        ]
        schema = pa.schema([*batch.schema, *self._added], batch.schema.metadata)
        return batch.from_arrays([*batch.columns, *added], schema=schema) if added else batch


def _stored_pieces(file: InputFile, limits: Limits) -> Iterator[Any]:
    """The columns and the number of rows of a Parquet or Arrow file; then its rows."""
    with open_stored(file.path, file.format) as table:
        yield table.schema, table.row_count
        row = 1
        for batch in table.batches(limits):
            yield Piece(table.name, range(row, row + batch.num_rows), batch)
            row += batch.num_rows


def _partition_field(key: str, files: Sequence[InputFile]) -> pa.Field:
    whole = any(isinstance(file.partition[key], int) for file in files)
    return pa.field(key, pa.int32() if whole else pa.string())


def _difference(expected: pa.Schema, found: pa.Schema) -> str:
    for field in expected:
        if field.name not in found.names:
            return f"it has no {shown(field.name)}"
        kind = found.field(field.name).type
        if kind != field.type:
            return f"{shown(field.name)} is {kind} here and {field.type} there"
    others = [name for name in found.names if name not in expected.names]
    return f"it has {shown(others[0])} as well" if others else "they are in another order"
