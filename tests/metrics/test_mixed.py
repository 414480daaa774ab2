"""Full metrics and LRscore from their definitions."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperbaton import Output, Preparation, TestSet, metrics
from hyperbaton.errors import NotationError
from hyperbaton.evidence import Evidence
from hyperbaton.metrics import METRICS, Bleu, Full, Kendall, LRScore

SPACES = {"tokenize": "none", "lowercase": False}
words = st.lists(st.sampled_from("abcdefghij"), min_size=1, max_size=9)


def sentence(metric, hypothesis, *references):
    return metric.sentence_score(hypothesis, references, **SPACES)


@given(ours=words, theirs=words, alpha=st.floats(0, 1))
def test_full_is_the_weighted_mean_of_its_parts(ours, theirs, alpha):
    texts = " ".join(ours), " ".join(theirs)
    order, lexical = metrics.parse("ulam"), metrics.parse("chrf")
    expected = alpha * sentence(lexical, *texts).score / 100
    expected += (1 - alpha) * sentence(order, *texts).score
    assert sentence(Full(order, lexical, alpha), *texts).score == pytest.approx(expected)


def test_full_of_a_test_set_is_weighted_by_the_length_of_references():
    ours, theirs = ["a b", "x"], ["a b c", "y"]
    segments = [sentence(Full(), a, b).score for a, b in zip(ours, theirs, strict=True)]
    mean = Full().corpus_score(ours, [theirs], **SPACES).score
    weighted = Full(weighted=True).corpus_score(ours, [theirs], **SPACES).score
    assert mean == pytest.approx(np.mean(segments))
    assert weighted == pytest.approx(np.average(segments, weights=[3, 1]))


def test_a_part_without_a_finite_range_is_refused():
    with pytest.raises(NotationError, match=r"full: wer cannot be combined.*accuracy=true"):
        metrics.parse("full(lexical=wer)")
    assert metrics.parse("full(lexical=wer(accuracy=true))").lexical.accuracy  # type: ignore[attr-defined]


def test_lrscore_of_one_segment_by_hand():
    # Order b a c of a b c d: one pair of three is wrong; t = 3, r = 4.
    score = sentence(LRScore(order=Kendall(), n=1, alpha=0.25), "b a c", "a b c d").score
    brevity = math.exp(1 - 4 / 3)
    assert score == pytest.approx(0.25 * (2 / 3) * brevity + 0.75 * 1.0 * brevity)


@given(texts=st.lists(st.tuples(words, words), min_size=1, max_size=6), alpha=st.floats(0, 1))
def test_lrscore_mixes_mean_order_with_the_bleu_of_all(texts, alpha):
    ours = [" ".join(a) for a, _ in texts]
    theirs = [" ".join(b) for _, b in texts]
    unpenalised = metrics.parse("hamming(bp=false)")
    penalties = [min(1.0, math.exp(1 - len(b) / len(a))) for a, b in texts]
    orders = [sentence(unpenalised, a, b).score for a, b in zip(ours, theirs, strict=True)]
    bleu = Bleu().corpus_score(ours, [theirs], **SPACES).score / 100
    expected = alpha * np.mean(np.multiply(orders, penalties)) + (1 - alpha) * bleu
    metric = LRScore(order=METRICS["hamming"](), alpha=alpha)
    found = metric.corpus_score(ours, [theirs], **SPACES).score
    assert found == pytest.approx(expected, abs=1e-9)


def test_the_bleu_of_lrscore_is_the_one_that_people_know():
    ours, theirs = ["It's 3.5% (net)."], [["It's 3.5 % net."]]
    bleu = Bleu().corpus_score(ours, theirs).score
    found = LRScore(alpha=0).corpus_score(ours, theirs)
    assert found.score == pytest.approx(bleu / 100, rel=1e-12)
    assert "|tok:unicode|" in found.signature and "|bleu-tok:13a|" in found.signature
    chosen = LRScore(alpha=0).corpus_score(ours, theirs, tokenize="none")
    assert "|tok:none|" in chosen.signature and "bleu-tok" not in chosen.signature


def test_lrscore_takes_metrics_of_permutations_only():
    with pytest.raises(NotationError, match="lrscore: order is a metric of permutations"):
        metrics.parse("lrscore(order=bleu)")


def test_the_penalty_takes_the_closest_length_whatever_order_counts():
    # t = 4, r = 5 and not 8; the order of the longer reference is the better one.
    test_set = TestSet(
        [["a b c d e"], ["a b c d e f g h"]],
        source=["1 2 3"],
        source_links=[["0-0 1-2 2-1"], ["0-0 1-1 2-2"]],
    )
    output = Output(["w x y z"], source_links=["0-0 1-1 2-2"])
    metric = LRScore(alpha=1.0)
    evidence = Evidence(test_set, output, Preparation(**SPACES, over_source=True))
    scores = metric.segment_scores(metric.statistics(evidence))
    assert scores == pytest.approx([math.exp(1 - 5 / 4)])
