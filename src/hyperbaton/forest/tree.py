"""A permutation tree: blocks of words that move together, and the operator that orders them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from hyperbaton.errors import InputError
from hyperbaton.forest import drawing
from hyperbaton.forest.decomposition import ABSORBED, decompose
from hyperbaton.permutation import Integers, PermutationBatch
from hyperbaton.runtime.arguments.checked import checked
from hyperbaton.runtime.arguments.values import as_index


class Span(NamedTuple):
    """Positions start..stop-1 of a permutation."""

    start: int
    stop: int


@checked
@dataclass(frozen=True)
class Node:
    """One block of a tree: a leaf (one word) or an operator over two or more smaller blocks.

    Attributes:
        tree: the tree it belongs to.
        start: its first position.
        stop: one past its last position.
        index: its number among the inner nodes in post-order, None for a leaf.
    """

    tree: PermutationTree
    start: int
    stop: int
    index: int | None

    def __post_init__(self) -> None:
        inner = Span(self.start, self.stop) if self.index is None else None
        if inner is None and 0 <= (self.index or 0) < len(self.tree.spans):
            inner = self.tree.spans[self.index or 0]
        if inner != (self.start, self.stop) or not 0 <= self.start <= self.stop:
            raise InputError(
                f"start, stop, index: expected a block of the tree, got {self.start} to "
                f"{self.stop} as number {self.index}"
            )

    @property
    def is_leaf(self) -> bool:
        """Whether this is a single word."""
        return self.index is None

    @property
    def values(self) -> tuple[int, ...]:
        """The stretch of the permutation under this node, counted from 1."""
        return self.tree.permutation[self.start : self.stop]

    @property
    def children(self) -> tuple[Node, ...]:
        """The blocks this node orders, from left to right; none for a leaf."""
        if self.index is None:
            return ()
        inner = self.tree.index_of_span
        return tuple(
            _node(self.tree, start, stop, None if stop - start == 1 else inner[start, stop])
            for start, stop in self.child_spans
        )

    @property
    def child_spans(self) -> list[Span]:
        """The positions of those blocks."""
        return [] if self.index is None else self.tree.child_spans[self.index]

    @property
    def operator(self) -> tuple[int, ...]:
        """The order of the children, counted from 1; of a flattened chain (1, 2) or (2, 1)."""
        firsts = [self.tree.permutation[start] for start, _ in self.child_spans]
        if self.repeat > 1:
            return (1, 2) if firsts[0] < firsts[1] else (2, 1)
        rank = {value: k for k, value in enumerate(sorted(firsts), start=1)}
        return tuple(rank[value] for value in firsts)

    @property
    def repeat(self) -> int:
        """How many times the operator applies: k - 1 for a chain of k children, else 1."""
        firsts = [self.tree.permutation[start] for start, _ in self.child_spans]
        if len(firsts) < 3:
            return 1
        rises = [left < right for left, right in pairwise(firsts)]
        return len(rises) if len(set(rises)) == 1 else 1

    @property
    def kind(self) -> str:
        """One of "leaf", "monotone", "inverted" and "prime"."""
        if self.is_leaf:
            return "leaf"
        operator = self.operator
        if len(operator) > 2:
            return "prime"
        return "monotone" if operator == (1, 2) else "inverted"


@checked
class PermutationTree:
    """A permutation tree (PET): every node orders its children by a primal permutation.

    A permutation can have many PETs. `from_permutation` gives the canonical one, whose chains of
    monotone or inverted operators branch to the left; `flattened` merges each chain into one node.

    Positions are Python slices (from 0, half-open); values and operators count from 1, as in the
    papers.

        >>> tree = PermutationTree.from_permutation([2, 4, 5, 6, 1, 3])
        >>> tree.root.operator, tree.node_count
        ((2, 4, 1, 3), 3)

    Attributes:
        permutation: the permutation, counted from 1.
        spans: the inner nodes' positions, in post-order; the root comes last.
    """

    def __init__(self, permutation: tuple[int, ...], spans: Sequence[Span]) -> None:
        self.permutation = permutation
        self.spans = tuple(spans)
        _check_spans(self.spans, len(permutation))
        self._is_flattened = False

    @classmethod
    def from_permutation(cls, permutation: Integers) -> PermutationTree:
        """The canonical PET of a permutation, counted from 0 or from 1."""
        return cls.of_batch(PermutationBatch.single(permutation), 0)

    @classmethod
    def of_batch(
        cls, batch: PermutationBatch, k: int, *, flattened: bool = False
    ) -> PermutationTree:
        """The canonical tree of permutation k of a batch, whose trees are built together."""
        k = as_index(k, len(batch), "k")
        trees = decompose(batch)
        nodes = slice(batch.offsets[k], batch.offsets[k] + trees.counts[k])
        start, stop = trees.start[nodes], trees.stop[nodes]
        if flattened:
            kept = (trees.kind[nodes] & ABSORBED) == 0
            start, stop = start[kept], stop[kept]
        spans = map(Span._make, np.stack([start, stop], axis=1).tolist())
        tree = cls.__new__(cls)  # without the checks of what others give
        tree.permutation = tuple((batch[k] + 1).tolist())
        tree.spans = tuple(spans)
        tree._is_flattened = flattened
        return tree

    @property
    def root(self) -> Node | None:
        """The node over the whole permutation; None for the empty permutation."""
        n = len(self.permutation)
        if n == 0:
            return None
        return _node(self, 0, n, len(self.spans) - 1 if self.spans else None)

    @property
    def node_count(self) -> int:
        """The number of inner nodes: |PET| of a tree that is not flattened."""
        return len(self.spans)

    def nodes(self) -> Iterator[Node]:
        """The inner nodes in post-order."""
        return (_node(self, start, stop, k) for k, (start, stop) in enumerate(self.spans))

    def operators(self) -> Iterator[tuple[int, ...]]:
        """The operators of the inner nodes, a flattened chain's as often as it applies."""
        for node in self.nodes():
            yield from (node.operator for _ in range(node.repeat))

    def flattened(self) -> PermutationTree:
        """The tree with each chain of equal binary operators merged into one node."""
        if self._is_flattened:
            return self
        return self.of_batch(PermutationBatch.of([self.permutation]), 0, flattened=True)

    @cached_property
    def index_of_span(self) -> dict[tuple[int, int], int]:
        """The number of the inner node over given positions."""
        return {(start, stop): k for k, (start, stop) in enumerate(self.spans)}

    @cached_property
    def child_spans(self) -> list[list[Span]]:
        """The positions of each inner node's children, leaves included."""
        waiting: list[Span] = []  # finished nodes without a parent, left to right
        families: list[list[Span]] = []
        for span in self.spans:
            family: list[Span] = []
            position = span.stop
            while waiting and waiting[-1].start >= span.start:
                child = waiting.pop()
                family.extend(Span(k, k + 1) for k in range(position - 1, child.stop - 1, -1))
                family.append(child)
                position = child.start
            family.extend(Span(k, k + 1) for k in range(position - 1, span.start - 1, -1))
            family.reverse()
            families.append(family)
            waiting.append(span)
        return families

    def to_text(self, *, ascii_only: bool = False) -> str:
        """The tree drawn with lines, one node per line."""
        return drawing.to_text(self, ascii_only=ascii_only)

    def to_dot(self, name: str = "permutation") -> str:
        """The tree as a Graphviz digraph."""
        return drawing.to_dot(self, name)

    def to_json(self) -> dict[str, Any]:
        """The tree as a flat list of nodes, children before parents, leaves included."""
        return drawing.to_json(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PermutationTree):
            return NotImplemented
        return (self.permutation, self.spans) == (other.permutation, other.spans)

    def __hash__(self) -> int:
        return hash((self.permutation, self.spans))

    def __repr__(self) -> str:
        return f"<PermutationTree of {len(self.permutation)} words, {self.node_count} nodes>"


def _node(tree: PermutationTree, start: int, stop: int, index: int | None) -> Node:
    """A node of a tree that is known to have it."""
    node = Node.__new__(Node)
    vars(node).update(tree=tree, start=start, stop=stop, index=index)
    return node


def _check_spans(spans: Sequence[Span], words: int) -> None:
    """Refuses spans that are not the inner blocks of a tree in post-order."""
    waiting: list[Span] = []  # blocks beside each other, whose parent is still to come
    for start, stop in spans:
        while waiting and waiting[-1].start >= start:
            waiting.pop()
        ends = waiting[-1].stop if waiting else 0
        if not ends <= start < stop - 1 < words:
            raise InputError(
                f"spans: expected blocks of two or more of {words} words in post-order, got "
                f"{start} to {stop}"
            )
        waiting.append(Span(start, stop))
    if waiting != ([Span(0, words)] if words > 1 else []):
        raise InputError(f"spans: expected the root, 0 to {words}, as the last one")
