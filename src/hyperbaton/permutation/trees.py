"""Permutation trees and forests: blocks of words that move together, and how they are ordered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import comb, lgamma, prod
from typing import Any, NamedTuple

import numpy as np

from hyperbaton.checks import shown
from hyperbaton.permutation.batch import Integers, PermutationBatch
from hyperbaton.resources import resolve_threads

ABSORBED = 4  # the bit of a node that is a link of a longer chain
LINES_SHOWN = 40  # of a drawing at a prompt


class Span(NamedTuple):
    """Positions start..stop-1 of a permutation."""

    start: int
    stop: int


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """One block of a tree: a leaf (one word) or an operator over two or more smaller blocks.

    Attributes:
        permutation: the whole permutation, counted from 1.
        span: the positions of the block.
        children: the blocks that it orders, from left to right; none for a leaf.
    """

    permutation: tuple[int, ...]
    span: Span
    children: tuple[Node, ...] = ()

    @property
    def values(self) -> tuple[int, ...]:
        """The stretch of the permutation under this node."""
        return self.permutation[slice(*self.span)]

    @property
    def operator(self) -> tuple[int, ...]:
        """The order of the children, counted from 1; of a flattened chain (1, 2) or (2, 1)."""
        return ranks(self._firsts[:2] if self.repeat > 1 else self._firsts)

    @property
    def repeat(self) -> int:
        """How many times the operator applies: k - 1 for a chain of k children, else 1."""
        rises = [left < right for left, right in pairwise(self._firsts)]
        return len(rises) if len(set(rises)) == 1 else 1

    @property
    def _firsts(self) -> list[int]:
        return [self.permutation[child.span.start] for child in self.children]

    @property
    def kind(self) -> str:
        """One of "leaf", "monotone", "inverted" and "prime"."""
        return {(): "leaf", (1, 2): "monotone", (2, 1): "inverted"}.get(self.operator, "prime")

    def label(self) -> str:
        """Returns the operator, such as ⟨2,4,1,3⟩ or 3×⟨2,1⟩, or the value of a leaf."""
        if not self.children:
            return str(self.values[0])
        operator = f"⟨{','.join(map(str, self.operator))}⟩"
        return operator if self.repeat == 1 else f"{self.repeat}×{operator}"


@dataclass(frozen=True, repr=False)
class PermutationTree:
    """A permutation tree (PET): every node orders its children by a primal permutation.

    A permutation can have many PETs. `from_permutation` gives the canonical one, whose chains of
    monotone or inverted operators branch to the left.

    Positions are Python slices (from 0, half-open); values and operators count from 1, as in the
    papers.

        >>> tree = PermutationTree.from_permutation([2, 4, 5, 6, 1, 3])
        >>> tree.root.operator, tree.node_count
        ((2, 4, 1, 3), 3)

    Attributes:
        permutation: the permutation, counted from 1.
        spans: the inner nodes' positions, in post-order; the root comes last.
    """

    permutation: tuple[int, ...]
    spans: tuple[Span, ...]

    @classmethod
    def from_permutation(cls, permutation: Integers) -> PermutationTree:
        """Returns the canonical PET of a permutation, counted from 0 or from 1."""
        return cls.of_batch(PermutationBatch.single(permutation), 0)

    @classmethod
    def of_batch(
        cls, batch: PermutationBatch, k: int, *, flattened: bool = False
    ) -> PermutationTree:
        """Returns the canonical tree of permutation k; the trees of a batch are built together.

        `flattened` merges each chain of equal binary operators into one node.
        """
        starts, stops, _, kinds, counts = batch.native.trees(resolve_threads(None))
        nodes = slice(batch.offsets[k], batch.offsets[k] + counts[k])
        kept = (kinds[nodes] & ABSORBED) == 0 if flattened else slice(None)
        positions = np.stack([starts[nodes][kept], stops[nodes][kept]], axis=1)
        spans = tuple(map(Span._make, positions.tolist()))
        return cls(tuple((batch[k] + 1).tolist()), spans)

    @property
    def root(self) -> Node | None:
        """The node over the whole permutation; None for the empty permutation."""
        if len(self.permutation) == 1:
            return Node(self.permutation, Span(0, 1))
        return self.nodes[-1] if self.nodes else None

    @property
    def node_count(self) -> int:
        """The number of inner nodes: |PET| of a tree that is not flattened."""
        return len(self.spans)

    @cached_property
    def nodes(self) -> list[Node]:
        """The inner nodes in post-order."""
        waiting: list[Node] = []  # finished nodes without a parent, left to right
        found: list[Node] = []

        def leaves(start: int, stop: int) -> list[Node]:
            return [Node(self.permutation, Span(k, k + 1)) for k in range(start, stop)]

        for span in self.spans:
            first = len(waiting)
            while first and waiting[first - 1].span.start >= span.start:
                first -= 1
            children: list[Node] = []
            position = span.start
            for child in waiting[first:]:
                children += [*leaves(position, child.span.start), child]
                position = child.span.stop
            children += leaves(position, span.stop)
            found.append(Node(self.permutation, span, tuple(children)))
            waiting[first:] = found[-1:]
        return found

    def to_text(self) -> str:
        """Draws the tree with lines, one node per line."""
        if self.root is None:
            return "⟨⟩"
        lines: list[str] = []
        waiting = [(self.root, "", "")]
        while waiting:
            node, before_label, before_children = waiting.pop()
            lines.append(before_label + node.label())
            for k, child in enumerate(reversed(node.children)):
                stem, below = ("└── ", "    ") if k == 0 else ("├── ", "│   ")
                waiting.append((child, before_children + stem, before_children + below))
        return "\n".join(lines)

    def to_json(self) -> dict[str, Any]:
        """Returns the tree as a flat list of nodes, children before parents, leaves included.

        A leaf is `{"start", "stop", "value"}`; an inner node is `{"start", "stop", "operator",
        "repeat", "children"}`, children being indices into the list. The root comes last.
        """
        nodes: list[dict[str, Any]] = []
        places: dict[Span, int] = {}

        def add(node: Node, **facts: object) -> None:
            places[node.span] = len(nodes)
            nodes.append({**node.span._asdict(), **facts})

        if len(self.permutation) == 1 and self.root is not None:
            add(self.root, value=1)
        for node in self.nodes:
            for child in node.children:
                if not child.children:
                    add(child, value=child.values[0])
            add(
                node,
                operator=list(node.operator),
                repeat=node.repeat,
                children=[places[child.span] for child in node.children],
            )
        return {"permutation": list(self.permutation), "nodes": nodes}

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        """The drawing; of a tree that fills more than a screen, its size."""
        if len(self.permutation) + self.node_count <= LINES_SHOWN:
            return self.to_text()
        return f"<PermutationTree of {len(self.permutation)} words, {self.node_count} nodes>"


@dataclass(frozen=True)
class PermutationForest:
    """All permutation trees of a permutation (PEF), packed in the flattened tree.

    A chain of k children stands for its Catalan(k - 1) binary bracketings, so trees are counted
    and numbered without being built.

        >>> forest = PermutationForest.from_permutation([4, 3, 2, 1])
        >>> forest.pet_count
        5

    Attributes:
        tree: the flattened tree.
    """

    tree: PermutationTree

    @classmethod
    def from_permutation(cls, permutation: Integers) -> PermutationForest:
        """Returns the forest of a permutation, counted from 0 or from 1."""
        batch = PermutationBatch.single(permutation)
        return cls(PermutationTree.of_batch(batch, 0, flattened=True))

    @cached_property
    def _chains(self) -> list[Node]:
        return [node for node in self.tree.nodes if node.repeat > 1]

    @property
    def pet_count(self) -> int:
        """The number of PETs, exactly."""
        return prod(_catalan(chain.repeat) for chain in self._chains)

    @property
    def log_pet_count(self) -> float:
        """The natural logarithm of the number of PETs, fast for any length."""
        repeats = (chain.repeat for chain in self._chains)
        return sum((lgamma(2 * k + 1) - lgamma(k + 1) - lgamma(k + 2) for k in repeats), start=0.0)

    def pets(self) -> Iterator[PermutationTree]:
        """Returns every PET once, the canonical one first. There can be very many."""
        return map(self.pet, range(self.pet_count))

    def pet(self, index: int) -> PermutationTree:
        """Returns the PET with the given number, 0 to `pet_count` - 1."""
        spans = list(self.tree.spans)
        rest = index
        for chain in self._chains:
            rest, bracketing = divmod(rest, _catalan(chain.repeat))
            spans.extend(_bracket(chain.children, bracketing))
        if rest != 0:  # -1 if the number is below 0
            raise IndexError(f"there are {shown(self.pet_count)} PETs, got number {shown(index)}")
        spans.sort(key=lambda span: (span.stop, -span.start))
        return PermutationTree(self.tree.permutation, tuple(spans))


def ranks(values: Sequence[int]) -> tuple[int, ...]:
    """Returns the order of distinct values as a permutation, counted from 1."""
    rank = {value: k for k, value in enumerate(sorted(values), start=1)}
    return tuple(rank[value] for value in values)


def _catalan(k: int) -> int:
    return comb(2 * k, k) // (k + 1)


def _bracket(children: Sequence[Node], number: int) -> Iterator[Span]:
    """Returns the inner blocks of a chain in one of its binary bracketings; 0 branches left."""
    waiting = [(0, len(children), number)]
    while waiting:
        first, last, number = waiting.pop()
        for middle in range(last - 1, first, -1):
            left_ways, right_ways = _catalan(middle - first - 1), _catalan(last - middle - 1)
            if number < left_ways * right_ways:
                break
            number -= left_ways * right_ways
        left_number, right_number = divmod(number, right_ways)
        parts = ((first, middle, left_number), (middle, last, right_number))
        for begin, end, part_number in parts:
            if end - begin >= 2:
                yield Span(children[begin].span.start, children[end - 1].span.stop)
                waiting.append((begin, end, part_number))
