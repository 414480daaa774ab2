import random
from contextlib import suppress
from itertools import chain as concatenated
from itertools import product

import apted
import golden_cases
import numpy as np
import pytest
import zss
from hypothesis import given
from hypothesis import strategies as st
from oracles.mappings import is_mapping, mappings, most_matches_with_a_move
from strategies import dependency_trees

from hyperbaton.errors import InputError, OptionError
from hyperbaton.trees.batch import TreeBatch
from hyperbaton.trees.dependency import DependencyTree
from hyperbaton.trees.edit_distance import (
    OrderedTrees,
    edit_distance,
    gains_of_one_move,
    largest_mappings,
)


def random_tree(rng, size, roots=0.1):
    order = rng.sample(range(1, size + 1), size)
    heads = [0] * size
    reach = rng.choice([1, 3, 50])
    for k, word in enumerate(order[1:], start=1):
        if rng.random() >= roots:
            heads[word - 1] = rng.choice(order[max(0, k - reach) : k])
    labels = [tuple(rng.choice("xyz") for _ in range(size)) for _ in range(3)]
    return DependencyTree(labels[0], tuple(heads), labels[1], labels[2])


def test_against_all_mappings_of_thousands_of_small_trees():
    rng = random.Random(5)
    pairs = [
        (random_tree(rng, rng.randint(0, 5), 0.2), random_tree(rng, rng.randint(0, 5), 0.2))
        for _ in range(2000)
    ]
    matches = largest_mappings(*map(OrderedTrees, zip(*pairs, strict=True)))
    for found, (a, b) in zip(matches, pairs, strict=True):
        assert found == max(map(len, mappings(a, b)))


def trees_of(size):
    """All trees and forests of so many words."""
    for heads in product(range(size + 1), repeat=size):
        with suppress(InputError):
            yield DependencyTree(("w",) * size, heads)


@pytest.mark.parametrize("price", [0.0, 0.25, 0.9, 1.0])
def test_one_move_against_every_move_of_all_small_trees(price):
    rng = random.Random(9)
    small = [tree for size in range(4) for tree in trees_of(size)]
    pairs = [*product(small, small)]
    pairs += [tuple(random_tree(rng, rng.randint(4, 6)) for _ in range(2)) for _ in range(150)]
    first, second = map(OrderedTrees, zip(*pairs, strict=True))
    matches = largest_mappings(first, second)
    gains = gains_of_one_move(first, second, matches, price)
    for found, (a, b) in zip(matches + gains, pairs, strict=True):
        assert found == pytest.approx(most_matches_with_a_move(a, b, price))
    assert (gains > 0).any() and gains_of_one_move(first, second, matches, 1000.0).max() == 0


def zss_tree(tree, word):
    return zss.Node("w", [zss_tree(tree, child) for child in tree.children[word]])


def apted_tree(tree, word):
    return apted.helpers.Tree("w", *(apted_tree(tree, child) for child in tree.children[word]))


def test_against_zss_and_apted():
    rng = random.Random(6)
    for _ in range(60):
        a, b = (random_tree(rng, rng.randint(1, 25), 0.0) for _ in range(2))
        found = edit_distance(a, b).distance
        assert found == zss.simple_distance(zss_tree(a, a.roots[0]), zss_tree(b, b.roots[0]))
        trees = [apted_tree(tree, tree.roots[0]) for tree in (a, b)]
        assert found == apted.APTED(*trees).compute_edit_distance()


@pytest.mark.parametrize("head", ["drop", "inline"])
@given(dependency_trees(max_size=30), dependency_trees(max_size=30))
def test_the_script_is_a_largest_mapping(head, a, b):
    first, second = OrderedTrees([a], head=head), OrderedTrees([b], head=head)
    edit = edit_distance(a, b, head=head)
    assert len(edit.matched) == largest_mappings(first, second)[0]
    sides = zip(*edit.matched, strict=True) if edit.matched else ([], [])
    for trees, matched, rest in zip(
        (first, second), sides, (edit.deleted, edit.inserted), strict=True
    ):
        assert sorted([*matched, *rest]) == sorted((trees.words + 1).tolist())
    if head == "drop":
        assert is_mapping(a, b, edit.matched)


def mirrored(tree):
    """The same words from right to left."""
    last = len(tree) + 1
    heads = [last - head if head else 0 for head in reversed(tree.heads)]
    return DependencyTree(tree.words[::-1], tuple(heads))


def distances(first, second):
    return [edit_distance(a, b).distance for a, b in zip(first, second, strict=True)]


