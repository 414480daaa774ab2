"""The choice is that of the definition, with bounds or without, for one segment or for many."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pairing.texts import demo_lines, lists, same

import hyperbaton
from hyperbaton import metrics
from hyperbaton.errors import HyperbatonError, InputError, OptionError
from hyperbaton.pairing import choosing

PRUNED = [
    "invwer",
    "invwer(accuracy=true)",
    "invwer(c_ins=0.1,c_del=0.3,c_sub=0.7,c_inv=0.1)",
    "invwer(max_words=3)",
    "ter",
    "ter(accuracy=true)",
]
ANY = [*PRUNED, "wer", "chrf", "pef", "hyperbaton", "nist"]
words = st.lists(st.sampled_from("abcdef"), max_size=7).map(" ".join)
weights = st.floats(0, 1e12)


@st.composite
def segments(draw):
    """Candidates, perhaps with other references or weights."""
    candidates = draw(st.lists(words, min_size=1, max_size=7))
    others = draw(st.none() | st.lists(words, min_size=1, max_size=5))
    number = len(candidates if others is None else others)
    counted = draw(st.none() | st.lists(weights, min_size=number, max_size=number).filter(any))
    return {
        "candidates": candidates,
        "pseudo_references": others,
        "weights": counted,
    }


def expected_by_definition(segment, metric):
    """The expected score of every candidate, each pair scored by itself."""
    candidates, others = (
        segment["candidates"],
        segment["pseudo_references"] or segment["candidates"],
    )
    counted = segment["weights"] or [1.0] * len(others)
    found = []
    for candidate in candidates:
        used = [
            (weight, metric.sentence_score(candidate, [other]).score)
            for other, weight in zip(others, counted, strict=True)
            if weight > 0
        ]
        total = math.fsum(weight for weight, _ in used)
        found.append(math.fsum(w * s for w, s in used) / total)
    return found


def best_by_definition(expected, higher_is_better):
    defined = [x for x in expected if not math.isnan(x)]
    if not defined:
        return 0
    return expected.index(max(defined) if higher_is_better else min(defined))


@pytest.mark.parametrize("name", ANY)
@settings(max_examples=25, deadline=None)
@given(segment=segments())
def test_the_definition(name, segment):
    metric = metrics.parse(name)
    expected = expected_by_definition(segment, metric)
    choice = hyperbaton.mbr(metric=metric, **segment)
    assert choice.best == best_by_definition(expected, metric.higher_is_better)
    assert same(choice.utility, expected[choice.best])
    for utility, value in zip(choice.utilities.tolist(), expected, strict=True):
        assert same(utility, value) or (name in PRUNED and math.isnan(utility))


@pytest.mark.parametrize("name", PRUNED)
def test_real_candidates_are_dropped(name):
    names = ("loom", "calque", "tangle", "reference", "reference2")
    several = [list(texts) for texts in zip(*map(demo_lines, names), strict=True)]
    found = hyperbaton.mbr(several, name)
    assert sum(choice.pairs for choice in found) < sum(len(set(texts)) ** 2 for texts in several)


@pytest.mark.parametrize("name", ["invwer", "chrf", "nist"])
@settings(max_examples=15, deadline=None)
@given(several=st.lists(lists, min_size=1, max_size=6))
def test_many_segments_are_chosen_from_as_each_is(name, several):
    together = hyperbaton.mbr(several, name)
    for choice, candidates in zip(together, several, strict=True):
        alone = hyperbaton.mbr(candidates, name)
        assert choice.to_dict() == alone.to_dict()


def test_batches_and_threads_change_nothing(monkeypatch):
    several = [list(texts) for texts in zip(*map(demo_lines, ("loom", "tangle")), strict=True)]
    whole = [choice.to_dict() for choice in hyperbaton.mbr(several, "invwer")]
    monkeypatch.setattr(choosing, "PAIRS_AT_ONCE", 7)
    assert [c.to_dict() for c in hyperbaton.mbr(several, "invwer", threads=3)] == whole


def test_ties_go_to_the_first():
    assert hyperbaton.mbr(["b a", "a b", "b a", "a b"], "wer").best == 0
    assert hyperbaton.mbr(["x", "a b", "b a", "a b"], "wer", weights=[0, 1, 1, 1]).best == 1


def test_sums_do_not_depend_on_the_order_of_references():
    candidates = demo_lines("loom")[:1] + demo_lines("calque")[:1]
    others = demo_lines("reference")[:7]
    forwards = hyperbaton.mbr(candidates, "chrf", pseudo_references=others)
    backwards = hyperbaton.mbr(candidates, "chrf", pseudo_references=others[::-1])
    assert forwards.utilities.tolist() == backwards.utilities.tolist()


def test_without_a_score_a_candidate_is_the_last_choice():
    choice = hyperbaton.mbr(["", "a b", "c"], "nist")
    assert math.isnan(choice.utilities[0])
    assert choice.best == 1
    assert hyperbaton.mbr(["", ""], "nist").best == 0


def test_texts_that_repeat_count_as_often_but_are_scored_once():
    choice = hyperbaton.mbr(["a b", "b a c", "a b", "a b"], "wer")
    assert choice.pairs == 4
    assert (
        choice.utilities.tolist()[0]
        == hyperbaton.mbr(["a b", "b a c"], "wer", weights=[3, 1]).utilities[0]
    )


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"candidates": []}, "candidates: expected at least one"),
        ({"candidates": "a b"}, "candidates: expected a list"),
        ({"candidates": [["a"], []]}, "segment 2: candidates: expected at least one"),
        ({"candidates": ["a"], "pseudo_references": []}, "pseudo_references: expected at least"),
        ({"candidates": [["a"]], "pseudo_references": [["a"], ["b"]]}, "2 lists for 1 segments"),
        ({"candidates": ["a", "b"], "weights": [1]}, "weights: 1 numbers for 2 texts"),
        ({"candidates": ["a", "b"], "weights": [1, -1]}, "weights: item 2: expected a number from"),
        ({"candidates": ["a", "b"], "weights": [0, 0]}, "weights: all are 0"),
        ({"candidates": [["a"]], "weights": [["x"]]}, "segment 1: weights: item 1"),
    ],
)
def test_what_is_refused(options, named):
    with pytest.raises(HyperbatonError, match=named):
        hyperbaton.mbr(**{"metric": "wer", **options})


def test_the_pair_at_fault_is_quoted():
    long = " ".join(f"w{k}" for k in range(130))
    other = " ".join(f"w{k}" for k in reversed(range(130)))
    metric = metrics.InvWer(c_inv=0.5)
    with pytest.raises(InputError, match=r"^'w0 w1.* against 'w129 .*: too long"):
        hyperbaton.mbr([["a"], [long]], metric, pseudo_references=[["a"], ["a", other]])


def test_too_many_pairs(monkeypatch):
    monkeypatch.setattr("hyperbaton.pairing.pairs.MOST_PAIRS", 3)
    with pytest.raises(OptionError, match="segment 1: 2 hypotheses against 2 references"):
        hyperbaton.mbr([["a", "b"]], "wer")
