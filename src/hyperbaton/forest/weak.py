"""Weak factorisations: permutations factorised only in part, the setting of tight metrics.

Stanojević & Sima'an 2016 call a complexity measure *tight* if every further step of factorisation
lowers it, and *semi-tight* if no step raises it and the whole way from the permutation itself to a
permutation tree lowers it. Two notes on the paper's claims, both tested here:

* Theorem 1 holds for the average operator length. For an arbitrary ground measure that is merely
  non-decreasing in length it does not give strictness: a constant one never decreases.
* The number of non-binary nodes is not semi-tight step by step: factorising ⟨1,2,3,4,5,6⟩ into
  two blocks ⟨1,2,3⟩ raises it from one to two.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hyperbaton.permutation import Integers, PermutationBatch

Operator = tuple[int, ...]


@dataclass(frozen=True)
class WeakFactorization:
    """A tree of operators that need not be primal.

    Attributes:
        operator: the permutation of the children, counted from 1.
        children: one per element of the operator; None for a single word.
    """

    operator: Operator
    children: tuple[WeakFactorization | None, ...]

    @classmethod
    def of(cls, permutation: Integers) -> WeakFactorization:
        """The flattest factorisation: one node whose operator is the permutation itself."""
        (values,) = PermutationBatch.of([permutation])
        return cls(tuple((values + 1).tolist()), (None,) * len(values))

    def operators(self) -> Iterator[Operator]:
        """The operators of all nodes, parents first."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node.operator
            waiting.extend(child for child in node.children if child is not None)

    def refinements(self) -> Iterator[WeakFactorization]:
        """Every factorisation one step further: one operator split into adjacent blocks."""
        for blocks in _splits(self.operator):
            inner = tuple(self._block(begin, end) for begin, end in blocks)
            yield WeakFactorization(_ranks([self.operator[begin] for begin, _ in blocks]), inner)
        for k, child in enumerate(self.children):
            for refined in child.refinements() if child is not None else ():
                changed = (*self.children[:k], refined, *self.children[k + 1 :])
                yield WeakFactorization(self.operator, changed)

    def _block(self, begin: int, end: int) -> WeakFactorization | None:
        if end - begin == 1:
            return self.children[begin]
        return WeakFactorization(_ranks(self.operator[begin:end]), self.children[begin:end])

    @property
    def is_permutation_tree(self) -> bool:
        """Whether every operator is primal, so that no refinement is left."""
        return next(self.refinements(), None) is None


def average_operator_length(factorization: WeakFactorization) -> float:
    """The mean length of the operators; tight."""
    lengths = [len(operator) for operator in factorization.operators()]
    return sum(lengths) / len(lengths)


def longest_operator(factorization: WeakFactorization) -> int:
    """The length of the longest operator; semi-tight."""
    return max(len(operator) for operator in factorization.operators())


def non_binary_nodes(factorization: WeakFactorization) -> int:
    """The number of nodes with more than two children."""
    return sum(len(operator) > 2 for operator in factorization.operators())


def _splits(operator: Operator) -> Iterator[list[tuple[int, int]]]:
    """All partitions into adjacent blocks, not one block nor only single elements."""
    n = len(operator)
    waiting: list[list[tuple[int, int]]] = [[]]
    while waiting:
        blocks = waiting.pop()
        begin = blocks[-1][1] if blocks else 0
        if begin == n:
            if 1 < len(blocks) < n:
                yield blocks
            continue
        for end in range(begin + 1, n + 1):
            stretch = operator[begin:end]
            if max(stretch) - min(stretch) == end - begin - 1:
                waiting.append([*blocks, (begin, end)])


def _ranks(values: list[int] | Operator) -> Operator:
    rank = {value: k for k, value in enumerate(sorted(values), start=1)}
    return tuple(rank[value] for value in values)
