"""Metrics that know the score of a pair both ways know it to the last bit."""

import pytest
from evidences import evidence_of
from hypothesis import given, settings
from hypothesis import strategies as st
from variants import ALL

from hyperbaton import metrics
from hyperbaton.errors import InputError, OptionError
from hyperbaton.metrics import TextMetric

MORE = ["invwer(c_inv=3)", "invwer(c_ins=2,c_del=2,c_sub=3)", "invwer(max_words=2)"]
METRICS = [*(metric for metric in ALL if isinstance(metric, TextMetric)), *map(metrics.parse, MORE)]
EXCHANGEABLE = [metric for metric in METRICS if metric.exchangeable]

words = st.lists(st.sampled_from("abcdefgh"), max_size=9).map(" ".join)


def test_who_is_exchangeable():
    assert list(map(str, EXCHANGEABLE)) == ["invwer", "invwer(accuracy=true)", *MORE[:2]]


@pytest.mark.parametrize("metric", EXCHANGEABLE, ids=str)
@settings(max_examples=100, deadline=None)
@given(pairs=st.lists(st.tuples(words, words), min_size=1, max_size=6))
def test_scores_of_the_other_way(metric, pairs):
    evidence, exchanged = (
        evidence_of([(one, [other]) for one, other in both])
        for both in (pairs, [pair[::-1] for pair in pairs])
    )
    one_way, other_way = metric.scores_both_ways(evidence)
    assert one_way.tolist() == metric.segment_scores(metric.statistics(evidence)).tolist()
    assert other_way.tolist() == metric.segment_scores(metric.statistics(exchanged)).tolist()


def test_several_references_cannot_be_exchanged():
    with pytest.raises(InputError, match="one by one"):
        metrics.InvWer().scores_both_ways(evidence_of([("a", ["b", "c"])]))
    assert len(metrics.InvWer().scores_both_ways(evidence_of([]))[0]) == 0


@pytest.mark.parametrize("metric", [m for m in METRICS if not m.exchangeable], ids=str)
def test_others_say_so(metric):
    evidence = evidence_of([("a b", ["b a"])], tokenize="none")
    with pytest.raises(OptionError, match="has to be computed"):
        metric.scores_both_ways(evidence)
