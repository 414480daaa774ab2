"""Batches: Arrow record batches in, the same batches with scores out, on any machine.

`description` is everything that a worker needs to know, as plain JSON; `row_scorer` turns a record
batch into one with scores; `columns` takes the texts out of Arrow. Statistics of segments travel in
columns beside the scores: `summed_statistics` merges their sums, `score_statistics` computes
intervals and tests.
"""

from hyperbaton.batch.description import BatchDescription
from hyperbaton.batch.row_scorer import RowScorer
from hyperbaton.batch.summed_statistics import SummedStatistics

__all__ = ["BatchDescription", "RowScorer", "SummedStatistics"]
