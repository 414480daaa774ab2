"""Word alignments in flat arrays."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import alignments

from hyperbaton.bitext import WordAlignments
from hyperbaton.errors import InputError


def made_of(*arrays, sure):
    return WordAlignments(*map(np.array, arrays), np.array(sure, np.bool_))  # type: ignore[call-arg]


def test_links_are_sorted_and_each_counts_once():
    made = made_of([2, 0, 2, 0], [0, 1, 0, 0], [0, 3, 4], [3, 1], [2, 1], sure=[0, 1, 1, 0])
    assert made.source.tolist() == [0, 2, 0]
    assert made.target.tolist() == [1, 0, 0]
    assert made.sure.tolist() == [True, True, False]
    assert made.offsets.tolist() == [0, 2, 3]
    assert made.link_counts.tolist() == [2, 1]
    assert made.pairs.tolist() == [0, 0, 1]
    assert (made.source.dtype, made.target.dtype) == (np.int32, np.int32)
    assert repr(made) == "<WordAlignments of 2 sentence pairs, 3 links>"


@given(st.lists(alignments(), max_size=5))
def test_any_order_of_the_links_is_the_same_alignment(pairs):
    lengths = [p.source for p in pairs], [p.target for p in pairs]
    ascending = WordAlignments.of([sorted(p.links) for p in pairs], *lengths)
    descending = WordAlignments.of([sorted(p.links, reverse=True) for p in pairs], *lengths)
    assert ascending == descending
    assert [
        set(map(tuple, rows.tolist())) for rows in map(ascending.__getitem__, range(len(pairs)))
    ] == [set(p.links) for p in pairs]


def test_sure_links_only():
    made = made_of([0, 1, 0], [0, 1, 0], [0, 2, 3], [2, 1], [2, 1], sure=[1, 0, 0])
    assert made.to_pharaoh() == ["0-0 1?1", "0?0"]
    assert made.to_pharaoh(base=1) == ["1-1 2?2", "1?1"]
    assert made.sure_only().to_pharaoh() == ["0-0", ""]


def test_index():
    made = WordAlignments.of([[(0, 0)], []], [1, 1], [1, 1])
    assert made[-2].tolist() == [[0, 0]]
    assert made[1].tolist() == []
    with pytest.raises(IndexError):
        made[2]


@pytest.mark.parametrize(
    ("link", "message"),
    [
        (
            (3, 0),
            "link 3-0: source position 3 is not in a sentence of 3 words; counted from 0, 0..2",
        ),
        ((0, 1), "link 0-1: target position 1 is not in a sentence of 1 word;"),
        ((-1, 0), "source position -1 is not in a sentence"),
    ],
)
def test_links_to_words_that_are_not_there(link, message):
    with pytest.raises(InputError) as caught:
        WordAlignments.of([[], [(0, 0), link]], [2, 3], [2, 1])
    assert caught.value.index == 1
    assert message in str(caught.value)
    assert str(caught.value).startswith("sentence pair 2: ")


def test_lengths_of_sentences():
    with pytest.raises(InputError, match="a sentence of 0 words; counted from 0, no position is"):
        WordAlignments.of([[(0, 0)]], [0], [0])
    with pytest.raises(InputError, match="expected one of each for every pair"):
        WordAlignments.of([[(0, 0)]], [1, 1], [1])
