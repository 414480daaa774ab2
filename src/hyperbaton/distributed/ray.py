"""Ray Data: datasets in, datasets with scores out.

import ray
from hyperbaton.batch import BatchDescription
from hyperbaton.distributed.ray import score_dataset

dataset = ray.data.read_parquet("s3://bucket/pairs/")
description = BatchDescription(["kendall", "pef"], hyp="mt", ref="human")
score_dataset(dataset, description).write_parquet("s3://bucket/scores/")
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from hyperbaton.batch import BatchDescription
from hyperbaton.checks import shown
from hyperbaton.distributed.worker import WorkerScorer, work_order
from hyperbaton.errors import ArgumentTypeError, MissingDependencyError
from hyperbaton.limits import BATCH_ROWS, PROCESSES

if TYPE_CHECKING:
    import pyarrow as pa
    from ray.data import Dataset

INSTALL_RAY = "pip install 'hyperbaton[ray]'"


def score_dataset(
    dataset: Dataset,
    description: BatchDescription,
    *,
    threads: int = 1,
    workers: int | None = None,
    batch_rows: int = 1 << 12,
) -> Dataset:
    """The dataset with scores, computed by workers of Ray when it is consumed.

    Rows and their columns stay as they are. Ray runs work again that was lost with a worker, and
    keeps the order of rows if its execution option `preserve_order` says so.

    Args:
        dataset: the rows.
        description: what is scored, and how.
        threads: how many threads, and so CPUs, each worker computes with.
        workers: how many workers there are at most; as many as there are CPUs by default.
        batch_rows: how many rows are scored at a time.

    Raises:
        MissingDependencyError: Ray is not installed.
        HyperbatonError: the work cannot be done on this machine; it would fail on others, too.
    """
    ray = load_ray()
    if not isinstance(dataset, ray.data.Dataset):
        raise ArgumentTypeError("dataset", "a dataset of Ray", shown(dataset))
    order = work_order(description)
    if workers is not None:
        PROCESSES.check(workers, "workers")
    most = workers or max(1, int(ray.cluster_resources().get("CPU", 1)) // threads)
    scored: Dataset = dataset.map_batches(
        DatasetWorker,
        batch_size=BATCH_ROWS.check(batch_rows, "batch_rows"),
        batch_format="pyarrow",
        fn_constructor_args=(order, threads),
        num_cpus=threads,
        compute=ray.data.ActorPoolStrategy(min_size=workers or 1, max_size=most),
    )
    return scored


class DatasetWorker:
    """What Ray keeps on a worker: metrics, vectors and models are loaded once."""

    def __init__(self, order: str, threads: int) -> None:
        self._score = WorkerScorer(order, threads)

    def __call__(self, table: pa.Table) -> pa.Table:
        """A batch of Ray's, which is a table, with scores."""
        pyarrow = import_module("pyarrow")
        batches = table.combine_chunks().to_batches() or [
            pyarrow.RecordBatch.from_pylist([], schema=table.schema)
        ]
        return pyarrow.Table.from_batches(map(self._score, batches))


def load_ray() -> Any:
    """Ray, with Ray Data.

    Raises:
        MissingDependencyError: it is not installed.
    """
    try:
        import_module("ray.data")
        return import_module("ray")
    except ImportError:
        raise MissingDependencyError("scoring datasets of Ray", INSTALL_RAY) from None
