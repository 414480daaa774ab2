"""Trees and forests against exhaustive search, at sizes that punish recursion, and drawn."""

from collections import Counter
from itertools import pairwise
from itertools import permutations as all_orders
from math import log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles import trees
from strategies import block_permutations, permutations

from hyperbaton import PermutationBatch, PermutationForest, PermutationTree

SHORT = [p for n in range(1, 7) for p in all_orders(range(1, n + 1))]
SEVEN = list(all_orders(range(1, 8)))


def as_oracle(node):
    """A node in the oracle's notation."""
    if not node.children:
        return None
    return node.operator, tuple(map(as_oracle, node.children))


def test_canonical_tree_of_every_short_permutation():
    for values in [*SHORT, *SEVEN]:
        tree = PermutationTree.from_permutation(values)
        assert as_oracle(tree.root) == trees.canonical_tree(values)


def test_all_pets_of_every_short_permutation_once_each():
    for values in SHORT:
        forest = PermutationForest.from_permutation(values)
        pets = Counter(as_oracle(pet.root) for pet in forest.pets())
        assert pets == Counter(trees.all_trees(values))
        assert forest.pet_count == len(trees.all_trees(values))
        assert as_oracle(forest.pet(0).root) == trees.canonical_tree(values)
    for values in SEVEN:
        forest = PermutationForest.from_permutation(values)
        assert forest.pet_count == len(trees.all_trees(values))


@given(permutations(min_size=1) | block_permutations())
def test_flattened_tree_merges_exactly_the_chains(values):
    flat = PermutationForest.from_permutation(values).tree
    for node in flat.nodes:
        spans = [child.span for child in node.children]
        assert (spans[0].start, spans[-1].stop) == node.span
        assert all(a.stop == b.start for a, b in pairwise(spans))
        assert max(node.values) - min(node.values) == len(node.values) - 1
        if node.kind != "prime":
            assert all(child.kind != node.kind for child in node.children)
            assert len(node.children) == node.repeat + 1
        else:
            assert len(node.children) == len(node.operator) >= 4
    canonical = PermutationTree.from_permutation(values)
    expected = Counter(node.operator for node in canonical.nodes)
    assert Counter(node.operator for node in flat.nodes for _ in range(node.repeat)) == expected


@given(block_permutations())
def test_log_of_the_number_of_trees(values):
    forest = PermutationForest.from_permutation(values)
    assert forest.log_pet_count == pytest.approx(log(forest.pet_count), abs=1e-9)


def test_trees_are_numbered_from_zero():
    forest = PermutationForest.from_permutation(range(1, 6))
    assert len({forest.pet(k) for k in range(forest.pet_count)}) == forest.pet_count == 14
    for wrong in (-1, 14):
        with pytest.raises(IndexError, match="14 PETs"):
            forest.pet(wrong)


@pytest.mark.parametrize(
    "values",
    [
        np.arange(100_000),
        np.arange(100_000)[::-1],
        # deepest possible alternation: each new word goes to the end of what stands already
        np.concatenate([np.arange(50_000)[::-1], np.arange(50_000, 100_000)]),
    ],
    ids=["identity", "inverted", "valley"],
)
def test_long_permutations_do_not_recurse(values):
    forest = PermutationForest.from_permutation(values)
    assert sum(node.repeat for node in forest.tree.nodes) == 99_999
    assert len(forest.tree.to_json()["nodes"]) >= 100_000


def test_empty_and_single():
    empty = PermutationForest.from_permutation([])
    assert (empty.tree.root, empty.pet_count, empty.log_pet_count) == (None, 1, 0.0)
    single = PermutationTree.from_permutation([1])
    assert single.root.values == (1,) and single.node_count == 0
    assert single.root.kind == "leaf"


@given(st.lists(permutations() | block_permutations(), min_size=1, max_size=5))
def test_trees_of_a_batch_are_those_of_its_permutations(listed):
    batch = PermutationBatch.of(listed)
    for k, permutation in enumerate(listed):
        alone = PermutationTree.from_permutation(permutation)
        assert PermutationTree.of_batch(batch, k) == alone
        flat = PermutationTree.of_batch(batch, k, flattened=True)
        assert flat == PermutationForest.from_permutation(permutation).tree


EXAMPLE = [5, 7, 4, 6, 3, 1, 2]


def flattened(values):
    return PermutationForest.from_permutation(values).tree


def test_text():
    assert flattened(EXAMPLE).to_text().splitlines() == [
        "2×⟨2,1⟩",
        "├── ⟨2,4,1,3⟩",
        "│   ├── 5",
        "│   ├── 7",
        "│   ├── 4",
        "│   └── 6",
        "├── 3",
        "└── ⟨1,2⟩",
        "    ├── 1",
        "    └── 2",
    ]


def test_a_chain_says_how_often_its_operator_applies():
    """2016, figure 5c."""
    assert flattened([4, 3, 2, 1]).to_text().startswith("3×⟨2,1⟩\n├── 4")
    assert flattened([]).to_text() == "⟨⟩"


@given(block_permutations())
def test_json_rebuilds_the_permutation(values):
    document = flattened(values).to_json()
    nodes = document["nodes"]

    def fringe(k):
        node = nodes[k]
        if "value" in node:
            return [node["value"]]
        assert all(child < k for child in node["children"])
        return [v for child in node["children"] for v in fringe(child)]

    assert fringe(len(nodes) - 1) == values == document["permutation"]


def test_a_tree_shows_its_drawing_unless_that_fills_a_screen():
    tree = PermutationTree.from_permutation([2, 1, 3])
    assert repr(tree) == str(tree) == tree.to_text()
    long = PermutationTree.from_permutation(range(1, 100))
    assert repr(long) == "<PermutationTree of 99 words, 98 nodes>"
