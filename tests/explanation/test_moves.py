"""Moves against brute force: as few as possible, of as few words, over the shortest way."""

from collections import deque
from functools import cache
from itertools import combinations, pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperbaton import PermutationForest
from hyperbaton.explanation.moves import (
    heaviest_increasing,
    moves_of,
    steps_to_order,
    undone,
)


def moves(permutation):
    return moves_of(PermutationForest.from_permutation(permutation).tree)


@cache
def fewest_single_moves(k):
    """For every order of k blocks, how often one of them has to be put elsewhere; by search."""
    distance = {tuple(range(k)): 0}
    waiting = deque(distance)
    while waiting:
        state = waiting.popleft()
        for taken in range(k):
            rest = state[:taken] + state[taken + 1 :]
            for place in range(k):
                reached = (*rest[:place], state[taken], *rest[place:])
                if reached not in distance:
                    distance[reached] = distance[state] + 1
                    waiting.append(reached)
    return distance


def order_of_children(node):
    firsts = [child.values[0] for child in node.children]
    return tuple(sorted(firsts).index(value) for value in firsts)


@pytest.mark.parametrize("n", range(1, 8))
def test_fewest_moves_of_all_permutations(n):
    for permutation in permutations(range(1, n + 1)):
        tree = PermutationForest.from_permutation(permutation).tree
        least = sum(
            fewest_single_moves(len(node.children))[order_of_children(node)] for node in tree.nodes
        )
        assert len(moves(permutation)) == least


def weight_by_hand(values, sizes, kept):
    """Blocks kept, words kept, and minus the way of the others to their nearest place."""
    starts = [sum(sizes[:k]) for k in range(len(sizes))]
    ends = [start + size for start, size in zip(starts, sizes, strict=True)]
    way = 0
    for k, value in enumerate(values):
        if k in kept:
            continue
        before = [j for j in kept if values[j] < value]
        after = [j for j in kept if values[j] > value]
        if before and before[-1] > k:
            way += ends[before[-1]] - ends[k]
        elif after and after[0] < k:
            way += starts[k] - starts[after[0]]
    return len(kept), sum(sizes[k] for k in kept), -way


@given(
    st.integers(1, 7).flatmap(
        lambda k: st.tuples(
            st.permutations(range(k)), st.lists(st.integers(1, 4), min_size=k, max_size=k)
        )
    )
)
def test_heaviest_set_among_all_subsets(blocks):
    values, sizes = blocks
    found = heaviest_increasing(values, sizes)
    best = max(
        weight_by_hand(values, sizes, kept)
        for number in range(1, len(values) + 1)
        for kept in combinations(range(len(values)), number)
        if all(values[a] < values[b] for a, b in pairwise(kept))
    )
    assert weight_by_hand(values, sizes, tuple(found)) == best


@given(st.integers(0, 40).flatmap(lambda n: st.permutations(range(1, n + 1))), st.randoms())
def test_undoing_in_any_order_restores_order(permutation, random):
    n = len(permutation)
    listed = list(moves(permutation))
    random.shuffle(listed)
    *_, last = [list(range(n)), *steps_to_order(permutation, listed, range(n), n)]
    assert [permutation[k] for k in last] == sorted(permutation)


@given(st.integers(1, 30).flatmap(lambda n: st.permutations(range(1, n + 1))))
def test_what_a_move_says_is_true(permutation):
    for move in moves(permutation):
        block = permutation[slice(*move.block)]
        beside = permutation[slice(*move.neighbour)]
        assert sorted(block) == list(range(min(block), max(block) + 1))
        assert move.parent.start <= move.block.start < move.block.stop <= move.parent.stop
        if move.after:
            assert max(beside) < min(block)
            assert move.neighbour.start >= move.block.stop
            assert move.distance == move.neighbour.stop - move.block.stop
        else:
            assert max(block) < min(beside)
            assert move.neighbour.stop <= move.block.start
            assert move.distance == move.block.start - move.neighbour.start
        alone = undone(
            range(len(permutation)), range(*move.block), range(*move.neighbour), after=move.after
        )
        order = [permutation[k] for k in alone]
        first, last = (beside, block) if move.after else (block, beside)
        assert order.index(last[0]) == order.index(first[-1]) + 1


def test_moves_nest():
    """Two swapped halves, one of which is swapped in itself."""
    found = moves([5, 6, 7, 8, 4, 3, 1, 2])
    assert [move.depth for move in found] == [0, 0, 0]
    [outer, inner] = moves([4, 6, 5, 1, 2, 3, 7])
    assert outer.depth == 1 and outer.block == (0, 3)
    assert inner.block == (2, 3) or inner.block == (1, 2)
    assert inner.depth == 3 and inner.distance == 1


def test_words_between_the_words_of_a_block_go_along():
    # Elements 0, 2, 3 are aligned; 1 stands inside the block, 4 after it.
    assert undone([0, 1, 2, 3, 4], [0, 2], [3], after=True) == [3, 0, 1, 2, 4]
    assert undone([0, 1, 2, 3, 4], [3], [0, 2], after=False) == [3, 0, 1, 2, 4]
