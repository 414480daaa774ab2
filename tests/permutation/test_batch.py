"""Permutations: validated in batches and one by one, and owned by native code."""

import gc
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import permutations

from hyperbaton import PermutationBatch, metrics
from hyperbaton.errors import InputError


@given(st.lists(permutations(), max_size=8), st.data())
def test_both_bases_are_recognised(drawn, data):
    bases = [data.draw(st.sampled_from([0, 1])) for _ in drawn]
    given_values = [[v - 1 + base for v in p] for p, base in zip(drawn, bases, strict=True)]
    batch = PermutationBatch.of(given_values)
    assert [p.tolist() for p in batch] == [[v - 1 for v in p] for p in drawn]
    expected = [base if p else 1 for p, base in zip(drawn, bases, strict=True)]
    assert batch.bases.tolist() == expected
    assert batch.lengths.tolist() == [len(p) for p in drawn]


def test_exactly_the_bijections_are_accepted():
    for n in range(4):
        for values in product(range(-1, n + 2), repeat=n):
            bijection = sorted(values) in (list(range(n)), list(range(1, n + 1)))
            if bijection:
                PermutationBatch.of([values])
            else:
                with pytest.raises(InputError):
                    PermutationBatch.of([values])


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ([1, 2, 2], "2 occurs more than once; each of 1..3 (or of 0..2) must occur exactly once"),
        ([0, 1, 3], "3 is outside 0..2"),
        ([1, 2, 4], "4 is outside 1..3"),
        ([-1, 0, 1], "-1 is outside 0..2"),
        ([2**62, 1], "4611686018427387904 is outside 1..2"),
    ],
)
def test_errors_say_what_is_wrong(values, reason):
    with pytest.raises(InputError) as caught:
        PermutationBatch.of([[1], [2, 1], values])
    assert caught.value.index == 2
    assert str(caught.value).startswith(f"permutation 3: {reason}")


def test_only_sequences_of_integers_are_accepted():
    for values in ([1.0, 2.0], [True, False], ["1", "2"], [[1], [2]], [2**64, 1], "12", 3):
        with pytest.raises(InputError, match="permutations: expected integers in one dimension"):
            PermutationBatch.of([values])


@pytest.mark.parametrize("offsets", [[], [0], [1, 3], [0, 2, 1, 3], [0, 4], [0, -1, 3]])
def test_offsets_must_partition_the_values(offsets):
    with pytest.raises(InputError, match="offsets"):
        PermutationBatch([1, 2, 3], offsets)


def test_flat_arrays_of_any_integer_type():
    for dtype in (np.int8, np.uint16, np.int32, np.uint64):
        batch = PermutationBatch(np.array([2, 1, 1, 0, 2], dtype), np.array([0, 2, 5], dtype))
        assert [p.tolist() for p in batch] == [[1, 0], [1, 0, 2]]
    spread = np.array([2, 9, 1, 9, 3, 9])[::2]
    spread.flags.writeable = False
    assert PermutationBatch(spread, [0, 3])[0].tolist() == [1, 0, 2]


def test_indexing_parts_and_repetition():
    batch = PermutationBatch.of([[1], [2, 1], [], [3, 1, 2]])
    assert batch[-1].tolist() == [2, 0, 1]
    with pytest.raises(IndexError):
        batch[4]
    assert [p.tolist() for p in batch.part(1, 3)] == [[1, 0], []]
    repeated = batch.repeated(np.array([0, 2, 1, 1]))
    assert [p.tolist() for p in repeated] == [[1, 0], [1, 0], [], [2, 0, 1]]
    assert len(PermutationBatch.of([])) == 0


PERMUTATIONS = [[2, 4, 1, 3], [1], [], [0, 2, 1], [3, 2, 1]]


def test_changing_the_given_arrays_changes_nothing():
    values, offsets = np.array([1, 0, 3, 2], dtype=np.int64), np.array([0, 4], dtype=np.int64)
    batch = PermutationBatch(values, offsets)
    values[:], offsets[:] = 2**31 - 1, 2**62
    [score] = metrics.Pef().permutation_scores(batch, threads=1)
    assert score == metrics.Pef().permutation_score([2, 1, 4, 3])
    assert batch.values.tolist() == [1, 0, 3, 2]


def test_arrays_are_read_only():
    batch = PermutationBatch.of(PERMUTATIONS)
    for array in [batch.values, batch.offsets, batch.bases, *batch.native.trees(1)]:
        with pytest.raises(ValueError, match="read-only"):
            array[:] = 0


def test_arrays_outlive_their_batch():
    batch = PermutationBatch.of([list(range(5000))])
    part, trees = batch.part(0, 1).values, batch.native.trees(1)
    del batch
    gc.collect()
    assert part.tolist() == list(range(5000))
    assert trees[-1].tolist() == [4999]


def test_parts_have_their_own_trees():
    whole = PermutationBatch.of(PERMUTATIONS)
    for begin in range(len(whole) + 1):
        for end in range(begin, len(whole) + 1):
            part = whole.part(begin, end)
            alone = PermutationBatch.of(PERMUTATIONS[begin:end])
            assert [row.tolist() for row in part] == [row.tolist() for row in alone]
            assert part.bases.tolist() == alone.bases.tolist()
            assert part.native.trees(1)[-1].tolist() == alone.native.trees(1)[-1].tolist()
