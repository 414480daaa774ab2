"""Permutation metrics on text, F1, LRscore and full metrics, each from its definition."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperbaton import Aligner, Preprocessing, metrics
from hyperbaton.bitext import WordAlignments
from hyperbaton.errors import InputError, OptionError, ParameterError, UnknownNameError
from hyperbaton.metrics import METRICS, PRESETS, PermutationMetric
from hyperbaton.metrics.ngram.bleu import Bleu
from hyperbaton.metrics.ngram.f1 import F1
from hyperbaton.metrics.mixed.full import Full
from hyperbaton.metrics.permutation.kendall import Kendall
from hyperbaton.metrics.mixed.lrscore import LRScore
from hyperbaton.text.segments import References, Segments

SPACES = Preprocessing(tokenize="none")
PERMUTATION_METRICS = [m() for m in METRICS.values() if issubclass(m, PermutationMetric)]
every_order = pytest.mark.parametrize("metric", PERMUTATION_METRICS, ids=str)
words = st.lists(st.sampled_from("abcdefghij"), min_size=1, max_size=9)
distinct = st.lists(st.sampled_from("abcdefghij"), min_size=1, unique=True)


def sentence(metric, hypothesis, *references):
    return metric.sentence_score(hypothesis, references, preprocessing=SPACES)


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


def test_the_best_reference_counts_and_the_evidence_names_it():
    found = sentence(Kendall(), "a b c d", "d c b a", "a b c d e", "x")
    assert found.score == pytest.approx(math.exp(1 - 5 / 4))
    assert found.evidence == {
        "reference": 1,
        "aligned": 4,
        "order": 1.0,
        "brevity": pytest.approx(math.exp(1 - 5 / 4)),
    }


def test_the_aligner_is_chosen_and_named():
    exact = Kendall().sentence_score("dogs bark", ["bark dog"], settings=[Aligner("exact")])
    stems = Kendall().sentence_score("dogs bark", ["bark dog"], settings=[Aligner("exact,stem")])
    assert exact.evidence["aligned"] == 1
    assert stems.evidence["aligned"] == 2
    assert "|align:exact|lang:en|" in exact.signature
    assert "|align:exact,stem|lang:en|" in stems.signature


@given(ours=words, theirs=words)
def test_f1_is_the_overlap_of_bags(ours, theirs):
    common = sum(min(ours.count(word), theirs.count(word)) for word in set(ours))
    expected = 2 * common / (len(ours) + len(theirs))
    assert sentence(F1(), " ".join(ours), " ".join(theirs)).score == pytest.approx(expected)


def test_f1_of_a_test_set_adds_up_counts_of_the_best_references():
    score = F1().corpus_score(["a b", "c"], [["a", "d"], ["a b c", "c"]], preprocessing=SPACES)
    assert score.score == pytest.approx(2 * (2 + 1) / (2 + 3 + 1 + 1))


def test_f1_of_nothing_against_something_is_zero_and_of_nothing_at_all_undefined():
    assert sentence(F1(), "a", "").score == 0.0
    assert sentence(F1(), "", "a").score == 0.0
    assert math.isnan(sentence(F1(), "", "").score)


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
    bleu = Bleu().corpus_score(ours, [theirs], preprocessing=SPACES).score / 100
    expected = alpha * np.mean(np.multiply(orders, penalties)) + (1 - alpha) * bleu
    metric = LRScore(order=METRICS["hamming"](), alpha=alpha)
    found = metric.corpus_score(ours, [theirs], preprocessing=SPACES).score
    assert found == pytest.approx(expected, abs=1e-9)


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
    mean = Full().corpus_score(ours, [theirs], preprocessing=SPACES).score
    weighted = Full(weighted=True).corpus_score(ours, [theirs], preprocessing=SPACES).score
    assert mean == pytest.approx(np.mean(segments))
    assert weighted == pytest.approx(np.average(segments, weights=[3, 1]))


def test_a_part_without_a_finite_range_is_refused():
    with pytest.raises(ParameterError, match=r"full: wer cannot be mixed.*accuracy=true"):
        metrics.parse("full(lexical=wer)")
    assert metrics.parse("full(lexical=wer(accuracy=true))").lexical.accuracy


def test_lrscore_takes_metrics_of_permutations_only():
    with pytest.raises(ParameterError, match="lrscore: order is a metric of permutations"):
        metrics.parse("lrscore(order=bleu)")


@pytest.mark.parametrize(
    ("preset", "meant"),
    [
        ("bleu1", "bleu(n=1)"),
        ("stanojevic-simaan-2014", "full(order=pef(beta=0.6),lexical=bleu(n=1),alpha=0.5)"),
        (
            "stanojevic-simaan-2016(alpha=0.3)",
            "full(order=pet-size,lexical=f1,alpha=0.3,weighted=true)",
        ),
        ("birch-osborne-2010(n=1)", "lrscore(order=kendall,n=1)"),
        ("full(lexical=bleu1(smooth=floor))", "full(lexical=bleu(n=1,smooth=floor))"),
    ],
)
def test_presets_stand_for_metric_strings(preset, meant):
    assert metrics.parse(preset) == metrics.parse(meant)


def test_presets_do_not_hide_metrics_and_an_unknown_name_is_still_unknown():
    assert not set(PRESETS) & set(METRICS)
    with pytest.raises(UnknownNameError, match="there is no metric 'bleu9'"):
        metrics.parse("bleu9")


def test_meteor_refuses_to_mix_languages():
    with pytest.raises(OptionError, match=r"meteor\(language=de\): is tuned to language 'de'"):
        metrics.parse("meteor(language=de)").sentence_score("a", ["a"])
    german = Aligner(language="de")
    score = metrics.parse("meteor(language=de)").sentence_score(
        "Hunde", ["Hund"], settings=[german]
    )
    assert 0.0 < score.score < 1.0


def over_source(reference_links, hypothesis_links):
    """One segment of three source words, with as many references as there are lists of links."""
    count = len(reference_links)
    given = WordAlignments.of(reference_links, [3] * count, [3] * count)
    references = References([["x y z"] * count], SPACES, [given])
    ours = WordAlignments.of([hypothesis_links], [3], [2])
    return Segments(["x y"], references, [ours])


MONOTONE, SWAPPED = [(0, 0), (1, 1), (2, 2)], [(0, 0), (1, 2), (2, 1)]


def test_orders_over_the_source_are_compared_where_alignments_with_it_are_given():
    segments = over_source([SWAPPED], [(0, 0), (1, 1)])
    brevity = math.exp(1 - 3 / 2)  # of the sentences
    kendall = Kendall()
    assert kendall.segment_scores(kendall.statistics(segments)) == pytest.approx([2 / 3 * brevity])
    metric = LRScore(alpha=1.0)
    assert metric.segment_scores(metric.statistics(segments)) == pytest.approx([2 / 3 * brevity])
    assert "|align:source|" in metric.text_signature(segments.references)


def test_the_best_order_over_the_source_counts():
    segments = over_source([SWAPPED, MONOTONE], [(0, 0), (1, 1)])
    assert Kendall(bp=False).statistics(segments)[0, 0] == 1.0
    assert Kendall().best_references(segments).tolist() == [1]


def test_alignments_of_references_alone_are_refused():
    given = WordAlignments.of([MONOTONE], [3], [3])
    references = References([["x y z"]], SPACES, [given])
    with pytest.raises(InputError, match="for the references only; give both"):
        Kendall().statistics(Segments(["x y"], references))
    two = WordAlignments.of([MONOTONE, MONOTONE], [3, 3], [3, 3])
    with pytest.raises(InputError, match="expected 1 for the references and 1"):
        Kendall().statistics(Segments(["x y"], references, [two]))
