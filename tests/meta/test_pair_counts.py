"""Statistics of judged pairs: hand-computed, against brute force and against scipy."""

import numpy as np
import pytest
from hypothesis import given
from judged import judged_scores, preferences
from oracles import agreement

from hyperbaton.errors import InputError
from hyperbaton.meta.measures import (
    COUNT_STATISTICS,
    calibrate,
    count_rows,
)

# One segment with three systems scored 3, 2, 2 by the metric, and one scored 1, 1, 5.
SCORES = np.array([[3.0, 1.0], [2.0, 1.0], [2.0, 5.0]])
JUDGED = preferences(
    [
        (0, 0, 1, 1),  # concordant
        (0, 0, 2, 1),  # concordant
        (0, 1, 0, -1),  # concordant, the other way round
        (0, 2, 0, 1),  # discordant
        (0, 1, 2, 1),  # the metric ties
        (1, 0, 1, -1),  # the metric ties
        (1, 2, 0, 0),  # people tie
        (1, 0, 1, 0),  # both tie
        (1, 1, 0, 0),  # both tie
        (1, 0, 2, -1),  # concordant
    ]
)
# C = 4, D = 1, ties of the metric 2, of people 1, of both 2
BY_HAND = {
    "tau": 3 / 5,
    "tau-wmt12": (4 - 1 - 2) / 7,
    "tau-wmt14": 3 / 7,
    "tau-b": 3 / np.sqrt((5 + 2) * (5 + 1)),
    "consistency": 100 * 4 / 7,
    "accuracy": 6 / 10,
}


def test_counts_by_hand():
    rows = count_rows(JUDGED, SCORES)
    assert rows.tolist() == [[3, 1, 1, 0, 0], [1, 0, 1, 1, 2]]


@pytest.mark.parametrize("name", list(COUNT_STATISTICS))
def test_every_statistic_by_hand(name):
    total = count_rows(JUDGED, SCORES).sum(axis=0)
    assert float(COUNT_STATISTICS[name](total)) == pytest.approx(BY_HAND[name], abs=1e-15)


@pytest.mark.parametrize("name", list(COUNT_STATISTICS))
def test_nothing_to_count_is_undefined(name):
    assert np.isnan(float(COUNT_STATISTICS[name](np.zeros(5))))


@given(judged_scores())
def test_counts_are_those_of_a_loop(case):
    judged, scores = case
    assert count_rows(judged, scores).sum(axis=0).tolist() == agreement.counts(judged, scores)


def test_a_judged_output_without_a_score_is_named():
    scores = SCORES.copy()
    scores[2, 1] = np.nan
    with pytest.raises(InputError, match="segment 2 of c was judged but has no score"):
        count_rows(JUDGED, scores)


@given(judged_scores())
def test_calibration_finds_the_best_threshold(case):
    judged, scores = case
    epsilon, accuracy = calibrate(judged, scores)
    assert accuracy == pytest.approx(agreement.calibrated_accuracy(judged, scores), abs=1e-12)
    assert accuracy == pytest.approx(agreement.accuracy_at(judged, scores, epsilon), abs=1e-12)
