"""Several metrics over the same permutations."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import permutations

from hyperbaton import score_permutations
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
