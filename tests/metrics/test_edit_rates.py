"""Error rates against jiwer and sacreBLEU, and their rules for references."""

from pathlib import Path

import jiwer
import pytest
import sacrebleu
from golden_cases import load
from hypothesis import assume, given
from hypothesis import strategies as st

from hyperbaton import Output, Preparation, TestSet, _core, metrics
from hyperbaton.evidence import Evidence

DEMO = Path(__file__).parents[2] / "demo"
WORDS = {"tokenize": "none", "lowercase": False}
sentences = st.lists(st.sampled_from("abcd"), max_size=9).map(" ".join)


def rate(metric, hypotheses, references):
    return metrics.parse(metric).corpus_score(hypotheses, references, **WORDS).score


@given(st.lists(st.tuples(sentences, sentences.filter(bool)), min_size=1, max_size=6))
def test_wer_is_jiwers(pairs):
    hypotheses, references = map(list, zip(*pairs, strict=True))
    assert rate("wer", hypotheses, [references]) == pytest.approx(
        jiwer.wer(references, hypotheses), abs=1e-15
    )


@given(
    hypothesis=sentences,
    references=st.lists(sentences, min_size=1, max_size=3),
)
def test_ter_is_sacrebleus_on_any_segment(hypothesis, references):
    assume(hypothesis or any(references))
    theirs = sacrebleu.TER().sentence_score(hypothesis, references).score
    ours = metrics.parse("ter").sentence_score(hypothesis, references, **WORDS).score
    assert ours == pytest.approx(theirs, abs=1e-12)


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("no_punct", [False, True])
@pytest.mark.parametrize("asian_support", [False, True])
@pytest.mark.parametrize("normalized", [False, True])
def test_ter_prepares_text_as_sacrebleus_parameters_say(
    language, normalized, no_punct, asian_support
):
    hypotheses, references = (
        (DEMO / language / name).read_text(encoding="utf-8").splitlines()[:8]
        for name in ("calque.txt", "reference.txt")
    )
    options = {"normalized": normalized, "no_punct": no_punct, "asian_support": asian_support}
    theirs = sacrebleu.TER(**options).corpus_score(hypotheses, [references]).score
    ours = metrics.Ter(**options).corpus_score(hypotheses, [references], tokenize="none")
    assert ours.score == pytest.approx(theirs, abs=1e-12)
    assert ("tok:tercom" in ours.signature) == (normalized or no_punct)


CASES = load("ter")


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_ter_counts_the_edits_of_sacrebleu(case):
    texts = [" ".join(case[side]) for side in ("hypothesis", "reference")]
    evidence = Evidence(TestSet([texts[1:]]), Output(texts[:1]), Preparation("none", False))
    assert _core.translation_edit_counts(evidence.arrays, 1).tolist() == [case["edits"]]


def naive_per(h, r):
    common = sum(min(h.count(w), r.count(w)) for w in set(h))
    return max(len(h), len(r)) - common


@given(sentences, sentences.filter(bool))
def test_per_ignores_order(hypothesis, reference):
    h, r = hypothesis.split(), reference.split()
    expected = naive_per(h, r) / len(r)
    assert rate("per", [hypothesis], [[reference]]) == pytest.approx(expected, abs=1e-15)
    assert rate("per", [" ".join(sorted(h))], [[reference]]) == rate(
        "per", [hypothesis], [[reference]]
    )


@given(sentences, sentences.filter(bool))
def test_rates_are_ordered(hypothesis, reference):
    """Fewer constraints on order, fewer edits."""
    wer, per, cder = (rate(name, [hypothesis], [[reference]]) for name in ("wer", "per", "cder"))
    assert per <= wer
    assert cder <= wer


def test_nearest_reference_over_mean_length():
    """Leusch et al. 2003, equation 3."""
    references = [["a b c d"], ["a b"]]
    assert rate("wer", ["a b c"], references) == pytest.approx(1 / 3)
    assert rate("per", ["b a x"], references) == pytest.approx(1 / 3)
    assert rate("ter", ["a b c"], references) == pytest.approx(100 / 3)


def test_weighted_and_unweighted():
    hypotheses, references = ["a b c x", "x"], [["a b c d", "y"]]
    assert rate("wer", hypotheses, references) == pytest.approx(2 / 5)
    assert rate("wer(weighted=false)", hypotheses, references) == pytest.approx((1 / 4 + 1) / 2)
    assert rate("wer(accuracy=true)", hypotheses, references) == pytest.approx(3 / 5)
    assert rate("wer(accuracy=true)", ["x y z"], [["a"]]) == 0.0
    assert rate("wer(accuracy=true,weighted=false)", ["x y z", "a"], [["a", "a"]]) == 0.5
