"""Permutation metrics on text, from their definition."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperbaton import Output, Preparation, TestSet, metrics, score
from hyperbaton.errors import InputError
from hyperbaton.evidence import Evidence
from hyperbaton.metrics import METRICS, Kendall, LRScore, PermutationMetric

SPACES = {"tokenize": "none", "lowercase": False}
PERMUTATION_METRICS = [m() for m in METRICS.values() if issubclass(m, PermutationMetric)]
every_order = pytest.mark.parametrize("metric", PERMUTATION_METRICS, ids=str)
distinct = st.lists(st.sampled_from("bcdefghjqw"), min_size=1, unique=True)


def sentence(metric, hypothesis, *references):
    return metric.sentence_score(hypothesis, references, **SPACES)


@every_order
@given(ours=distinct, theirs=distinct)
def test_text_scores_as_the_permutation_of_its_common_words_times_brevity(metric, ours, theirs):
    common = [word for word in ours if word in theirs]
    order = sorted(common, key=theirs.index)
    permutation = [order.index(word) for word in common]
    brevity = math.exp(min(0, 1 - len(theirs) / len(common))) if common else 0.0
    expected = metric.permutation_score(permutation) * brevity
    assert sentence(metric, " ".join(ours), " ".join(theirs)).score == pytest.approx(expected)
    unpenalised = metrics.parse(f"{metric.name}(bp=false)")
    found = sentence(unpenalised, " ".join(ours), " ".join(theirs)).score
    assert found == pytest.approx(metric.permutation_score(permutation))


@every_order
@pytest.mark.parametrize(("hypothesis", "reference"), [("x y z", "a b c"), ("", "a"), ("a", "")])
@pytest.mark.parametrize("bp", ["true", "false"])
def test_text_without_an_aligned_word_scores_zero(metric, hypothesis, reference, bp):
    metric = metrics.parse(f"{metric.name}(bp={bp})")
    assert sentence(metric, hypothesis, reference).score == 0.0


def test_the_best_reference_counts():
    found = sentence(Kendall(), "a b c d", "d c b a", "a b c d e", "x")
    assert found.score == pytest.approx(math.exp(1 - 5 / 4))
    assert found.evidence == {
        "order": 1.0,
        "coverage": pytest.approx(math.exp(1 - 5 / 4)),
    }


@every_order
def test_order_times_coverage_is_the_score_of_segments_and_of_test_sets(metric):
    ours, theirs = ["a b c d", "b a x", "z", ""], ["d c b a e", "a b", "a", ""]
    report = score(ours, [theirs], [metric, f"{metric.name}(bp=false)"], **SPACES)
    result, without = report[metric], report[f"{metric.name}(bp=false)"]
    order, coverage = result.segment_parts["order"], result.segment_parts["coverage"]
    assert (order * coverage)[:2] == pytest.approx(result.segments[:2])
    assert order[:2] == pytest.approx(without.segments[:2])
    assert coverage[:3] == pytest.approx([math.exp(1 - 5 / 4), 1.0, 0.0])
    assert math.isnan(order[2]) and result.segments[2] == 0
    parts = result.parts
    assert parts["order"] * parts["coverage"] == pytest.approx(result.score)
    assert math.isnan(coverage[3])  # blank on both sides, so it does not count
    assert parts["coverage"] == pytest.approx(coverage[:3].mean())
    assert result.to_dict()["parts"] == parts
    assert result.to_dict()["segment_parts"]["order"][2] is None
    assert without.parts == {} and "parts" not in without.to_dict()


def over_source(reference_links, hypothesis_links):
    """One segment of three source words, with as many references as there are lists of links."""
    streams = len(reference_links)
    return Evidence(
        TestSet(
            [["x y z"]] * streams,
            source=["1 2 3"],
            source_links=[[links] for links in reference_links],
        ),
        Output(["x y"], source_links=[hypothesis_links]),
        Preparation(**SPACES, over_source=True),
    )


MONOTONE, SWAPPED = [(0, 0), (1, 1), (2, 2)], [(0, 0), (1, 2), (2, 1)]


def test_orders_over_the_source_are_compared_where_alignments_with_it_are_given():
    evidence = over_source([SWAPPED], [(0, 0), (1, 1)])
    brevity = math.exp(1 - 3 / 2)  # of the sentences
    kendall = Kendall()
    assert kendall.segment_scores(kendall.statistics(evidence)) == pytest.approx([2 / 3 * brevity])
    metric = LRScore(alpha=1.0)
    assert metric.segment_scores(metric.statistics(evidence)) == pytest.approx([2 / 3 * brevity])
    assert "|align:source|" in metric.text_signature(evidence.test_set, evidence.preparation)


def test_the_best_order_over_the_source_counts():
    evidence = over_source([SWAPPED, MONOTONE], [(0, 0), (1, 1)])
    assert Kendall(bp=False).statistics(evidence)[0, 0] == 1.0
    assert Kendall().best_references(evidence).tolist() == [1]


def test_alignments_of_one_side_alone_are_refused():
    of_references = TestSet([["x y z"]], source=["1 2 3"], source_links=[[MONOTONE]])
    preparation = Preparation(**SPACES, over_source=True)
    with pytest.raises(InputError, match="needs links of source and output"):
        Kendall().statistics(Evidence(of_references, Output(["x y"]), preparation))


@pytest.mark.parametrize(
    ("reference", "hypothesis", "expected"),
    [
        ("I spoke to him there .", "I spoke there to him .", 1 - 2 / 15),
        ("She let it be and left .", "She let it and be left .", 1 - 1 / 21),
    ],
)
def test_the_graver_error_may_be_the_smaller_one_word_by_word(reference, hypothesis, expected):
    """McCaffery & Nederhof 2016, table 1: the second error is the grave one."""
    assert sentence(Kendall(), hypothesis, reference).score == pytest.approx(expected)
