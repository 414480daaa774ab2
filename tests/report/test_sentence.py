"""The opening sentence, for any number of systems."""

import pytest
from reports import small_report

from hyperbaton.report.comparison import Comparison, Contribution
from hyperbaton.report.sentence import opening


def comparison(first, second, lexical, order, p_value=0.001):
    def part(difference):
        return Contribution(difference, difference, difference, p_value)

    return Comparison(first, second, part(lexical + order), part(lexical), part(order), (), ())


def test_two_systems():
    found = [comparison("loom", "calque", 0.05, 0.14)]
    sentence = "loom leads; calque loses 0.19 to it, three quarters of that by word order."
    assert opening({"loom": 0.9, "calque": 0.71}, 24, 3, found) == sentence


def test_the_second_may_lead():
    found = [comparison("calque", "loom", -0.05, -0.14)]
    sentence = "loom leads; calque loses 0.19 to it, three quarters of that by word order."
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


def test_no_segment():
    assert small_report({"a": [], "b": []}, []).sentence == "There are no segments."
