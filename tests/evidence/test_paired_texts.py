"""Texts of pairs are prepared once, and are what they would be by themselves."""

from collections import Counter

import numpy as np
import pytest

import hyperbaton
from hyperbaton import Output, Preparation, Resources, TestSet
from hyperbaton.evidence import Evidence
from hyperbaton.evidence.evidence import Sides

HYPOTHESES = ["The cat sat .", "", "a naïve cat"]
REFERENCES = ["the Cat sat", "A mat , naïve", "x", ""]
PAIRS = np.array([2, 0, 0, 1, 2]), np.array([0, 3, 1, 2, 2])


@pytest.fixture(params=["unicode", "none", "13a"])
def both(request):
    """Evidence of pairs that are gathered, and of the same prepared anew."""
    context = Preparation.of(tokenize=request.param)
    sides = Sides.of(Output(HYPOTHESES), TestSet([REFERENCES]), Resources(2))
    ours = [HYPOTHESES[k] for k in PAIRS[0]]
    theirs = [REFERENCES[k] for k in PAIRS[1]]
    alone = Evidence(TestSet([theirs]), Output(ours), context)
    return Evidence.of(sides.pairs(*PAIRS), context), alone


def test_texts_and_words(both):
    gathered, alone = both
    assert len(gathered) == len(alone) == 5
    assert gathered.groups.tolist() == [0, 1, 2, 3, 4, 5]
    for name in ("texts", "reference_texts", "tokens", "reference_tokens"):
        assert list(getattr(gathered, name)) == list(getattr(alone, name))
    assert gathered.mean_lengths.tolist() == alone.mean_lengths.tolist()


def test_characters(both):
    gathered, alone = both
    for ours, theirs in zip(gathered.characters, alone.characters, strict=True):
        assert ours.tolist() == theirs.tolist()


def test_words_of_chrf(both):
    for name in ("hypothesis_offsets", "reference_offsets", "groups"):
        ours, theirs = (getattr(e.spaced_words, name) for e in both)
        assert ours.tolist() == theirs.tolist()


def test_alignments_and_plain_words(both):
    gathered, alone = both
    assert [a.pharaoh for a in gathered.alignments] == [a.pharaoh for a in alone.alignments]
    ours, theirs = gathered.plain_words, alone.plain_words
    assert ours.segments.tokens == theirs.segments.tokens
    assert ours.segments.references.tokens == theirs.segments.references.tokens
    assert [a.pharaoh for a in ours.alignments] == [a.pharaoh for a in theirs.alignments]


def test_every_text_is_split_once():
    split = Counter()

    def counting(text):
        split[text] += 1
        return text.split()

    hypotheses, references = ["a b", "c d", "a b"], ["d", "e f g"]
    hyperbaton.pairwise(hypotheses, references, "kendall", tokenize=counting)
    assert split == {"a b": 1, "c d": 1, "d": 1, "e f g": 1}
    split.clear()
    hyperbaton.mbr([["a b", "c"], ["d e", "f"]], "invwer", tokenize=counting)
    assert split == dict.fromkeys(["a b", "c", "d e", "f"], 2)  # as candidate and as reference
