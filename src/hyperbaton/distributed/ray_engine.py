"""`hyperbaton batch --engine ray`: files are read and rows are scored by workers of Ray.

Workers read the files, each file as a stream of pieces, and other workers score the pieces; what
they send back is written here, in order, as on one machine. Ray runs again what was lost with a
worker, and hands on every piece once.
"""

from __future__ import annotations

import logging
import os
import pickle
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pyarrow as pa

from hyperbaton.batch.reading.source import Source
from hyperbaton.batch.running.piece_scorer import PieceScorer, ScoredPiece
from hyperbaton.batch.running.plan import BatchPlan
from hyperbaton.batch.running.run import Engine
from hyperbaton.distributed.parcels import (
    as_table,
    packed_piece,
    packed_result,
    parcels_of,
    unpacked_piece,
    unpacked_result,
)
from hyperbaton.distributed.ray import load_ray
from hyperbaton.distributed.worker import WorkerScorer, work_order
from hyperbaton.errors import HyperbatonError, InputError, OptionError
from hyperbaton.text.opening import STANDARD_INPUT

BLOCK_SIZE = 1 << 20  # bytes; pieces are mostly larger, so that each can go to another worker
CPUS_TO_READ = 0.5  # other than those to score: Ray would read and score in one task
QUIET = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_BACKEND_LOG_LEVEL": "fatal"}
LOCAL = "local"


def ray_engine(address: str | None = None) -> Engine:
    """What scores pieces on a cluster.

    Args:
        address: that of a running cluster; Ray is started on this machine without one.
    """

    def scored(plan: BatchPlan, source: Source, work: PieceScorer) -> Iterator[ScoredPiece]:
        if any(file.path == STANDARD_INPUT for file in plan.inputs):
            raise OptionError(
                "--engine ray: workers cannot read standard input; write it to a file"
            )
        with _connected(address) as ray:
            dataset = _dataset(ray, plan, source, work)
            for table in _tables(ray, dataset):
                for parcel in parcels_of(table):
                    found = unpacked_result(parcel)
                    yield replace(found, written=tuple(map(work.encode, found.written)))

    return scored


@contextmanager
def _connected(address: str | None) -> Iterator[Any]:
    """Ray, connected to a cluster; what was started here is stopped again."""
    for name, value in QUIET.items():
        os.environ.setdefault(name, value)
    ray = load_ray()
    if ray.is_initialized():  # by whoever calls this from Python
        yield ray
        return
    logging.getLogger("ray.data").setLevel(logging.ERROR)
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


def _dataset(ray: Any, plan: BatchPlan, source: Source, work: PieceScorer) -> Any:
    """Numbers of files in, parcels of scored pieces out."""
    context = ray.data.DataContext.get_current()
    context.execution_options.preserve_order = True
    context.enable_progress_bars = False
    context.target_max_block_size = BLOCK_SIZE
    files = [pa.table({"file": [k]}) for k in range(len(plan.inputs))]
    pieces = ray.data.from_arrow(files).map_batches(
        read_pieces,
        batch_size=1,
        batch_format="pyarrow",
        fn_kwargs={"source": pickle.dumps(source)},
        num_cpus=CPUS_TO_READ,
    )
    most = plan.threads or max(1, int(ray.cluster_resources().get("CPU", 1)))
    return pieces.map_batches(
        PieceWorker,
        batch_size=1,
        batch_format="pyarrow",
        fn_constructor_args=(
            work_order(plan.description),
            pickle.dumps(work.checks),
            work.divert,
        ),
        num_cpus=1,
        compute=ray.data.ActorPoolStrategy(min_size=1, max_size=most),
    )


def _tables(ray: Any, dataset: Any) -> Iterator[pa.Table]:
    try:
        yield from dataset.iter_batches(batch_format="pyarrow", batch_size=None)
    except ray.exceptions.RayError as error:
        lines = [line for line in str(error).splitlines() if line.strip()]
        raise InputError(f"Ray gave up: {lines[-1] if lines else type(error).__name__}") from None


def read_pieces(table: pa.Table, source: bytes) -> Iterator[pa.Table]:
    """The pieces of a file, on a worker."""
    opened: Source = pickle.loads(source)
    for number in table.column("file").to_pylist():
        try:
            for piece in opened.pieces_of(number):
                yield as_table(packed_piece(piece))
        except HyperbatonError as error:
            yield as_table(packed_result(error))


class PieceWorker:
    """What Ray keeps on a worker: metrics, vectors and models are loaded once."""

    def __init__(self, order: str, checks: bytes, divert: bool) -> None:
        scorer = WorkerScorer(order).scorer
        self._score = PieceScorer(scorer, pickle.loads(checks), divert)

    def __call__(self, table: pa.Table) -> pa.Table:
        """Scored pieces for pieces."""
        return pa.concat_tables([as_table(self._scored(parcel)) for parcel in parcels_of(table)])

    def _scored(self, parcel: bytes) -> bytes:
        try:
            return packed_result(self._score(unpacked_piece(parcel)))
        except HyperbatonError as error:
            return packed_result(error)
