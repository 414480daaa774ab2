"""Version 1 of the metric hyperbaton: its parts from their definitions."""

import math

import pytest

from hyperbaton import Aligner, metrics
from hyperbaton.metrics.chrf import Chrf
from hyperbaton.metrics.hyperbaton import Hyperbaton


def evidence(hypothesis, *references, **options):
    return Hyperbaton(version=1).sentence_score(hypothesis, references, **options).evidence


def test_the_parts_by_hand():
    # All four words are aligned, in the opposite order.
    found = evidence("Dogs saw , cats the", "the Cats saw dogs .")
    assert found["recall"] == pytest.approx(1.0)
    assert found["order"] == pytest.approx(
        metrics.parse("footrule").permutation_score([4, 3, 2, 1])
    )
    chrf = Chrf().sentence_score("Dogs saw , cats the", ["the Cats saw dogs ."]).score / 100
    assert found["chrf"] == pytest.approx(chrf)
    assert found["lexical"] == pytest.approx(0.75 * chrf + 0.25 * found["recall"])


def test_function_words_and_matchers_have_weights_in_the_recall():
    exact = Aligner(matchers="exact")
    both = evidence("cats the", "cats the", aligner=exact)["recall"]
    content = evidence("cats x", "cats the", aligner=exact)["recall"]
    function = evidence("x the", "cats the", aligner=exact)["recall"]
    assert (both, content, function) == pytest.approx((1.0, 1 / 1.3, 0.3 / 1.3))
    stems = Aligner(matchers="exact,stem")
    assert evidence("cat", "cats", aligner=stems)["recall"] == pytest.approx(0.6)


def test_brevity_counts_aligned_words_against_words_of_the_reference():
    found = evidence("cats", "cats saw dogs !")
    assert found["order"] == pytest.approx(math.exp(1 - 3))


def test_the_reference_with_the_best_total_counts_for_both_parts():
    found = evidence("cats saw dogs", "dogs saw cats", "cats saw dogs there", "x")
    assert found["reference"] == 1
    assert found["order"] == pytest.approx(math.exp(1 - 4 / 3))
