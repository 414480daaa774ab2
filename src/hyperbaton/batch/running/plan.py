"""What a run is to do."""

from __future__ import annotations

import os
from dataclasses import dataclass

import pyarrow as pa

from hyperbaton import __version__
from hyperbaton.batch.description import BatchDescription
from hyperbaton.batch.reading.formats import TEXT_FORMATS, TSV
from hyperbaton.batch.reading.locations import InputFile
from hyperbaton.batch.reading.piece import Limits
from hyperbaton.batch.running.row_checks import RowChecks
from hyperbaton.batch.writing.sinks import ZSTD
from hyperbaton.scoring.cache import code_digest
from hyperbaton.text.arrow_tables import is_text
from hyperbaton.text.opening import STANDARD_INPUT

DEFAULT_LIMITS = Limits()


@dataclass(frozen=True)
class BatchPlan:
    """What is read, scored and written.

    Attributes:
        inputs: the files, in order.
        description: what is scored, and how.
        output: the file to write to; `-` is standard output.
        format: what it is written as.
        errors: the file for rows that cannot be scored; without it the first one ends the run.
        resume: whether to go on where an earlier run was stopped.
        threads: how many threads score; all cores by default.
        limits: how large batches may be.
        checkpoint: how many seconds of work a killed run may lose.
        quiet: whether to say nothing on standard error.
        compression: of Parquet that is written.
        summary: the file for scores of all rows together.
        keep_statistics: whether statistics are written beside scores.
    """

    inputs: tuple[InputFile, ...]
    description: BatchDescription
    output: str
    format: str
    errors: str | None = None
    resume: bool = False
    threads: int | None = None
    limits: Limits = DEFAULT_LIMITS
    checkpoint: float = 1.0
    quiet: bool = False
    compression: str = ZSTD
    summary: str | None = None
    keep_statistics: bool = True

    @property
    def journal_header(self) -> dict[str, object]:
        """Everything that can change a score; texts have digests of their own."""
        context = self.description.context
        metrics = self.description.text_metrics
        return {
            "version": __version__,
            "metrics": list(map(str, metrics)),
            "columns": list(text_columns(self.description)),
            "prefix": self.description.prefix,
            "statistics": self.description.statistics,
            "inputs": [_place(file.path) for file in self.inputs],
            "preparation": [m.adapted(context).signature(m.needs) for m in metrics],
            "contents of files": [m.adapted(context).fingerprint(m.needs) for m in metrics],
            "code": code_digest(),
        }

    def checks(self, schema: pa.Schema) -> RowChecks:
        """What is asked of rows before they are scored, and so that they can be written."""
        return row_checks(self.description, schema, self.format)


def _place(path: str) -> str:
    return path if path == STANDARD_INPUT else os.path.realpath(path)


def row_checks(description: BatchDescription, schema: pa.Schema, kind: str = "") -> RowChecks:
    """What is asked of rows.

    Args:
        description: what is scored.
        schema: the columns of the input.
        kind: the format that rows are written in, if any.
    """
    scored = text_columns(description)
    every = tuple(field.name for field in schema if is_text(field.type))
    optional = description.ref[1:]
    return RowChecks(
        scored,
        tuple(name for name in scored if name not in optional),
        every if kind in TEXT_FORMATS else scored,
        every if kind == TSV else (),
    )


def text_columns(description: BatchDescription) -> tuple[str, ...]:
    """The columns whose texts are scored."""
    source = () if description.src is None else (description.src,)
    return (description.hyp, *description.ref, *source)
