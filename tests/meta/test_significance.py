"""Bootstrap and permutation tests against plain loops and full enumeration."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from judged import judged_scores, preferences
from oracles import agreement
from scipy import stats

from hyperbaton.errors import InputError
from hyperbaton.meta import Judgements, Omissions, evaluate, significance
from hyperbaton.meta.evaluation import Protocol
from hyperbaton.meta.judgements import of_scores
from hyperbaton.meta.measures import count_rows, spearman, tau, tau_b
from hyperbaton.meta.scores import MetricScores, human_totals, of_segments
from hyperbaton.meta.significance import (
    clusters,
    compare_by_pairs,
    standardized,
)


@pytest.fixture(scope="module")
def study():
    """Judgements of five systems by a noisy reader, and metrics that are more or less noisy."""
    rng = np.random.default_rng(7)
    systems = tuple("abcde")
    quality = np.linspace(0, 1, 5)[:, np.newaxis] + rng.normal(0, 0.4, (5, 60))
    human = quality + rng.normal(0, 0.2, quality.shape)
    human[2, 5] = np.nan
    metrics = [
        of_segments(name, name, systems, quality + rng.normal(0, noise, quality.shape))
        for name, noise in (("good", 0.1), ("fair", 0.6), ("bad", 3.0))
    ]
    return of_scores("reader", systems, human), metrics


@pytest.mark.parametrize("value", [tau, tau_b])
def test_segment_bootstrap_is_the_plain_loop(study, value):
    judged, metrics = study
    rows = [count_rows(judged.preferences, metric.segments) for metric in metrics]
    fast = significance.segment_bootstrap(rows, value, 100, seed=1)
    drawn = np.random.default_rng(1).integers(0, 60, (100, 60))
    for row, found in zip(rows, fast, strict=True):
        slow = [float(value(row[indices].sum(axis=0))) for indices in drawn]
        assert found == pytest.approx(slow)


def test_system_bootstrap_is_the_plain_loop(study):
    judged, metrics = study
    totals = human_totals(judged)
    fast = significance.system_bootstrap(totals, metrics, spearman, 80, seed=2)
    drawn = np.random.default_rng(2).integers(0, 60, (80, 60))
    for metric, found in zip(metrics, fast, strict=True):
        slow = [
            stats.spearmanr(
                np.nanmean(judged.scores[:, indices], axis=1),
                metric.segments[:, indices].mean(axis=1),
            ).statistic
            for indices in drawn
        ]
        assert found == pytest.approx(slow)


def share_reached(statistic, one, other):
    """The share of all exchanges that reach the observed difference."""
    observed = statistic(one) - statistic(other)
    pairs = agreement.exchanges(one, other)
    return np.mean([statistic(a) - statistic(b) >= observed - 1e-9 for a, b in pairs])


@given(judged_scores(metrics=2, max_pairs=8).filter(lambda case: case[1].size <= 6))
def test_exchanges_of_pairs_are_counted_exactly(case):
    """The share of all exchanges, against that of many random ones."""
    judged, *scores = case
    one, other = map(standardized, scores)

    def statistic(scores):
        return np.array(agreement.counts(judged, scores), float) @ [1.0, -1.0, 0.25, 0.5, 0.75]

    def weighted(counts):
        return counts @ np.array([1.0, -1.0, 0.25, 0.5, 0.75])

    found = compare_by_pairs(judged, scores, weighted, 3000, seed=5)[0, 1]
    assert found == pytest.approx(share_reached(statistic, one, other), abs=0.05)


@pytest.mark.parametrize("statistic", ["tau", "tau-b", "accuracy-eq", "pearson"])
def test_better_metrics_are_found_better_on_segments(study, statistic):
    judged, metrics = study
    found = evaluate("de-en", judged, metrics, Protocol("segment", statistic, samples=400))
    assert found.values[0] > found.values[1] > found.values[2]
    assert found.p_values[0, 2] < 0.05 < found.p_values[2, 0]
    assert found.clusters[0] == 1
    assert found.clusters[2] > 1
    for value, bounds in zip(found.values, found.intervals, strict=True):
        assert bounds.low < value < bounds.high


@pytest.mark.parametrize("test", ["permutation", "bootstrap"])
def test_equal_metrics_do_not_differ(study, test):
    judged, metrics = study
    for level in ("segment", "system"):
        protocol = Protocol(level, "pearson", test=test, samples=200)
        found = evaluate("de-en", judged, [metrics[0], metrics[0]], protocol)
        assert found.p_values[0, 1] == found.p_values[1, 0] == 1.0
        assert found.clusters == [1, 1]


def test_scores_of_systems_alone_have_a_reason_on_segments(study):
    judged, metrics = study
    only = MetricScores("only", "file", judged.systems, None, None, metrics[0].system_scores)
    found = evaluate("de-en", judged, [metrics[0], only, metrics[1]], Protocol(samples=100))
    assert np.isnan(found.values[1])
    assert found.reasons == (None, "no scores of segments", None)
    assert found.clusters == [1, None, 2]
    on_systems = evaluate("de-en", judged, [only, metrics[0]], Protocol("system", "pearson"))
    assert on_systems.values[0] == on_systems.values[1]


def test_unscored_outputs_are_refused_or_counted(study):
    judged, metrics = study
    holes = metrics[0].segments.copy()
    holes[1, 3] = np.nan
    holed = of_segments("holed", "file", metrics[0].systems, holes)
    with pytest.raises(InputError, match=r"de-en: holed has no score for segment 4 of b.*--skip"):
        evaluate("de-en", judged, [holed], Protocol(samples=0))
    omissions = Omissions(skip=True)
    found = evaluate("de-en", judged, [holed, metrics[1]], Protocol(samples=0), omissions)
    assert str(omissions) == "1 × judged output without a score"
    assert found.pairs == len(judged.preferences) - 4


@given(
    st.lists(st.integers(0, 5), min_size=1, max_size=6).flatmap(
        lambda values: st.tuples(
            st.just(values),
            st.lists(st.booleans(), min_size=len(values) ** 2, max_size=len(values) ** 2),
        )
    )
)
def test_clusters_are_those_of_the_plain_rule(case):
    values, flags = case
    better = np.array(flags).reshape(len(values), -1)
    p_values = np.where(better, 0.01, 0.5)
    assert clusters(np.array(values, float), p_values) == agreement.cluster_ranks(values, better)


def test_clusters_by_hand():
    assert clusters(np.array([0.2, np.nan, 0.3]), np.full((3, 3), 0.5)) == [1, None, 1]


def test_pearson_of_preferences_takes_the_ratio_of_wins():
    rows = [(0, 0, 1, 1), (0, 0, 2, 1), (0, 1, 2, -1), (1, 0, 1, -1), (1, 0, 1, 1), (1, 2, 0, 0)]
    judged = Judgements("rankings", preferences(rows))
    scores = np.array([[0.9, 0.5], [0.1, 0.4], [0.3, 0.8]])
    metric = of_segments("m", "m", ("a", "b", "c"), scores)
    found = evaluate("de-en", judged, [metric], Protocol("segment", "pearson", samples=0))
    wins = [1.0, 0.5, 0.0, 0.5, 0.5]  # of a, a, b, b and c; the tie of c says nothing
    expected = stats.pearsonr(wins, [0.9, 0.5, 0.1, 0.4, 0.3]).statistic
    assert found.values[0] == pytest.approx(expected)
