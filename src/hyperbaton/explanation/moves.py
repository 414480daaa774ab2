"""Moves: which blocks of a permutation are out of place, and where they belong.

Moves come from the permutation tree, its chains flattened. At every node whose children are out of
order, a heaviest increasing set of them stays and each of the others moves, as a block and within
its parent; then the same is done inside every block. So a move is a phrase that stayed together,
and moves nest as phrases do.

The heaviest set is the one with the most blocks; of several, one with the most words; of these, one
that lets the others travel the shortest way, in words passed.

There is no smaller number of moves under this definition. A move takes one child of a node to
another place among its siblings, which changes neither the order inside any block nor that of the
children of any other node: nodes are sorted independently. At a node of k children that is sorted
by m moves, at least k - m children never move. They keep their order among themselves, so they are
an increasing set, and k - m is at most the size of the largest one. Moving all others, once each,
reaches that bound.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from hyperbaton.permutation.trees import Node, PermutationTree, Span


@dataclass(frozen=True)
class Move:
    """A block of words that is out of place among its siblings.

    Attributes:
        block: its positions in the permutation.
        parent: the positions of the node within which it moves.
        neighbour: the sibling that it belongs next to.
        after: whether it belongs after that sibling, and comes too early; otherwise before it.
        distance: how many words of the permutation it has to pass.
        depth: how many nodes lie above its parent.
    """

    block: Span
    parent: Span
    neighbour: Span
    after: bool
    distance: int
    depth: int


def moves_of(tree: PermutationTree) -> tuple[Move, ...]:
    """The moves that put a permutation in order, outer blocks first, given its flattened tree."""
    return () if tree.root is None else tuple(_moves_below(tree.root, 0))


def _moves_below(node: Node, depth: int) -> Iterator[Move]:
    spans = [child.span for child in node.children]
    values = [node.permutation[start] for start, _ in spans]
    if any(left > right for left, right in pairwise(values)):
        kept = heaviest_increasing(values, [stop - start for start, stop in spans])
        yield from _moves_at(spans, values, kept, depth)
    for child in node.children:
        if child.children:
            yield from _moves_below(child, depth + 1)


def _moves_at(
    spans: Sequence[Span], values: Sequence[int], kept: Sequence[int], depth: int
) -> Iterator[Move]:
    """The moves of the children of one node, given which of them stay."""
    staying = set(kept)
    for k, span in enumerate(spans):
        if k in staying:
            continue
        before = [other for other in kept if values[other] < values[k]]
        after = [other for other in kept if values[other] > values[k]]
        parent = Span(spans[0].start, spans[-1].stop)
        if before and before[-1] > k:
            neighbour = spans[before[-1]]
            yield Move(span, parent, neighbour, True, neighbour.stop - span.stop, depth)
        else:  # otherwise it would be between kept neighbours and could be kept too
            neighbour = spans[after[0]]
            yield Move(span, parent, neighbour, False, span.start - neighbour.start, depth)


def heaviest_increasing(values: Sequence[int], sizes: Sequence[int]) -> list[int]:
    """Which blocks to keep in place, by the number that says where each belongs, and its words.

    Dynamic programming over chains of kept blocks: a block that is not kept is charged to the two
    kept ones between which it belongs, and its way ends at the nearer of them. O(k³).
    """
    count = len(values)
    if count == 0:
        return []
    place = sorted(range(count), key=values.__getitem__)  # the block of each rank
    ranks = sorted(range(count), key=place.__getitem__)
    ends = list(accumulate(sizes))

    def way(left: int, right: int) -> int:
        """The way of all blocks that belong between two neighbours in a chain, or its ends."""
        low = ranks[left] + 1 if left >= 0 else 0
        high = ranks[right] if right < count else count
        passed = 0
        for block in place[low:high]:
            if block < left:
                passed += ends[left] - ends[block]
            elif right < min(block, count):
                passed += (ends[block] - sizes[block]) - (ends[right] - sizes[right])
        return passed

    best: list[tuple[int, int, int]] = []  # of chains that end here: blocks, words, minus the way
    previous: list[int] = []
    for k in range(count):
        options = [((1, sizes[k], -way(-1, k)), -1)]
        for j in range(k):
            if ranks[j] < ranks[k]:
                blocks, words, passed = best[j]
                options.append(((blocks + 1, words + sizes[k], passed - way(j, k)), j))
        weight, origin = max(options)
        best.append(weight)
        previous.append(origin)
    finished = [
        ((blocks, words, passed - way(k, count)), k)
        for k, (blocks, words, passed) in enumerate(best)
    ]
    chain = [max(finished)[1]]
    while previous[chain[-1]] >= 0:
        chain.append(previous[chain[-1]])
    return chain[::-1]


def undone(
    arrangement: Sequence[int], block: Sequence[int], neighbour: Sequence[int], *, after: bool
) -> list[int]:
    """An arrangement with a block taken next to its neighbour.

    Everything between the first and the last element of the block moves along.
    """
    places = {element: place for place, element in enumerate(arrangement)}
    first = min(places[element] for element in block)
    last = max(places[element] for element in block) + 1
    beside = [places[element] for element in neighbour]
    target = max(beside) + 1 if after else min(beside)
    moving = list(arrangement[first:last])
    if target >= last:
        return [*arrangement[:first], *arrangement[last:target], *moving, *arrangement[target:]]
    return [*arrangement[:target], *moving, *arrangement[target:first], *arrangement[last:]]


def steps_to_order(
    permutation: Sequence[int], moves: Sequence[Move], elements: Sequence[int], count: int
) -> Iterator[list[int]]:
    """The arrangement after each move, all earlier ones undone as well; the last is in order.

    Elements are the numbers at the positions of the permutation, increasing; other numbers below
    the count stay where they are, or go along with the block around them.
    """
    arrangement = list(range(count))
    done: dict[Span, list[Span]] = {}
    for move in moves:
        neighbour = _place(permutation, move, done.setdefault(move.parent, []))
        block = [elements[k] for k in range(*move.block)]
        beside = [elements[k] for k in range(*neighbour)]
        arrangement = undone(arrangement, block, beside, after=move.after)
        done[move.parent].append(move.block)
        yield arrangement


def _place(permutation: Sequence[int], move: Move, done: Sequence[Span]) -> Span:
    """Next to which sibling a block goes once others have been put in their places.

    These may belong between the block and the neighbour that it has among those that stay.
    """
    own, neighbour = permutation[move.block.start], move.neighbour
    for other in done:
        low, high = sorted([permutation[neighbour.start], own])
        if low < permutation[other.start] < high:
            neighbour = other
    return neighbour
