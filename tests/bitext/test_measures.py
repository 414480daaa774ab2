"""Measures that need no reference."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles import bitext as oracle
from strategies import alignments

from hyperbaton import metrics
from hyperbaton.bitext import (
    WordAlignments,
    against_reference,
    anticipation,
    crossings,
    crossings_per_link,
    distance,
    least_lag,
    measurements,
    monotonicity,
    profile,
    sequence_cross,
)
from hyperbaton.errors import OptionError
from hyperbaton.permutation import PermutationBatch
from hyperbaton.permutation.trees import PermutationTree


def of(pairs):
    return WordAlignments.of(
        [p.links for p in pairs], [p.source for p in pairs], [p.target for p in pairs]
    )


def quotients(parts, wholes):
    return [part / whole if whole else math.nan for part, whole in zip(parts, wholes, strict=True)]


@given(st.lists(alignments(), max_size=5), st.integers(1, 4))
def test_against_the_definitions(pairs, k):
    corpus = of(pairs)
    links = [len(p.links) for p in pairs]
    crossed = [oracle.crossings(p.links) for p in pairs]
    orders = [oracle.source_order(p.links, p.source) for p in pairs]
    moved = [sum(abs(v - i) for i, v in enumerate(order)) for order in orders]
    early = [oracle.anticipated(p.links, p.target, k) for p in pairs]
    linked = [p.target if p.links else 0 for p in pairs]
    groups = [oracle.sequence_cross(p.links) for p in pairs]
    for measurement, expected in (
        (sequence_cross(corpus), quotients(groups, map(bool, links))),
        (crossings(corpus), [c if n else math.nan for c, n in zip(crossed, links, strict=True)]),
        (crossings_per_link(corpus), quotients(crossed, links)),
        (distance(corpus), quotients(moved, map(len, orders))),
        (anticipation(corpus, k), quotients(early, linked)),
    ):
        np.testing.assert_allclose(measurement.segments, expected)
    if sum(links):
        assert crossings_per_link(corpus).corpus == pytest.approx(sum(crossed) / sum(links))
        assert anticipation(corpus, k).corpus == pytest.approx(sum(early) / sum(linked))


@given(st.lists(alignments(), max_size=5))
def test_monotonicity_is_kendall_of_the_order(pairs):
    orders = [oracle.source_order(p.links, p.source) for p in pairs]
    scores = metrics.parse("kendall").permutation_scores(orders).tolist()  # type: ignore[attr-defined]
    measured = monotonicity(of(pairs))
    expected = [s if p.links else math.nan for s, p in zip(scores, pairs, strict=True)]
    np.testing.assert_allclose(measured.segments, expected)
    defined = [score for score in expected if score == score]
    if defined:
        assert measured.corpus == pytest.approx(sum(defined) / len(defined))


def test_groups_by_hand():
    """Two words that change places as one; all links of two words with two; a gap between."""
    moved = WordAlignments.of([[(0, 2), (1, 0), (2, 1)]], [3], [3])
    joined = WordAlignments.of([[(0, 1), (0, 2), (1, 1), (1, 2), (2, 0)]], [3], [3])
    gap = WordAlignments.of([[(0, 3), (1, 0), (2, 2)]], [3], [4])
    assert [sequence_cross(each).corpus for each in (moved, joined, gap)] == [1, 1, 2]


def test_a_pair_without_links_has_no_value_and_does_not_count():
    linked = WordAlignments.of([[(0, 1), (1, 0)]], [2], [2])
    more = WordAlignments.of([[(0, 1), (1, 0)], [], []], [2, 5, 0], [2, 4, 0])
    for alone, among in zip(measurements(linked), measurements(more), strict=True):
        assert np.isnan(among.segments).tolist() == [False, True, True]
        assert among.corpus == alone.corpus
    for measurement in measurements(WordAlignments.of([[]], [3], [3])):
        assert math.isnan(measurement.corpus)


@given(st.lists(alignments(), max_size=4))
def test_a_profile_is_a_breakdown(pairs):
    """Shares of words add up to one, operators to those of permutation trees."""
    corpus = of(pairs)
    rows = {each.name: each.segments for each in profile(corpus)}
    shares = np.sum([rows[name] for name in rows if name.startswith("moved")], axis=0)
    linked = np.array([bool(p.links) for p in pairs], bool)
    np.testing.assert_allclose(shares[linked], 1)
    for k, p in enumerate(pairs):
        order = oracle.source_order(p.links, p.source)
        if len(order) < 2:
            continue
        nodes = PermutationTree.from_permutation(order).nodes
        kinds = [node.operator for node in nodes]
        swaps = [node for node in nodes if node.operator == (2, 1)]
        short = sum(node.span.stop - node.span.start < 4 for node in swaps)
        assert rows["swaps of 2-3 words"][k] == short / len(nodes)
        larger = sum(len(kind) > 3 for kind in kinds)
        assert rows["other operators"][k] == larger / len(nodes)


def lags_of_policies(pair):
    """The lag of every policy that never guesses: how much to read before each target word."""
    words, written = pair.source, pair.target
    for reads in itertools.combinations_with_replacement(range(words + 1), written):
        if all(reads[j] > i for i, j in pair.links):
            yield sum(g - j * words / written for j, g in enumerate(reads)) / written


@given(alignments(max_size=5))
def test_the_least_lag_of_all_policies(pair):
    measured = least_lag(of([pair])).segments[0]
    if pair.links:
        assert measured == pytest.approx(min(lags_of_policies(pair)))
    else:
        assert math.isnan(measured)


@given(st.integers(0, 7).flatmap(lambda n: st.tuples(*[st.permutations(range(n))] * 2)))
def test_what_either_side_turns_round(orders):
    reference, translation = orders

    def turned(order):
        return {(a, b) for a, b in itertools.combinations(order, 2) if a > b}

    theirs, ours = turned(reference), turned(translation)
    pairs = len(reference) * (len(reference) - 1) // 2
    batches = (PermutationBatch.of([[k + 1 for k in order]]) for order in orders)
    literal, gratuitous = against_reference(*batches)
    for measured, part, whole in (
        (literal, theirs - ours, len(theirs)),
        (gratuitous, ours - theirs, pairs - len(theirs)),
    ):
        assert measured.parts.tolist() == [len(part)]
        assert measured.wholes.tolist() == [whole]


def test_k_is_a_whole_number_from_1():
    for k in (0, 1.5):
        with pytest.raises(OptionError, match="k: expected a whole number from 1"):
            anticipation(WordAlignments.of([], [], []), k)
