"""Pieces of a run as bytes, so that they travel through a cluster whatever their columns are."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from typing import Any

import pyarrow as pa

from hyperbaton.batch.reading.piece import Piece
from hyperbaton.batch.running.piece_scorer import ScoredPiece
from hyperbaton.errors import HyperbatonError

COLUMN = "parcel"
SCHEMA = pa.schema([pa.field(COLUMN, pa.large_binary())])


def packed_piece(piece: Piece) -> bytes:
    """A piece that is to be scored."""
    return pickle.dumps((piece.file, piece.rows, _stream([piece.batch]), piece.rejected))


def unpacked_piece(parcel: bytes) -> Piece:
    """The piece that was packed.

    Raises:
        HyperbatonError: what was raised in its place.
    """
    found = pickle.loads(parcel)
    if isinstance(found, HyperbatonError):
        raise found
    file, rows, stream, rejected = found
    (batch,) = _batches(stream)
    return Piece(file, rows, batch, rejected)


def packed_result(found: ScoredPiece | HyperbatonError) -> bytes:
    """What became of a piece, or why there is none."""
    if isinstance(found, HyperbatonError):
        return pickle.dumps(found)
    return pickle.dumps((_stream(found.written), found.row_count, found.rejected))


def unpacked_result(parcel: bytes) -> ScoredPiece:
    """What became of a piece.

    Raises:
        HyperbatonError: what was raised in its place.
    """
    found = pickle.loads(parcel)
    if isinstance(found, HyperbatonError):
        raise found
    stream, row_count, rejected = found
    return ScoredPiece(tuple(_batches(stream)), row_count, rejected)


def as_table(parcel: bytes) -> pa.Table:
    """One parcel, as a table of one row."""
    return pa.table({COLUMN: pa.array([parcel], pa.large_binary())}, schema=SCHEMA)


def parcels_of(table: pa.Table) -> list[bytes]:
    """The parcels in the rows of a table."""
    found: list[bytes] = table.column(COLUMN).to_pylist()
    return found


def _stream(batches: Sequence[Any]) -> bytes:
    """Batches in Arrow's own format, without what stands before or after a slice."""
    if not batches:
        return b""
    output = pa.BufferOutputStream()
    with pa.ipc.new_stream(output, batches[0].schema) as writer:
        for batch in batches:
            writer.write_batch(batch)
    return bytes(output.getvalue())


def _batches(stream: bytes) -> list[pa.RecordBatch]:
    return list(pa.ipc.open_stream(stream)) if stream else []
