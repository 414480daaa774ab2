"""The metric hyperbaton: its parts from their definitions, and how they add up."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from oracles import flagship

from hyperbaton import Output, score
from hyperbaton.alignment import Aligner
from hyperbaton.alignment.aligner import default_matchers
from hyperbaton.metrics.hyperbaton import (
    ENGLISH,
    LEXICAL_PARTS,
    NO_VECTORS,
    ORDER_PARTS,
    ORDER_WEIGHT,
    OTHER_VECTORS,
    Hyperbaton,
)
from hyperbaton.vectors import vectors_of_language

METRIC = Hyperbaton()
SUB_PARTS = LEXICAL_PARTS + ORDER_PARTS

VOCABULARY = [
    *("the", "The", "of", "not", "and", "to", "a", "he", "she"),
    *("dog", "dogs", "hound", "cat", "cats", "film", "movie", "Monday", "Tuesday", "quickly"),
    *("government", "governments", "decide", "decided", "decision"),
    *("Gorbachev", "Gorbatschow", "Qwertzuiop", "Qwertzuiops", "xqz"),  # the last have no vectors
    *("world's", "ill-treatment", "dog-film"),
    *("2,000", "2000", "2.000", "3", "7", "1980s"),
    *(",", ".", "!", "–"),
]
FOREIGN = ["der", "Hund", "Hunde", "Hünde", "Haus", "Häuser", "ein", "Žižek", "xqz", "Qwertzuiop"]
FOREIGN += ["2,000", "2000", ",", "!"]


def texts(words):
    return st.lists(st.sampled_from(words), max_size=12).map(" ".join)


def references(words):
    return st.lists(texts(words), min_size=1, max_size=3)


def evidence(hypothesis, *references, **options):
    return METRIC.sentence_score(hypothesis, references, **options).evidence


def expected(known, hypothesis, references, aligner, weights):
    """The sub-parts and the total against each reference."""
    found = []
    for reference in references:
        ours, theirs = flagship.plain(hypothesis), flagship.plain(reference)
        links = aligner.align(ours, theirs).links
        pairs = [(link.hypothesis, link.reference) for link in links]
        found.append(flagship.sub_parts(known, hypothesis, reference, pairs))
    totals = [total(parts, weights) for parts in found]
    return found, totals


def total(parts, weights):
    lexical = sum(weights[name] * parts[name] for name in LEXICAL_PARTS)
    order = sum(weights[name] * parts[name] for name in ORDER_PARTS)
    return (1 - ORDER_WEIGHT) * lexical + ORDER_WEIGHT * order


def check(hypothesis, group, known, own_aligner, weights, **options):
    result = METRIC.sentence_score(hypothesis, group, **options)
    if not hypothesis and not any(group):
        assert np.isnan(result.score)
        return
    found, totals = expected(known, hypothesis, group, own_aligner, weights)
    assert result.score == pytest.approx(max(totals), abs=1e-6)
    assert any(
        result.evidence == pytest.approx({**result.evidence, **parts}, abs=1e-6)
        for parts, total in zip(found, totals, strict=True)
        if total == pytest.approx(max(totals), abs=1e-6)
    )


def softly(language):
    matchers = [*default_matchers(language), "soft"]
    return Aligner(matchers="+".join(matchers), language=language)


@pytest.fixture(scope="module")
def english():
    return flagship.Known(vectors_of_language("en"), "english")


@given(hypothesis=texts(VOCABULARY), group=references(VOCABULARY))
def test_parts_with_vectors(english, hypothesis, group):
    check(hypothesis, group, english, softly("en"), ENGLISH)


@given(hypothesis=texts(FOREIGN), group=references(FOREIGN))
@pytest.mark.parametrize(("language", "stemmer"), [("cy", None), ("fi", "finnish")])
def test_parts_without_vectors(language, stemmer, hypothesis, group):
    """By spelling alone, with stems where the language has a stemmer."""
    known = flagship.Known(None, stemmer)
    aligner = Aligner(language=language)
    check(hypothesis, group, known, aligner, NO_VECTORS, language=language)


@given(ours=texts(VOCABULARY), theirs=texts(VOCABULARY))
def test_parts_can_be_scored_alone(ours, theirs):
    assume(ours or theirs)
    found = evidence(ours, theirs)
    names = ("lexical", "order", *SUB_PARTS)
    alone = [Hyperbaton(name).sentence_score(ours, [theirs]).score for name in names]
    assert alone == pytest.approx([found[name] for name in names])
    assert min(alone) >= 0 and max(alone) <= 1 + 1e-12


@given(pairs=st.lists(st.tuples(texts(VOCABULARY), texts(VOCABULARY)), min_size=1, max_size=5))
def test_a_test_set_scores_the_mean_of_its_segments(pairs):
    ours, theirs = zip(*pairs, strict=True)
    for metric in (METRIC, *METRIC.parts):
        segments = [metric.sentence_score(a, [b]).score for a, b in pairs if a or b]
        found = metric.corpus_score(ours, [theirs]).score
        assert found == pytest.approx(np.mean(segments) if segments else np.nan, nan_ok=True)


def test_parts_are_reported_with_the_total():
    report = score(["cats saw dogs"], [["dogs saw cats"]], ["hyperbaton", "bleu"])
    assert [str(metric) for metric in report.metrics] == [
        "hyperbaton",
        "hyperbaton(part=lexical)",
        "hyperbaton(part=order)",
        "bleu",
    ]
    assert report["hyperbaton(part=order)"].score < report["hyperbaton(part=lexical)"].score


@pytest.mark.parametrize("weights", [ENGLISH, OTHER_VECTORS, NO_VECTORS])
def test_no_weight_is_negative_and_those_of_a_part_add_up_to_one(weights):
    """So the score never falls when a part rises."""
    assert set(weights) == set(SUB_PARTS)
    assert min(weights.values()) >= 0
    for names in (LEXICAL_PARTS, ORDER_PARTS):
        assert sum(weights[name] for name in names) == pytest.approx(1.0)
    assert 0 <= ORDER_WEIGHT <= 1


def test_links_that_are_given_make_the_places():
    part = Hyperbaton("places")
    hypothesis, reference = "the dog saw a cat", "a cat saw the dog"
    for links, pairs in (
        ("0-0 1-1 2-2 3-3 4-4", [(k, k) for k in range(5)]),
        ("0-4 1-3 2-2", [(0, 4), (1, 3), (2, 2)]),
        ("", []),
    ):
        output = Output([hypothesis], links=[[links]])
        found = score(output, [[reference]], part)
        expected = flagship.places(pairs, reference.split())
        assert float(found[str(part)]) == pytest.approx(expected)
