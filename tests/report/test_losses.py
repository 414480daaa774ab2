"""Losses by kinds of moves, against sums by hand and a bootstrap by hand."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reports import demo_scores

from hyperbaton import explain
from hyperbaton.metrics import parse
from hyperbaton.report.losses import (
    LENGTH_BOUNDS,
    WORD_BOUNDS,
    SystemMoves,
    class_label,
    losses_of,
)
from hyperbaton.report.report import report_of

PAIRS = [
    ("noon at we met", "we met at noon"),
    ("we met at noon", "we met at noon"),
    ("house the white", "the white house"),
    ("x", "y"),
    ("c b a d e f g h i j k", "a b c d e f g h i j k"),
]


def collected(pairs=PAIRS, metric="kendall"):
    explained = [explain(*pair, list(dict.fromkeys([metric, "ter"]))) for pair in pairs]
    moves = SystemMoves(parse(metric))
    for found in explained:
        moves.add(found)
    return moves, explained


def test_every_sorting_adds_up_to_the_same_loss():
    moves, explained = collected()
    [losses] = losses_of([moves], 100, 1)
    total = sum(m.prices["kendall"] for found in explained for m in found.moves) / len(explained)
    number = sum(len(found.moves) for found in explained)
    for kinds in (["distance"], ["block"], ["pattern"], ["word", "phrase", "mark"]):
        listed = [each for kind in kinds for each in losses[kind]]
        assert sum(each.loss for each in listed) == pytest.approx(total)
        assert sum(each.moves for each in listed) == number
    assert losses["tag"] == losses["relation"] == []


def test_losses_by_length_are_means_over_segments_of_that_length():
    moves, explained = collected()
    [losses] = losses_of([moves], 100, 1)
    by_label = {each.label: each for each in losses["length"]}
    short = [found for found in explained if 1 <= len(found.reference.tokens) <= 5]
    costs = [sum(m.prices["kendall"] for m in found.moves) for found in short]
    assert by_label["1–5"].loss == pytest.approx(sum(costs) / len(short))
    assert sorted(by_label["1–5"].segments) == [1, 3]
    assert list(by_label) == ["1–5", "11–20"]


def test_intervals_are_those_of_a_bootstrap_by_hand():
    moves, explained = collected()
    samples, seed = 200, 7
    [losses] = losses_of([moves], samples, seed)
    drawn = np.random.default_rng(seed).integers(0, len(explained), (samples, len(explained)))
    for each in losses["pattern"]:
        costs = np.zeros(len(explained))
        for record in moves.records:
            if record.labels["pattern"] == each.label:
                costs[record.segment] += record.cost
        means = sorted(costs[row].mean() for row in drawn)
        assert (each.low, each.high) == pytest.approx((means[5], means[-6]))
        assert sorted(each.segments) == (np.flatnonzero(costs) + 1).tolist()
        assert list(each.segments) == sorted(each.segments, key=lambda k: -costs[k - 1])


def test_a_metric_of_errors_counts_what_it_falls():
    moves, explained = collected(metric="ter")
    prices = [m.prices["ter"] for found in explained for m in found.moves]
    assert [record.cost for record in moves.records] == [-price for price in prices]
    assert sum(record.cost for record in moves.records) > 0


def test_words_phrases_and_marks_are_apart_and_the_most_costly_come_first():
    pairs = [("Noon we met", "we met Noon"), ("noon we left", "we left noon")]
    pairs += [("often we left", "we left often"), ("at noon he left us", "he left us at noon")]
    one = collected([*pairs, (", we met you there", "we met you , there")])[0]
    other = collected([("we met noon", "we met noon")] * 5)[0]
    still, losses = losses_of([other, one], 40, 1)
    listed = {
        kind: [(each.label, each.moves) for each in losses[kind]]
        for kind in ("word", "phrase", "mark")
    }
    assert listed == {
        "word": [("“noon”", 2), ("“often”", 1)],
        "phrase": [("“at noon”", 1)],
        "mark": [("“,”", 1)],
    }
    assert not any(still.values())


@given(st.integers(0, 100))
def test_labels_hold_their_numbers(number):
    for bounds in (WORD_BOUNDS, LENGTH_BOUNDS):
        label = class_label(number, bounds)
        first, _, last = label.replace(" or more", "–1000").partition("–")
        assert int(first) <= number <= int(last or first)


def test_trees_add_parts_of_speech_and_relations_of_words():
    report = report_of(demo_scores(("tangle",), "kendall"), trees=True, samples=40)
    losses = report.losses["tangle"]
    assert {each.label for each in losses["tag"]} >= {"noun", "verb"}
    total = sum(each.loss for each in losses["distance"])
    for kind in ("tag", "relation"):
        found = sum(each.loss for each in [*losses[kind], *losses["mark"]])
        assert found == pytest.approx(total)
    assert any("verb" in each.label for each in losses["pattern"])
