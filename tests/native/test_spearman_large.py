"""Sums that outgrow 64 bits."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from numpy.typing import NDArray

from hyperbaton import _core
from hyperbaton.permutation import PermutationBatch

LONG = 2_200_000


def exact_score(values: NDArray[np.int32]) -> Fraction:
    """1 - 3 sum d^2 / (n (n^2 - 1)) in Python's integers."""
    n = len(values)
    displacements = values.astype(np.int64) - np.arange(n)
    squares = sum(int(part) for part in np.add.reduceat(displacements**2, np.arange(0, n, 1000)))
    return 1 - Fraction(3 * squares, n * (n * n - 1))


def rotated(n: int) -> NDArray[np.int32]:
    return np.roll(np.arange(n, dtype=np.int32), n // 3)


def shuffled(n: int) -> NDArray[np.int32]:
    return np.random.default_rng(1).permutation(n).astype(np.int32)


@pytest.mark.parametrize("permutation", [rotated, shuffled])
@pytest.mark.parametrize("n", [LONG, 2_097_152, 2_097_153, 5_000_000])
def test_spearman(permutation, n: int) -> None:
    values = permutation(n)
    [score] = _core.spearman_scores(PermutationBatch(values, [0, n]).native, 1)
    assert score == pytest.approx(float(exact_score(values)), rel=1e-15, abs=0)


def test_count_that_does_not_fit_is_an_error() -> None:
    n = 4_000_000
    values = np.arange(n, dtype=np.int32)[::-1].copy()
    with pytest.raises(OverflowError):
        _core.squared_displacements(PermutationBatch(values, [0, n]).native, 1)


@pytest.mark.parametrize("repeated", [70_000])
def test_skip_bigrams_of_one_repeated_word(repeated: int) -> None:
    words = np.zeros(repeated, dtype=np.int32)
    ends = np.array([0, repeated])
    segments = words, ends, words, ends, np.array([0, 1])
    pairs = repeated * (repeated - 1) // 2
    assert _core.skip_bigrams(segments, -1, 1).tolist() == [[pairs, pairs, pairs]]
