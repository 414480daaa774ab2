"""Comparisons of systems: parts add up, tests are those of `score`; the sentence says it."""

import re

import pytest
from reports import demo_scores, small_report

import hyperbaton
from hyperbaton.report.comparison import Comparison, Contribution, opening
from hyperbaton.report.report import report_of

SEED, SAMPLES = 12345, 200


@pytest.fixture(scope="module")
def scores():
    return demo_scores(("tangle", "loom", "calque"))


@pytest.fixture(scope="module")
def report(scores):
    return report_of(scores, samples=SAMPLES, seed=SEED)


def test_parts_add_up_to_the_difference(report, scores):
    for each in report.comparisons:
        first, second = (scores[name]["hyperbaton"].score for name in (each.first, each.second))
        assert each.total.difference == pytest.approx(first - second)
        assert each.lexical.difference + each.order.difference == pytest.approx(first - second)
        for part in (each.total, each.lexical, each.order):
            assert part.low <= part.difference <= part.high


def test_tests_are_those_of_score(report, scores):
    resampling = hyperbaton.Resampling(paired="bootstrap", samples=SAMPLES, seed=SEED)
    inputs = scores.inputs
    outputs = {name: inputs.outputs[name] for name in ("loom", "calque", "tangle")}
    tested = hyperbaton.score(outputs, inputs.test_set, "hyperbaton", resampling=resampling)
    for each in report.comparisons[:2]:
        results = tested[each.second]
        assert each.total.p_value == results["hyperbaton"].p_value
        assert each.lexical.p_value == pytest.approx(results["hyperbaton(part=lexical)"].p_value)
        assert each.order.p_value == pytest.approx(results["hyperbaton(part=order)"].p_value)


def test_segments_that_one_has_right_begin_with_the_worst():
    references = ["we met at noon", "he read the book", "the white house", "a b c d e f"]
    first = ["we met at noon", "the book he read", "the house", "a b c d e f"]
    second = ["at noon we met", "he read the book", "the house white", "a b c e d f"]
    [found] = small_report({"b": second, "a": first}, references).comparisons
    assert (found.first, found.fixes, found.breaks) == ("a", (1, 4), (2,))


def test_equal_systems_differ_in_nothing_and_keep_their_order():
    report = small_report({"b": ["b a"], "a": ["b a"]}, ["a b"])
    [found] = report.comparisons
    assert found.total.difference == found.order.difference == 0.0
    assert (found.first, found.order.p_value, found.fixes, found.breaks) == ("b", 1.0, (), ())
    assert re.search(r"b leads with (\S+); a follows with \1, the same score\.$", report.sentence)


def test_numbers_of_the_sentence_add_up_as_they_are_written(report):
    pattern = (
        r"By hyperbaton, loom leads with ([\d.]+); calque follows with ([\d.]+), ([\d.]+) behind, "
        r"\d+% of that by word order; tangle comes last with ([\d.]+), ([\d.]+) behind, "
        r"\d+% of that by word order\."
    )
    best, second, behind, last, further = map(
        float, re.fullmatch(pattern, report.sentence).groups()
    )
    assert best - second == pytest.approx(behind) and best - last == pytest.approx(further)


@pytest.mark.parametrize(
    ("lexical", "order", "p_value", "words"),
    [
        (0.1, 0.0, 0.01, "0.100 behind, 0% of that by word order"),
        (0.0, 0.1, 0.01, "100% of that by word order"),
        (0.2, -0.1, 0.01, "by word choice alone, for its word order is better"),
        (-0.1, 0.2, 0.01, "by word order alone, for its word choice is better"),
        (0.06, 0.03, 0.4, "b follows with 0.800, 0.100 behind, which may be chance, 33% of"),
    ],
)
def test_shares_and_chance(lexical, order, p_value, words):
    total, *parts = (
        Contribution(number, number, number, p_value)
        for number in (lexical + order, lexical, order)
    )
    found = Comparison("a", "b", total, *parts, (), ())  # type: ignore[call-arg]
    assert words in opening({"a": 0.9, "b": 0.8}, 9, 3, [found])


def test_one_system():
    sentence = small_report({"a": ["b a", "a b"]}, ["a b", "a b"]).sentence
    assert sentence.startswith("a scores ")
    assert sentence.endswith("words stand in another order in 1 of 2 segments.")
    assert small_report(["b a"], ["a b"]).sentence.endswith("in its one segment.")
    assert small_report(["a b"], ["a b"]).sentence.endswith("in none of its segments.")
    assert small_report({"a": [], "b": []}, []).sentence == "There are no segments."
