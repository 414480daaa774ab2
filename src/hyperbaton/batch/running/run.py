"""One run: from inputs to an output that is complete, or not there at all."""

from __future__ import annotations

import os
import select
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass

import pyarrow as pa

from hyperbaton.batch.reading.source import Source
from hyperbaton.batch.row_scorer import RowScorer
from hyperbaton.batch.running.journal import Journal
from hyperbaton.batch.running.ordered_map import ordered_map
from hyperbaton.batch.running.piece_scorer import PieceScorer, ScoredPiece
from hyperbaton.batch.running.plan import BatchPlan, text_columns
from hyperbaton.batch.writing.rejected_rows import write_rejected
from hyperbaton.batch.writing.sinks import open_sink
from hyperbaton.batch.writing.targets import STANDARD_OUTPUT, target
from hyperbaton.errors import InputError, OptionError
from hyperbaton.runtime.files import replaced_file
from hyperbaton.runtime.process.leaving import tidied_up
from hyperbaton.runtime.progress import progress_by_size
from hyperbaton.runtime.threads import resolve_threads

STANDARD_ERROR = 2
KEPT = "hyperbaton: what has been scored is kept; run the same command with --resume to go on"


@dataclass(frozen=True)
class BatchSummary:
    """What a run has done.

    Attributes:
        rows: how many rows were read.
        errors: how many of them could not be scored.
        seconds: how long it took.
    """

    rows: int
    errors: int
    seconds: float

    def __str__(self) -> str:
        rate = self.rows / self.seconds if self.seconds > 0 else 0.0
        errors = f", {self.errors:,} of them not scored" if self.errors else ""
        return f"{self.rows:,} rows in {self.seconds:,.1f} s ({rate:,.0f} rows/s){errors}"


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
    schema = scorer.schema(source.schema)
    scores = schema.names[len(source.schema) :]
    rows = errors = 0
    with ExitStack() as stack:
        stack.callback(source.close)
        journal = stack.enter_context(_journal(plan, schema, len(source.schema)))
        file = stack.enter_context(target(plan.output, plan.format))
        rejected = plan.errors and stack.enter_context(target(plan.errors, "jsonl"))
        is_stream = plan.output == STANDARD_OUTPUT or plan.output.lower().endswith(".arrows")
        sink = stack.enter_context(
            open_sink(plan.format, file, schema, frozenset(scores), stream=is_stream)
        )
        work = PieceScorer(
            scorer, plan.checks(source.schema), bool(rejected), sink.encode, journal.journal
        )
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
    return BatchSummary(rows, errors, time.monotonic() - begin)


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
    with tidied_up(kept.leave_at_once):
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
