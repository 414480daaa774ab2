"""One run: from inputs to an output that is complete, or not there at all."""

from __future__ import annotations

import json
import math
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import pyarrow as pa

from hyperbaton import __version__
from hyperbaton.batch.description import BatchDescription
from hyperbaton.batch.inputs import STREAM_ENDING, InputFile
from hyperbaton.batch.parts import Parts
from hyperbaton.batch.pieces import PieceScorer, ScoredPiece, ordered_map
from hyperbaton.batch.row_scorer import STATISTICS, RowScorer
from hyperbaton.batch.source import Source
from hyperbaton.batch.summed_statistics import SummedStatistics
from hyperbaton.batch.text_rows import Piece
from hyperbaton.batch.writing import STANDARD_OUTPUT, ZSTD, RowFormat, json_line, target
from hyperbaton.errors import InputError, OptionError
from hyperbaton.evidence import Need
from hyperbaton.files import check_target, display_name, fingerprint
from hyperbaton.resources import progress_by_size, resolve_threads
from hyperbaton.text.arrow_tables import Limits
from hyperbaton.text.reading import ARROW

ROWS_TO_PARSE = 1 << 8  # at a time, since parsing takes milliseconds a row
ROWS = 1 << 14

Score = Callable[[Piece], ScoredPiece]


