"""Bounds that metrics offer hold, to the last bit."""

import numpy as np
import pytest
from evidences import evidence_of
from fake_parsers import GreedyParser
from hypothesis import given, settings
from hypothesis import strategies as st
from variants import ALL

from hyperbaton import Preparation, metrics

MORE = [
    "invwer(c_ins=0.1,c_del=0.3,c_sub=0.7,c_inv=0.1)",
    "invwer(c_ins=0.3,c_del=0.3,c_sub=0.3,c_inv=0.3,weighted=false)",
    "invwer(max_words=3)",
    "invwer(c_inv=0,c_sub=5)",
    "invwer(c_inv=3)",
    "invwer(c_ins=2,c_del=2,c_sub=3)",
]
METRICS = [*ALL, *map(metrics.parse, MORE)]
CONTEXT = Preparation(parser=GreedyParser())

words = st.lists(st.sampled_from("abcdefgh"), max_size=10).map(" ".join)
test_sets = st.lists(
    st.tuples(words, st.lists(words, min_size=1, max_size=2)), min_size=1, max_size=6
)


ONE = evidence_of([("a b", ["b a"])], CONTEXT)
BOUNDED = [metric for metric in METRICS if metric.bounds(ONE) is not None]


def test_who_has_bounds():
    assert {metric.name for metric in BOUNDED} == {"invwer"}


@pytest.mark.parametrize("metric", BOUNDED, ids=str)
@settings(max_examples=150, deadline=None)
@given(drawn=test_sets)
def test_scores_lie_between_them(metric, drawn):
    drawn = [(text, group) for text, group in drawn if text or any(group)]
    evidence = evidence_of(drawn, CONTEXT)
    scores = metric.segment_scores(metric.statistics(evidence))
    lower, upper = metric.bounds(evidence)
    assert (lower <= scores).all()
    assert (scores <= upper).all()
    assert not np.isnan(scores).any()
