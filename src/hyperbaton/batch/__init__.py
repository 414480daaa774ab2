"""Batches: Arrow record batches in, the same batches with scores out, on any machine.

`description` is everything that decides the numbers, as plain JSON; `row_scorer` turns a record
batch into one with scores. `inputs` finds files and `source` reads them as pieces of a table;
`pieces` scores these on threads; `run` is the command, which keeps finished `parts` beside its
output; `writing` knows the formats. `summed_statistics` gives corpus scores, also of partitions.
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
