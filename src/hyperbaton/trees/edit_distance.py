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
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hyperbaton import _core
from hyperbaton.errors import InputError, OptionError
from hyperbaton.limits import COST
from hyperbaton.resources import resolve_threads
from hyperbaton.trees.dependency import DependencyTree
from hyperbaton.trees.ordered import OrderedTrees, SegmentTrees, as_tree

CostList: TypeAlias = ArrayLike
CostMatrix: TypeAlias = ArrayLike
LABELS = ("none", "word", "deprel", "upos")


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
        named = {
            **{name: getattr(self, name) for name in ("deletion", "insertion", "same")},
            "different": self.different,
            **{f"rename of {x!r} to {y!r}": cost for (x, y), cost in self.rename.items()},
        }
        for name, cost in named.items():
            COST.check(cost, name)

    def table(self, labels: Mapping[str, int]) -> CostTable:
        """The costs of labels by their numbers."""
        count = max(labels.values(), default=-1) + 1
        rename = np.full((count, count), float(self.different))
        np.fill_diagonal(rename, self.same)
        for (x, y), cost in self.rename.items():
            if x in labels and y in labels:
                rename[labels[x], labels[y]] = cost
        return CostTable([self.deletion] * count, [self.insertion] * count, rename)


class CostTable:
    """Costs by numbered labels: any deletions, insertions and renames.

    Attributes:
        deletion: by label of the first tree.
        insertion: by label of the second tree.
        rename: labels of the first tree × labels of the second.
    """

    __slots__ = ("deletion", "insertion", "rename")

    def __init__(self, deletion: CostList, insertion: CostList, rename: CostMatrix) -> None:
        """Takes costs that are at least 0.

        Raises:
            OptionError: the shapes do not belong together, or a cost is not accepted.
        """
        self.deletion = np.ascontiguousarray(deletion, np.float64)
        self.insertion = np.ascontiguousarray(insertion, np.float64)
        self.rename = np.ascontiguousarray(rename, np.float64)
        if self.rename.shape != (*self.deletion.shape, *self.insertion.shape):
            raise OptionError(
                f"rename: expected {len(self.deletion)} rows, one per deletion, and "
                f"{len(self.insertion)} columns, one per insertion, got {self.rename.shape}"
            )
        for name in self.__slots__:
            costs = getattr(self, name)
            if not ((costs >= COST.low) & (costs <= COST.high)).all():
                raise OptionError(f"{name}: expected {COST} for each, got others")


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
    rename: CostMatrix | None = None,
) -> TreeEdit:
    """A cheapest way from one tree to another.

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
    batches = [OrderedTrees([tree], head=head) for tree in trees]
    by_word, table = _labelled(trees, labels, costs or EditCosts(), rename)
    distance, pairs = _core.tree_edit_mapping(
        batches[0].sizes,
        batches[0].by_node(by_word[0]),
        batches[1].sizes,
        batches[1].by_node(by_word[1]),
        table.deletion,
        table.insertion,
        table.rename,
    )
    if distance <= -1:
        raise _too_large(0, len(batches[0].sizes), len(batches[1].sizes))
    words = [batch.words + 1 for batch in batches]
    kept = [np.ones(len(column), bool) for column in words]
    for side in (0, 1):
        kept[side][pairs[:, side]] = False
    matched = zip(words[0][pairs[:, 0]].tolist(), words[1][pairs[:, 1]].tolist(), strict=True)
    deleted, inserted = (sorted(words[side][kept[side]].tolist()) for side in (0, 1))
    return TreeEdit(max(distance, 0.0), tuple(sorted(matched)), tuple(deleted), tuple(inserted))


def largest_mappings(
    a: OrderedTrees,
    b: OrderedTrees,
    pairs: tuple[NDArray[np.int64], NDArray[np.int64]] | None = None,
    *,
    threads: int | None = None,
) -> NDArray[np.int32]:
    """The number of matches of many pairs of trees, without labels.

    Args:
        a: the first trees.
        b: the second trees.
        pairs: indices into both; by default each tree of `a` with the same one of `b`.
        threads: how many threads to use; all cores by default.

    Raises:
        InputError: the batches do not fit together, or a pair is too large to compare.
    """
    first, second = _pairs(a, b, pairs)
    used = resolve_threads(threads)
    found = _core.largest_mappings(a.sizes, a.offsets, b.sizes, b.offsets, first, second, used)
    _require_compared(found, a, b, first, second)
    return found


def edit_distances(
    a: OrderedTrees,
    b: OrderedTrees,
    labels: tuple[NDArray[np.int32], NDArray[np.int32]],
    costs: CostTable,
    pairs: tuple[NDArray[np.int64], NDArray[np.int64]] | None = None,
    *,
    threads: int | None = None,
) -> NDArray[np.float64]:
    """The distances of many pairs of trees, with labels.

    Args:
        a: the first trees.
        b: the second trees.
        labels: the numbers of the labels of all words of all trees, of `a` and of `b`.
        costs: what edits cost by these numbers.
        pairs: indices into both; by default each tree of `a` with the same one of `b`.
        threads: how many threads to use; all cores by default.

    Raises:
        InputError: the batches or labels do not fit, or a pair is too large to compare.
    """
    first, second = _pairs(a, b, pairs)
    by_node = a.by_node(labels[0]), b.by_node(labels[1])
    for numbers, known in zip(by_node, costs.rename.shape, strict=True):
        if numbers.size and not 0 <= numbers.min() <= numbers.max() < known:
            raise InputError(f"labels: numbers from 0 to {known - 1} have costs, got others")
    found = _core.tree_edit_distances(
        a.sizes,
        by_node[0],
        a.offsets,
        b.sizes,
        by_node[1],
        b.offsets,
        first,
        second,
        costs.deletion,
        costs.insertion,
        costs.rename,
        resolve_threads(threads),
    )
    _require_compared(found, a, b, first, second)
    return np.maximum(found, 0.0)


def label_numbers(
    *sides: Sequence[Sequence[str]],
) -> tuple[list[NDArray[np.int32]], dict[str, int]]:
    """Labels of words, segment by segment, as numbers for `edit_distances`, and their names."""
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
    if labels not in LABELS:
        raise OptionError(f"labels is one of {', '.join(LABELS)}, got {labels!r}")
    lengths = [len(tree) for tree in trees]
    if rename is not None:
        if labels != "none":
            raise OptionError(
                f"rename: give costs of words or labels, not both; got labels={labels!r}"
            )
        deletion, insertion = [costs.deletion] * lengths[0], [costs.insertion] * lengths[1]
        table = CostTable(deletion, insertion, rename)
        return [np.arange(length, dtype=np.int32) for length in lengths], table
    fields = {"word": "words", "deprel": "deprels", "upos": "upos"}
    if labels == "none":
        sides = [[["_"] * length] for length in lengths]
        arrays, numbers = label_numbers(*sides)
    else:
        arrays, numbers = label_numbers(*([getattr(tree, fields[labels])] for tree in trees))
    return arrays, costs.table(numbers)


def _pairs(
    a: OrderedTrees, b: OrderedTrees, pairs: tuple[NDArray[np.int64], NDArray[np.int64]] | None
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    if a.head != b.head:
        raise InputError(f"trees with head={a.head} and head={b.head} cannot be compared")
    if pairs is None:
        if len(a) != len(b):
            raise InputError(
                f"expected equally many trees on both sides, got {len(a)} and {len(b)}"
            )
        everything = np.arange(len(a), dtype=np.int64)
        return everything, everything
    first, second = (np.ascontiguousarray(indices, np.int64) for indices in pairs)
    if first.shape != second.shape or first.ndim != 1:
        raise InputError(
            f"pairs: expected equally many indices, got {first.shape} and {second.shape}"
        )
    for indices, batch in ((first, a), (second, b)):
        if indices.size and not 0 <= indices.min() <= indices.max() < len(batch):
            raise InputError(f"pairs: indices from 0 to {len(batch) - 1} are accepted, got others")
    return first, second


def _require_compared(
    found: NDArray[np.int32] | NDArray[np.float64],
    a: OrderedTrees,
    b: OrderedTrees,
    first: NDArray[np.int64],
    second: NDArray[np.int64],
) -> None:
    refused = np.flatnonzero(found <= -1)
    if refused.size:
        pair = int(refused[0])
        raise _too_large(pair, int(a.nodes[first[pair]]), int(b.nodes[second[pair]]))


def _too_large(pair: int, nodes_a: int, nodes_b: int) -> InputError:
    return InputError(
        f"pair {pair + 1}: trees of {nodes_a:,} and {nodes_b:,} nodes are too large to compare; "
        "up to 33,554,432 pairs of nodes, and fewer of very unbalanced shapes, are accepted"
    )
