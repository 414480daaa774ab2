"""Comparisons of systems: parts add up, tests are those of `score`, segments are the right ones."""

import pytest
from reports import demo_scores, small_report

import hyperbaton
from hyperbaton.report.report import report_of

SEED, SAMPLES = 12345, 200


@pytest.fixture(scope="module")
def scores():
    return demo_scores()


@pytest.fixture(scope="module")
def report(scores):
    return report_of(scores, samples=SAMPLES, seed=SEED)


def test_all_pairs_are_compared(report):
    pairs = [(each.first, each.second) for each in report.comparisons]
    assert pairs == [("loom", "calque"), ("loom", "tangle"), ("calque", "tangle")]


def test_parts_add_up_to_the_difference(report, scores):
    for each in report.comparisons:
        first, second = (scores[name]["hyperbaton"].score for name in (each.first, each.second))
        assert each.difference == pytest.approx(first - second)
        assert each.lexical.difference + each.order.difference == pytest.approx(each.difference)
        for part in (each.total, each.lexical, each.order):
            assert part.low <= part.difference <= part.high


def test_tests_are_those_of_score(report, scores):
    resampling = hyperbaton.Resampling(paired="bootstrap", samples=SAMPLES, seed=SEED)
    outputs, test_set = scores.inputs.outputs, scores.inputs.test_set
    tested = hyperbaton.score(outputs, test_set, "hyperbaton", resampling=resampling)
    for each in report.comparisons[:2]:
        results = tested[each.second]
        assert each.total.p_value == results["hyperbaton"].p_value
        assert each.lexical.p_value == pytest.approx(results["hyperbaton(part=lexical)"].p_value)
        assert each.order.p_value == pytest.approx(results["hyperbaton(part=order)"].p_value)


def test_segments_that_one_has_right():
    references = ["we met at noon", "he read the book", "the white house"]
    first = ["we met at noon", "the book he read", "the house"]
    second = ["at noon we met", "he read the book", "the house white"]
    [found] = small_report({"a": first, "b": second}, references).comparisons
    assert (found.fixes, found.breaks) == ((1,), (2,))


def test_equal_systems_differ_in_nothing():
    [found] = small_report({"a": ["b a"], "b": ["b a"]}, ["a b"]).comparisons
    assert found.difference == found.order.difference == 0.0
    assert found.order.p_value == 1.0
    assert found.fixes == found.breaks == ()


def test_parts_are_known_without_the_metric(scores):
    """Whatever metrics were asked for, the metric `hyperbaton` says how differences are made up."""
    plain = report_of(demo_scores(metrics="ter"), samples=SAMPLES, seed=SEED)
    full = report_of(scores, samples=SAMPLES, seed=SEED)
    assert plain.comparisons == full.comparisons
    assert plain.overview.to_dict()["balance"] == full.overview.to_dict()["balance"]


def test_json_has_all_fields(report):
    record = report.comparisons[0].to_dict()
    assert record["metric"] == "hyperbaton"
    assert set(record["order"]) == {"difference", "low", "high", "p_value"}
    assert record["fixes"] == list(report.comparisons[0].fixes)
