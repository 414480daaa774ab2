"""Batches: pieces of the input, a function from record batch to record batch, joined parts.

`inputs` reads files as pieces, `row_scorer` is the function, `pieces` calls it on threads, `run` is
the command, and `writing` knows the formats of its output.
"""

from hyperbaton.errors import MissingDependencyError
from hyperbaton.text.reading import INSTALL_PYARROW

try:
    import pyarrow as pyarrow
except ImportError:
    raise MissingDependencyError("scoring tables", INSTALL_PYARROW) from None

from hyperbaton.batch.row_scorer import RowScorer, scores_of_sums, summed_statistics

__all__ = ["RowScorer", "scores_of_sums", "summed_statistics"]
