"""What is read off alignments: links and permutations."""

import numpy as np
from aligning import align_segments, segments_of
from hypothesis import given
from hypothesis import strategies as st
from oracles.alignments import permutation

from hyperbaton.alignment import Aligner, Alignments
from hyperbaton.permutation import order_of

WORDS = st.lists(st.sampled_from("abcdef"), max_size=9).map(" ".join)


@given(st.lists(st.tuples(WORDS, WORDS, WORDS), min_size=1, max_size=5))
def test_permutations(segments):
    alignments = align_segments(Aligner(matchers="exact"), segments_of(*segments))
    permutations = [list(p) for p in order_of(alignments)]
    for found, alignment in zip(permutations, alignments, strict=True):
        links = [(link.hypothesis, link.reference) for link in alignment.links]
        assert [1 + value - min(found) for value in found] == permutation(links)


def test_words_of_longer_matches_are_paired_from_the_left():
    rows = [[0, 2, 4, 3, 1], [2, 1, 0, 1, 0], [3, 3, 2, 1, 1], [0, 1, 0, 1, 0]]
    alignments = Alignments(
        ("exact", "paraphrase"),
        np.array(rows, np.int32),
        np.array([0.6, 1.0, 0.6, 1.0], np.float32),
        np.array([0, 3, 4], np.int64),
        np.array([3, 1], np.int32),
        np.array([True, False]),
        np.array([0, 7, 9], np.int64),
    )
    first, second = alignments
    assert [tuple(link) for link in first.links] == [
        (0, 4, "paraphrase", 0.6),
        (1, 5, "paraphrase", 0.6),
        (2, 0, "exact", 1.0),
        (3, 2, "paraphrase", 0.6),
    ]
    assert (first.chunks, first.exact) == (3, True)
    assert [tuple(link) for link in second.links] == [(0, 0, "exact", 1.0)]
    assert (second.chunks, second.exact) == (1, False)
    assert np.diff(alignments.link_offsets).tolist() == [4, 1]
    assert [list(p - p.min()) for p in order_of(alignments)] == [[2, 3, 0, 1], [0]]
