"""What an output does with the order of the source, against what references do with it."""

import math
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from variants import OVER_SOURCE

from hyperbaton import Output, Preparation, TestSet, metrics, score
from hyperbaton.errors import InputError
from hyperbaton.evidence import Evidence, Need

OVER = Preparation(over_source=True)
both = pytest.mark.parametrize("name", OVER_SOURCE)


def linked(order):
    """Source words by their places in the target."""
    return [(word, place) for place, word in enumerate(order)]


def texts(orders):
    return [" ".join("abcdefg"[word] for word in order) for order in orders]


def evidence(segments, threads=1):
    """Evidence of segments, each an order of the hypothesis and one of either reference."""
    ours, *streams = zip(*segments, strict=True)
    source = texts([sorted(order) for order in ours])
    test_set = TestSet(
        list(map(texts, streams)),
        source=source,
        source_links=[list(map(linked, stream)) for stream in streams],
    )
    output = Output(texts(ours), source_links=list(map(linked, ours)))
    return Evidence(test_set, output, OVER, threads)


def turned(order):
    return {(a, b) for a, b in combinations(order, 2) if a > b}


def literalness(ours, theirs):
    return len(turned(theirs) - turned(ours)), len(turned(theirs))


def gratuitousness(ours, theirs):
    kept = math.comb(len(ours), 2) - len(turned(theirs))
    return len(turned(ours) - turned(theirs)), kept


def share(counts):
    return counts[0] / counts[1] if counts[1] else math.nan


DEFINED = {"literalness": literalness, "gratuitousness": gratuitousness}
segments = st.integers(1, 7).flatmap(lambda n: st.tuples(*[st.permutations(range(n))] * 3))


@both
@given(drawn=st.lists(segments, min_size=1, max_size=5))
def test_the_reference_counts_against_which_it_is_lowest(name, drawn):
    metric = metrics.parse(name)
    found = metric.segment_scores(metric.statistics(evidence(drawn)))
    for value, (ours, *theirs) in zip(found, drawn, strict=True):
        shares = [share(DEFINED[name](ours, order)) for order in theirs]
        np.testing.assert_allclose(value, np.fmin(*shares))


@both
@given(drawn=st.lists(segments, min_size=1, max_size=5))
def test_a_corpus_scores_the_share_of_all_its_pairs(name, drawn):
    metric = metrics.parse(name)
    one = [(ours, theirs) for ours, theirs, _ in drawn]
    statistics = metric.statistics(evidence(one))
    assert statistics.tolist() == [list(DEFINED[name](*pair)) for pair in one]
    expected = share(statistics.sum(axis=0))
    found = metric.scores(statistics.sum(axis=0, keepdims=True))[0]
    np.testing.assert_allclose(found, expected)
    assert np.array_equal(statistics, metric.statistics(evidence(one, threads=3)))


@both
def test_declarations(name):
    metric = metrics.parse(name)
    assert metric.needs == {Need.SOURCE_ORDER} and not metric.higher_is_better
    assert metric.prepared(OVER) == "tok:unicode|case:mixed|align:source"
    same = evidence([([1, 0, 2], [1, 0, 2])])
    assert metric.scores(metric.statistics(same)).tolist() == [0.0]
    assert metric.scores(np.zeros((1, 2))) != metric.scores(np.zeros((1, 2)))


def test_links_with_the_source_are_needed():
    with pytest.raises(InputError, match="--source of score"):
        score(["a b"], [["b a"]], OVER_SOURCE)
