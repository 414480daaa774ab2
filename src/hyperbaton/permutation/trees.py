"""Permutation trees: blocks of words that move together, and the operators that order them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hyperbaton.permutation.batch import Integers, PermutationBatch
from hyperbaton.resources import resolve_threads

ABSORBED = 4
LINES_SHOWN = 40  # of a drawing at a prompt


class TreeArrays(NamedTuple):
    """Inner nodes of every canonical tree, in post-order.

    The nodes of permutation k are entries `offsets[k]` to `offsets[k] + counts[k] - 1`. A node
    with the bit ABSORBED is a link of a longer chain; without those nodes the tree is flattened.
    """

    start: NDArray[np.int32]
    stop: NDArray[np.int32]
    arity: NDArray[np.int32]
    kind: NDArray[np.uint8]
    counts: NDArray[np.int32]


def decompose(batch: PermutationBatch, threads: int | None = None) -> TreeArrays:
    """Returns the canonical trees of a batch; the second call returns what the first computed."""
    return TreeArrays(*batch.native.trees(resolve_threads(threads)))


class Span(NamedTuple):
    """Positions start..stop-1 of a permutation."""

    start: int
    stop: int


@dataclass(frozen=True, slots=True)
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
            Node(self.tree, start, stop, None if stop - start == 1 else inner[start, stop])
            for start, stop in self.child_spans
        )

    @property
    def child_spans(self) -> list[Span]:
        """The positions of those blocks."""
        return [] if self.index is None else self.tree.child_spans[self.index]

    @property
    def operator(self) -> tuple[int, ...]:
        """The order of the children, counted from 1; of a flattened chain (1, 2) or (2, 1)."""
        firsts = self._firsts[:2] if self.repeat > 1 else self._firsts
        return ranks(firsts)

    @property
    def repeat(self) -> int:
        """How many times the operator applies: k - 1 for a chain of k children, else 1."""
        rises = [left < right for left, right in pairwise(self._firsts)]
        return len(rises) if len(set(rises)) == 1 else 1

    @property
    def _firsts(self) -> list[int]:
        return [self.tree.permutation[start] for start, _ in self.child_spans]

    @property
    def kind(self) -> str:
        """One of "leaf", "monotone", "inverted" and "prime"."""
        if self.is_leaf:
            return "leaf"
        operator = self.operator
        if len(operator) > 2:
            return "prime"
        return "monotone" if operator == (1, 2) else "inverted"

    def label(self, *, ascii_only: bool = False) -> str:
        """Returns the operator, such as ⟨2,4,1,3⟩ or 3×⟨2,1⟩, or the value of a leaf."""
        if self.is_leaf:
            return str(self.values[0])
        operator = operator_text(self.operator, ascii_only=ascii_only)
        times = "x" if ascii_only else "×"
        return operator if self.repeat == 1 else f"{self.repeat}{times}{operator}"


@dataclass(frozen=True, repr=False)
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
        is_flattened: whether each chain is one node.
    """

    permutation: tuple[int, ...]
    spans: tuple[Span, ...]
    is_flattened: bool = field(default=False, compare=False)

    @classmethod
    def from_permutation(cls, permutation: Integers) -> PermutationTree:
        """Returns the canonical PET of a permutation, counted from 0 or from 1."""
        return cls.of_batch(PermutationBatch.single(permutation), 0)

    @classmethod
    def of_batch(
        cls, batch: PermutationBatch, k: int, *, flattened: bool = False
    ) -> PermutationTree:
        """Returns the canonical tree of permutation k; the trees of a batch are built together."""
        trees = decompose(batch)
        nodes = slice(batch.offsets[k], batch.offsets[k] + trees.counts[k])
        start, stop = trees.start[nodes], trees.stop[nodes]
        if flattened:
            kept = (trees.kind[nodes] & ABSORBED) == 0
            start, stop = start[kept], stop[kept]
        spans = tuple(map(Span._make, np.stack([start, stop], axis=1).tolist()))
        return cls(tuple((batch[k] + 1).tolist()), spans, flattened)

    @property
    def root(self) -> Node | None:
        """The node over the whole permutation; None for the empty permutation."""
        n = len(self.permutation)
        if n == 0:
            return None
        return Node(self, 0, n, len(self.spans) - 1 if self.spans else None)

    @property
    def node_count(self) -> int:
        """The number of inner nodes: |PET| of a tree that is not flattened."""
        return len(self.spans)

    def nodes(self) -> Iterator[Node]:
        """Returns the inner nodes in post-order."""
        return (Node(self, start, stop, k) for k, (start, stop) in enumerate(self.spans))

    def operators(self) -> Iterator[tuple[int, ...]]:
        """Returns the operators of the inner nodes, a flattened chain's as often as it applies."""
        for node in self.nodes():
            yield from (node.operator for _ in range(node.repeat))

    def flattened(self) -> PermutationTree:
        """Returns the tree with each chain of equal binary operators merged into one node."""
        if self.is_flattened:
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
        """Draws the tree with lines, one node per line."""
        if self.root is None:
            return "()" if ascii_only else "⟨⟩"
        branch, corner, pipe = ("|-- ", "`-- ", "|   ") if ascii_only else ("├── ", "└── ", "│   ")
        lines: list[str] = []
        waiting = [(self.root, "", "")]
        while waiting:
            node, before_label, before_children = waiting.pop()
            lines.append(before_label + node.label(ascii_only=ascii_only))
            for k, child in enumerate(reversed(node.children)):
                stem, below = (corner, "    ") if k == 0 else (branch, pipe)
                waiting.append((child, before_children + stem, before_children + below))
        return "\n".join(lines)

    def to_dot(self, name: str = "permutation") -> str:
        """Returns the tree as a Graphviz digraph."""
        lines = [f'digraph "{name}" {{', "  ordering=out;", "  node [shape=plaintext];"]
        waiting = [self.root] if self.root is not None else []
        while waiting:
            node = waiting.pop()
            lines.append(f'  n{node.start}_{node.stop} [label="{node.label()}"];')
            lines += [
                f"  n{node.start}_{node.stop} -> n{child.start}_{child.stop};"
                for child in node.children
            ]
            waiting.extend(reversed(node.children))
        return "\n".join([*lines, "}"])

    def to_json(self) -> dict[str, Any]:
        """Returns the tree as a flat list of nodes, children before parents, leaves included.

        A leaf is `{"start", "stop", "value"}`; an inner node is `{"start", "stop", "operator",
        "repeat", "children"}`, children being indices into the list. The root comes last.
        """
        nodes: list[dict[str, Any]] = []
        places: dict[Span, int] = {}

        def add(span: Span, **facts: object) -> None:
            places[span] = len(nodes)
            nodes.append({"start": span.start, "stop": span.stop, **facts})

        if len(self.permutation) == 1:
            add(Span(0, 1), value=1)
        for node in self.nodes():
            for span in node.child_spans:
                if span not in places:
                    add(span, value=self.permutation[span.start])
            add(
                Span(node.start, node.stop),
                operator=list(node.operator),
                repeat=node.repeat,
                children=[places[span] for span in node.child_spans],
            )
        return {"permutation": list(self.permutation), "nodes": nodes}

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        """The drawing; of a tree that fills more than a screen, its size."""
        if len(self.permutation) + self.node_count <= LINES_SHOWN:
            return self.to_text()
        return f"<PermutationTree of {len(self.permutation)} words, {self.node_count} nodes>"


def ranks(values: Sequence[int]) -> tuple[int, ...]:
    """Returns the order of distinct values as a permutation, counted from 1."""
    rank = {value: k for k, value in enumerate(sorted(values), start=1)}
    return tuple(rank[value] for value in values)


def operator_text(operator: tuple[int, ...], *, ascii_only: bool) -> str:
    """Writes an operator between angle brackets."""
    opening, closing = "<>" if ascii_only else "⟨⟩"
    return opening + ",".join(map(str, operator)) + closing
