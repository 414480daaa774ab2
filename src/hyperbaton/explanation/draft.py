"""A segment before its moves have prices: its words, links, permutation tree and moves."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import cast

from hyperbaton.alignment.alignments import Alignment
from hyperbaton.explanation.moves import Move, moves_of, steps_to_order, undone
from hyperbaton.explanation.rescoring import Key, Piece, rearranged
from hyperbaton.explanation.segment import BlockKind, ExplainedLink, PricedMove, TreeBlock, Values
from hyperbaton.permutation.trees import Node, PermutationTree, Span


@dataclass(frozen=True)
class Draft:
    """A segment before its moves have prices.

    Attributes:
        segment: which segment, from 0.
        reference: the reference that it is compared with, among those of all segments.
        pieces: the words of the hypothesis as they are written.
        alignment: its links with the reference.
        tree: the flattened tree of the permutation.
    """

    segment: int
    reference: int
    pieces: Sequence[Piece]
    alignment: Alignment
    tree: PermutationTree

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """The moves, those of outer blocks first."""
        return moves_of(self.tree)

    @cached_property
    def elements(self) -> list[int]:
        """The token that stands at each position of the permutation."""
        return [link.hypothesis for link in self.alignment.links]

    @property
    def links(self) -> tuple[ExplainedLink, ...]:
        """The links as an explanation has them."""
        return tuple(ExplainedLink(*link) for link in self.alignment.links)

    @property
    def fewest_words(self) -> int:
        """The least number of words that would have to move one by one."""
        ends: list[int] = []  # of increasing subsequences, by length
        for value in self.tree.permutation:
            place = bisect_left(ends, value)
            ends[place : place + 1] = [value]
        return len(self.tree.permutation) - len(ends)

    def alone(self, move: Move) -> Key:
        """The order with one move undone."""
        block, beside = self._tokens_at(move.block), self._tokens_at(move.neighbour)
        order = undone(range(len(self.pieces)), block, beside, after=move.after)
        return self.segment, tuple(order)

    def steps(self, moves: Sequence[Move]) -> list[Key]:
        """The order after each of several moves is undone, all earlier ones as well."""
        orders = steps_to_order(self.tree.permutation, moves, self.elements, len(self.pieces))
        return [(self.segment, tuple(order)) for order in orders]

    def texts(self, keys: Iterable[Key]) -> dict[Key, str]:
        """The text in each of several orders."""
        return {key: rearranged(self.pieces, key[1]) for key in keys}

    def priced(self, move: Move, number: int, prices: Values) -> PricedMove:
        """A move as an explanation has it."""
        return PricedMove(
            number=number,
            start=move.block.start,
            stop=move.block.stop,
            tokens=self._stretch(move.block),
            text=self._text(move.block),
            neighbour=self._stretch(move.neighbour),
            neighbour_text=self._text(move.neighbour),
            after=move.after,
            distance=move.distance,
            depth=move.depth,
            prices=prices,
        )

    def blocks(self) -> TreeBlock | None:
        """The tree as an explanation has it."""
        words = len(self.tree.permutation)
        if words < 2:
            return TreeBlock(0, 1, "leaf") if words else None
        pairs = words * (words - 1) // 2
        done: dict[Span, TreeBlock] = {}  # inner nodes, children before parents
        for node in self.tree.nodes():
            block = _block(node, done, pairs)
            done[Span(node.start, node.stop)] = block
        return block

    def _tokens_at(self, span: Span) -> list[int]:
        return self.elements[span.start : span.stop]

    def _stretch(self, span: Span) -> tuple[int, int]:
        """The stretch of tokens from the first to the last of some positions."""
        return self.elements[span.start], self.elements[span.stop - 1] + 1

    def _text(self, span: Span) -> str:
        return rearranged(self.pieces, range(*self._stretch(span)))


def _block(node: Node, done: Mapping[Span, TreeBlock], pairs: int) -> TreeBlock:
    """A node with the pairs of words that are out of order between its children."""
    spans = node.child_spans
    children = tuple(done.get(span) or TreeBlock(*span, "leaf") for span in spans)
    operator = node.operator
    inversions = 0
    if operator != (1, 2):
        firsts = [node.tree.permutation[span.start] for span in spans]
        sizes = [span.stop - span.start for span in spans]
        inversions = sum(
            sizes[i] * sizes[j]
            for j in range(len(spans))
            for i in range(j)
            if firsts[i] > firsts[j]
        )
    loss = inversions / pairs
    kind = cast("BlockKind", node.kind)
    return TreeBlock(node.start, node.stop, kind, operator, inversions, loss, children)
