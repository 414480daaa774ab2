"""A permutation forest: all permutation trees of one permutation, packed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import comb, lgamma, prod

from hyperbaton.checks import shown
from hyperbaton.permutation.batch import Integers
from hyperbaton.permutation.trees import Node, PermutationTree, Span


@dataclass(frozen=True, repr=False)
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
        return cls(PermutationTree.from_permutation(permutation).flattened())

    def __repr__(self) -> str:
        words = len(self.tree.permutation)
        return f"<PermutationForest of {words} words, {len(self._chains)} chains>"

    @cached_property
    def _chains(self) -> list[Node]:
        return [node for node in self.tree.nodes() if node.repeat > 1]

    @property
    def pet_count(self) -> int:
        """The number of PETs, exactly."""
        return prod(_catalan(chain.repeat) for chain in self._chains)

    @property
    def log_pet_count(self) -> float:
        """The natural logarithm of the number of PETs, fast for any length."""
        return sum((_log_catalan(chain.repeat) for chain in self._chains), start=0.0)

    def pets(self) -> Iterator[PermutationTree]:
        """Returns every PET once, the canonical one first. There can be very many."""
        return map(self.pet, range(self.pet_count))

    def pet(self, index: int) -> PermutationTree:
        """Returns the PET with the given number, 0 to `pet_count` - 1."""
        spans = list(self.tree.spans)
        rest = index
        for chain in self._chains:
            rest, bracketing = divmod(rest, _catalan(chain.repeat))
            spans.extend(_bracket(self.tree.child_spans[chain.index or 0], bracketing))
        if rest != 0:  # -1 if the number is below 0
            raise IndexError(f"there are {shown(self.pet_count)} PETs, got number {shown(index)}")
        spans.sort(key=lambda span: (span.stop, -span.start))
        return PermutationTree(self.tree.permutation, tuple(spans))


def _catalan(k: int) -> int:
    return comb(2 * k, k) // (k + 1)


def _log_catalan(k: int) -> float:
    return lgamma(2 * k + 1) - lgamma(k + 1) - lgamma(k + 2)


def _bracket(children: list[Span], number: int) -> Iterator[Span]:
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
                yield Span(children[begin].start, children[end - 1].stop)
                waiting.append((begin, end, part_number))
