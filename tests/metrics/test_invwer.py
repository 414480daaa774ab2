"""The inversion edit distance: the paper's examples, the literal recursion, derivations, limits."""

from functools import cache
from itertools import product
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperbaton import metrics
from hyperbaton.errors import InputError

WORDS = {"tokenize": "none", "lowercase": False}
LOBBY = "we will meet at noon in the lobby"
LOBBY_REFERENCE = "we will meet in the lobby at twelve o'clock"


class Costs(NamedTuple):
    """Of the operations."""

    insertion: float = 1.0
    deletion: float = 1.0
    substitution: float = 1.0
    inversion: float = 1.0


words = st.lists(st.sampled_from("abc"), max_size=7)
costs = st.builds(Costs, *[st.sampled_from([0.0, 0.5, 1.0, 2.0, 3.0])] * 4)


def distance(hypothesis, reference, parameters=""):
    """The distance itself: the rate times the length of the reference."""
    metric = metrics.parse(f"invwer{parameters}")
    score = metric.corpus_score([hypothesis], [[reference]], **WORDS).score
    return score * len(reference.split())


def recursion(s, t, c):
    """Leusch et al. 2003, equation 2, with the minimum taken everywhere."""

    @cache
    def q(i0, i1, j0, j1):
        if i0 == i1:
            return (j1 - j0) * c.insertion
        if j0 == j1:
            return (i1 - i0) * c.deletion
        best = c.deletion * (i1 - i0) + c.insertion * (j1 - j0)
        if i1 - i0 == j1 - j0 == 1:
            return min(best, 0.0 if s[i0] == t[j0] else c.substitution)
        for i, j in product(range(i0, i1 + 1), range(j0, j1 + 1)):
            if (i, j) not in ((i0, j0), (i1, j1)):
                best = min(best, q(i0, i, j0, j) + q(i, i1, j, j1))
            if (i, j) not in ((i0, j1), (i1, j0)):
                best = min(best, c.inversion + q(i0, i, j, j1) + q(i, i1, j0, j))
        return best

    return q(0, len(s), 0, len(t))


def test_the_papers_example():
    """One insertion, one substitution, one inversion; the insertion may stand inside or after."""
    assert distance(LOBBY, LOBBY_REFERENCE) == pytest.approx(3)
    assert metrics.parse("wer").sentence_score(LOBBY, [LOBBY_REFERENCE]).score == 5 / 9


def test_the_papers_other_example_corrected():
    """The paper prints 4 for (abcd, bdac); its own recursion gives 3."""
    assert distance("a b c d", "b d a c") == 3
    assert distance("a b c d", "a b d c") == 1
    assert distance("a b d c", "b d a c") == 1


def test_a_moved_block_costs_one_inversion_however_long():
    """2003, section 3: ABCD to ACBD, where words moved one by one cost twice the shorter block."""
    a, b, c, d = "a1 a2", "b1 b2 b3", "c1 c2 c3 c4", "d1"
    hypothesis, reference = f"{a} {b} {c} {d}", f"{a} {c} {b} {d}"
    assert distance(hypothesis, reference) == pytest.approx(1)
    wer = metrics.parse("wer").sentence_score(hypothesis, [reference], **WORDS).score
    assert wer * 10 == pytest.approx(2 * min(3, 4))


def test_blocks_that_are_moved_and_turned():
    assert distance("a b c d", "c d b a") == 2


@given(words, words.filter(bool))
def test_inversions_too_dear_to_use_leave_the_error_rate(hypothesis, reference):
    wer, dear, zero = (
        metrics.parse(name).sentence_score(" ".join(hypothesis), [" ".join(reference)], **WORDS)
        for name in ("wer", "invwer(c_inv=1000)", "invwer")
    )
    assert dear.score == wer.score
    assert (zero.score == 0.0) == (hypothesis == reference)


@given(words, words.filter(bool), costs)
def test_literal_recursion(hypothesis, reference, c):
    names = ("c_ins", "c_del", "c_sub", "c_inv")
    given = ",".join(f"{name}={cost}" for name, cost in zip(names, c, strict=True))
    found = distance(" ".join(hypothesis), " ".join(reference), f"({given})")
    assert found == pytest.approx(recursion(hypothesis, reference, c), abs=1e-9)


@given(st.lists(st.sampled_from("abcdefgh"), min_size=1, max_size=25), st.data())
def test_properties_on_longer_sentences(reference, data):
    hypothesis = data.draw(st.permutations(reference))
    ours, theirs, turned, others = map(
        " ".join, (hypothesis, reference, hypothesis[::-1], reference[::-1])
    )
    found = distance(ours, theirs)
    assert distance(theirs, ours) == pytest.approx(found)
    assert distance(turned, others) == pytest.approx(found)
    assert found <= len(reference)


@given(words, words.filter(bool))
def test_between_per_and_wer(hypothesis, reference):
    scores = [
        metrics.parse(name).sentence_score(" ".join(hypothesis), [" ".join(reference)]).score
        for name in ("per", "invwer", "wer")
    ]
    assert scores == sorted(scores)


@pytest.mark.parametrize(
    ("hypothesis", "reference", "expected"),
    [
        (["w"] * 5000, ["w"] * 4000, 1000.0),
        ([f"a{k}" for k in range(5000)], [f"b{k}" for k in range(5000)], 5000.0),
        ([], ["w"] * 5000, 5000.0),
    ],
    ids=["repeated", "different", "empty"],
)
def test_long_sentences_that_bounds_settle(hypothesis, reference, expected):
    assert distance(" ".join(hypothesis), " ".join(reference)) == pytest.approx(expected)


def test_beyond_the_exact_limit():
    rng = np.random.default_rng(1)
    names = [f"w{k}" for k in range(5000)]
    scrambled = " ".join(rng.permutation(names))
    with pytest.raises(
        InputError, match=r"segment 1: too long .* lies between 1 and \d+; .*max_words"
    ):
        distance(scrambled, " ".join(names))
    bound = distance(scrambled, " ".join(names), "(max_words=100)")
    wer = metrics.parse("wer").sentence_score(scrambled, [" ".join(names)]).score
    assert bound == pytest.approx(wer * 5000)


def test_max_words_searches_what_is_short_enough():
    assert distance("a b c d e f", "d e f a b c", "(max_words=6)") == 1
    assert distance("a b c d e f", "d e f a b c", "(max_words=5)") == 6


def test_costs_are_parameters():
    assert distance("a b c d", "c d a b", "(c_inv=0.25)") == 0.25
    assert distance("a", "b", "(c_sub=3)") == 2
    assert distance("a b", "a", "(c_del=0.5)") == 0.5
    assert distance("a", "a b", "(c_ins=2)") == 2


def test_nearest_of_several_references():
    metric = metrics.parse("invwer")
    score = metric.sentence_score("a b c d", ["x y", "c d a b"], **WORDS).score
    assert score == 1 / 3
