"""LRscore from its definition."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperbaton import metrics
from hyperbaton.errors import ParameterError
from hyperbaton.metrics import METRICS, Bleu, Kendall, LRScore

SPACES = {"tokenize": "none", "lowercase": False}
words = st.lists(st.sampled_from("abcdefghij"), min_size=1, max_size=9)


def sentence(metric, hypothesis, *references):
    return metric.sentence_score(hypothesis, references, **SPACES)


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


def test_lrscore_takes_metrics_of_permutations_only():
    with pytest.raises(ParameterError, match="lrscore: order is a metric of permutations"):
        metrics.parse("lrscore(order=bleu)")
