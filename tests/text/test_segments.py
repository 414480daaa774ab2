"""Words as numbers."""

import numpy as np

from hyperbaton.text.segments import References, Segments


def test_arrays_share_one_vocabulary():
    groups = np.array([0, 2, 3])
    references = References.of([["the", "cat"], ["a", "cat"], ["sat"]], groups)
    first = Segments.of([["cat", "the"], ["sat"]], references).arrays
    second = Segments.of([["the", "dog"], ["cat"]], references).arrays
    the, cat = first.reference_values[:2]
    assert first.hypothesis_values[:2].tolist() == [cat, the]
    assert second.hypothesis_values[0] == the
    assert first.groups.tolist() == [0, 2, 3]
    assert first.reference_offsets.tolist() == [0, 2, 4, 5]
    assert references.mean_lengths.tolist() == [2.0, 1.0]


def test_a_system_does_not_see_the_words_of_another():
    references = References.single([["a"]])
    alone = Segments.of([["y"]], references)
    Segments.of([["x"]], references)
    after = Segments.of([["y"]], references)
    assert after.vocabulary == alone.vocabulary == ["a", "y"]
    assert np.array_equal(after.arrays.hypothesis_values, alone.arrays.hypothesis_values)
    assert references.vocabulary == ["a"]


def test_lengths_by_reference():
    references = References.of([["a"], ["b", "c"], []], np.array([0, 2, 3]))
    segments = Segments.of([["a", "b"], ["c"]], references)
    assert segments.lengths.tolist() == [2, 1]
    assert segments.lengths_by_reference.tolist() == [2, 2, 1]
    assert segments.hypothesis_of.tolist() == [0, 0, 1]
    assert references.lengths.tolist() == [1, 2, 0]
    assert references.counts.tolist() == [2, 1]


def test_empty_test_set():
    references = References.single([])
    assert len(Segments.of([], references).arrays.hypothesis_values) == 0
    assert references.mean_lengths.tolist() == []
    assert np.array_equal(references.groups, [0])
