"""Tree edit distance: which nodes of two ordered trees match, and what the rest costs.

A mapping pairs nodes, each at most once, so that order from left to right and who is above whom
are the same in both trees; nodes outside it are deleted on one side or inserted on the other. The
distance is the smallest sum of costs (Zhang & Shasha 1989). Roots need not match roots.

Without labels only the number of matches m counts: the distance with free matches and deletions
of 1 is |a| + |b| - 2m, and the distance of the paper on DTED (McCaffery & Nederhof 2016), where a
match costs 1 too, is |a| + |b| - m.

The children of a word are ordered as in the sentence. The place of the word itself among them is a
choice: with `head="drop"`, as in the paper on DTED, the tree does not say; with `head="inline"` a
word that has dependents is also a leaf among them, so that attachment to the left and to the right
differ. Several roots are the children of one artificial root on both sides, which is mapped to
itself and never counted.

Comparisons of more than 2**25 pairs of nodes (5,792 nodes on both sides), or of shapes that would
take more than 2**36 steps, are refused. Memory is at most 8 bytes a pair of nodes without labels
and 16 bytes with labels, for each thread.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hyperbaton import _core
from hyperbaton.checks import COST, as_choice, check_fields
from hyperbaton.errors import InputError
from hyperbaton.resources import resolve_threads
from hyperbaton.trees.dependency import DependencyTree

HEADS = ("drop", "inline")
LABELS = {"none": "", "word": "words", "deprel": "deprels", "upos": "upos"}  # fields of a tree


class OrderedTrees:
    """Ordered trees in flat arrays; tree k begins at index `offsets[k]`.

    Attributes:
        sizes: int32, by node in post-order, how many nodes its subtree has.
        words: int32, by node, its word, counted from 0 within the tree.
        offsets: int64, where each tree begins, and the end of the last.
        nodes: int64, the number of nodes of each tree.
    """

    def __init__(self, trees: Sequence[DependencyTree], *, head: str = "drop") -> None:
        inline = as_choice(head, HEADS, "head") == "inline"
        self._begins = np.cumsum([0, *map(len, trees)])
        heads = chain.from_iterable(tree.heads for tree in trees)
        flat = np.fromiter(heads, np.int32, int(self._begins[-1]))
        self.sizes, self.words, self.offsets = _core.ordered_trees(flat, self._begins, inline)
        self.nodes = np.diff(self.offsets)

    def __len__(self) -> int:
        return len(self.nodes)

    def by_node(self, values: NDArray[np.int32]) -> NDArray[np.int32]:
        """Returns values given for all words of all trees as values of nodes."""
        places: NDArray[np.int64] = self.words + np.repeat(self._begins[:-1], self.nodes)
        return values[places]


def flattened(tree: DependencyTree) -> DependencyTree:
    """Makes the paper's baseline without structure: each word the only child of its predecessor.

    >>> flattened(DependencyTree(("she", "sang", "well"), (2, 0, 2))).heads
    (0, 1, 2)
    """
    return DependencyTree(tree.words, tuple(range(len(tree))), tree.deprels, tree.upos)


class CostTable(NamedTuple):
    """Costs by numbered labels, finite and at least 0.

    Attributes:
        deletion: by label of the first tree.
        insertion: by label of the second tree.
        rename: labels of the first tree × labels of the second.
    """

    deletion: NDArray[np.float64]
    insertion: NDArray[np.float64]
    rename: NDArray[np.float64]


@dataclass(frozen=True)
class EditCosts:
    """What edits cost.

    Attributes:
        deletion: deleting a node of the first tree.
        insertion: inserting a node of the second.
        same: matching nodes of the same label.
        different: matching nodes of different labels; from `deletion + insertion` on such nodes
            never match.
    """

    deletion: float = 1.0
    insertion: float = 1.0
    same: float = 0.0
    different: float = 1.0

    def __post_init__(self) -> None:
        check_fields(self, deletion=COST, insertion=COST, same=COST, different=COST)

    def table(self, count: int) -> CostTable:
        """Returns the costs of so many labels, numbered from 0."""
        rename = np.full((count, count), float(self.different))
        np.fill_diagonal(rename, self.same)
        return CostTable(np.full(count, self.deletion), np.full(count, self.insertion), rename)


@dataclass(frozen=True)
class TreeEdit:
    """How one tree becomes another.

    Words are counted from 1. With `head="inline"` a word that has dependents is two nodes and can
    occur twice.

    Attributes:
        distance: the sum of the costs.
        matched: pairs of words that match.
        deleted: words of the first tree without a match.
        inserted: words of the second tree without a match.
    """

    distance: float
    matched: tuple[tuple[int, int], ...]
    deleted: tuple[int, ...]
    inserted: tuple[int, ...]


def edit_distance(
    a: DependencyTree,
    b: DependencyTree,
    *,
    head: str = "drop",
    labels: str = "none",
    costs: EditCosts | None = None,
) -> TreeEdit:
    """Finds a cheapest way from one tree to another.

        >>> began = DependencyTree(("she", "began", "early"), (2, 0, 2))
        >>> started = DependencyTree(("early", "on", "she", "started"), (4, 1, 4, 0))
        >>> edit_distance(began, started).matched
        ((1, 1), (2, 4), (3, 3))

    Args:
        a: the first tree.
        b: the second.
        head: "drop" or "inline"; see the module's text.
        labels: what nodes are compared by: "none", "word", "deprel" or "upos".
        costs: what edits cost; without labels all nodes have the same one.

    Raises:
        InputError: the trees are too large to compare.
        OptionError: an option is not accepted.
    """
    first, second = (OrderedTrees([tree], head=head) for tree in (a, b))
    field = LABELS[as_choice(labels, LABELS, "labels")]
    sides = [[getattr(tree, field) if field else [""] * len(tree)] for tree in (a, b)]
    numbers, count = label_numbers(*sides)
    distance, pairs = _core.tree_edit_mapping(
        first.sizes,
        first.by_node(numbers[0]),
        second.sizes,
        second.by_node(numbers[1]),
        *(costs or EditCosts()).table(count),
    )
    _require_compared(np.array([distance]), first, second)
    nodes, words = pairs.T, (first.words + 1, second.words + 1)
    matched = zip(words[0][nodes[0]].tolist(), words[1][nodes[1]].tolist(), strict=True)
    deleted, inserted = (sorted(np.delete(words[k], nodes[k]).tolist()) for k in (0, 1))
    return TreeEdit(max(distance, 0.0), tuple(sorted(matched)), tuple(deleted), tuple(inserted))


def largest_mappings(
    a: OrderedTrees, b: OrderedTrees, *, threads: int | None = None
) -> NDArray[np.int32]:
    """Counts the matches of each tree of `a` with the same one of `b`, without labels.

    Raises:
        InputError: a pair is too large to compare.
    """
    found = _core.largest_mappings(
        a.sizes, a.offsets, b.sizes, b.offsets, *_pairs(a, b), resolve_threads(threads)
    )
    _require_compared(found, a, b)
    return found


def edit_distances(
    a: OrderedTrees,
    b: OrderedTrees,
    labels: Sequence[NDArray[np.int32]],
    costs: CostTable,
    *,
    threads: int | None = None,
) -> NDArray[np.float64]:
    """Computes the distance of each tree of `a` from the same one of `b`, with labels.

    Args:
        a: the first trees.
        b: the second trees.
        labels: the numbers of the labels of all words of all trees, of `a` and of `b`.
        costs: what edits cost by these numbers.
        threads: how many threads to use; all cores by default.

    Raises:
        InputError: a pair is too large to compare.
    """
    found = _core.tree_edit_distances(
        a.sizes,
        a.by_node(labels[0]),
        a.offsets,
        b.sizes,
        b.by_node(labels[1]),
        b.offsets,
        *_pairs(a, b),
        *costs,
        resolve_threads(threads),
    )
    _require_compared(found, a, b)
    return np.maximum(found, 0.0)


def label_numbers(*sides: Sequence[Sequence[str]]) -> tuple[list[NDArray[np.int32]], int]:
    """Numbers labels of words, tree by tree, for `edit_distances`; also says how many there are."""
    numbers: dict[str, int] = {}
    arrays = [
        np.array([numbers.setdefault(x, len(numbers)) for part in side for x in part], np.int32)
        for side in sides
    ]
    return arrays, len(numbers)


def _pairs(a: OrderedTrees, b: OrderedTrees) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    if len(a) != len(b):
        raise InputError(f"expected equally many trees on both sides, got {len(a)} and {len(b)}")
    return np.arange(len(a)), np.arange(len(a))


def _require_compared(
    found: NDArray[np.int32] | NDArray[np.float64], a: OrderedTrees, b: OrderedTrees
) -> None:
    for pair in np.flatnonzero(found <= -1)[:1]:
        raise InputError(
            f"pair {pair + 1}: trees of {a.nodes[pair]:,} and {b.nodes[pair]:,} nodes are too "
            "large to compare; up to 33,554,432 pairs of nodes, and fewer of very unbalanced "
            "shapes, are accepted"
        )
