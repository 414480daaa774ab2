"""Preprocessing, references and what is derived from segments."""

import numpy as np
import pytest

from hyperbaton.errors import InputError, OptionError
from hyperbaton.text.segments import Preprocessing, References, Segments


def test_signature_says_what_was_done():
    assert Preprocessing().signature == "tok:unicode|case:mixed"
    lowered = Preprocessing("13a", lowercase=True, join_subwords="bpe")
    assert lowered.signature == "tok:13a|case:lower|join:bpe"


@pytest.mark.parametrize(
    ("join", "text", "expected"),
    [
        ("bpe", "un@@ believ@@ able sto@@ ry", "unbelievable story"),
        ("bpe", "cut@@", "cut"),
        ("sentencepiece", "▁Hello ▁wor ld !", "Hello world!"),
        ("sentencepiece", "▁ a", "a"),
        (None, "a@@ b", "a@@ b"),
    ],
)
def test_subwords_are_joined(join, text, expected):
    assert Preprocessing(join_subwords=join).clean(text) == expected


def test_unknown_way_to_join():
    with pytest.raises(OptionError, match="bpe or sentencepiece, got 'wordpiece'"):
        Preprocessing(join_subwords="wordpiece")


def test_arrays_share_one_vocabulary():
    references = References([["the cat", "a cat"], ["sat"]], Preprocessing("none"))
    first = Segments(["cat the", "sat"], references).arrays
    second = Segments(["the dog", "cat"], references).arrays
    the, cat = first.reference_values[:2]
    assert first.hypothesis_values[:2].tolist() == [cat, the]
    assert second.hypothesis_values[0] == the
    assert first.groups.tolist() == [0, 2, 3]
    assert first.reference_offsets.tolist() == [0, 2, 4, 5]
    assert references.mean_lengths.tolist() == [2.0, 1.0]
    assert references.number == "var"
    assert References([["x"], ["y"]]).number == "1"


def test_things_are_derived_once():
    segments = Segments(["a"], References([["b"]]))
    calls = []

    def derive(given):
        calls.append(given)
        return len(given)

    assert [segments.once(derive), segments.once(derive)] == [1, 1]
    assert calls == [segments]


@pytest.mark.parametrize("group", ["text", [], [None], [1]])
def test_references_of_the_wrong_shape(group):
    with pytest.raises(InputError, match="references of segment 2: expected one or more texts"):
        References([["fine"], group])


def test_counts_must_match():
    with pytest.raises(InputError, match="1 hypotheses but 2 segments"):
        Segments(["a"], References([["a"], ["b"]]))
    with pytest.raises(InputError, match="list of texts"):
        Segments("ab", References([["a"], ["b"]]))


def test_empty_test_set():
    references = References([])
    assert len(Segments([], references).arrays.hypothesis_values) == 0
    assert references.mean_lengths.tolist() == []
    assert np.array_equal(references.groups, [0])
