"""One run: from inputs to an output that is complete, or not there at all."""

from __future__ import annotations

import json
import math
import os
import select
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from typing import BinaryIO

import pyarrow as pa

from hyperbaton import __version__
from hyperbaton.batch.description import BatchDescription
from hyperbaton.batch.reading.formats import JSONL, STREAM_ENDING
from hyperbaton.batch.reading.source import Source
from hyperbaton.batch.row_scorer import RowScorer
from hyperbaton.batch.running.journal import Journal
from hyperbaton.batch.running.ordered_map import ordered_map
from hyperbaton.batch.running.piece_scorer import PieceScorer, ScoredPiece
from hyperbaton.batch.running.plan import BatchPlan, text_columns
from hyperbaton.batch.summed_statistics import SummedStatistics
from hyperbaton.batch.writing.rejected_rows import write_rejected
from hyperbaton.batch.writing.sinks import Sink, open_sink
from hyperbaton.batch.writing.summing_sink import SummingSink, without_statistics
from hyperbaton.batch.writing.targets import STANDARD_OUTPUT, target
from hyperbaton.errors import InputError, OptionError
from hyperbaton.files import replaced_file
from hyperbaton.resources import progress_by_size, resolve_threads
from hyperbaton.text.opening import display_name

STANDARD_ERROR = 2
KEPT = "hyperbaton: what has been scored is kept; run the same command with --resume to go on"


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
        context = description.context
        record = {
            "hyperbaton": __version__,
            "rows": self.rows,
            "errors": self.errors,
            "scores": [
                {
                    "metric": str(metric),
                    "preparation": metric.adapted(context).signature(metric.needs),
                    "score": None if math.isnan(score) else score,
                }
                for metric in description.text_metrics
                for score in [scores.get(str(metric), math.nan)]
            ],
            "statistics": None if self.total is None else json.loads(self.total.to_json()),
        }
        return json.dumps(record, ensure_ascii=False, indent=1)


Engine = Callable[[BatchPlan, Source, PieceScorer], Iterator[ScoredPiece]]


def run_batch(plan: BatchPlan, engine: Engine | None = None) -> BatchSummary:
    """Scores all rows of all inputs.

    Args:
        plan: what is to be done.
        engine: what scores all pieces of a source, in order; threads of this process by default.

    Raises:
        InputError: an input cannot be read, a row cannot be scored, or the output not be written.
        OptionError: options do not fit each other or the inputs.
    """
    begin = time.monotonic()
    scorer = RowScorer(plan.description)
    scorer.check()
    source = Source(plan.inputs, text_columns(plan.description), plan.limits)
    schema, inputs = _schema(plan, source, scorer), len(source.schema)
    with closing(source), _journal(plan, schema, inputs) as journal:
        with ExitStack() as stack:
            file = stack.enter_context(target(plan.output, plan.format))
            rejected = plan.errors and stack.enter_context(target(plan.errors, JSONL))
            sink = stack.enter_context(_sink(plan, file, schema, inputs))
            checks = plan.checks(source.schema)
            work = PieceScorer(scorer, checks, bool(rejected), sink.encode, journal.journal)
            rows = errors = 0
            for piece in _scored(plan, source, work, engine or _on_threads, stack):
                if piece.rejected and not rejected:
                    first = piece.rejected[0]
                    raise InputError(f"{first.file}: row {first.row}: {first.reason}")
                if rejected:
                    write_rejected(piece.rejected, rejected)
                for encoded in piece.written:
                    sink.write(encoded)
                journal.add(piece)
                rows, errors = rows + piece.row_count, errors + len(piece.rejected)
        total = sink.total if isinstance(sink, SummingSink) else None
        summary = BatchSummary(rows, errors, time.monotonic() - begin, total)
        if plan.summary is not None:
            with target(plan.summary, JSONL) as file:
                file.write(f"{summary.to_json(plan.description)}\n".encode())
    return summary


def _schema(plan: BatchPlan, source: Source, scorer: RowScorer) -> pa.Schema:
    """The columns of the output."""
    try:
        return scorer.schema(source.schema)
    except InputError as error:
        raise InputError(f"{display_name(plan.inputs[0].path)}: {error}") from None


