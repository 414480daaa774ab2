import random
from itertools import chain as concatenated
from itertools import product

import apted
import golden_cases
import numpy as np
import pytest
import zss
from hypothesis import given
from hypothesis import strategies as st
from oracles.mappings import distance, is_mapping, mappings
from strategies import dependency_trees

from hyperbaton.errors import InputError, OptionError
from hyperbaton.trees.dependency import DependencyTree, joined
from hyperbaton.trees.edit_distance import (
    EditCosts,
    OrderedTrees,
    edit_distance,
    edit_distances,
    flattened,
    label_numbers,
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


def labelled_distances(first, second, costs, renamed=()):
    """Distances by words; `renamed` has costs of matching two of x, y and z."""
    sides = [[tree.words for tree in side] for side in (first, second)]
    (_, *labels), count = label_numbers(["xyz"], *sides)
    table = costs.table(count)
    for (x, y), cost in dict(renamed).items():
        table.rename["xyz".index(x), "xyz".index(y)] = cost
    return edit_distances(OrderedTrees(first), OrderedTrees(second), labels, table)


def test_against_all_mappings_of_thousands_of_small_trees():
    rng = random.Random(5)
    pairs = [
        (random_tree(rng, rng.randint(0, 5), 0.2), random_tree(rng, rng.randint(0, 5), 0.2))
        for _ in range(2000)
    ]
    first, second = zip(*pairs, strict=True)
    matches = largest_mappings(OrderedTrees(first), OrderedTrees(second))
    costs, renamed = EditCosts(1.0, 1.25, 0.25, 1.5), {("x", "y"): 0.5, ("y", "z"): 3.0}
    distances = labelled_distances(first, second, costs, renamed)
    for k, (a, b) in enumerate(pairs):

        def rename(x, y, a=a, b=b):
            labels = a.words[x - 1], b.words[y - 1]
            same = costs.same if labels[0] == labels[1] else costs.different
            return renamed.get(labels, same)

        assert len(a) + len(b) - 2 * matches[k] == distance(a, b, 1, 1, lambda x, y: 0)
        assert distances[k] == distance(a, b, 1.0, 1.25, rename)


def zss_tree(tree, word):
    node = zss.Node(tree.words[word - 1])
    for child in tree.children[word]:
        node.addkid(zss_tree(tree, child))
    return node


def bracketed(tree, word):
    inside = "".join(bracketed(tree, child) for child in tree.children[word])
    return f"{{{tree.words[word - 1]}{inside}}}"


def test_unit_costs_against_zss_and_apted():
    rng = random.Random(6)
    first = [random_tree(rng, rng.randint(1, 25), 0.0) for _ in range(60)]
    second = [random_tree(rng, rng.randint(1, 25), 0.0) for _ in range(60)]
    ours = labelled_distances(first, second, EditCosts())
    for k, (a, b) in enumerate(zip(first, second, strict=True)):
        roots = a.roots[0], b.roots[0]
        assert ours[k] == zss.simple_distance(zss_tree(a, roots[0]), zss_tree(b, roots[1]))
        trees = [
            apted.helpers.Tree.from_text(bracketed(tree, root))
            for tree, root in zip((a, b), roots, strict=True)
        ]
        assert ours[k] == apted.APTED(*trees).compute_edit_distance()


COSTS = st.builds(EditCosts, *(st.integers(0, 8).map(lambda k: k / 4) for _ in range(4)))


@given(dependency_trees(max_size=9), dependency_trees(max_size=9), COSTS)
def test_the_script_is_a_mapping_that_costs_the_distance(a, b, costs):
    edit = edit_distance(a, b, labels="word", costs=costs)
    assert is_mapping(a, b, edit.matched)
    assert sorted([*edit.deleted, *(x for x, _ in edit.matched)]) == [*range(1, len(a) + 1)]
    assert sorted([*edit.inserted, *(y for _, y in edit.matched)]) == [*range(1, len(b) + 1)]
    renames = sum(
        costs.same if a.words[x - 1] == b.words[y - 1] else costs.different for x, y in edit.matched
    )
    total = renames + len(edit.deleted) * costs.deletion + len(edit.inserted) * costs.insertion
    assert edit.distance == total == labelled_distances([a], [b], costs)[0]


@given(dependency_trees(max_size=30), dependency_trees(max_size=30))
def test_without_labels_the_script_has_the_most_matches(a, b):
    for head in ("drop", "inline"):
        batches = OrderedTrees([a], head=head), OrderedTrees([b], head=head)
        edit = edit_distance(a, b, head=head)
        matches = len(edit.matched)
        assert matches == largest_mappings(*batches)[0]
        assert edit.distance == len(edit.deleted + edit.inserted)
        assert edit.distance == sum(x.nodes[0] for x in batches) - 2 * matches


def mirrored(tree):
    """The same words from right to left."""
    last = len(tree) + 1
    heads = [last - head if head else 0 for head in reversed(tree.heads)]
    return DependencyTree(tree.words[::-1], tuple(heads), tree.deprels[::-1])


@given(st.lists(dependency_trees(max_size=20), min_size=3, max_size=3), COSTS)
def test_metric_and_mirror(trees, costs):
    fair = EditCosts(costs.deletion, costs.deletion, 0.0, costs.different)
    first, second = [trees[k] for k in (0, 1, 0, 0)], [trees[k] for k in (1, 2, 2, 0)]
    ab, bc, ac, aa = labelled_distances(first, second, fair)
    assert aa == 0
    assert ac <= ab + bc
    assert labelled_distances(second, first, fair).tolist() == [ab, bc, ac, aa]
    images = [list(map(mirrored, side)) for side in (first, second)]
    assert labelled_distances(*images, fair).tolist() == [ab, bc, ac, aa]  # type: ignore[call-arg]


@given(dependency_trees(max_size=30), dependency_trees(max_size=30))
def test_flat_trees_match_as_far_as_they_reach(a, b):
    flat = OrderedTrees([flattened(a)]), OrderedTrees([flattened(b)])
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


def test_relations_and_parts_of_speech_are_labels():
    a = DependencyTree(("a", "b"), (0, 1), ("root", "obj"), ("VERB", "NOUN"))
    b = DependencyTree(("c", "d"), (0, 1), ("root", "nsubj"), ("VERB", "NOUN"))
    assert edit_distance(a, b, labels="deprel").distance == 1
    assert edit_distance(a, b, labels="upos").distance == 0
    assert edit_distance(a, b, labels="word").distance == 2


def test_threads_do_not_change_distances():
    rng = random.Random(7)
    first, second = ([random_tree(rng, rng.randint(0, 30)) for _ in range(500)] for _ in range(2))
    a, b = OrderedTrees(first), OrderedTrees(second)
    matches = largest_mappings(a, b, threads=1)
    assert matches.tolist() == largest_mappings(a, b, threads=3).tolist()
    labels = [np.zeros(sum(map(len, side)), np.int32) for side in (first, second)]
    costs = edit_distances(a, b, labels, EditCosts().table(1), threads=2)
    assert costs.tolist() == (a.nodes + b.nodes - 2 * matches).tolist()


def chain(size):
    return DependencyTree(("w",) * size, range(size))


def star(size):
    return DependencyTree(("w",) * size, (0, *[1] * (size - 1)))


def caterpillar(size):
    """A spine of every second word, with one leaf each."""
    heads = [word - 1 if word % 2 == 0 else word - 2 for word in range(2, size + 1)]
    return DependencyTree(("w",) * size, (0, *heads))


def zigzag(size):
    """A spine that turns right and left, with one leaf each on the other side."""
    heads = [0] * size
    low, high, spine = 0, size - 1, 0
    while low < high:
        here, leaf = (low, low + 1) if low <= size - 1 - high else (high, high - 1)
        low, high = (low + 2, high) if here == low else (low, high - 2)
        heads[here], heads[leaf] = spine, here + 1
        spine = here + 1
    return DependencyTree(("w",) * size, tuple(heads))


@pytest.mark.parametrize("size", [100, 1000])
def test_degenerate_shapes(size):
    shapes = [chain(size), star(size), caterpillar(size)]
    first, second = zip(*product(shapes, shapes), strict=True)
    half = size // 2 + 1  # nodes from the root of a caterpillar down
    expected = [size, 2, half, 2, size, half, half, half, size]
    assert largest_mappings(OrderedTrees(first), OrderedTrees(second)).tolist() == expected
    assert edit_distance(chain(size), caterpillar(size)).distance == 2 * (size - half)


def test_zigzags():
    for size in (4, 40, 100, 300):
        batch = OrderedTrees([zigzag(size)])
        assert largest_mappings(batch, batch).tolist() == [size]
        assert largest_mappings(batch, OrderedTrees([chain(size)])).tolist() == [size // 2 + 1]
        assert len(edit_distance(zigzag(size), zigzag(size // 2)).matched) == size // 2


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
    with pytest.raises(InputError, match="equally many trees on both sides, got 1 and 2"):
        largest_mappings(one, OrderedTrees([chain(1), chain(1)]))
    with pytest.raises(OptionError, match="deletion: expected a number from 0 to 1000000000000"):
        EditCosts(deletion=-1)
    with pytest.raises(OptionError, match="labels: expected none or word or deprel or upos"):
        edit_distance(chain(1), chain(1), labels="x")
    with pytest.raises(OptionError, match="head: expected drop or inline, got 'left'"):
        OrderedTrees([], head="left")
    labels = np.zeros(2, np.int32), np.array([0, 1], np.int32)
    with pytest.raises(ValueError, match="labels"):
        edit_distances(one, one, labels, EditCosts().table(1))


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
    trees = [first, joined([first, second]), DependencyTree((), ()), second]
    batch = OrderedTrees(trees, head=head)
    sizes, words = zip(*(recursive(tree, head) for tree in trees), strict=True)
    assert batch.sizes.tolist() == list(concatenated.from_iterable(sizes))
    assert batch.words.tolist() == list(concatenated.from_iterable(words))
    assert batch.nodes.tolist() == list(map(len, sizes))


SANG = DependencyTree(("she", "sang", "very", "well"), (2, 0, 4, 2))


def test_labels_of_words_become_labels_of_nodes_with_heads_among_dependents():
    batch = OrderedTrees([SANG, SANG], head="inline")
    assert batch.sizes[:6].tolist() == [1, 1, 1, 1, 3, 6]
    labels = batch.by_node(np.arange(8, dtype=np.int32))
    assert labels.tolist() == [0, 1, 2, 3, 3, 1, 4, 5, 6, 7, 7, 5]


def test_trees_that_cross_keep_the_order_of_children():
    crossing = DependencyTree(tuple("abcd"), (3, 4, 0, 1))
    assert [crossing.words[word] for word in OrderedTrees([crossing]).words] == list("bdac")


def test_flattened_is_a_chain():
    assert flattened(SANG).heads == (0, 1, 2, 3)
    assert OrderedTrees([flattened(SANG)]).sizes.tolist() == [1, 2, 3, 4]
