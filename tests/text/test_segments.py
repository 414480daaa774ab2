"""Words as numbers."""

import numpy as np

from hyperbaton.text.segments import Segments, Sentences


def test_arrays_share_one_vocabulary():
    groups = np.array([0, 2, 3])
    references = Sentences.of([["the", "cat"], ["a", "cat"], ["sat"]])
    first, second = (
        Segments(Sentences.of(words, references), references, groups)
        for words in ([["cat", "the"], ["sat"]], [["the", "dog"], ["cat"]])
    )
    the, cat = first.arrays.reference_values[:2]
    assert first.arrays.hypothesis_values[:2].tolist() == [cat, the]
    assert second.arrays.hypothesis_values[0] == the
    assert first.arrays.groups.tolist() == [0, 2, 3]
    assert first.arrays.reference_offsets.tolist() == [0, 2, 4, 5]
    assert first.mean_lengths.tolist() == [2.0, 1.0]


def test_a_system_does_not_see_the_words_of_another():
    references = Sentences.of([["a"]])
    alone, _, after = (Sentences.of([[word]], references) for word in "yxy")
    assert after.vocabulary == alone.vocabulary == ["a", "y"]
    assert np.array_equal(after.values, alone.values)
    assert references.vocabulary == ["a"]
