import numpy as np
import pytest
from hypothesis import given
from strategies import dependency_trees

from hyperbaton.errors import OptionError
from hyperbaton.trees import DependencyTree, OrderedTrees, flattened

SANG = DependencyTree(("she", "sang", "very", "well"), (2, 0, 4, 2))


def recursive(tree, head, word=0):
    """Sizes and words in post-order, written down from the definition."""
    children = list(tree.children[word])
    if head == "inline" and children and word != 0:
        children = sorted([*children, -word], key=abs)
    sizes, words = [], []
    for child in children:
        more = ([1], [-child - 1]) if child < 0 else recursive(tree, head, child)
        sizes += more[0]
        words += more[1]
    if word != 0:
        sizes.append(len(sizes) + 1)
        words.append(word - 1)
    return sizes, words


@pytest.mark.parametrize("head", ["drop", "inline"])
@given(first=dependency_trees(), second=dependency_trees())
def test_nodes_in_post_order(head, first, second):
    batch = OrderedTrees([first, [first, second], second], head=head)
    parts = [recursive(tree, head) for tree in (first, second)]
    shifted = [word + len(first) for word in parts[1][1]]
    assert batch.sizes.tolist() == [*parts[0][0], *parts[0][0], *parts[1][0], *parts[1][0]]
    assert batch.words.tolist() == [*parts[0][1], *parts[0][1], *shifted, *parts[1][1]]
    assert batch.lengths.tolist() == [len(first), len(first) + len(second), len(second)]
    assert batch.nodes.sum() == len(batch.sizes)


def test_a_head_among_its_dependents():
    batch = OrderedTrees([SANG], head="inline")
    assert [SANG.words[word] for word in batch.words] == [
        "she",
        "sang",
        "very",
        "well",
        "well",
        "sang",
    ]
    assert batch.sizes.tolist() == [1, 1, 1, 1, 3, 6]


def test_trees_that_cross_keep_the_order_of_children():
    crossing = DependencyTree(tuple("abcd"), (3, 4, 0, 1))
    batch = OrderedTrees([crossing])
    assert [crossing.words[word] for word in batch.words] == ["b", "d", "a", "c"]


def test_flattened_is_a_chain():
    assert flattened(SANG).heads == (0, 1, 2, 3)
    assert flattened([SANG, SANG]).heads == tuple(range(8))
    assert OrderedTrees([flattened(SANG)]).sizes.tolist() == [1, 2, 3, 4]


def test_labels_of_words_become_labels_of_nodes():
    batch = OrderedTrees([SANG, SANG], head="inline")
    labels = batch.by_node(np.arange(8, dtype=np.int32))
    assert labels.tolist() == [0, 1, 2, 3, 3, 1, 4, 5, 6, 7, 7, 5]


def test_no_tree_and_empty_trees():
    assert len(OrderedTrees([])) == 0
    assert OrderedTrees([DependencyTree((), ()), []]).nodes.tolist() == [0, 0]


def test_a_chain_of_a_hundred_thousand_words():
    batch = OrderedTrees([DependencyTree(("w",) * 100_000, range(100_000))])
    assert batch.sizes.tolist() == list(range(1, 100_001))


def test_heads_stand_in_one_of_two_places():
    with pytest.raises(OptionError, match="head: expected drop or inline, got 'left'"):
        OrderedTrees([], head="left")
