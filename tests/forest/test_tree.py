"""Trees of a batch, each as it would be alone."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from strategies import block_permutations, permutations

from hyperbaton import PermutationBatch, PermutationTree


@given(st.lists(permutations() | block_permutations(), min_size=1, max_size=5))
def test_trees_of_a_batch_are_those_of_its_permutations(listed):
    batch = PermutationBatch.of(listed)
    for k, permutation in enumerate(listed):
        alone = PermutationTree.from_permutation(permutation)
        assert PermutationTree.of_batch(batch, k) == alone
        flat = PermutationTree.of_batch(batch, k, flattened=True)
        assert flat == alone.flattened()
        assert flat.flattened() is flat


@given(permutations(min_size=2))
def test_children_cover_their_parent(permutation):
    for node in PermutationTree.from_permutation(permutation).flattened().nodes():
        spans = node.child_spans
        assert [(child.start, child.stop) for child in node.children] == spans
        assert (spans[0].start, spans[-1].stop) == (node.start, node.stop)
        assert all(a.stop == b.start for a, b in pairwise(spans))
