"""Several metrics over the same permutations."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import permutations

from hyperbaton import metrics, score_permutations
from hyperbaton.metrics import METRICS, PermutationMetric, permutation_metric

ALL = [name for name, metric in METRICS.items() if issubclass(metric, PermutationMetric)]


@given(st.lists(permutations(), min_size=1, max_size=30), st.integers(1, 50))
def test_parts_change_nothing(drawn, at_once):
    whole = score_permutations(drawn, ALL)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(permutation_metric, "ELEMENTS_PER_THREAD", at_once)
        parts = score_permutations(drawn, ALL)
    assert np.array_equal(whole.scores, parts.scores)
    assert whole.averages == pytest.approx(parts.averages, abs=1e-12)


def test_columns_follow_the_metrics():
    report = score_permutations([[2, 1], [1, 2]], ["hamming", metrics.parse("ulam")])
    assert [str(metric) for metric in report.metrics] == ["hamming", "ulam"]
    assert report.scores.tolist() == [[0.0, 0.0], [1.0, 1.0]]
    assert report.averages == (0.5, 0.5)


def test_nothing_to_score_is_not_zero():
    assert np.isnan(score_permutations([], ["kendall"]).averages[0])
