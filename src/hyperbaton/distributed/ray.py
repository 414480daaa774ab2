"""`hyperbaton batch --engine ray`: pieces of the input are scored by workers of Ray.

The command reads and writes, as on one machine; each piece goes to a worker and comes back with its
scores. Ray runs a piece again that was lost with a worker.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Any

import pyarrow as pa

from hyperbaton.batch.pieces import PieceScorer, ScoredPiece
from hyperbaton.batch.run import Engine, Score
from hyperbaton.batch.text_rows import Piece, Rejected
from hyperbaton.errors import HyperbatonError, InputError, MissingDependencyError, OptionError

LOCAL = "local"
TIMES = 10  # that a piece is tried again whose worker has died

Sent = tuple[str, Sequence[int], pa.Buffer, tuple[Rejected, ...]]
Received = tuple[pa.Buffer, int, list[Rejected]]


def ray_engine(address: str | None = None) -> Engine:
    """What scores pieces on a cluster.

    Args:
        address: that of a running cluster; Ray is started on this machine without one.
    """

    @contextmanager
    def engine(scorer: PieceScorer, workers: int | None) -> Iterator[tuple[Score, int]]:
        with _connected(address) as ray:
            task = ray.remote(max_retries=TIMES)(_scored)
            sent_scorer = ray.put(scorer)

            def score(piece: Piece) -> ScoredPiece:
                sent = piece.file, piece.rows, _packed([piece.batch]), piece.rejected
                try:
                    found = ray.get(task.remote(sent_scorer, sent))
                except ray.exceptions.RayError as error:
                    reason = str(error).strip().splitlines() or [type(error).__name__]
                    raise InputError(f"Ray gave up: {reason[-1]}") from None
                if isinstance(found, HyperbatonError):
                    raise found
                packed, row_count, rejected = found
                return ScoredPiece(_unpacked(packed), row_count, rejected)

            yield score, workers or max(1, int(ray.cluster_resources().get("CPU", 1)))

    return engine


def _scored(scorer: PieceScorer, sent: Sent) -> Received | HyperbatonError:
    """What became of a piece, on a worker; or the error that says why it was not scored."""
    file, rows, packed, rejected = sent
    try:
        found = scorer(Piece(file, rows, _unpacked(packed)[0], rejected))
    except HyperbatonError as error:  # Ray would wrap it in a traceback
        return error
    return _packed(found.batches), found.row_count, found.rejected


def _packed(batches: list[pa.RecordBatch]) -> pa.Buffer:
    """Batches in Arrow's own format, without what is before or after a slice."""
    output = pa.BufferOutputStream()
    if batches:
        with pa.ipc.new_stream(output, batches[0].schema) as writer:
            for batch in batches:
                writer.write_batch(batch)
    return output.getvalue()


def _unpacked(packed: pa.Buffer) -> list[pa.RecordBatch]:
    return list(pa.ipc.open_stream(packed)) if packed.size else []


@contextmanager
def _connected(address: str | None) -> Iterator[Any]:
    """Ray, connected to a cluster; what was started here is stopped again."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        ray = import_module("ray")
    except ImportError:
        command = "pip install 'hyperbaton[ray]'"
        raise MissingDependencyError("scoring on a Ray cluster", command) from None
    if ray.is_initialized():  # by whoever calls this from Python
        yield ray
        return
    options: dict[str, Any] = {"logging_level": logging.ERROR, "log_to_driver": False}
    if address in (None, LOCAL):
        options["include_dashboard"] = False
    try:
        ray.init(address or LOCAL, **options)
    except (ConnectionError, ValueError, RuntimeError, OSError) as error:
        reason = str(error).partition("\n")[0] or type(error).__name__
        raise OptionError(f"--address: cannot connect to {address or LOCAL} ({reason})") from None
    try:
        yield ray
    finally:
        ray.shutdown()
