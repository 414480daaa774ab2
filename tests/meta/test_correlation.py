"""Correlations of scores of systems against scipy and by hand."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from hyperbaton.meta.measures import (
    average_ranks,
    kendall,
    pairwise_accuracy,
    pearson,
    spearman,
)

THEIRS = {
    pearson: stats.pearsonr,
    spearman: stats.spearmanr,
    kendall: stats.kendalltau,
}
LISTS = st.lists(st.tuples(st.integers(-5, 5), st.integers(-5, 5)), min_size=3, max_size=9)


@pytest.mark.parametrize("ours", list(THEIRS), ids=lambda f: f.__name__)
@given(pairs=LISTS)
def test_agrees_with_scipy(ours, pairs):
    x, y = np.array(pairs, float).T
    found = float(ours(x, y))
    if len(set(x)) == 1 or len(set(y)) == 1:
        assert np.isnan(found)
    else:
        assert found == pytest.approx(THEIRS[ours](x, y).statistic, abs=1e-12)


def test_pearson_of_tiny_and_huge_values():
    rng = np.random.default_rng(2)
    x, y = rng.normal(size=(2, 20))
    expected = stats.pearsonr(x, y).statistic
    assert float(pearson(x * 1e-200, y * 1e200)) == pytest.approx(expected, abs=1e-12)
    assert float(pearson(x + 1e6, y)) == pytest.approx(expected, abs=1e-8)
    assert np.isnan(float(pearson(np.full(20, 0.1), y)))


def test_pairwise_accuracy_by_hand():
    human = np.array([1.0, 2.0, 2.0, 4.0])  # five pairs that people order
    assert float(pairwise_accuracy(human, np.array([1.0, 2.0, 3.0, 4.0]))) == 1.0
    assert float(pairwise_accuracy(human, np.array([4.0, 3.0, 2.0, 1.0]))) == 0.0
    # A tie of the metric is not right: 1-2, 1-3 and 1-4 of five.
    assert float(pairwise_accuracy(human, np.array([1.0, 2.0, 2.0, 2.0]))) == 3 / 5


@given(st.lists(st.integers(0, 5), min_size=1, max_size=10))
def test_ranks_agree_with_scipy(values):
    assert average_ranks(np.array(values, float)).tolist() == stats.rankdata(values).tolist()
