"""What a thread does with some rows: checks and scores them, and sets aside those that are bad."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyarrow as pa

from hyperbaton.batch.reading.piece import Piece, Rejected
from hyperbaton.batch.row_scorer import RowScorer
from hyperbaton.batch.running.journal import Entry, Journal
from hyperbaton.batch.running.row_checks import RowChecks
from hyperbaton.batch.running.text_digest import text_digest
from hyperbaton.errors import BadRow


@dataclass(frozen=True)
class ScoredPiece:
    """What became of a piece.

    Attributes:
        written: the rows that were scored, as the output takes them.
        row_count: how many rows there were, bad ones included.
        rejected: the bad ones, in order.
        entry: what the journal is to remember; None where it knows already, or need not.
    """

    written: tuple[Any, ...]
    row_count: int
    rejected: tuple[Rejected, ...] = ()
    entry: Entry | None = None


@dataclass(frozen=True)
class PieceScorer:
    """Scores pieces on any number of threads.

    Attributes:
        scorer: what gives rows their scores.
        checks: what is asked of rows beforehand.
        divert: whether bad rows are set aside; otherwise the first one ends the work on its piece.
        encode: what makes rows into what the output takes.
        journal: where scores may be known from.
    """

    scorer: RowScorer
    checks: RowChecks
    divert: bool = False
    encode: Callable[[pa.RecordBatch], Any] = field(default=lambda batch: batch)
    journal: Journal | None = None

    def __call__(self, piece: Piece) -> ScoredPiece:
        """Scores a piece."""
        bad = self.checks.bad_rows(piece.batch)
        if not self.divert and (bad or piece.rejected):
            return self._until_first(piece, bad)
        batch, rows = _without(piece.batch, piece.rows, bad)
        scored, refused, entry = self._scored(batch)
        rejected = [
            *piece.rejected,
            *(_rejected(piece, index, reason) for index, reason in bad.items()),
            *(Rejected(piece.file, rows[i], why, _columns(batch, i)) for i, why in refused.items()),
        ]
        return ScoredPiece(
            tuple(map(self.encode, scored)),
            len(piece.rows) + len(piece.rejected),
            tuple(sorted(rejected, key=lambda each: each.row)),
            entry,
        )

    def _until_first(self, piece: Piece, bad: dict[int, str]) -> ScoredPiece:
        """The first bad row, which may be one that a metric refuses."""
        found = [*piece.rejected]
        end = piece.batch.num_rows
        if bad:
            end = min(bad)
            found.append(_rejected(piece, end, bad[end]))
        first = min(found, key=lambda each: each.row)
        before = sum(row < first.row for row in piece.rows[:end])
        try:
            self.scorer(piece.batch.slice(0, before))
        except BadRow as error:
            first = _rejected(piece, error.index, error.reason)
        return ScoredPiece((), 0, (first,))

    def _scored(
        self, batch: pa.RecordBatch
    ) -> tuple[list[pa.RecordBatch], dict[int, str], Entry | None]:
        """Batches with scores, rows that metrics refuse, and what is new to the journal."""
        if self.journal is None:
            return (*self._computed(batch), None)
        digest = text_digest(batch, self.checks.scored)
        known = self.journal.find(digest)
        if known is not None and known.fits(batch.num_rows):
            return self._completed(batch, known), dict(known.refused), None
        scored, refused = self._computed(batch)
        width = batch.num_columns
        scores = [each.select(list(range(width, each.num_columns))) for each in scored]
        return scored, refused, Entry(digest, tuple(scores), tuple(refused.items()))

    def _computed(self, batch: pa.RecordBatch) -> tuple[list[pa.RecordBatch], dict[int, str]]:
        """Batches with scores; where rows are refused, halves are tried, and so on."""
        scored: list[pa.RecordBatch] = []
        refused: dict[int, str] = {}
        waiting = [(0, batch.num_rows)]
        while waiting:
            begin, end = waiting.pop()
            if begin == end and batch.num_rows:
                continue
            try:
                scored.append(self.scorer(batch.slice(begin, end - begin)))
            except BadRow as error:
                at = begin + error.index
                refused[at] = error.reason
                if not self.divert:
                    return [], refused
                waiting += reversed(_around(begin, at, end))
        return scored, dict(sorted(refused.items()))

    def _completed(self, batch: pa.RecordBatch, known: Entry) -> list[pa.RecordBatch]:
        """Rows with the scores that the journal has."""
        kept, _ = _without(batch, range(batch.num_rows), dict(known.refused))
        schema = self.scorer.schema(batch.schema)
        found, begin = [], 0
        for scores in known.scores:
            part = kept.slice(begin, scores.num_rows)
            columns = [*part.columns, *scores.columns]
            found.append(pa.RecordBatch.from_arrays(columns, schema=schema))
            begin += scores.num_rows
        return found


def _around(begin: int, at: int, end: int) -> list[tuple[int, int]]:
    """Halves of a range without one member, in order, so that few rows are scored many times."""
    middle = (begin + end) // 2
    found: list[tuple[int, int]] = []
    for a, b in ((begin, at), (at + 1, end)):
        if a < middle < b:
            found += [(a, middle), (middle, b)]
        elif a < b:
            found.append((a, b))
    return found


def _without(
    batch: pa.RecordBatch, rows: Sequence[int], bad: dict[int, str]
) -> tuple[pa.RecordBatch, Sequence[int]]:
    if not bad:
        return batch, rows
    kept = np.ones(batch.num_rows, np.bool_)
    kept[list(bad)] = False
    numbers = [row for row, keep in zip(rows, kept.tolist(), strict=True) if keep]
    return batch.filter(pa.array(kept)), numbers


def _rejected(piece: Piece, index: int, reason: str) -> Rejected:
    return Rejected(piece.file, piece.rows[index], reason, _columns(piece.batch, index))


def _columns(batch: pa.RecordBatch, index: int) -> dict[str, Any]:
    """What is in a row; bytes that are no UTF-8 as escapes."""
    return {
        name: _readable(column[index])
        for name, column in zip(batch.schema.names, batch.columns, strict=True)
    }


def _readable(cell: pa.Scalar) -> Any:
    try:
        return cell.as_py()
    except UnicodeDecodeError:
        buffer = getattr(cell, "as_buffer", None)
        return bytes(buffer()).decode("utf-8", "backslashreplace") if buffer else None
