"""The metric hyperbaton, whatever its version: parts add up, and what they are of."""

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperbaton import Aligner, metrics, score
from hyperbaton.errors import NotationError
from hyperbaton.metrics.chrf import Chrf
from hyperbaton.metrics.hyperbaton import FORMULAS, NEWEST, Hyperbaton

WORDS = ["Cats", "saw", "dogs", "quickly", "the", "of", "cat's", "Žižek", "2,000", ",", "!"]
TEXT = st.lists(st.sampled_from(WORDS)).map(" ".join)
VERSION = st.sampled_from(sorted(FORMULAS))


@given(version=VERSION, ours=TEXT, theirs=TEXT)
def test_parts_are_weighted_means(version, ours, theirs):
    metric = Hyperbaton(version=version)
    total, lexical, order = (
        each.sentence_score(ours, [theirs]).score for each in (metric, *metric.parts)
    )
    share = metric.order_weight
    assert total == pytest.approx((1 - share) * lexical + share * order)
    names = FORMULAS[version].lexical_names + FORMULAS[version].order_names
    sub_parts = [Hyperbaton(name, version).sentence_score(ours, [theirs]).score for name in names]
    assert all(0 <= part <= 1 + 1e-12 for part in sub_parts)
    found = metric.sentence_score(ours, [theirs]).evidence
    assert [found[name] for name in names] == pytest.approx(sub_parts)
    assert (found["lexical"], found["order"]) == pytest.approx((lexical, order))


@given(version=VERSION, texts=st.lists(st.tuples(TEXT, TEXT), min_size=1, max_size=5))
def test_a_test_set_scores_the_mean_of_its_segments(version, texts):
    ours, theirs = zip(*texts, strict=True)
    metric = Hyperbaton(version=version)
    for each in (metric, *metric.parts):
        segments = [each.sentence_score(a, [b]).score for a, b in texts]
        found = each.corpus_score(ours, [theirs]).score
        assert found == pytest.approx(sum(segments) / len(segments))


@given(version=VERSION, text=TEXT)
def test_an_output_like_its_reference_scores_one(version, text):
    if text:
        assert Hyperbaton(version=version).sentence_score(text, [text]).score == pytest.approx(1.0)


@pytest.mark.parametrize("version", FORMULAS)
def test_nothing_shared_scores_zero(version):
    metric = Hyperbaton(version=version)
    assert metric.sentence_score("xqz vvk", ["Jumbo"]).score == 0.0
    assert metric.sentence_score("", ["cats saw dogs"]).score == 0.0


@pytest.mark.parametrize("version", FORMULAS)
def test_marks_alone_are_scored_by_their_characters(version):
    metric = Hyperbaton(version=version)
    found = metric.sentence_score("!", ["!"]).evidence
    names = FORMULAS[version].lexical_names + FORMULAS[version].order_names
    assert {found[name] for name in names} == {found["chrf"]}
    assert metric.sentence_score("a", ["!"]).score == 0.0


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
    assert Hyperbaton().signature.startswith(f"hyperbaton(part=total,version={NEWEST})|")


def test_a_score_tells_what_is_behind_it():
    found = Hyperbaton().sentence_score("The man purchased a car Monday", ["A man bought a car"])
    assert json.loads(found.to_json()) == found.to_dict()
    assert found.to_dict()["evidence"]["hypothesis_words"][2]["counterpart"] == "bought"
    first, *lines = found.to_text().splitlines()
    assert first == str(found)
    (words,) = (line for line in lines if "hypothesis words:" in line)
    assert "car (same)" in words and "purchased (bought 0." in words and "monday (nothing)" in words


def test_a_score_that_is_not_defined_is_none_in_json():
    empty = Hyperbaton().corpus_score([], [[]])
    assert json.loads(empty.to_json())["score"] is None


def test_a_part_of_another_version_is_refused():
    with pytest.raises(NotationError, match="version 1 has no part 'neighbours'"):
        Hyperbaton("neighbours", version=1)


def by_version_1(hypothesis, *references, **options):
    return Hyperbaton(version=1).sentence_score(hypothesis, references, **options).evidence


def test_version_1_by_hand():
    # All four words are aligned, in the opposite order.
    found = by_version_1("Dogs saw , cats the", "the Cats saw dogs .")
    assert found["recall"] == pytest.approx(1.0)
    assert found["order"] == pytest.approx(
        metrics.parse("footrule").permutation_score([4, 3, 2, 1])
    )
    chrf = Chrf().sentence_score("Dogs saw , cats the", ["the Cats saw dogs ."]).score / 100
    assert found["chrf"] == pytest.approx(chrf)
    assert found["lexical"] == pytest.approx(0.75 * chrf + 0.25 * found["recall"])


def test_function_words_and_matchers_have_weights_in_the_recall():
    exact = Aligner(matchers="exact")
    both = by_version_1("cats the", "cats the", aligner=exact)["recall"]
    content = by_version_1("cats x", "cats the", aligner=exact)["recall"]
    function = by_version_1("x the", "cats the", aligner=exact)["recall"]
    assert (both, content, function) == pytest.approx((1.0, 1 / 1.3, 0.3 / 1.3))
    stems = Aligner(matchers="exact,stem")
    assert by_version_1("cat", "cats", aligner=stems)["recall"] == pytest.approx(0.6)


def test_brevity_counts_aligned_words_against_words_of_the_reference():
    found = by_version_1("cats", "cats saw dogs !")
    assert found["order"] == pytest.approx(math.exp(1 - 3))


def test_the_reference_with_the_best_total_counts_for_both_parts():
    found = by_version_1("cats saw dogs", "dogs saw cats", "cats saw dogs there", "x")
    assert found["reference"] == 1
    assert found["order"] == pytest.approx(math.exp(1 - 4 / 3))
