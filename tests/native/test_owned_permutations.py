"""Native code owns the permutations it reads: nothing that Python does afterwards changes them."""

from __future__ import annotations

import gc

import numpy as np
import pytest

from hyperbaton import metrics
from hyperbaton.permutation import PermutationBatch

PERMUTATIONS = [[2, 4, 1, 3], [1], [], [0, 2, 1], [3, 2, 1]]


def test_changing_the_given_arrays_changes_nothing() -> None:
    values, offsets = np.array([1, 0, 3, 2], dtype=np.int64), np.array([0, 4], dtype=np.int64)
    batch = PermutationBatch(values, offsets)
    values[:], offsets[:] = 2**31 - 1, 2**62
    [score] = metrics.parse("pef").permutation_scores(batch, threads=1)  # type: ignore[attr-defined]
    assert score == metrics.parse("pef").permutation_score([2, 1, 4, 3])  # type: ignore[attr-defined]
    assert batch.values.tolist() == [1, 0, 3, 2]


def test_arrays_are_read_only() -> None:
    batch = PermutationBatch.of(PERMUTATIONS)
    for array in [batch.values, batch.offsets, batch.bases, *batch.native.trees(1)]:
        with pytest.raises(ValueError, match="read-only"):
            array[:] = 0


def test_arrays_outlive_their_batch() -> None:
    batch = PermutationBatch.of([list(range(5000))])
    part, trees = batch.part(0, 1).values, batch.native.trees(1)
    del batch
    gc.collect()
    assert part.tolist() == list(range(5000))
    assert trees[-1].tolist() == [4999]


def test_parts_have_their_own_trees() -> None:
    whole = PermutationBatch.of(PERMUTATIONS)
    for begin in range(len(whole) + 1):
        for end in range(begin, len(whole) + 1):
            part = whole.part(begin, end)
            alone = PermutationBatch.of(PERMUTATIONS[begin:end])
            assert [row.tolist() for row in part] == [row.tolist() for row in alone]
            assert part.bases.tolist() == alone.bases.tolist()
            assert part.native.trees(1)[-1].tolist() == alone.native.trees(1)[-1].tolist()
