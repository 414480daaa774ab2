"""The order of source words in a translation, and two such orders compared."""

from fractions import Fraction

import pytest
from golden_cases import load
from hypothesis import given
from hypothesis import strategies as st
from oracles import bitext as oracle
from strategies import alignments

from hyperbaton import PermutationBatch, metrics, score_permutations
from hyperbaton.bitext import WordAlignments, relative, source_orders

CASES = {case["id"]: case for case in load("source_orders")}


def aligned(case):
    links = [tuple(map(int, link.split("-"))) for link in case["links"].split()]
    source, target = case["words"]
    return WordAlignments.of([[(i - 1, j - 1) for i, j in links]], [source], [target])


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_published_rules(case):
    (order,) = source_orders(aligned(case))
    assert (order + 1).tolist() == case["order"]


@pytest.mark.parametrize("name", "abcd")
def test_published_comparison(name):
    """The paper compares the permutations (b), (c) and (d) of references with translation (a)."""
    reference, translation = CASES[f"lrscore-figure-1{name}"], CASES["lrscore-figure-1a"]
    order = relative(source_orders(aligned(reference)), source_orders(aligned(translation)))
    report = score_permutations(order, ["hamming", "kendall", "kendall(sqrt=true)"])
    expected = {key: Fraction(*value) for key, value in reference["against_a"].items()}
    assert report.scores[0, 0] == pytest.approx(float(expected["hamming"]))
    assert report.scores[0, 1] == pytest.approx(float(expected["kendall"]))
    assert report.scores[0, 2] == pytest.approx(1 - float(1 - expected["kendall"]) ** 0.5)


@given(st.lists(alignments(), max_size=5))
def test_orders_against_the_rules(pairs):
    orders = source_orders(
        WordAlignments.of(
            [p.links for p in pairs], [p.source for p in pairs], [p.target for p in pairs]
        )
    )
    assert [order.tolist() for order in orders] == [
        oracle.source_order(p.links, p.source) for p in pairs
    ]


@given(st.integers(2, 9).flatmap(lambda n: st.tuples(*[st.permutations(range(n))] * 2)))
def test_relative_order_scores_as_the_paper_compares(orders):
    """Hamming and Kendall between π and σ are the metrics of the relative permutation."""
    reference, translation = orders
    pi, sigma = oracle.ranks(reference), oracle.ranks(translation)
    order = relative(PermutationBatch.of([reference]), PermutationBatch.of([translation]))
    distance = 1 - oracle.kendall(pi, sigma)
    for name, expected in (
        ("hamming", oracle.hamming(pi, sigma)),
        ("kendall", 1 - distance),
        ("kendall(sqrt=true)", 1 - float(distance) ** 0.5),
    ):
        score = metrics.parse(name).permutation_scores(order)[0]  # type: ignore[attr-defined]
        assert score == pytest.approx(float(expected))


@given(st.integers(1, 8).flatmap(lambda n: st.tuples(*[st.permutations(range(n))] * 2)))
def test_exchanging_the_two_inverts_the_result(orders):
    one, other = (PermutationBatch.of([order]) for order in orders)
    (there,), (back,) = relative(one, other), relative(other, one)
    assert there[back].tolist() == list(range(len(back)))


def test_an_empty_order_makes_an_empty_result_in_its_place():
    one = PermutationBatch.of([[1, 2], [], [2, 1], [1]])
    other = PermutationBatch.of([[2, 1], [1, 2], [], [1]])
    assert [order.tolist() for order in relative(one, other)] == [[1, 0], [], [], [0]]
    assert score_permutations(relative(one, other), ["kendall"]).scores[:, 0].tolist() == [
        0,
        0,
        0,
        1,
    ]


def test_words_linked_on_neither_side_follow_the_word_before_them():
    lengths = [4], [3]
    reference = WordAlignments.of([[(0, 2), (2, 1), (3, 0)]], *lengths)
    translation = WordAlignments.of([[(0, 0), (2, 1), (3, 2)]], *lengths)
    (order,) = relative(source_orders(reference), source_orders(translation))
    assert order.tolist() == [2, 3, 1, 0]
