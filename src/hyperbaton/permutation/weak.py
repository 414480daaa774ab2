"""Weak factorisations: permutations factorised only in part, the setting of tight metrics.

Stanojević & Sima'an 2016 call a complexity measure *tight* if every further step of factorisation
lowers it, and *semi-tight* if no step raises it and the whole way from the permutation itself to a
permutation tree lowers it. They build measures from a *ground measure* of single operators, here
any function of an operator: its average (AVG) and its maximum (MAX) over all operators. Notes on
the paper's claims, all tested:

* Theorem 1 holds for the average operator length. For an arbitrary ground measure that is merely
  non-decreasing in length it does not give strictness: a constant one never decreases.
* The number of non-binary nodes is not semi-tight step by step: factorising ⟨1,2,3,4,5,6⟩ into
  two blocks ⟨1,2,3⟩ raises it from one to two.
* One minus a flat metric, such as `kendall`, does not grow with length (⟨2,1⟩ costs 1, ⟨2,4,1,3⟩
  one half). Its average is not tight, and its maximum is 1 as soon as one ⟨2,1⟩ occurs.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import nan
from typing import Any, Protocol, TypeAlias

from hyperbaton.permutation.batch import Integers, PermutationBatch
from hyperbaton.permutation.trees import operator_text

Operator: TypeAlias = tuple[int, ...]
Ground: TypeAlias = Callable[[Operator], float]  # the complexity of one operator

ROUNDING = 1e-12  # averages that differ by less are equal


class Factorized(Protocol):
    """Anything made of operators: a weak factorisation, or a permutation tree."""

    def operators(self) -> Iterator[Operator]:
        """The operators of all nodes."""


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
        (values,) = PermutationBatch.single(permutation)
        return cls(tuple((values + 1).tolist()), (None,) * len(values))

    def operators(self) -> Iterator[Operator]:
        """The operators of all nodes, parents first."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node.operator
            waiting.extend(child for child in node.children if child is not None)

    @property
    def node_count(self) -> int:
        """The number of operators."""
        return sum(1 for _ in self.operators())

    def refinements(self) -> Iterator[WeakFactorization]:
        """Every factorisation one step further: one operator split into adjacent blocks."""
        for blocks in _splits(self.operator):
            inner = tuple(self._block(begin, end) for begin, end in blocks)
            yield WeakFactorization(_ranks([self.operator[begin] for begin, _ in blocks]), inner)
        for k, child in enumerate(self.children):
            for refined in child.refinements() if child is not None else ():
                changed = (*self.children[:k], refined, *self.children[k + 1 :])
                yield WeakFactorization(self.operator, changed)

    def to_text(self, permutation: Sequence[int], *, ascii_only: bool = False) -> str:
        """As the paper writes it, σ[π₁ … πₘ], such as ⟨2,1⟩[3 ⟨1,2⟩[1 2]]."""
        return self._text(iter(permutation), ascii_only)

    def _text(self, words: Iterator[int], ascii_only: bool) -> str:
        parts = [
            str(next(words)) if child is None else child._text(words, ascii_only)
            for child in self.children
        ]
        return f"{operator_text(self.operator, ascii_only=ascii_only)}[{' '.join(parts)}]"

    def to_json(self, permutation: Sequence[int]) -> dict[str, Any]:
        """Nested nodes, each with its operator; the words are leaves."""
        return self._nested(iter(permutation))

    def _nested(self, words: Iterator[int]) -> dict[str, Any]:
        children = [
            next(words) if child is None else child._nested(words) for child in self.children
        ]
        return {"operator": list(self.operator), "children": children}

    def _block(self, begin: int, end: int) -> WeakFactorization | None:
        if end - begin == 1:
            return self.children[begin]
        return WeakFactorization(_ranks(self.operator[begin:end]), self.children[begin:end])

    @property
    def is_permutation_tree(self) -> bool:
        """Whether every operator is primal, so that no refinement is left."""
        return next(self.refinements(), None) is None


Measure: TypeAlias = Callable[[WeakFactorization], float]


def average(factorization: Factorized, ground: Ground = len) -> float:
    """AVG: the mean complexity of the operators; tight for their length. NaN without operators.

    >>> from hyperbaton import PermutationTree
    >>> average(PermutationTree.from_permutation([2, 4, 1, 3, 5]))
    3.0
    """
    values = [ground(operator) for operator in factorization.operators()]
    return sum(values) / len(values) if values else nan


def maximum(factorization: Factorized, ground: Ground = len) -> float:
    """MAX: the largest complexity of an operator; semi-tight for their length."""
    return max((ground(operator) for operator in factorization.operators()), default=nan)


def excess(operator: Operator) -> int:
    """A ground measure that is 0 for ⟨1,2⟩ alone, as footnote 6 asks: otherwise length - 1.

    Its average is tight. Lengths - 1 sum to n - 1 in every factorisation; a step adds nodes, and it
    never takes away one of the operators ⟨1,2⟩, which the sum leaves out.
    """
    return 0 if operator == (1, 2) else len(operator) - 1


def non_binary_nodes(factorization: Factorized) -> int:
    """The number of nodes with more than two children."""
    return sum(len(operator) > 2 for operator in factorization.operators())


def factorizations(permutation: Integers) -> Iterator[WeakFactorization]:
    """Every weak factorisation once, the flattest first; none of fewer than two words.

    There are exponentially many: 4,279 of eight words that keep their order.
    """
    if len(permutation) < 2:
        return
    whole = WeakFactorization.of(permutation)
    waiting, seen = deque([whole]), {whole}
    while waiting:
        factorization = waiting.popleft()
        yield factorization
        for refined in factorization.refinements():
            if refined not in seen:
                seen.add(refined)
                waiting.append(refined)


def steps(permutation: Integers) -> Iterator[tuple[WeakFactorization, WeakFactorization]]:
    """Every weak factorisation with each of those one step further."""
    for factorization in factorizations(permutation):
        for refined in factorization.refinements():
            yield factorization, refined


def is_tight(measure: Measure, permutation: Integers) -> bool:
    """Whether every step of factorising the permutation lowers the measure."""
    return all(measure(before) > measure(after) + ROUNDING for before, after in steps(permutation))


def is_semi_tight(measure: Measure, permutation: Integers) -> bool:
    """Whether no step raises the measure, and going all the way to a permutation tree lowers it."""
    whole = WeakFactorization.of(permutation)
    never_raised = all(
        measure(before) >= measure(after) - ROUNDING for before, after in steps(permutation)
    )
    return never_raised and all(
        measure(whole) > measure(tree) + ROUNDING
        for tree in factorizations(permutation)
        if tree.is_permutation_tree and tree != whole
    )


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
