"""Ordered trees: dependency trees as flat arrays that native code can read.

The children of a word stand in the order of the sentence. Where the word itself stands among them
is a choice: with `head="drop"`, as in the paper on DTED, the tree does not say; with
`head="inline"` a word that has dependents is also a leaf among them, so that attachment to the left
and to the right differ.

Several sentences of one segment, or several roots of one, are the children of one artificial root.
It stands on both sides of a comparison, is mapped to itself and never counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from hyperbaton import _core
from hyperbaton.checks import as_choice
from hyperbaton.trees.dependency import DependencyTree, joined

HEADS = ("drop", "inline")

SegmentTrees: TypeAlias = DependencyTree | Sequence[DependencyTree]  # of one segment


class OrderedTrees:
    """The ordered trees of many segments in flat arrays; tree k begins at index `offsets[k]`.

    Attributes:
        sizes: int32, by node in post-order, how many nodes its subtree has.
        words: int32, by node, the word it stands for, counted from 0 within the segment.
        offsets: int64, where each tree begins, and the end of the last.
        lengths: int64, the number of words of each segment.
        head: "drop" or "inline".
    """

    __slots__ = ("head", "lengths", "offsets", "sizes", "words")

    sizes: NDArray[np.int32]
    words: NDArray[np.int32]
    offsets: NDArray[np.int64]
    lengths: NDArray[np.int64]
    head: str

    def __init__(self, segments: Sequence[SegmentTrees], *, head: str = "drop") -> None:
        """Orders the trees of segments, each one tree or several."""
        self.head = as_choice(head, HEADS, "head")
        trees = [as_tree(segment) for segment in segments]
        begins = np.zeros(len(trees) + 1, np.int64)
        np.cumsum([len(tree) for tree in trees], out=begins[1:])
        heads = np.fromiter(
            chain.from_iterable(tree.heads for tree in trees), np.int32, int(begins[-1])
        )
        self.sizes, self.words, self.offsets = _core.ordered_trees(heads, begins, head == "inline")
        self.lengths = np.diff(begins)

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __repr__(self) -> str:
        return f"<OrderedTrees of {len(self)}, {len(self.sizes)} nodes>"

    @property
    def nodes(self) -> NDArray[np.int64]:
        """The number of nodes of each tree."""
        return np.diff(self.offsets)

    def by_node(self, values: NDArray[np.int32]) -> NDArray[np.int32]:
        """Returns values given for all words of all segments as values of nodes."""
        begins = np.cumsum(self.lengths) - self.lengths
        return np.asarray(values, np.int32)[self.words + np.repeat(begins, self.nodes)]


def as_tree(segment: SegmentTrees) -> DependencyTree:
    """Returns the tree of a segment; several sentences together have all their roots."""
    if isinstance(segment, DependencyTree):
        return segment
    return joined(segment)


def flattened(segment: SegmentTrees) -> DependencyTree:
    """Makes the paper's baseline without structure: each word the only child of its predecessor.

    >>> flattened(DependencyTree(("she", "sang", "well"), (2, 0, 2))).heads
    (0, 1, 2)
    """
    tree = as_tree(segment)
    return DependencyTree(tree.words, tuple(range(len(tree))), tree.deprels, tree.upos)
