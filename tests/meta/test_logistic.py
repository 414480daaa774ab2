"""Logistic ranking loss: against SciPy, by optimality conditions, and by what must not matter."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from hyperbaton.errors import InputError
from hyperbaton.meta import fit_logistic

EITHER = pytest.mark.parametrize("nonnegative", [True, False])


def problem(seed, features=4, sizes=(60, 25, 140)):
    """Sets of pairs that people order by some weights, most of the time."""
    rng = np.random.default_rng(seed)
    weights = rng.normal(0.3, 0.8, features)
    scales = 10.0 ** rng.integers(-2, 3, features)
    sets = []
    for size in sizes:
        rows = rng.normal(size=(size, features)) + 0.8 * rng.normal(size=(size, 1))
        right = rng.random(size) < 1 / (1 + np.exp(-rows @ weights))
        sets.append(np.where(right[:, np.newaxis], rows, -rows) * scales)
    return sets


def spreads(sets):
    return np.sqrt(np.mean([np.mean(rows**2, axis=0) for rows in sets], axis=0))


def objective(sets, l2, weights):
    """The loss as the docstring writes it, set by set."""
    losses = [np.mean(np.log1p(np.exp(-rows @ weights))) for rows in sets]
    return np.mean(losses) + l2 / 2 * np.sum((weights * spreads(sets)) ** 2)


def gradient(sets, l2, weights):
    """Its derivative by standardised weights."""
    spread = spreads(sets)
    parts = [-(rows / spread).T @ (1 / (1 + np.exp(rows @ weights))) / len(rows) for rows in sets]
    return np.mean(parts, axis=0) + l2 * weights * spread


@given(
    st.lists(
        arrays(np.float64, st.tuples(st.integers(1, 8), st.just(3)), elements=st.integers(-3, 3)),
        min_size=1,
        max_size=3,
    ),
    st.booleans(),
    st.sampled_from([1e-6, 0.1]),
)
def test_the_optimality_conditions_hold(sets, nonnegative, l2):
    """Whatever the pairs: separable, tied by all features, or with features that say the same."""
    fit = fit_logistic(sets, nonnegative, l2)
    told = spreads(sets) > 0
    slopes = gradient([rows[:, told] for rows in sets], l2, fit.weights[told])
    assert not fit.weights[~told].any()
    if nonnegative:
        assert (fit.weights >= 0).all()
        assert (slopes >= -1e-8).all()
        assert np.abs(slopes[fit.weights[told] > 1e-6]).max(initial=0.0) <= 1e-8
    else:
        assert np.abs(slopes).max(initial=0.0) <= 1e-8
    assert fit.loss == pytest.approx(objective(sets, 0.0, fit.weights))


@EITHER
@pytest.mark.parametrize("l2", [1e-6, 0.1])
def test_the_unit_of_a_feature_does_not_matter(nonnegative, l2):
    sets, units = problem(4), np.array([1.0, 100.0, 0.001, 1.0])
    before = fit_logistic(sets, nonnegative, l2)
    after = fit_logistic([rows * units for rows in sets], nonnegative, l2)
    assert after.weights * units == pytest.approx(before.weights, rel=1e-6)
    assert after.importance == pytest.approx(before.importance, rel=1e-6)
    assert after.loss == pytest.approx(before.loss)


def test_there_must_be_pairs():
    for sets in ([], [np.empty((0, 2))]):
        with pytest.raises(InputError, match="there is no pair to fit weights to; ties do not"):
            fit_logistic(sets)
