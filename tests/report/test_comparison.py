"""Comparisons of systems: parts add up, tests are those of `score`; the sentence says it."""

import pytest
from reports import demo_scores, small_report

import hyperbaton
from hyperbaton.report.comparison import Comparison, Contribution, opening
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


def comparison(first, second, lexical, order, p_value=0.001):
    def part(difference):
        return Contribution(difference, difference, difference, p_value)

    return Comparison(first, second, part(lexical + order), part(lexical), part(order), (), ())


def test_either_system_may_lead():
    sentence = "loom leads; calque loses 0.19 to it, three quarters of that by word order."
    found = [comparison("loom", "calque", 0.05, 0.14)]
    assert opening({"loom": 0.9, "calque": 0.71}, 24, 3, found) == sentence
    found = [comparison("calque", "loom", -0.05, -0.14)]
    assert opening({"calque": 0.71, "loom": 0.9}, 24, 3, found) == sentence


@pytest.mark.parametrize(
    ("lexical", "order", "p_value", "words"),
    [
        (0.1, 0.0, 0.01, "hardly any of that by word order"),
        (0.0, 0.1, 0.01, "all of that by word order"),
        (0.2, -0.1, 0.01, "by word choice alone, for its word order is better"),
        (-0.1, 0.2, 0.01, "by word order alone, for its word choice is better"),
        (0.006, 0.003, 0.4, "0.009 to it, which may be chance, a third of that by word order"),
        (0.0001, 0.0, 1.0, "nothing to it"),
    ],
)
def test_shares_and_chance(lexical, order, p_value, words):
    found = [comparison("a", "b", lexical, order, p_value)]
    assert opening({"a": 0.9, "b": 0.8}, 9, 3, found).endswith(f"{words}.")


def test_three_systems():
    found = [
        comparison("a", "b", 0.05, 0.05),
        comparison("a", "c", 0.2, 0.2),
        comparison("b", "c", 0.15, 0.15),
    ]
    assert opening({"a": 0.9, "b": 0.8, "c": 0.5}, 9, 3, found) == (
        "a leads; b follows, 0.10 behind, half of that by word order; c comes last, 0.40 behind, "
        "half of that by word order."
    )


def test_one_system():
    sentence = small_report({"a": ["b a", "a b"]}, ["a b", "a b"]).sentence
    assert sentence.startswith("a scores ")
    assert sentence.endswith("words stand in another order in 1 of 2 segments.")
    assert small_report(["b a"], ["a b"]).sentence.endswith("in its one segment.")
    assert small_report(["a b"], ["a b"]).sentence.endswith("in none of its segments.")
    assert small_report({"a": [], "b": []}, []).sentence == "There are no segments."
