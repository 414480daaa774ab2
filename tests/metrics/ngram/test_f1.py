"""F1 from its definition."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperbaton.metrics.shared_words import F1

SPACES = {"tokenize": "none", "lowercase": False}
words = st.lists(st.sampled_from("abcdefghij"), min_size=1, max_size=9)


def sentence(metric, hypothesis, *references):
    return metric.sentence_score(hypothesis, references, **SPACES)


@given(ours=words, theirs=words)
def test_f1_is_the_overlap_of_bags(ours, theirs):
    common = sum(min(ours.count(word), theirs.count(word)) for word in set(ours))
    expected = 2 * common / (len(ours) + len(theirs))
    assert sentence(F1(), " ".join(ours), " ".join(theirs)).score == pytest.approx(expected)


def test_f1_of_a_test_set_adds_up_counts_of_the_best_references():
    score = F1().corpus_score(["a b", "c"], [["a", "d"], ["a b c", "c"]], **SPACES)
    assert score.score == pytest.approx(2 * (2 + 1) / (2 + 3 + 1 + 1))


def test_f1_of_nothing_against_something_is_zero_and_of_nothing_at_all_undefined():
    assert sentence(F1(), "a", "").score == 0.0
    assert sentence(F1(), "", "a").score == 0.0
    assert math.isnan(sentence(F1(), "", "").score)