@dataclass(frozen=True)
class BatchPlan:
    """What is read, scored and written.

    Attributes:
        inputs: the files, in order.
        description: what is scored, and how.
        output: the file or, with a / at its end, the folder to write; `-` is standard output.
        format: what it is written as.
        errors: the file for rows that cannot be scored; without it the first one ends the run.
        resume: whether to go on where an earlier run was stopped.
        digest: whether inputs are recognised by their contents, and not by size and time.
        threads: how many threads score; all cores by default.
        batch_rows: how many rows are scored at a time.
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
    digest: bool = False
    threads: int | None = None
    batch_rows: int = ROWS
    quiet: bool = False
    compression: str = ZSTD
    summary: str | None = None
    keep_statistics: bool = True

    @property
    def limits(self) -> Limits:
        """How large pieces are: so small that each is done within a second or so."""
        parses = any(Need.TREES in metric.needs for metric in self.description.text_metrics)
        return Limits(min(self.batch_rows, ROWS_TO_PARSE) if parses else self.batch_rows)

    @property
    def folder(self) -> Path | None:
        """The folder to write; None if it is a file."""
        return Path(self.output) if self.output.endswith(("/", os.sep)) else None

    def identity(self) -> dict[str, Any]:
        """Everything that decides what the parts of the output hold.

        Raises:
            OptionError: an input cannot be recognised again.
        """
        preparation, metrics = self.description.preparation, self.description.text_metrics
        return {
            **self.description.to_dict(),
            "contents of files": [m.adapted(preparation).fingerprint(m.needs) for m in metrics],
            "inputs": [self._identity_of(file) for file in self.inputs],
            "batch rows": self.limits.rows,
            "output": [self.format, self.folder is not None, self.keep_statistics],
            "summary": self.summary is not None,
        }

    def _identity_of(self, file: InputFile) -> list[Any]:
        place = Path(file.path).resolve()
        if not place.is_file():
            return [file.path]
        found = place.stat()
        return [
            str(place),
            file.format,
            *([fingerprint(place)] if self.digest else [found.st_size, found.st_mtime_ns]),
        ]


@dataclass(frozen=True)
class BatchSummary:
    """What a run has done.

    Attributes:
        rows: how many rows were read.
        errors: how many of them could not be scored.
        seconds: how long it took.
        total: what the scores of all rows together are computed from, where that was asked for.
    """

    rows: int
    errors: int
    seconds: float
    total: SummedStatistics | None = None

    def __str__(self) -> str:
        rate = self.rows / self.seconds if self.seconds > 0 else 0.0
        errors = f", {self.errors:,} of them not scored" if self.errors else ""
        return f"{self.rows:,} rows in {self.seconds:,.1f} s ({rate:,.0f} rows/s){errors}"

    def to_json(self, description: BatchDescription) -> str:
        """The scores of all rows together, how they came about, and the sums behind them."""
        scores = {} if self.total is None else self.total.scores()
        preparation = description.preparation
        record = {
            "hyperbaton": __version__,
            "rows": self.rows,
            "errors": self.errors,
            "scores": [
                {
                    "metric": str(metric),
                    "preparation": metric.adapted(preparation).signature(metric.needs),
                    "score": None if math.isnan(score) else score,
                }
                for metric in description.text_metrics
                for score in [scores.get(str(metric), math.nan)]
            ],
            "statistics": None if self.total is None else json.loads(self.total.to_json()),
        }
        return json.dumps(record, ensure_ascii=False, indent=1)


Engine = Callable[[PieceScorer, int | None], AbstractContextManager[tuple[Score, int]]]


@contextmanager
def on_threads(scorer: PieceScorer, threads: int | None) -> Iterator[tuple[Score, int]]:
    """Scores on threads of this process: a function for pieces, and how many calls at a time."""
    yield scorer, resolve_threads(threads)


def run_batch(plan: BatchPlan, engine: Engine = on_threads) -> BatchSummary:
    """Scores all rows of all inputs.

    Args:
        plan: what is to be done.
        engine: what scores pieces.

    Raises:
        InputError: an input cannot be read, a row cannot be scored, or the output not be written.
        OptionError: options do not fit each other or the inputs.
    """
    begin = time.monotonic()
    scorer = RowScorer(plan.description)
    scorer.check()
    pieces = PieceScorer(scorer, plan.format, divert=plan.errors is not None)
    with ExitStack() as stack:
        source = Source(plan.inputs, scorer.text_columns, plan.limits)
        form = _form(plan, source, scorer)
        parts = stack.enter_context(_parts(plan, form))
        score, threads = stack.enter_context(engine(pieces, plan.threads))
        bad_rows = plan.errors and stack.enter_context(target(plan.errors))
        writer: Any = None
        if plan.folder is None:
            file = stack.enter_context(target(plan.output))
            writer = stack.enter_context(form.opened(file))

        def finished(numbered: tuple[int, Piece]) -> tuple[ScoredPiece, list[Any]]:
            number, piece = numbered
            known = None if parts is None else parts.find(number)
            found = known or _kept(plan, score(piece), len(source.schema), len(form.schema))
            if plan.errors is None:
                found.check()
            if parts is not None and known is None:
                parts.add(number, found)
            return found, [] if writer is None else list(map(form.encode, found.batches))

        results = ordered_map(
            finished, enumerate(source.pieces()), threads, lambda item: item[1].batch.nbytes
        )
        stack.callback(results.close)
        rows = errors = 0
        total = None
        for found, encoded in _watched(plan, results, source.row_count):
            for each in encoded:
                writer.write(each)
            if bad_rows:
                bad = "".join(json_line(asdict(row)) for row in found.rejected)
                bad_rows.write(bad.encode("utf-8", "backslashreplace"))
            rows, errors = rows + found.row_count, errors + len(found.rejected)
            if found.total is not None:
                total = found.total if total is None else total + found.total
    summary = BatchSummary(rows, errors, time.monotonic() - begin, total)
    if plan.summary is not None:
        with target(plan.summary) as file:
            file.write(f"{summary.to_json(plan.description)}\n".encode())
    return summary


def _watched(plan: BatchPlan, results: Any, row_count: int | None) -> Any:
    """The results, with a bar for whoever watches."""
    if plan.quiet:
        return results
    return progress_by_size(results, lambda found: found[0].row_count, "scoring", "rows", row_count)


def _kept(plan: BatchPlan, scored: ScoredPiece, inputs: int, width: int) -> ScoredPiece:
    """A piece with the columns that are written, and the sums over all that are new."""
    total = None
    if plan.summary is not None and scored.batches:
        every = pa.Table.from_batches(scored.batches)
        added = every.select(range(inputs, every.num_columns))
        total = SummedStatistics.of_batch(added, plan.description.prefix)
    batches = [batch.select(range(width)) for batch in scored.batches]
    return replace(scored, batches=batches, total=total)


def _form(plan: BatchPlan, source: Source, scorer: RowScorer) -> RowFormat:
    """How rows are written: all columns of the input, scores, and statistics if they are kept."""
    try:
        schema = scorer.schema(source.schema)
    except InputError as error:
        raise InputError(f"{display_name(plan.inputs[0].path)}: {error}") from None
    if not plan.keep_statistics and plan.description.statistics:
        kept = len(schema)
        while schema.field(kept - 1).name.endswith(STATISTICS):
            kept -= 1
        schema = pa.schema(list(schema)[:kept], schema.metadata)
    form = RowFormat(
        plan.format,
        schema,
        scores=frozenset(schema.names[len(source.schema) :]),
        distinct=frozenset(scorer.text_columns),
        stream=plan.output == STANDARD_OUTPUT or plan.output.lower().endswith(STREAM_ENDING),
        compression=plan.compression,
    )
    form.check()
    return form


@contextmanager
def _parts(plan: BatchPlan, form: RowFormat) -> Iterator[Parts | None]:
    """The finished parts, where the output is a file or a folder and the inputs are files."""
    place = plan.folder
    if place is None and plan.output != STANDARD_OUTPUT:
        place = check_target(plan.output)
    pipes = [display_name(file.path) for file in plan.inputs if not Path(file.path).is_file()]
    if plan.resume and (place is None or pipes):
        reason = f"{pipes[0]} cannot be read again" if pipes else "the output is not a file"
        raise OptionError(f"--resume: {reason}; only runs from files to a file can be resumed")
    if place is None or (pipes and plan.folder is None):
        yield None
        return
    if plan.folder is None:
        form = RowFormat(ARROW, form.schema, stream=True)
    elif plan.folder.exists():
        raise OptionError(f"{plan.folder}: the folder is there already; remove it or name another")
    parts = Parts(place, plan.identity(), form, joined=plan.folder is None, resume=plan.resume)
    try:
        yield parts
        if plan.folder is not None:
            parts.move(plan.folder)
        parts.remove()
    except BaseException:
        if not parts.are_there:
            parts.remove()
        elif not plan.quiet and not pipes:
            print(
                f"hyperbaton: {parts.folder} keeps what is finished; run the same command with "
                "--resume to go on",
                file=sys.stderr,
            )
        raise
    finally:
        parts.close()
