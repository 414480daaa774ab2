"""Student's t-test on bootstrapped correlations, against SciPy."""

import numpy as np
import pytest
from scipy import stats

from hyperbaton_papers.win_records import paired_t_test, student_tail


@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 9, 10, 99, 999, 1000])
def test_student_tail_agrees_with_scipy(freedom):
    for t in (0.0, 0.3, 1.0, 1.96, 3.0, 6.0):
        expected = 2 * stats.t.sf(t, freedom)
        assert student_tail(t, freedom) == pytest.approx(expected, abs=1e-12)


def test_paired_t_test_agrees_with_scipy():
    rng = np.random.default_rng(12)
    first, second = rng.normal(size=(2, 30))
    expected = stats.ttest_rel(first, second).pvalue
    assert paired_t_test(first, second) == pytest.approx(expected, abs=1e-12)
    assert paired_t_test(first, first) == 1.0
    assert paired_t_test(first, first - 1.0) < 1e-12
    assert np.isnan(paired_t_test(first[:1], second[:1]))
    undefined = np.full(100, np.nan)
    assert np.isnan(paired_t_test(np.full(100, 0.5), undefined))
    assert paired_t_test(np.full(50, 0.1 + 0.2), np.full(50, 0.3)) == 1.0
