"""The choice is that of the definition, for one segment or for many, from Python or from files."""

import gzip
import json
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pairing.texts import demo_lines, lists, same

import hyperbaton
from hyperbaton import metrics
from hyperbaton.errors import HyperbatonError, InputError
from hyperbaton.pairing import choosing
from hyperbaton.pairing.list_files import read_json_lists, read_line_lists, read_parallel_lists

COSTS = "invwer(c_ins=0.1,c_del=0.3,c_sub=0.7,c_inv=0.1)"
PRUNED = ["invwer", "invwer(accuracy=true)", COSTS, "invwer(max_words=3)"]
ANY = [*PRUNED, "wer", "chrf", "pef", "hyperbaton", "nist"]
words = st.lists(st.sampled_from("abcdef"), max_size=7).map(" ".join)
numbers = st.floats(0, 1e12)


@st.composite
def segments(draw):
    """Candidates, perhaps with other references or weights."""
    candidates = draw(st.lists(words, min_size=1, max_size=7))
    others = draw(st.none() | st.lists(words, min_size=1, max_size=5))
    number = len(candidates if others is None else others)
    weights = draw(st.none() | st.lists(numbers, min_size=number, max_size=number).filter(any))
    return candidates, others, weights


def expected_by_definition(segment, metric):
    """The expected score of every candidate, each pair scored by itself."""
    candidates, others, weights = segment
    others = others or candidates
    pairs = zip(others, weights or [1.0] * len(others), strict=True)
    used = [(other, weight) for other, weight in pairs if weight > 0]
    total = math.fsum(weight for _, weight in used)
    return [
        math.fsum(w * metric.sentence_score(each, [other]).score for other, w in used) / total
        for each in candidates
    ]


@pytest.mark.parametrize("name", ANY)
@settings(max_examples=25, deadline=None)
@given(segment=segments())
def test_the_definition(name, segment):
    metric = metrics.parse(name)
    expected = expected_by_definition(segment, metric)
    candidates, others, weights = segment
    choice = hyperbaton.mbr(candidates, metric, pseudo_references=others, weights=weights)
    defined = [x for x in expected if not math.isnan(x)]
    extreme = max if metric.higher_is_better else min
    assert choice.best == (expected.index(extreme(defined)) if defined else 0)
    assert same(choice.utility, expected[choice.best])
    for utility, value in zip(choice.utilities.tolist(), expected, strict=True):
        assert same(utility, value) or (name in PRUNED and math.isnan(utility))


@pytest.mark.parametrize("name", ["invwer", "invwer(accuracy=true)"])
def test_real_candidates_are_dropped(name):
    systems = ("loom", "calque", "tangle", "reference", "reference2")
    several = [list(texts) for texts in zip(*map(demo_lines, systems), strict=True)]
    found = hyperbaton.mbr(several, name)
    assert sum(choice.pairs for choice in found) < sum(len(set(texts)) ** 2 for texts in several)


@pytest.mark.parametrize("name", ["invwer", "chrf", "nist"])
@settings(max_examples=15, deadline=None)
@given(several=st.lists(lists, min_size=1, max_size=6))
def test_many_segments_are_chosen_from_as_each_is(name, several):
    for choice, candidates in zip(hyperbaton.mbr(several, name), several, strict=True):
        assert choice.to_dict() == hyperbaton.mbr(candidates, name).to_dict()


def test_batches_and_threads_change_nothing(monkeypatch):
    several = [list(texts) for texts in zip(*map(demo_lines, ("loom", "tangle")), strict=True)]
    whole = [choice.to_dict() for choice in hyperbaton.mbr(several, "invwer")]
    monkeypatch.setattr(choosing, "PAIRS_AT_ONCE", 7)
    assert [c.to_dict() for c in hyperbaton.mbr(several, "invwer", threads=3)] == whole


def test_ties_go_to_the_first_and_undefined_ones_come_last():
    assert hyperbaton.mbr(["b a", "a b", "b a", "a b"], "wer").best == 0
    assert hyperbaton.mbr(["x", "a b", "b a", "a b"], "wer", weights=[0, 1, 1, 1]).best == 1
    choice = hyperbaton.mbr(["", "a b", "c"], "nist")
    assert math.isnan(choice.utilities[0]) and choice.best == 1


def test_texts_that_repeat_count_as_often_but_are_scored_once():
    choice = hyperbaton.mbr(["a b", "b a c", "a b", "a b"], "wer")
    weighted = hyperbaton.mbr(["a b", "b a c"], "wer", weights=[3, 1])
    assert (choice.pairs, choice.utilities[0]) == (4, weighted.utilities[0])


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


# Files


@pytest.fixture
def written(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def write(name, text):
        data = text.encode()
        (tmp_path / name).write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
        return name

    return write


def test_lists_from_files(written):
    lines = [
        {"candidates": ["a b", "b a"], "id": 7},
        {"candidates": ["c"], "references": ["d", ""], "weights": [0.25, 1]},
        {"candidates": "one"},
    ]
    name = written("x.jsonl.gz", "".join(json.dumps(line) + "\r\n" for line in lines))
    first, second, third = read_json_lists(name)
    assert first.candidates == first.references == ("a b", "b a")
    assert first.weights.tolist() == [1.0, 1.0]
    assert (second.references, second.weights.tolist()) == (("d", ""), [0.25, 1.0])
    assert third.candidates == ("one",)
    found = read_line_lists(written("x.txt", "a b\n\nc\nd"), 2)
    assert [each.candidates for each in found] == [("a b", ""), ("c", "d")]
    columns = [written("a.txt", "a\nb\n"), written("b.tsv", "x\ty\nc\td\ne\tf\n") + ":y"]
    found = read_parallel_lists(columns)
    assert [each.candidates for each in found] == [("a", "d"), ("b", "f")]


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("", "is not a JSON object"),
        ("{}", "no key 'candidates'"),
        ('{"candidates": []}', "column 'candidates': holds an empty list"),
        ('{"candidates": [1]}', "column 'candidates': expected a string or a list of strings"),
        ('{"candidates": ["a\\nb"]}', "column 'candidates': holds a line break"),
        ('{"candidates": ["a"], "weights": [NaN]}', "weights: item 1"),
    ],
)
def test_json_lines_that_are_refused(written, line, named):
    name = written("x.jsonl", f'{{"candidates": ["a"]}}\n{line}\n')
    with pytest.raises(HyperbatonError) as refused:
        read_json_lists(name)
    assert str(refused.value).startswith(f"x.jsonl:2: {named}")