@contextmanager
def _sink(plan: BatchPlan, file: BinaryIO, schema: pa.Schema, inputs: int) -> Iterator[Sink]:
    """What rows are written to, and summed by where that is asked for."""
    kept = schema if plan.keep_statistics else without_statistics(schema, inputs)
    is_stream = plan.output == STANDARD_OUTPUT or plan.output.lower().endswith(STREAM_ENDING)
    with open_sink(
        plan.format,
        file,
        kept,
        scores=frozenset(kept.names[inputs:]),
        distinct=frozenset(text_columns(plan.description)),
        stream=is_stream,
        compression=plan.compression,
    ) as sink:
        if plan.summary is None:
            yield sink
        else:
            yield SummingSink(sink, plan.description.prefix, inputs, len(kept))


def _on_threads(plan: BatchPlan, source: Source, work: PieceScorer) -> Iterator[ScoredPiece]:
    threads = resolve_threads(plan.threads)
    return ordered_map(work, source.pieces(), threads, lambda piece: piece.batch.nbytes)


def _scored(
    plan: BatchPlan, source: Source, work: PieceScorer, engine: Engine, stack: ExitStack
) -> Iterator[ScoredPiece]:
    """All pieces in order, and a bar for whoever watches."""
    pieces = engine(plan, source, work)
    stack.callback(pieces.close)  # type: ignore[attr-defined]  # all are generators
    if plan.quiet:
        return pieces
    return progress_by_size(
        pieces, lambda piece: piece.row_count, "scoring", "rows", source.row_count
    )


class KeptJournal:
    """A journal that the run can do without: once it cannot be written, it is given up.

    Attributes:
        journal: the journal; None where there is none.
    """

    def __init__(self, journal: Journal | None, *, quiet: bool) -> None:
        self.journal = journal
        self._writes = journal is not None
        self._quiet = quiet

    def add(self, piece: ScoredPiece) -> None:
        """Remembers what became of a piece."""
        if self.journal is None or not self._writes or piece.entry is None:
            return
        try:
            self.journal.add(piece.entry)
        except OSError as error:
            self._writes = False
            self.notify(
                f"hyperbaton: {self.journal.path}: cannot be written ({error.strerror}); the run "
                "goes on, but cannot be resumed from here"
            )

    def finish(self) -> None:
        """The output is there."""
        if self.journal is not None:
            self.journal.remove()

    def leave(self) -> None:
        """The run has failed: what it has scored stays for a later one."""
        if self.journal is not None:
            with suppress(OSError):
                self.journal.keep()
            if self.journal.is_worth_keeping:
                self.notify(KEPT)

    def leave_at_once(self) -> None:
        """The same on a signal, while other threads may be anywhere."""
        if self.journal is not None and not self.journal.is_worth_keeping:
            self.journal.path.unlink(missing_ok=True)
        elif self.journal is not None and not self._quiet:
            _write_at_once(f"{KEPT}\n")

    def notify(self, notice: str) -> None:
        """Tells the user, unless asked to be quiet."""
        if not self._quiet:
            print(notice, file=sys.stderr)


def _write_at_once(notice: str) -> None:
    """Writes to standard error what it takes without waiting."""
    if select.select([], [STANDARD_ERROR], [], 0)[1]:
        os.write(STANDARD_ERROR, notice.encode())


@contextmanager
def _journal(plan: BatchPlan, schema: pa.Schema, inputs: int) -> Iterator[KeptJournal]:
    """The journal of a run, where its output is a file."""
    kept = KeptJournal(_opened_journal(plan, schema, inputs), quiet=plan.quiet)
    try:
        yield kept
    except BaseException:
        kept.leave()
        raise
    kept.finish()


def _opened_journal(plan: BatchPlan, schema: pa.Schema, inputs: int) -> Journal | None:
    place = None if plan.output == STANDARD_OUTPUT else replaced_file(plan.output)
    if place is None:
        if plan.resume:
            raise OptionError("--resume: only a run that writes to a file can be resumed")
        return None
    scores = pa.schema([schema.field(k) for k in range(inputs, len(schema))])
    path = place.with_name(f".{place.name}.journal")
    try:
        return Journal(
            path, plan.journal_header, scores, resume=plan.resume, seconds=plan.checkpoint
        )
    except OSError as error:
        if not plan.quiet:
            print(
                f"hyperbaton: {path}: cannot be written ({error.strerror}); the run cannot be "
                "resumed if it is stopped",
                file=sys.stderr,
            )
        return None
