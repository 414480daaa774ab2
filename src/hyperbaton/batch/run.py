"""One run: from inputs to an output that is complete, or not there at all."""

from __future__ import annotations

import json
import math
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa

from hyperbaton import __version__
from hyperbaton.batch.description import BatchDescription
from hyperbaton.batch.inputs import STREAM_ENDING, InputFile
from hyperbaton.batch.parts import Parts
from hyperbaton.batch.pieces import PieceScorer, ScoredPiece, Unscored, ordered_map
from hyperbaton.batch.row_scorer import STATISTICS, RowScorer
from hyperbaton.batch.source import Piece, Source
from hyperbaton.batch.summed_statistics import SummedStatistics
from hyperbaton.batch.writing import STANDARD_OUTPUT, RowFormat, json_line, target
from hyperbaton.errors import InputError, OptionError
from hyperbaton.evidence import Need
from hyperbaton.files import check_target, display_name
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
        errors: the file that names rows without scores; without it the first bad one ends the run.
        summary: the file for scores of all rows together.
        keep_statistics: whether statistics are written with scores.
        resume: whether to go on where an earlier run was stopped.
        overwrite: whether files that exist may be replaced.
        threads: how many threads score; all cores by default.
        batch_rows: how many rows are scored at a time.
        quiet: whether to say nothing on standard error.
    """

    inputs: tuple[InputFile, ...]
    description: BatchDescription
    output: str
    format: str
    errors: str | None = None
    summary: str | None = None
    keep_statistics: bool = True
    resume: bool = False
    overwrite: bool = False
    threads: int | None = None
    batch_rows: int = ROWS
    quiet: bool = False

    @property
    def limits(self) -> Limits:
        """How large pieces are: so small that each is done within a second or so."""
        parses = any(Need.TREES in metric.needs for metric in self.description.text_metrics)
        return Limits(min(self.batch_rows, ROWS_TO_PARSE) if parses else self.batch_rows)

    @property
    def folder(self) -> Path | None:
        """The folder to write; None if it is a file."""
        return Path(self.output) if self.output.endswith("/") else None

    def identity(self) -> dict[str, Any]:
        """Everything that decides what the parts of the output hold."""
        preparation, metrics = self.description.preparation, self.description.text_metrics
        return {
            **self.description.to_dict(),
            "signatures": [m.signature_after(m.prepared(preparation), "any") for m in metrics],
            "inputs": [_identity_of(file) for file in self.inputs],
            "batch rows": self.limits.rows,
            "output": [self.format, self.folder is not None, self.keep_statistics],
            "summary": self.summary is not None,
        }


def _identity_of(file: InputFile) -> list[Any]:
    place = Path(file.path).resolve()
    if not place.is_file():
        return [file.path]
    found = place.stat()
    return [str(place), file.format, found.st_size, found.st_mtime_ns]


@dataclass
class BatchSummary:
    """What a run has done.

    Attributes:
        rows: how many rows were read.
        unscored: how many of them have no scores.
        seconds: how long it took.
        total: what the scores of all rows together are computed from, where that was asked for.
    """

    rows: int = 0
    unscored: int = 0
    seconds: float = 0.0
    total: SummedStatistics | None = None

    def add(self, piece: ScoredPiece) -> None:
        """Counts the rows of a piece."""
        self.rows += piece.row_count
        self.unscored += len(piece.unscored)
        if piece.total is not None:
            self.total = piece.total if self.total is None else self.total + piece.total

    def __str__(self) -> str:
        rate = self.rows / self.seconds if self.seconds > 0 else 0.0
        unscored = f", {self.unscored:,} of them without scores" if self.unscored else ""
        return f"{self.rows:,} rows in {self.seconds:,.1f} s ({rate:,.0f} rows/s){unscored}"

    def to_json(self, description: BatchDescription) -> str:
        """The scores of all rows together, how they came about, and the sums behind them."""
        scores = {} if self.total is None else self.total.scores()
        preparation = description.preparation
        record = {
            "hyperbaton": __version__,
            "rows": self.rows,
            "errors": self.unscored,
            "scores": [
                {
                    "metric": str(metric),
                    "preparation": metric.prepared(preparation),
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
    _check_nothing_is_lost(plan)
    scorer = RowScorer(plan.description)
    scorer.check()
    pieces = PieceScorer(scorer, plan.format, goes_on=plan.errors is not None)
    summary = BatchSummary()
    with ExitStack() as stack:
        source = Source(plan.inputs, scorer.description.text_columns, plan.limits)
        form = _form(plan, source, scorer)
        parts = stack.enter_context(_parts(plan, form))
        score, threads = stack.enter_context(engine(pieces, plan.threads))
        errors = plan.errors and stack.enter_context(target(plan.errors))
        writer: Any = None
        if plan.folder is None:
            file = stack.enter_context(target(plan.output))
            writer = stack.enter_context(form.opened(file))

        def finished(numbered: tuple[int, Piece]) -> tuple[ScoredPiece, Any]:
            number, piece = numbered
            found = None if parts is None else parts.find(number)
            if found is None:
                found = _kept(plan, score(piece), len(source.schema), len(form.schema))
                if parts is not None:
                    parts.add(number, found)
            return found, None if writer is None else form.encode(found.batch)

        results = ordered_map(
            finished, enumerate(source.pieces()), threads, lambda item: item[1].batch.nbytes
        )
        stack.callback(results.close)
        watched = results if plan.quiet else _watched(results, source.row_count)
        for found, encoded in watched:
            if writer is not None:
                writer.write(encoded)
            if errors:
                errors.write(b"".join(json_line(_record(row)) for row in found.unscored))
            summary.add(found)
    summary.seconds = time.monotonic() - begin
    if plan.summary is not None:
        with target(plan.summary) as file:
            file.write(f"{summary.to_json(plan.description)}\n".encode())
    return summary


def _check_nothing_is_lost(plan: BatchPlan) -> None:
    """Refuses to replace what exists, unless that was asked for."""
    if plan.folder is not None and plan.folder.exists():
        raise OptionError(f"{plan.folder} already exists; remove it, or name another folder")
    files = (plan.output if plan.folder is None else None, plan.errors, plan.summary)
    for name in files:
        place = None if name in (None, STANDARD_OUTPUT) else check_target(str(name))
        if place is not None and place.exists() and not plan.overwrite:
            raise OptionError(f"{name} already exists; use --overwrite to replace it")


def _watched(results: Any, row_count: int | None) -> Any:
    """The results, with a bar for whoever watches."""
    return progress_by_size(results, lambda found: found[0].row_count, "scoring", "rows", row_count)


def _record(row: Unscored) -> dict[str, Any]:
    return {name: value for name, value in row._asdict().items() if value is not None}


def _kept(plan: BatchPlan, scored: ScoredPiece, inputs: int, width: int) -> ScoredPiece:
    """A piece with the columns that are written, and the sums over all that are new."""
    total = None
    if plan.summary is not None:
        added = scored.batch.select(range(inputs, scored.batch.num_columns))
        total = SummedStatistics.of(added, plan.description.prefix)
    return scored._replace(batch=scored.batch.select(range(width)), total=total)


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
        distinct=frozenset(scorer.description.text_columns),
        stream=plan.output == STANDARD_OUTPUT or plan.output.lower().endswith(STREAM_ENDING),
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
    parts = Parts(place, plan.identity(), form)
    if parts.are_there and not plan.resume and not plan.overwrite:
        raise OptionError(
            f"{parts.folder} holds what a stopped run has finished; use --resume to go on, or "
            "--overwrite to start again"
        )
    parts.begin(resume=plan.resume)
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