@given(st.lists(dependency_trees(max_size=20), min_size=3, max_size=3))
def test_metric_and_mirror(trees):
    first, second = [trees[k] for k in (0, 1, 0, 0)], [trees[k] for k in (1, 2, 2, 0)]
    ab, bc, ac, aa = distances(first, second)
    assert aa == 0
    assert ac <= ab + bc
    assert distances(second, first) == [ab, bc, ac, aa]
    images = [list(map(mirrored, side)) for side in (first, second)]
    assert distances(*images) == [ab, bc, ac, aa]


@given(dependency_trees(max_size=30), dependency_trees(max_size=30))
def test_flat_trees_match_as_far_as_they_reach(a, b):
    flat = [OrderedTrees(TreeBatch.of([tree]).flattened()) for tree in (a, b)]
    assert largest_mappings(*flat)[0] == min(len(a), len(b))


def test_golden():
    """McCaffery & Nederhof 2016, section 3.6 and table 2: six matches; other words are deleted."""
    (case,) = golden_cases.load("trees")
    hypothesis, reference = (
        DependencyTree(tuple(case[side]["words"].split()), tuple(case[side]["heads"]))
        for side in ("hypothesis", "reference")
    )
    edit = edit_distance(hypothesis, reference)
    assert [len(hypothesis), len(reference)] == case["nodes"]
    assert len(edit.matched) == case["matches"] == 6
    assert len(edit.deleted + edit.inserted) == case["deletions"]
    printed = "began/started the/malkki of/career malkki/her ./. career/as"
    names = [pair.split("/") for pair in printed.split()]
    pairs = [(hypothesis.words.index(x) + 1, reference.words.index(y) + 1) for x, y in names]
    assert is_mapping(hypothesis, reference, pairs)
    assert max(len(found) for found in mappings(hypothesis, reference)) == len(pairs)


def test_attachment_to_the_other_side_counts_only_inline():
    left, right = DependencyTree(("a", "b"), (2, 0)), DependencyTree(("b", "a"), (0, 1))
    assert edit_distance(left, right).distance == 0
    assert edit_distance(left, right, head="inline").distance == 0
    wider = DependencyTree(tuple("abcd"), (2, 0, 2, 3)), DependencyTree(tuple("cdab"), (4, 1, 4, 0))
    assert edit_distance(*wider, head="inline").distance > 0


def chain(size):
    return DependencyTree(("w",) * size, range(size))


def star(size):
    return DependencyTree(("w",) * size, (0, *[1] * (size - 1)))


def caterpillar(size):
    """A spine of every second word, with one leaf each."""
    heads = [word - 1 if word % 2 == 0 else word - 2 for word in range(2, size + 1)]
    return DependencyTree(("w",) * size, (0, *heads))


@pytest.mark.parametrize("size", [100, 1000])
def test_degenerate_shapes(size):
    shapes = [chain(size), star(size), caterpillar(size)]
    first, second = zip(*product(shapes, shapes), strict=True)
    half = size // 2 + 1  # nodes from the root of a caterpillar down
    expected = [size, 2, half, 2, size, half, half, half, size]
    assert largest_mappings(OrderedTrees(first), OrderedTrees(second)).tolist() == expected
    assert edit_distance(chain(size), caterpillar(size)).distance == 2 * (size - half)


def test_trees_that_are_too_large():
    message = (
        "pair 1: trees of 100,000 and 100,000 nodes are too large to compare; up to 33,554,432"
    )
    huge = OrderedTrees([chain(100_000)])
    with pytest.raises(InputError, match=message):
        largest_mappings(huge, huge)
    with pytest.raises(InputError, match=message):
        edit_distance(chain(100_000), chain(100_000))
    assert largest_mappings(huge, OrderedTrees([chain(10)])).tolist() == [10]


def test_what_is_not_accepted():
    one = OrderedTrees([chain(2)])
    with pytest.raises(ValueError, match="equally many trees"):
        largest_mappings(one, OrderedTrees([chain(1), chain(1)]))
    with pytest.raises(OptionError, match="head: expected drop or inline, got 'left'"):
        OrderedTrees([], head="left")


# The nodes behind it


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
@given(dependency_trees(), dependency_trees())
def test_nodes_in_post_order(head, first, second):
    (both,) = TreeBatch.of([first, second]).joined(np.array([0, 2]))
    trees = [first, both, DependencyTree((), ()), second]
    batch = OrderedTrees(trees, head=head)
    sizes, words = zip(*(recursive(tree, head) for tree in trees), strict=True)
    assert batch.sizes.tolist() == list(concatenated.from_iterable(sizes))
    assert batch.words.tolist() == list(concatenated.from_iterable(words))
    assert batch.nodes.tolist() == list(map(len, sizes))
