"""The canonical permutation trees of a batch, computed once and shared by all metrics."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hyperbaton.permutation import PermutationBatch
from hyperbaton.runtime.threads import resolve_threads

MONOTONE, INVERTED, PRIME = 0, 1, 2
KIND_MASK = 3
ABSORBED = 4


class TreeArrays(NamedTuple):
    """Inner nodes of every canonical tree, in post-order.

    The nodes of permutation k are entries `offsets[k]` to `offsets[k] + counts[k] - 1`. A node
    with the bit ABSORBED is a link of a longer chain; without those nodes the tree is flattened.
    """

    start: NDArray[np.int32]
    stop: NDArray[np.int32]
    arity: NDArray[np.int32]
    kind: NDArray[np.uint8]
    counts: NDArray[np.int32]


def decompose(batch: PermutationBatch, threads: int | None = None) -> TreeArrays:
    """The trees of a batch; the second call returns what the first computed."""
    return TreeArrays(*batch.native.trees(resolve_threads(threads)))
