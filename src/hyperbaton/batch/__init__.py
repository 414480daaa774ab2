"""Batches: Arrow record batches in, the same batches with scores out, on any machine.

`description` is everything that decides the numbers, as plain JSON; `row_scorer` turns a record
batch into one with scores; `pieces` scores streams of them on threads and sets bad rows aside;
`run` is the command, which keeps finished `parts` beside its output; `writing` knows the formats.
Statistics of segments travel in columns beside the scores: `summed_statistics` merges their sums,
`score_statistics` computes intervals and tests.
"""

from hyperbaton.errors import MissingDependencyError
from hyperbaton.text.reading import INSTALL_PYARROW

try:
    import pyarrow as pyarrow
except ImportError:
    raise MissingDependencyError("scoring record batches", INSTALL_PYARROW) from None

from hyperbaton.batch.description import BatchDescription
from hyperbaton.batch.row_scorer import RowScorer
from hyperbaton.batch.summed_statistics import SummedStatistics

__all__ = ["BatchDescription", "RowScorer", "SummedStatistics"]
