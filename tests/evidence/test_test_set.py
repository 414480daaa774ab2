"""The references of a test set, and what is refused in their place."""

import numpy as np
import pytest

from hyperbaton import Output, TestSet
from hyperbaton.errors import InputError
from hyperbaton.evidence import Evidence


def test_references_stand_segment_by_segment():
    test_set = TestSet([["the cat", "sat"], ["a cat", None]])
    assert test_set.texts == (("the cat", "a cat"), ("sat",))
    assert test_set.groups.tolist() == [0, 2, 3]
    assert test_set.stream_of.tolist() == [0, 1, 0]
    assert test_set.reference_count == "var"
    assert TestSet([["x", "y"]]).reference_count == "1"
    assert TestSet([["x", "y"], ["z", "z"]]).reference_count == "2"


@pytest.mark.parametrize(
    ("streams", "message"),
    [
        ("text", "expected a list of streams"),
        (["text"], r"got texts; for one reference per segment write \[references\]"),
        ([], "at least one stream"),
        ([["fine", None]], "segment 2 has none; at least one is needed"),
        ([["fine", 1]], "stream 1: segment 2: expected a text, got 1"),
        ([["fine", "fine"], ["short"]], "stream 2 has 1 texts for 2"),
        ([["fine"], 3], "stream 2: expected a list of texts"),
        (3, "expected a list of streams"),
    ],
)
def test_references_of_the_wrong_shape(streams, message):
    with pytest.raises(InputError, match=f"references: .*{message}"):
        TestSet(streams)


def test_empty_test_set():
    test_set = TestSet([[]])
    assert len(test_set) == 0
    evidence = Evidence(test_set, Output([]))
    assert len(evidence.arrays.hypothesis_values) == 0
    assert evidence.mean_lengths.tolist() == []
    assert np.array_equal(evidence.groups, [0])
