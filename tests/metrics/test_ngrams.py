"""BLEU, chrF, NIST, RIBES, ROUGE-S and F1: equal to sacreBLEU, or to slow and obvious versions."""

import sys

import numpy as np
import pytest
from evidences import evidence_of, texts_of
from hypothesis import given
from hypothesis import strategies as st
from oracles import ngrams as oracle
from sacrebleu.metrics import BLEU, CHRF

from hyperbaton.errors import NotationError
from hyperbaton.metrics.ngrams import Bleu, Chrf, Nist
from hyperbaton.metrics.shared_words import F1, Ribes, RougeS

SPACES = {"tokenize": "none", "lowercase": False}
SMOOTHINGS = ("none", "floor", "add-k", "exp")
words = st.lists(st.sampled_from("abcdef"), max_size=12)
longer_words = st.lists(st.sampled_from([*"ab", "ccc", "d,", "(e)", "é!", "?"]), max_size=10)


def segments_of(word_lists):
    """Segments with one to three references each; none is empty on both sides."""
    group = st.lists(word_lists, min_size=1, max_size=3)
    segment = st.tuples(word_lists, group).filter(lambda drawn: drawn[0] or any(drawn[1]))
    return st.lists(segment, min_size=1, max_size=4)


def joined(segments):
    """Segments of words as text."""
    return [(" ".join(ours), [" ".join(words) for words in group]) for ours, group in segments]


def prepared(segments, threads=None):
    return evidence_of(joined(segments), threads=threads, **SPACES)


def segment_scores(metric, segments):
    return metric.segment_scores(metric.statistics(prepared(segments))).tolist()


def corpus_score(metric, segments):
    statistics = metric.statistics(prepared(segments))
    return metric.scores(statistics.sum(axis=0, keepdims=True))[0]


def assert_same_bleu(ours, theirs):
    # From Python 3.12 on, sum() of floats, which sacreBLEU uses, rounds only once.
    if sys.version_info < (3, 12):
        assert ours == theirs
    else:
        assert ours == pytest.approx(theirs, rel=1e-14, abs=0)


def assert_as_sacrebleu(hypotheses, streams, *, n, smooth, value=None):
    """Compares texts of which the words stand between spaces."""
    ours = Bleu(n=n, smooth=smooth, smooth_value=value)
    options = {"tokenize": "none", "force": True, "smooth_method": smooth, "max_ngram_order": n}
    options["smooth_value"] = value
    score = ours.corpus_score(hypotheses, streams, **SPACES).score
    theirs = BLEU(**options).corpus_score(hypotheses, streams).score
    if score == 100.0 and all(len(text.split()) < n for text in hypotheses):
        assert theirs == 0.0  # nothing is as long as the longest n-grams, and all else matches
    else:
        assert_same_bleu(score, theirs)
    of_sentences = BLEU(**options, effective_order=True)
    for hypothesis, *group in zip(hypotheses, *streams, strict=True):
        references = [text for text in group if text is not None]
        score = ours.sentence_score(hypothesis, references, **SPACES).score
        assert_same_bleu(score, of_sentences.sentence_score(hypothesis, references).score)


@given(segments_of(words), st.sampled_from(SMOOTHINGS), st.integers(1, 6))
def test_bleu_is_sacrebleus(segments, smooth, n):
    assert_as_sacrebleu(*texts_of(joined(segments)), n=n, smooth=smooth)


@given(segments_of(words))
def test_avg_bleu_averages_the_bleu_of_sentences(segments):
    theirs = BLEU(tokenize="none", force=True, effective_order=True)
    sentences = [
        theirs.sentence_score(" ".join(hypothesis), [" ".join(r) for r in group]).score
        for hypothesis, group in segments
    ]
    assert segment_scores(Bleu(average=True), segments) == pytest.approx(sentences, rel=1e-13)
    score = corpus_score(Bleu(average=True), segments)
    assert score == pytest.approx(np.mean(sentences), rel=1e-12)
    weights = [np.mean([len(reference) for reference in group]) for _, group in segments]
    score = corpus_score(Bleu(average=True, weighted=True), segments)
    if sum(weights) == 0:
        assert np.isnan(score)
    else:
        assert score == pytest.approx(np.average(sentences, weights=weights), rel=1e-12)


@given(segments_of(words), st.sampled_from(["floor", "add-k"]), st.sampled_from([0.0, 0.3, 2.0]))
def test_bleu_smooths_by_any_value_as_sacrebleu_does(segments, smooth, value):
    assert_as_sacrebleu(*texts_of(joined(segments)), n=4, smooth=smooth, value=value)


def test_parameters_of_bleu_that_do_not_go_together():
    with pytest.raises(NotationError, match="smooth_value needs smooth=floor or smooth=add-k"):
        Bleu(smooth_value=0.5)
    with pytest.raises(NotationError, match="average=true"):
        Bleu(weighted=True)


