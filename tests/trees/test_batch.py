"""Trees in flat arrays are the trees they were made of."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from hyperbaton.trees import DependencyTree, TreeBatch

FIRST = DependencyTree(("a", "b"), (0, 1), ("root", "obj"), ("VERB", "NOUN"))
SECOND = DependencyTree(("c", "d"), (2, 0), ("det", "root"), ("DET", "NOUN"))
EMPTY = DependencyTree((), ())
TREES = st.lists(st.sampled_from([FIRST, SECOND, EMPTY]), max_size=5)


@given(TREES, st.data())
def test_trees_come_back_in_the_order_asked_for(trees, data):
    batch = TreeBatch.of(trees)
    assert list(batch) == trees
    rows = data.draw(st.lists(st.integers(0, len(trees) - 1), max_size=8)) if trees else []
    assert list(batch.chosen(np.array(rows, np.int64))) == [trees[k] for k in rows]


def test_joined_sentences_keep_their_heads():
    batch = TreeBatch.of([FIRST, SECOND, EMPTY, FIRST]).joined(np.array([0, 2, 2, 4]))
    assert list(batch) == [
        DependencyTree(
            ("a", "b", "c", "d"),
            (0, 1, 4, 0),
            ("root", "obj", "det", "root"),
            ("VERB", "NOUN", "DET", "NOUN"),
        ),
        EMPTY,
        FIRST,
    ]


def test_flattened_is_a_chain():
    assert [tree.heads for tree in TreeBatch.of([SECOND, EMPTY, SECOND]).flattened()] == [
        (0, 1),
        (),
        (0, 1),
    ]
