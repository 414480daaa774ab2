"""What runs on a worker: record batches are scored there from a description that came as text."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from hyperbaton.batch import BatchDescription, RowScorer
from hyperbaton.checks import shown
from hyperbaton.errors import BadRow, InputError

if TYPE_CHECKING:
    import pyarrow as pa


def work_order(description: BatchDescription) -> str:
    """What a worker has to be told, as JSON: the work, and how text is to be prepared.

    Raises:
        HyperbatonError: the work cannot be done on this machine; it would fail on others, too.
    """
    scorer = RowScorer(description)
    scorer.check()
    return json.dumps({"work": description.to_json(), "prepared": _prepared(scorer)})


class WorkerScorer:
    """Scores record batches on a worker."""

    def __init__(self, order: str, threads: int = 1) -> None:
        """Makes ready for work.

        Args:
            order: what `work_order` wrote.
            threads: how many threads to compute with.

        Raises:
            InputError: files, models or versions differ from those where the order was written.
        """
        told = json.loads(order)
        self.scorer = RowScorer(BatchDescription.from_json(told["work"]), threads)
        for metric, expected in told["prepared"].items():
            found = _prepared(self.scorer)[metric]
            if found != expected:
                raise InputError(
                    f"{metric}: this worker prepares text as {found}, but it should be {expected}; "
                    "install the same packages and files everywhere"
                )

    def __call__(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        """The batch with scores.

        Raises:
            InputError: a row cannot be scored; shows the row, since it has no number here.
        """
        try:
            return self.scorer(batch)
        except BadRow as error:
            raise refused_row(batch, error) from None


def _prepared(scorer: RowScorer) -> dict[str, str]:
    return {str(metric): text for metric, text in scorer.preparations.items()}


def refused_row(batch: pa.RecordBatch, error: BadRow) -> InputError:
    """What to say of a bad row where rows have no numbers: what is in it, in short."""
    row, cells = batch.slice(error.index, 1), []
    for name, column in zip(row.schema.names, row.columns, strict=True):
        try:
            cells.append(f"{name}: {shown(column[0].as_py())}")
        except UnicodeDecodeError:
            cells.append(f"{name}: not UTF-8")
    return InputError(f"a row cannot be scored: {error.reason}; it is {', '.join(cells)}")
