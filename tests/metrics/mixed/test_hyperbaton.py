"""The metric hyperbaton: its parts from their definitions."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperbaton import Aligner, metrics, score
from hyperbaton.metrics.mixed.hyperbaton import Hyperbaton
from hyperbaton.metrics.ngram.chrf import Chrf

TEXT = st.lists(st.sampled_from(["Cats", "saw", "dogs", "quickly", "the", "of", ",", "!"])).map(
    " ".join
)


def evidence(hypothesis, *references, **options):
    return Hyperbaton().sentence_score(hypothesis, references, **options).evidence


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


@given(ours=TEXT, theirs=TEXT)
def test_total_is_the_weighted_mean_of_its_parts(ours, theirs):
    total, lexical, order = (
        metric.sentence_score(ours, [theirs]).score
        for metric in (Hyperbaton(), *Hyperbaton().parts)
    )
    assert total == pytest.approx(0.75 * lexical + 0.25 * order)


@given(texts=st.lists(st.tuples(TEXT, TEXT), min_size=1, max_size=5))
def test_a_test_set_scores_the_mean_of_its_segments(texts):
    ours, theirs = zip(*texts, strict=True)
    for metric in (Hyperbaton(), *Hyperbaton().parts):
        segments = [metric.sentence_score(a, [b]).score for a, b in texts]
        found = metric.corpus_score(ours, [theirs]).score
        assert found == pytest.approx(sum(segments) / len(segments))


def test_the_reference_with_the_best_total_counts_for_both_parts():
    found = evidence("cats saw dogs", "dogs saw cats", "cats saw dogs there", "x")
    assert found["reference"] == 1
    assert found["order"] == pytest.approx(math.exp(1 - 4 / 3))


def test_marks_alone_are_scored_by_their_characters():
    found = evidence("!", "!")
    assert found["order"] == found["recall"] == found["chrf"]
    assert Hyperbaton().sentence_score("a", ["!"]).score == 0.0


def test_parts_are_reported_beside_the_total():
    report = score(["cats saw dogs"], [["dogs saw cats"]], ["hyperbaton", "bleu"])
    assert [str(metric) for metric in report.metrics] == [
        "hyperbaton",
        "hyperbaton(part=lexical)",
        "hyperbaton(part=order)",
        "bleu",
    ]
    assert report["hyperbaton(part=order)"].score < report["hyperbaton(part=lexical)"].score


def test_the_signature_has_the_version():
    assert Hyperbaton().signature.startswith("hyperbaton(part=total,version=1)|")
