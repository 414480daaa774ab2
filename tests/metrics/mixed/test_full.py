"""Full metrics from their definition."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperbaton import metrics
from hyperbaton.errors import NotationError
from hyperbaton.metrics import Full

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
    assert metrics.parse("full(lexical=wer(accuracy=true))").lexical.accuracy
