"""Tree edit distance: which nodes of two ordered trees match, and how many do not.

A mapping pairs nodes, each at most once, so that order from left to right and who is above whom
are the same in both trees; nodes outside it are deleted on one side or inserted on the other.
Labels do not count. The distance with free matches and deletions of 1 is |a| + |b| - 2m for the m
matches of a largest mapping (Zhang & Shasha 1989), and the distance of the paper on DTED
(McCaffery & Nederhof 2016), where a match costs 1 too, is |a| + |b| - m. Roots need not match.

The children of a word are ordered as in the sentence. The place of the word itself among them is a
choice: with `head="drop"`, as in the paper on DTED, the tree does not say; with `head="inline"` a
word that has dependents is also a leaf among them, so that attachment to the left and to the right
differ. Several roots are the children of one artificial root on both sides, which is mapped to
itself and never counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hyperbaton import _core
from hyperbaton.checks import as_choice
from hyperbaton.errors import InputError
from hyperbaton.resources import resolve_threads
from hyperbaton.trees.batch import TreeBatch
from hyperbaton.trees.dependency import DependencyTree

HEADS = ("drop", "inline")


class OrderedTrees:
    """Ordered trees in flat arrays; tree k begins at index `offsets[k]`.

    Attributes:
        sizes: int32, by node in post-order, how many nodes its subtree has.
        words: int32, by node, its word, counted from 0 within the tree.
        offsets: int64, where each tree begins, and the end of the last.
        nodes: int64, the number of nodes of each tree.
        begins: int64, how many words there are in the trees before each.
    """

    def __init__(self, trees: TreeBatch | Sequence[DependencyTree], *, head: str = "drop") -> None:
        inline = as_choice(head, HEADS, "head") == "inline"
        batch = trees if isinstance(trees, TreeBatch) else TreeBatch.of(trees)
        offsets = batch.words.offsets
        self.sizes, self.words, self.offsets = _core.ordered_trees(batch.heads, offsets, inline)
        self.nodes = np.diff(self.offsets)
        self.begins = offsets[:-1]

    def __len__(self) -> int:
        return len(self.nodes)


@dataclass(frozen=True)
class TreeEdit:
    """How one tree becomes another.

    Words are counted from 1. With `head="inline"` a word that has dependents is two nodes and can
    occur twice.

    Attributes:
        matched: pairs of words that match.
        deleted: words of the first tree without a match.
        inserted: words of the second tree without a match.
    """

    matched: tuple[tuple[int, int], ...]
    deleted: tuple[int, ...]
    inserted: tuple[int, ...]

    @property
    def distance(self) -> int:
        """The number of deletions and insertions."""
        return len(self.deleted) + len(self.inserted)


def edit_distance(a: DependencyTree, b: DependencyTree, *, head: str = "drop") -> TreeEdit:
    """Finds a shortest way from one tree to another; see the module's text.

        >>> began = DependencyTree(("she", "began", "early"), (2, 0, 2))
        >>> started = DependencyTree(("early", "on", "she", "started"), (4, 1, 4, 0))
        >>> edit_distance(began, started).matched
        ((1, 1), (2, 4), (3, 3))

    Raises:
        InputError: the trees are too large to compare.
    """
    first, second = (OrderedTrees([tree], head=head) for tree in (a, b))
    pairs = _core.tree_edit_mapping(first.sizes, second.sizes)
    _require_compared(np.array([pairs is None]), first, second)
    assert pairs is not None
    nodes, words = pairs.T, (first.words + 1, second.words + 1)
    matched = zip(words[0][nodes[0]].tolist(), words[1][nodes[1]].tolist(), strict=True)
    deleted, inserted = (sorted(np.delete(words[k], nodes[k]).tolist()) for k in (0, 1))
    return TreeEdit(tuple(sorted(matched)), tuple(deleted), tuple(inserted))


def largest_mappings(
    a: OrderedTrees, b: OrderedTrees, *, threads: int | None = None
) -> NDArray[np.int32]:
    """Counts the matches of each tree of `a` with the same one of `b`.

    Raises:
        InputError: a pair is too large to compare.
    """
    used = resolve_threads(threads)
    found = _core.largest_mappings(a.sizes, a.offsets, b.sizes, b.offsets, used)
    _require_compared(found < 0, a, b)
    return found


def gains_of_one_move(
    a: OrderedTrees, b: OrderedTrees, matches: NDArray[np.int32], price: float
) -> NDArray[np.float64]:
    """By how much each distance of the paper falls if one subtree may move; at least 0.

    A whole subtree of s nodes moves to one of the same shape in the other tree, which makes s
    matches, and the rest of both trees is compared without it. The price counts 1 + d times for d
    places to the left or right in post-order. The best of all such moves counts.
    """
    gains = np.zeros(len(a))
    for k, matched in enumerate(matches.tolist()):
        ours, theirs = (trees.sizes[trees.offsets[k] : trees.offsets[k + 1]] for trees in (a, b))
        places: dict[bytes, list[int]] = {}  # by the sizes of its nodes, where a subtree ends
        for j, size in enumerate(theirs.tolist()):
            places.setdefault(theirs[j + 1 - size : j + 1].tobytes(), []).append(j)
        moves = [
            (i, j, size - price * (1 + abs(i - j)))
            for i, size in enumerate(ours.tolist())
            for j in places.get(ours[i + 1 - size : i + 1].tobytes(), [])
            if size > price * (1 + abs(i - j))
        ]
        if moves:
            first, second, worth = zip(*moves, strict=True)
            rests = _without(ours, first), _without(theirs, second)
            kept = _core.largest_mappings(*rests[0], *rests[1], 1)
            gains[k] = max(0.0, float((np.array(worth) + kept - matched).max()))
    return gains


def _without(
    sizes: NDArray[np.int32], ends: Sequence[int]
) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """A tree without each of some subtrees in turn, in flat arrays."""
    nodes = np.arange(len(sizes))
    rests = []
    for end in ends:
        inside = (nodes <= end) & (nodes > end - sizes[end])
        above = (nodes > end) & (nodes - sizes < end)
        rests.append((sizes - above * sizes[end])[~inside])
    offsets = np.cumsum([0, *map(len, rests)])
    return np.concatenate(rests).astype(np.int32), offsets


def labelled_distances(
    a: OrderedTrees,
    b: OrderedTrees,
    labels: Sequence[NDArray[np.int32]],
    *,
    threads: int | None = None,
) -> NDArray[np.float64]:
    """Computes how many edits make each tree of `a` the same one of `b`, with labels.

    Deleting a node, inserting one and matching two of different labels count 1. Labels are
    numbers from 0 to 9,999 for all words of all trees, of `a` and of `b`.

    Raises:
        InputError: a pair is too large to compare.
    """
    ours, theirs = (
        values[trees.words + np.repeat(trees.begins, trees.nodes)]
        for trees, values in ((a, labels[0]), (b, labels[1]))
    )
    used = resolve_threads(threads)
    found = _core.tree_edit_distances(a.sizes, ours, a.offsets, b.sizes, theirs, b.offsets, used)
    _require_compared(found < 0, a, b)
    return found


def _require_compared(refused: NDArray[np.bool_], a: OrderedTrees, b: OrderedTrees) -> None:
    for pair in np.flatnonzero(refused)[:1].tolist():
        raise InputError(
            f"pair {pair + 1}: trees of {a.nodes[pair]:,} and {b.nodes[pair]:,} nodes are too "
            "large to compare; up to 33,554,432 pairs of nodes, and fewer of very unbalanced "
            "shapes, are accepted"
        )
