"""Linear algebra of word vectors: lengths, centres, principal components."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Rows = NDArray[np.float32]
Frequencies = NDArray[np.float64]


def unit(rows: Rows) -> Rows:
    """Rows scaled to length 1; those of length 0 stay."""
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return np.divide(rows, lengths, out=np.zeros_like(rows), where=lengths > 0)


def centred(rows: Rows) -> Rows:
    """Rows of length 1 around the words' mean direction; missing rows stay zero."""
    directions = unit(rows)
    there = directions.any(axis=1)
    mean = directions[there].mean(axis=0)
    return unit(np.where(there[:, None], directions - mean, 0).astype(np.float32))


def components(rows: Rows, frequencies: Frequencies, count: int) -> Rows:
    """The directions in which the words of running text vary most around 0, one per column.

    That is, each word counts as often as it occurs. The sign of a direction is arbitrary; here its
    largest entry is positive.
    """
    exact = rows.astype(np.float64)
    _, directions = np.linalg.eigh(exact.T @ (exact * frequencies[:, None]))
    chosen = directions[:, ::-1][:, :count]
    largest = np.abs(chosen).argmax(axis=0)
    return (chosen * np.sign(chosen[largest, np.arange(chosen.shape[1])])).astype(np.float32)


def reduced(rows: Rows, frequencies: Frequencies, count: int, without: int = 0) -> Rows:
    """Centred rows in their principal components, except for the first `without`; of length 1.

    The first components of GloVe tell frequent words from rare ones (Mu & Viswanath 2018).
    """
    around = centred(rows)
    return unit(around @ components(around, frequencies, count)[:, without:])


def joined(families: Sequence[Rows], frequencies: Frequencies, count: int) -> Rows:
    """One space of several, each with the same weight, in its principal components; of length 1."""
    together = np.concatenate(families, axis=1)
    return unit(together @ components(together, frequencies, count))
