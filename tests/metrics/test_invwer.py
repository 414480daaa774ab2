"""The inversion edit distance: the paper's examples, the literal recursion, derivations, limits."""

from functools import cache
from itertools import product
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperbaton import metrics
from hyperbaton.edits import derive
from hyperbaton.errors import InputError, OptionError

WORDS = {"tokenize": "none", "lowercase": False}
LOBBY = "we will meet at noon in the lobby"
LOBBY_REFERENCE = "we will meet in the lobby at twelve o'clock"


class Costs(NamedTuple):
    """In the order of `derive`."""

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
    derivation = derive(LOBBY.split(), LOBBY_REFERENCE.split())
    assert derivation.cost == 3
    assert derivation.exact
    assert derivation.to_text() == (
        "[ we/we will/will meet/meet ⟨ [ at/at noon/twelve ] [ in/in the/the lobby/lobby ] ⟩ "
        "ε/o'clock ]"
    )


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


@given(words, words, costs)
def test_literal_recursion(hypothesis, reference, c):
    derivation = derive(hypothesis, reference, *c)
    assert derivation.cost == pytest.approx(recursion(hypothesis, reference, c), abs=1e-9)
    check(derivation, c)


WORDS_OF = {"match": (1, 1), "substitution": (1, 1), "insertion": (0, 1), "deletion": (1, 0)}


def check(derivation, c):
    """The derivation costs what it says, and its yield is both sentences."""
    price = {"match": 0.0, "straight": 0.0, "inverted": c.inversion}
    price |= {name: getattr(c, name) for name in ("substitution", "insertion", "deletion")}
    left, right, total = yields(derivation, derivation.root, price)
    assert total == pytest.approx(derivation.cost, abs=1e-9)
    assert left == list(derivation.hypothesis)
    assert right == list(derivation.reference)


def yields(derivation, node, price):
    """The words of both sides below a node, and what it costs."""
    if node is None:
        return [], [], 0.0
    own_left = [derivation.hypothesis[k] for k in node.hypothesis]
    own_right = [derivation.reference[k] for k in node.reference]
    cost = price[node.operation]
    if not node.children:
        assert (len(own_left), len(own_right)) == WORDS_OF[node.operation]
        assert (node.operation == "match") == (own_left == own_right)
        return own_left, own_right, cost
    parts = [yields(derivation, child, price) for child in node.children]
    order = parts[::-1] if node.operation == "inverted" else parts
    assert own_left == [w for left, _, _ in parts for w in left]
    assert own_right == [w for _, right, _ in order for w in right]
    return own_left, own_right, cost + sum(part for _, _, part in parts)


@given(st.lists(st.sampled_from("abcdefgh"), max_size=25), st.data())
def test_properties_on_longer_sentences(reference, data):
    hypothesis = data.draw(st.permutations(reference))
    derivation = derive(hypothesis, reference)
    check(derivation, Costs())
    assert derive(reference, hypothesis).cost == derivation.cost
    assert derive(hypothesis[::-1], reference[::-1]).cost == derivation.cost
    assert derivation.cost <= len(reference)


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


def test_sentences_too_long_to_derive():
    ours, theirs = ([f"{side}{k}" for k in range(9000)] for side in "ab")
    with pytest.raises(InputError, match="9000 and 9000 words are too long to derive"):
        derive(ours, theirs)
    assert derive(ours, ours).cost == 0


@pytest.mark.parametrize("wrong", [-1.0, float("nan")])
def test_cost_that_no_derivation_can_have(wrong):
    with pytest.raises(OptionError, match="inversion: expected a number from 0 to 10"):
        derive(["a"], ["b"], inversion=wrong)
