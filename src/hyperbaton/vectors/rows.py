"""What vectors say about some words, wherever they come from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray


class WordRows(NamedTuple):
    """One row per word.

    Attributes:
        rows: float32; the vector of each word, of length 1 or less, or zeros where it has none:
            such a word is similar to nothing but itself. The similarity of two words is the product
            of their vectors.
        information: float32; -ln of each word's frequency, never negative. The rarer a word, the
            larger; words that are not known have that of the rarest.
        known: which words have an entry.
    """

    rows: NDArray[np.float32]
    information: NDArray[np.float32]
    known: NDArray[np.bool_]


class WordTable(Protocol):
    """Vectors of words, from a file of any format."""

    def lookup(self, words: Sequence[str]) -> WordRows:
        """What there is for each word."""


def unit_rows(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    """Vectors scaled to length 1; those of length 0 stay."""
    exact = vectors.astype(np.float64)
    lengths = np.sqrt(np.square(exact).sum(axis=1, keepdims=True))
    np.divide(exact, lengths, out=exact, where=lengths > 0)
    return exact.astype(np.float32)
