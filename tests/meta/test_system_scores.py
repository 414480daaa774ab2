"""People's scores of systems, by hand and from real definitions."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from judged import preferences
from oracles import agreement

from hyperbaton.errors import InputError, OptionError
from hyperbaton.meta import Judgements
from hyperbaton.meta.judgements import Preferences, of_scores
from hyperbaton.meta.measures import (
    exchange_p_values,
    sign_test_p_values,
    soft_accuracy,
)
from hyperbaton.meta.scores import human_totals, mean_score, with_output_scores

# a beats b twice and loses once, beats c once; b and c tie once and c wins once.
ROWS = [(0, 0, 1, 1), (0, 0, 1, 1), (1, 1, 0, 1), (1, 0, 2, 1), (2, 1, 2, 0), (2, 1, 2, -1)]
JUDGED = Judgements("by hand", preferences(ROWS))


def test_win_ratio_drops_ties():
    assert human_totals(JUDGED, "win-ratio").scores.tolist() == [3 / 4, 1 / 4, 1 / 2]


def test_expected_wins_average_over_opponents():
    a = (2 / 3 + 1) / 2
    b = (1 / 3 + 0) / 2
    c = (0 + 1) / 2
    assert human_totals(JUDGED, "expected-wins").scores == pytest.approx([a, b, c])


def ranked(ranks_by_ranking):
    """Judgements from rankings of three systems on one segment each."""
    rows, ranks, ranking = [], [], []
    for number, listed in enumerate(ranks_by_ranking):
        for first, second in ((0, 1), (0, 2), (1, 2)):
            rows.append((number, first, second, np.sign(listed[second] - listed[first])))
            ranks.append((listed[first], listed[second]))
            ranking.append(number)
    made = preferences(rows)
    return Judgements(
        "ranked",
        Preferences(
            made.systems,
            made.segments,
            made.segment,
            made.first,
            made.second,
            made.sign,
            np.array(ranks),
            np.array(ranking),
        ),
    )


def test_ranking_score_of_the_paper():
    """The best of a ranking scores 1 whatever its rank, the third of five 0.5."""
    scores = human_totals(ranked([(2, 3, 4), (1, 3, 5)]), "ranking-score").scores
    assert scores.tolist() == [1.0, 0.5, 0.0]
    scores = human_totals(ranked([(2, 2, 5), (3, 3, 3)]), "ranking-score").scores
    assert scores.tolist() == [0.75, 0.75, 0.25]


@given(st.lists(st.lists(st.integers(1, 5), min_size=3, max_size=3), min_size=1, max_size=6))
def test_ranking_score_against_a_plain_loop(rows):
    def score(ranks, rank):
        best, worst = min(ranks), max(ranks)
        return 0.5 if best == worst else (worst - rank) / (worst - best)

    found = human_totals(ranked([tuple(row) for row in rows]), "ranking-score").scores
    for system in range(3):
        expected = sum(score(row, row[system]) for row in rows) / len(rows)
        assert found[system] == pytest.approx(expected)


def test_methods_that_do_not_fit():
    for judged, method, message in (
        (JUDGED, "ranking-score", "holds no ranks"),
        (JUDGED, "mean", "no scores"),
    ):
        with pytest.raises(InputError, match=message):
            human_totals(judged, method)
    with pytest.raises(OptionError, match="expected win-ratio, expected-wins"):
        human_totals(JUDGED, "trueskill")


def test_sign_test_is_exact():
    p_values = sign_test_p_values(JUDGED.preferences, np.ones((1, JUDGED.preferences.segments)))[0]
    expected = [agreement.sign_test(2, 1), agreement.sign_test(1, 0), agreement.sign_test(0, 1)]
    assert p_values == pytest.approx(expected)


def test_exchange_leaves_out_segments_without_both_scores():
    scores = np.array([[1.0, np.nan, 3.0, 2.0], [0.0, 9.0, 1.0, 1.0], [np.nan] * 4])
    p_values = exchange_p_values(scores, np.ones((1, 4)), 4000, seed=2)[0]
    assert p_values[0] == pytest.approx(1 / 8, abs=0.02)  # all three shared differences positive
    assert np.isnan(p_values[1:]).all()


def test_soft_accuracy_by_hand():
    human, metric = np.array([0.0, 0.5, 1.0, np.nan]), np.array([0.1, 0.5, 0.4, 0.2])
    assert soft_accuracy(human, metric) == pytest.approx(1 - (0.1 + 0.0 + 0.6) / 3)
    assert np.isnan(soft_accuracy(np.array([np.nan]), np.array([0.5])))


def test_means_with_weights_by_hand():
    """3 · 1 + 1 · 0 over 3 + 1; 7 · 0.5 + 1 · 0.5 over 7 + 1."""
    scores = np.array([[1.0, np.nan, 0.0], [np.nan, 0.5, 0.5]])
    scored = of_scores("scored", ("a", "b"), scores)
    assert mean_score(scored, np.array([3.0, 7.0, 1.0])).scores.tolist() == [0.75, 0.5]
    assert human_totals(scored).scores.tolist() == [0.5, 0.5]
    # An output keeps its score.
    assert with_output_scores(scored, "mean").scores == pytest.approx(scores, nan_ok=True)
