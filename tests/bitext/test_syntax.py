"""Dependency trees of both sides, compared over links."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles import bitext as oracle
from strategies import dependency_trees, links

from hyperbaton.bitext import WordAlignments, sequence_cross, syntactic_cross, tree_distance
from hyperbaton.trees import DependencyTree


@st.composite
def parsed_pairs(draw):
    source, target = (draw(dependency_trees(max_size=6)) for _ in range(2))
    return source, target, draw(links(len(source), len(target)))


def measured(pairs):
    source, target, linked = zip(*pairs, strict=True)
    alignments = WordAlignments.of(linked, list(map(len, source)), list(map(len, target)))
    return (
        alignments,
        syntactic_cross(alignments, source, target).segments,
        tree_distance(alignments, source, target).segments,
    )


@given(st.lists(parsed_pairs(), min_size=1, max_size=4))
def test_against_the_definitions(pairs):
    alignments, crossed, edited = measured(pairs)
    for k, (source, target, linked) in enumerate(pairs):
        if not linked:
            assert math.isnan(crossed[k])
            assert math.isnan(edited[k])
            continue
        heads = source.heads, target.heads
        assert crossed[k] == oracle.syntactic_cross(linked, *heads)
        labels = oracle.merged_labels(linked, len(source), len(target))
        assert edited[k] == oracle.tree_distance(*heads, labels)
        assert sequence_cross(alignments).segments[k] <= crossed[k] <= oracle.crossings(linked)


def tree(*heads):
    return DependencyTree(tuple("abcdefgh"[: len(heads)]), heads)


@pytest.mark.parametrize(
    ("source", "target", "linked", "crossed", "edited"),
    [
        # The same order and tree: no crossing, no edit.
        (tree(2, 0, 2), tree(2, 0, 2), {(0, 0), (1, 1), (2, 2)}, 0, 0),
        # "b c" moves as one, as a subtree or not.
        (tree(0, 1, 2), tree(2, 3, 0), {(0, 2), (1, 0), (2, 1)}, 1, 2),
        (tree(0, 1, 1), tree(3, 3, 0), {(0, 2), (1, 0), (2, 1)}, 2, 0),
        # Words without links on both sides match.
        (tree(0, 1), tree(0, 1), {(0, 0)}, 0, 0),
        (tree(0, 1), tree(0), {(0, 0)}, 0, 1),
    ],
)
def test_by_hand(source, target, linked, crossed, edited):
    _, found_crossed, found_edited = measured([(source, target, linked)])
    assert (found_crossed[0], found_edited[0]) == (crossed, edited)