def assert_same_chrf(hypotheses, streams, **options):
    ours = Chrf(**options)
    theirs = CHRF(
        char_order=ours.chars,
        word_order=ours.words,
        beta=int(ours.beta),
        whitespace=ours.whitespace,
        eps_smoothing=ours.eps_smoothing,
    )
    score = ours.corpus_score(hypotheses, streams).score
    assert score == theirs.corpus_score(hypotheses, streams).score
    for hypothesis, *group in zip(hypotheses, *streams, strict=True):
        references = [text for text in group if text is not None]
        score = ours.sentence_score(hypothesis, references).score
        assert score == theirs.sentence_score(hypothesis, references).score


@given(
    segments_of(longer_words),
    st.integers(1, 8),
    st.integers(0, 3),
    st.integers(0, 3),
    st.booleans(),
    st.booleans(),
)
def test_chrf_is_sacrebleus(segments, chars, n, beta, whitespace, smoothing):
    options = {"chars": chars, "words": n, "beta": beta}
    options |= {"whitespace": whitespace, "eps_smoothing": smoothing}
    assert_same_chrf(*texts_of(joined(segments)), **options)


not_blank = st.text(min_size=1, max_size=12).filter(str.isprintable).filter(str.strip)


@given(st.lists(st.tuples(st.text(max_size=12), not_blank), min_size=1, max_size=3))
def test_chrf_of_any_text_is_sacrebleus(pairs):
    hypotheses, references = zip(*pairs, strict=True)
    assert_same_chrf(list(hypotheses), [list(references)], words=2)


@given(segments_of(words), st.integers(1, 6))
def test_nist_is_mtevals(segments, n):
    assert_scores([corpus_score(Nist(n=n), segments)], [oracle.nist(segments, n)])


@given(segments_of(words))
def test_nist_of_a_segment_uses_the_information_of_all(segments):
    information = oracle.information(segments, 5)
    expected = [oracle.nist_with(information, [segment]) for segment in segments]
    assert_scores(segment_scores(Nist(), segments), expected)


def test_nist_agrees_with_nltk_for_one_reference():
    # nltk.translate.nist_score.corpus_nist, NLTK 3.10.4, of the words between spaces.
    hypotheses = [
        "it is a guide to action which ensures that the military always obeys",
        "he read the book because he was",
    ]
    references = [
        "it is a guide to action that ensures that the military will forever heed",
        "because he was he read the book",
    ]
    score = Nist().corpus_score(hypotheses, [references], **SPACES).score
    assert score == pytest.approx(3.7236865662195293, rel=1e-12)


def assert_scores(scores, expected):
    wanted = [np.nan if score is None else score for score in expected]
    assert scores == pytest.approx(wanted, rel=1e-11, abs=1e-13, nan_ok=True)


def assert_mean(metric, segments, expected):
    defined = [score for score in expected if score is not None]
    assert_scores([corpus_score(metric, segments)], [np.mean(defined) if defined else None])


@given(segments_of(words), st.sampled_from([0.0, 0.25, 1.0]), st.sampled_from([0.0, 0.1, 2.0]))
def test_ribes(segments, alpha, beta):
    metric = Ribes(alpha=alpha, beta=beta)
    expected = [oracle.best(oracle.ribes, *s, alpha=alpha, beta=beta) for s in segments]
    assert_scores(segment_scores(metric, segments), expected)
    assert_mean(metric, segments, expected)


def test_ribes_of_the_papers_example():
    # The sentences of Isozaki et al. 2010, section 2, with RIBES.py 1.03. It looks left first, so
    # that "because he" puts the second "he" to position 7 as well: 7 8 9 10 6 7 1 2 3 4 5.
    reference = "he was interested in world history because he read the book"
    hypothesis = "he read the book because he was interested in world history"
    assert Ribes().sentence_score(hypothesis, [reference]).score == pytest.approx(17 / 55)


@given(segments_of(words), st.integers(-1, 5), st.sampled_from([0.0, 0.5, 1.0, 3.0]))
def test_rouge_s(segments, skip, beta):
    metric = RougeS(skip=skip, beta=beta)
    expected = [oracle.best(oracle.rouge_s, *s, skip=skip, beta=beta) for s in segments]
    assert_scores(segment_scores(metric, segments), expected)
    assert_mean(metric, segments, expected)


@pytest.mark.parametrize(
    ("hypothesis", "expected"),
    [
        ("police kill the gunman", 3 / 6),
        ("the gunman kill police", 1 / 6),
        ("the gunman police killed", 2 / 6),
    ],
)
def test_rouge_s_of_the_papers_example(hypothesis, expected):
    # Lin & Och 2004, section 3: F-measures of S1, S2 and S3 against one reference.
    score = RougeS().sentence_score(hypothesis, ["police killed the gunman"]).score
    assert score == pytest.approx(expected)


@given(segments_of(words))
def test_f1_is_the_overlap_of_bags(segments):
    def score(ours, theirs):
        common = sum(min(ours.count(word), theirs.count(word)) for word in set(ours))
        return 2 * common / (len(ours) + len(theirs)) if ours or theirs else None

    expected = [oracle.best(score, *segment) for segment in segments]
    assert_scores(segment_scores(F1(), segments), expected)
