"""Tree edit distance: which nodes of two ordered trees match, and what the rest costs.

A mapping pairs nodes, each at most once, so that order from left to right and who is above whom
are the same in both trees; nodes outside it are deleted on one side or inserted on the other. The
distance is the smallest sum of costs (Zhang & Shasha 1989). Roots need not match roots.

Without labels only the number of matches m counts: the distance with free matches and deletions
of 1 is |a| + |b| - 2m, and the distance of the paper on DTED (McCaffery & Nederhof 2016), where a
match costs 1 too, is |a| + |b| - m.

Comparisons of more than 2**25 pairs of nodes (5,792 nodes on both sides), or of shapes that would
take more than 2**36 steps, are refused. Memory is at most 8 bytes a pair of nodes without labels
and 16 bytes with labels, for each thread.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hyperbaton import _core
from hyperbaton.checks import as_choice, check_fields
from hyperbaton.errors import InputError, OptionError
from hyperbaton.limits import COST
from hyperbaton.resources import resolve_threads
from hyperbaton.trees.dependency import DependencyTree
from hyperbaton.trees.ordered import OrderedTrees, SegmentTrees, as_tree

LABELS = {"none": "", "word": "words", "deprel": "deprels", "upos": "upos"}  # fields of a tree
Pairs = tuple[NDArray[np.int64], NDArray[np.int64]]  # indices into two batches of trees


@dataclass(frozen=True)
class EditCosts:
    """What edits cost, by the labels of nodes.

    Attributes:
        deletion: deleting a node of the first tree.
        insertion: inserting a node of the second.
        same: matching nodes of the same label.
        different: matching nodes of different labels; from `deletion + insertion` on such nodes
            never match.
        rename: matching nodes of two given labels, where it is neither of these.
    """

    deletion: float = 1.0
    insertion: float = 1.0
    same: float = 0.0
    different: float = 1.0
    rename: Mapping[tuple[str, str], float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        check_fields(self, deletion=COST, insertion=COST, same=COST, different=COST)
        for (x, y), cost in self.rename.items():
            COST.check(cost, f"rename of {x!r} to {y!r}")

    def table(self, labels: Mapping[str, int]) -> CostTable:
        """Returns the costs of labels by their numbers."""
        count = max(labels.values(), default=-1) + 1
        rename = np.full((count, count), float(self.different))
        np.fill_diagonal(rename, self.same)
        for (x, y), cost in self.rename.items():
            if x in labels and y in labels:
                rename[labels[x], labels[y]] = cost
        return CostTable(np.full(count, self.deletion), np.full(count, self.insertion), rename)


class CostTable(NamedTuple):
    """Costs by numbered labels, finite and at least 0; native code refuses others.

    Attributes:
        deletion: by label of the first tree.
        insertion: by label of the second tree.
        rename: labels of the first tree × labels of the second.
    """

    deletion: NDArray[np.float64]
    insertion: NDArray[np.float64]
    rename: NDArray[np.float64]


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

    @property
    def matches(self) -> int:
        """How many nodes match."""
        return len(self.matched)

    @property
    def deletions(self) -> int:
        """How many nodes of either tree have no match."""
        return len(self.deleted) + len(self.inserted)


def edit_distance(
    a: SegmentTrees,
    b: SegmentTrees,
    *,
    head: str = "drop",
    labels: str = "none",
    costs: EditCosts | None = None,
    rename: ArrayLike | None = None,
) -> TreeEdit:
    """Finds a cheapest way from one tree to another.

        >>> began = DependencyTree(("she", "began", "early"), (2, 0, 2))
        >>> started = DependencyTree(("early", "on", "she", "started"), (4, 1, 4, 0))
        >>> edit_distance(began, started).matched
        ((1, 1), (2, 4), (3, 3))

    Args:
        a: the first tree, or the sentences of a segment.
        b: the second.
        head: "drop" or "inline"; see `hyperbaton.trees.ordered`.
        labels: what a node is compared by: "none", "word", "deprel" or "upos".
        costs: what edits cost; without labels all nodes have the same one.
        rename: costs of matching each word of `a` with each of `b`, instead of labels.

    Raises:
        InputError: the trees are too large to compare.
        OptionError: an option is not accepted.
    """
    trees = as_tree(a), as_tree(b)
    first, second = (OrderedTrees([tree], head=head) for tree in trees)
    by_word, table = _labelled(trees, labels, costs or EditCosts(), rename)
    distance, pairs = _core.tree_edit_mapping(
        first.sizes, first.by_node(by_word[0]), second.sizes, second.by_node(by_word[1]), *table
    )
    if distance <= -1:
        raise _too_large(0, len(first.sizes), len(second.sizes))
    nodes, words = pairs.T, (first.words + 1, second.words + 1)
    matched = zip(words[0][nodes[0]].tolist(), words[1][nodes[1]].tolist(), strict=True)
    deleted, inserted = (sorted(np.delete(words[k], nodes[k]).tolist()) for k in (0, 1))
    return TreeEdit(max(distance, 0.0), tuple(sorted(matched)), tuple(deleted), tuple(inserted))


def largest_mappings(
    a: OrderedTrees, b: OrderedTrees, pairs: Pairs | None = None, *, threads: int | None = None
) -> NDArray[np.int32]:
    """Counts the matches of many pairs of trees, without labels.

    Args:
        a: the first trees.
        b: the second trees.
        pairs: indices into both; by default each tree of `a` with the same one of `b`.
        threads: how many threads to use; all cores by default.

    Raises:
        InputError: a pair is too large to compare.
    """
    chosen = _pairs(a, b, pairs)
    used = resolve_threads(threads)
    found = _core.largest_mappings(a.sizes, a.offsets, b.sizes, b.offsets, *chosen, used)
    _require_compared(found, a, b, chosen)
    return found


def edit_distances(
    a: OrderedTrees,
    b: OrderedTrees,
    labels: tuple[NDArray[np.int32], NDArray[np.int32]],
    costs: CostTable,
    pairs: Pairs | None = None,
    *,
    threads: int | None = None,
) -> NDArray[np.float64]:
    """Computes the distances of many pairs of trees, with labels.

    Args:
        a: the first trees.
        b: the second trees.
        labels: the numbers of the labels of all words of all trees, of `a` and of `b`.
        costs: what edits cost by these numbers.
        pairs: indices into both; by default each tree of `a` with the same one of `b`.
        threads: how many threads to use; all cores by default.

    Raises:
        InputError: a pair is too large to compare.
    """
    chosen = _pairs(a, b, pairs)
    found = _core.tree_edit_distances(
        a.sizes,
        a.by_node(labels[0]),
        a.offsets,
        b.sizes,
        b.by_node(labels[1]),
        b.offsets,
        *chosen,
        *costs,
        resolve_threads(threads),
    )
    _require_compared(found, a, b, chosen)
    return np.maximum(found, 0.0)


def label_numbers(
    *sides: Sequence[Sequence[str]],
) -> tuple[list[NDArray[np.int32]], dict[str, int]]:
    """Numbers labels of words, segment by segment, for `edit_distances`; also by name."""
    numbers: dict[str, int] = {}
    arrays = [
        np.array([numbers.setdefault(x, len(numbers)) for part in side for x in part], np.int32)
        for side in sides
    ]
    return arrays, numbers


def _labelled(
    trees: tuple[DependencyTree, DependencyTree],
    labels: str,
    costs: EditCosts,
    rename: ArrayLike | None,
) -> tuple[list[NDArray[np.int32]], CostTable]:
    """The numbers of the words' labels, and what they cost."""
    field_name = LABELS[as_choice(labels, LABELS, "labels")]
    if rename is not None:
        if field_name:
            raise OptionError(f"rename: give costs of words or labels={labels!r}, not both")
        first, second = (np.arange(len(tree), dtype=np.int32) for tree in trees)
        deletion = np.full(len(first), costs.deletion)
        insertion = np.full(len(second), costs.insertion)
        return [first, second], CostTable(deletion, insertion, np.asarray(rename, np.float64))
    sides = [[getattr(tree, field_name) if field_name else [""] * len(tree)] for tree in trees]
    arrays, numbers = label_numbers(*sides)
    return arrays, costs.table(numbers)


def _pairs(a: OrderedTrees, b: OrderedTrees, pairs: Pairs | None) -> Pairs:
    if a.head != b.head:
        raise InputError(f"trees with head={a.head} and head={b.head} cannot be compared")
    if pairs is not None:
        return pairs
    if len(a) != len(b):
        raise InputError(f"expected equally many trees on both sides, got {len(a)} and {len(b)}")
    everything = np.arange(len(a), dtype=np.int64)
    return everything, everything


def _require_compared(
    found: NDArray[np.int32] | NDArray[np.float64], a: OrderedTrees, b: OrderedTrees, pairs: Pairs
) -> None:
    for pair in np.flatnonzero(found <= -1)[:1]:
        raise _too_large(pair, a.nodes[pairs[0][pair]], b.nodes[pairs[1][pair]])


def _too_large(pair: int, nodes_a: int, nodes_b: int) -> InputError:
    return InputError(
        f"pair {pair + 1}: trees of {nodes_a:,} and {nodes_b:,} nodes are too large to compare; "
        "up to 33,554,432 pairs of nodes, and fewer of very unbalanced shapes, are accepted"
    )
