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
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import nan
from typing import Any, TypeAlias

from hyperbaton.permutation.batch import Integers, PermutationBatch
from hyperbaton.permutation.trees import PermutationTree, operator_text, ranks

Operator: TypeAlias = tuple[int, ...]
Ground: TypeAlias = Callable[[Operator], float]  # the complexity of one operator

ROUNDING = 1e-12  # averages that differ by less are equal


@dataclass(frozen=True)
class WeakFactorization:
    """A tree of operators that need not be primal.

    Attributes:
        operator: the permutation of the children, counted from 1.
        children: one per element of the operator; a single word is its value.
    """

    operator: Operator
    children: tuple[WeakFactorization | int, ...]

    @classmethod
    def of(cls, permutation: Integers) -> WeakFactorization:
        """Returns the flattest factorisation: one node whose operator is the permutation itself."""
        values = tuple((PermutationBatch.single(permutation)[0] + 1).tolist())
        return cls(values, values)

    def operators(self) -> Iterator[Operator]:
        """Returns the operators of all nodes, parents first."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node.operator
            waiting.extend(each for each in node.children if not isinstance(each, int))

    @property
    def node_count(self) -> int:
        """The number of operators."""
        return sum(1 for _ in self.operators())

    def refinements(self) -> Iterator[WeakFactorization]:
        """Returns each factorisation one step further: one operator split into blocks."""
        for blocks in _splits(self.operator):
            inner = tuple(self._block(begin, end) for begin, end in blocks)
            yield WeakFactorization(ranks([self.operator[begin] for begin, _ in blocks]), inner)
        for k, child in enumerate(self.children):
            for refined in () if isinstance(child, int) else child.refinements():
                changed = (*self.children[:k], refined, *self.children[k + 1 :])
                yield WeakFactorization(self.operator, changed)

    def to_text(self, *, ascii_only: bool = False) -> str:
        """Writes it as the paper does, σ[π₁ … πₘ], such as ⟨2,1⟩[3 ⟨1,2⟩[1 2]]."""
        parts = [
            str(child) if isinstance(child, int) else child.to_text(ascii_only=ascii_only)
            for child in self.children
        ]
        return f"{operator_text(self.operator, ascii_only=ascii_only)}[{' '.join(parts)}]"

    def to_json(self) -> dict[str, Any]:
        """Returns nested nodes, each with its operator; words are leaves."""
        children = [child if isinstance(child, int) else child.to_json() for child in self.children]
        return {"operator": list(self.operator), "children": children}

    def _block(self, begin: int, end: int) -> WeakFactorization | int:
        if end - begin == 1:
            return self.children[begin]
        return WeakFactorization(ranks(self.operator[begin:end]), self.children[begin:end])

    @property
    def is_permutation_tree(self) -> bool:
        """Whether every operator is primal, so that no refinement is left."""
        return next(self.refinements(), None) is None


Measure: TypeAlias = Callable[[WeakFactorization], float]
Factorized: TypeAlias = WeakFactorization | PermutationTree


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


def factorizations(permutation: Integers) -> Iterator[WeakFactorization]:
    """Returns every weak factorisation once, the flattest first; none of fewer than two words.

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
    """Returns every weak factorisation with each of those one step further."""
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
    """Returns all partitions into adjacent blocks but a single block and single elements."""
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
