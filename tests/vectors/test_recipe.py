"""The recipe of the shipped vectors (tools/vectors), on examples that fit on a page."""

import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

RECIPE = Path(__file__).parents[2] / "tools" / "vectors"
sys.path.insert(0, str(RECIPE))
import restraints  # noqa: E402
import space  # noqa: E402
from quantisation import quantised  # noqa: E402

RANDOM = np.random.default_rng(1)


def test_centres_and_axes():
    rows = RANDOM.normal(size=(200, 6)).astype(np.float32) + 3
    rows[7] = 0
    around = space.centred(rows)
    assert around[7].tolist() == [0] * 6
    assert np.linalg.norm(np.delete(around, 7, 0), axis=1) == pytest.approx(np.ones(199), abs=1e-5)
    assert abs(around.mean(axis=0)).max() < 0.1
    kept = space.reduced(rows, np.ones(200), 6)
    assert kept @ kept.T == pytest.approx(around @ around.T, abs=1e-5)  # only turned
    assert space.reduced(rows, np.ones(200), 6, without=2).shape == (200, 4)


def test_families_have_the_same_weight():
    one, other = (space.unit(RANDOM.normal(size=(50, n)).astype(np.float32)) for n in (3, 5))
    together = space.joined([one, other], np.ones(50), 8)
    assert together @ together.T == pytest.approx((one @ one.T + other @ other.T) / 2, abs=1e-5)


def test_opposites_are_pushed_apart_and_others_stay():
    rows = space.unit(RANDOM.normal(size=(40, 8)).astype(np.float32) + 1)
    pairs = [(0, 1), (1, 2), (2, 3), (0, 3), (4, 5)]
    moved = restraints.pushed_apart(rows, pairs)
    most = restraints.MOST_SIMILAR_OPPOSITES + restraints.NEAR_ENOUGH
    assert max(moved[a] @ moved[b] for a, b in pairs) <= most + 1e-6
    assert np.linalg.norm(moved, axis=1) == pytest.approx(np.ones(40), abs=1e-5)
    assert moved[6:] == pytest.approx(rows[6:], abs=1e-6)
    assert (moved[:6] * rows[:6]).sum(axis=1).min() > 0.5  # and they stay near where they were
    assert restraints.pushed_apart(rows, []) == pytest.approx(rows, abs=1e-6)


@given(arrays(np.float32, (5, 3), elements=st.floats(-1, 1, width=32)))
def test_bytes_keep_lengths(rows):
    vectors, per_one = quantised(rows)
    again, _ = quantised(rows.copy())
    assert vectors.dtype == np.int8 and (vectors == again).all()
    assert abs(vectors / per_one - rows).max() <= 0.5 / per_one + 1e-6
    assert not rows.any() or abs(vectors.astype(int)).max() == 127
