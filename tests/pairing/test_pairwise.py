"""Every pair scores what the sentence scores by itself, to the last bit."""

import numpy as np
import pytest
from fake_parsers import GreedyParser
from hypothesis import given, settings
from hypothesis import strategies as st
from pairing.texts import demo_lines, lists, same
from variants import ALL

import hyperbaton
from hyperbaton import metrics
from hyperbaton.errors import InputError, OptionError
from hyperbaton.pairing import pairs as pairs_module

MORE = ["meteor(language=other)", "nist(n=9)", "chrf(words=2,chars=3)"]
EVERY = pytest.mark.parametrize("metric", [*ALL, *map(metrics.parse, MORE)], ids=str)
PARSER = GreedyParser()


def assert_sentence_scores(found, hypotheses, references, metric, **choices):
    for i, hypothesis in enumerate(hypotheses):
        for j, reference in enumerate(references):
            alone = metric.sentence_score(hypothesis, [reference], **choices).score
            assert same(found[i, j], alone), (hypothesis, reference)


@EVERY
@settings(max_examples=8, deadline=None)
@given(hypotheses=lists, references=lists)
def test_random_texts(metric, hypotheses, references):
    found = hyperbaton.pairwise(hypotheses, references, metric, parser=PARSER)
    assert_sentence_scores(found, hypotheses, references, metric, parser=PARSER)


@pytest.mark.parametrize("metric", ["invwer", "chrf", "pef", "hyperbaton"])
def test_blocks_and_threads_change_no_bit(metric, monkeypatch):
    hypotheses, references = [*demo_lines("loom")[:5], ""], demo_lines("calque")[:4]
    whole = hyperbaton.pairwise(hypotheses, references, metric)
    for pairs, size, at_once, threads in [(1, 1 << 20, 3, 1), (3, 200, 1 << 20, 3)]:
        monkeypatch.setattr(pairs_module, "BLOCK_PAIRS", pairs)
        monkeypatch.setattr(pairs_module, "BLOCK_BYTES", size)
        monkeypatch.setattr(pairs_module, "PAIRS_AT_ONCE", at_once)
        found = hyperbaton.pairwise(hypotheses, references, metric, threads=threads)
        assert np.array_equal(found, whole, equal_nan=True)


@given(hypotheses=lists, references=lists, lowercase=st.booleans())
@settings(max_examples=20, deadline=None)
def test_choices_of_the_context(hypotheses, references, lowercase):
    choices = {"tokenize": "none", "lowercase": lowercase, "aligner": "best(matchers=exact)"}
    metric = metrics.Kendall()
    found = hyperbaton.pairwise(hypotheses, references, metric, **choices)
    assert_sentence_scores(found, hypotheses, references, metric, **choices)


def test_texts_that_repeat_are_scored_once(monkeypatch):
    scored = []
    original = pairs_module.PairScorer.scores
    monkeypatch.setattr(
        pairs_module.PairScorer,
        "scores",
        lambda self, pairs: scored.append(len(pairs.hypotheses)) or original(self, pairs),
    )
    found = hyperbaton.pairwise(["a b", "b a", "a b"], ["b a", "b a"], "wer")
    assert scored == [2]
    assert found.tolist() == [[1.0, 1.0], [0.0, 0.0], [1.0, 1.0]]


def test_undefined_is_nan_and_there_need_be_no_texts():
    assert np.isnan(hyperbaton.pairwise(["", "a"], [""], "nist")[0, 0])
    assert hyperbaton.pairwise([], ["a"], "wer").shape == (0, 1)
    assert hyperbaton.pairwise(["a"], [], "wer").shape == (1, 0)


def test_the_pair_at_fault_is_quoted():
    long = " ".join(f"w{k}" for k in range(130))
    other = " ".join(f"w{k}" for k in reversed(range(130)))
    costs = metrics.InvWer(c_inv=0.5)
    with pytest.raises(InputError, match=r"^'w0 w1.* against 'w129 .*: too long"):
        hyperbaton.pairwise(["a", "b", long], ["a", other], costs)


def test_too_many_pairs(monkeypatch):
    monkeypatch.setattr("hyperbaton.pairing.pairs.MOST_PAIRS", 5)
    with pytest.raises(OptionError, match="6 pairs; up to 5"):
        hyperbaton.pairwise(["a", "b"], ["a", "b", "c"], "wer")
