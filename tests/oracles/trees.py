"""Permutation trees and forests by exhaustive search, from the definitions in the papers.

Nothing here is clever: every block is tested, every split is tried, every tree is built. A tree is
None for a single word, else a tuple (operator, children).
"""

from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise, product
from math import comb


def is_block(values):
    return max(values) - min(values) == len(values) - 1


def ranks(blocks):
    order = sorted(range(len(blocks)), key=lambda k: blocks[k][0])
    operator = [0] * len(blocks)
    for rank, k in enumerate(order, 1):
        operator[k] = rank
    return tuple(operator)


@cache
def factorizations(values):
    """All ways to split into the minimum number of adjacent sub-permutations (the arity)."""
    n = len(values)
    for arity in range(2, n + 1):
        found = []
        for inner in combinations(range(1, n), arity - 1):
            cuts = (0, *inner, n)
            blocks = tuple(values[a:b] for a, b in pairwise(cuts))
            if all(map(is_block, blocks)):
                found.append(blocks)
        if found:
            return tuple(found)
    raise AssertionError(values)


@cache
def all_trees(values):
    """Every PET."""
    if len(values) == 1:
        return (None,)
    return tuple(
        (ranks(blocks), children)
        for blocks in factorizations(values)
        for children in product(*map(all_trees, blocks))
    )


@cache
def weak_factorizations(values):
    """Every tree of blocks, whatever their number: all that steps of factorisation can reach."""
    if len(values) == 1:
        return (None,)
    found = []
    for arity in range(2, len(values) + 1):
        for inner in combinations(range(1, len(values)), arity - 1):
            blocks = tuple(values[a:b] for a, b in pairwise((0, *inner, len(values))))
            if all(map(is_block, blocks)):
                children = product(*map(weak_factorizations, blocks))
                found.extend((ranks(blocks), chosen) for chosen in children)
    return tuple(found)


def canonical_tree(values):
    """The PET whose chains branch to the left: the last split point, again and again."""
    if len(values) == 1:
        return None
    blocks = factorizations(values)[-1]
    return ranks(blocks), tuple(map(canonical_tree, blocks))


def size(tree):
    return 1 if tree is None else sum(map(size, tree[1]))


def operators(tree):
    if tree is None:
        return []
    return [tree[0], *(op for child in tree[1] for op in operators(child))]


def operator_score(operator, gamma, measure=None):
    """opScore: the rule of figure 6 with γ, or a measure of section 2."""
    if measure is not None:
        return measure(operator)
    return {(1, 2): 1, (2, 1): gamma}.get(operator, 0)


def pet_score(tree, beta, gamma, measure=None):
    """PETscore of one tree (2014, figure 6 with a single inference)."""
    if tree is None:
        return Fraction(1)
    operator, children = tree
    inner = [child for child in children if child is not None]
    op = operator_score(operator, gamma, measure)
    if not inner:
        return Fraction(op)
    mean = sum(pet_score(child, beta, gamma, measure) for child in inner) / Fraction(len(inner))
    return beta * op + (1 - beta) * mean


def pef_score(values, beta, gamma, measure=None):
    """PEFscore (2014, figure 6): the recursion over blocks and all their inferences."""

    @cache
    def node(block):
        if len(block) == 1:
            return Fraction(1)
        ways = factorizations(block)
        op = Fraction(operator_score(ranks(ways[0]), gamma, measure))
        if len(ways[0]) == len(block):
            return op
        return beta * op + (1 - beta) * sum(map(inference, ways)) / len(ways)

    def inference(blocks):
        inner = [block for block in blocks if len(block) > 1]
        return sum(map(node, inner)) / Fraction(len(inner))

    return node(tuple(values))


def released_raw(tree, beta, gamma):
    """The released variant before rescaling: all children, weighted by their share of the span."""
    if tree is None:
        return Fraction(1)
    operator, children = tree
    shares = [(Fraction(size(child), size(tree)), child) for child in children]
    inner = sum(share * released_raw(child, beta, gamma) for share, child in shares)
    return beta * operator_score(operator, gamma) + (1 - beta) * inner


@cache
def released_of_inverted(n, beta, gamma, canonical):
    inverted = tuple(range(n, 0, -1))
    trees = [canonical_tree(inverted)] if canonical else all_trees(inverted)
    return sum(released_raw(tree, beta, gamma) for tree in trees) / len(trees)


def released(values, beta, gamma, *, canonical):
    trees = [canonical_tree(values)] if canonical else all_trees(values)
    raw = sum(released_raw(tree, beta, gamma) for tree in trees) / len(trees)
    lowest = released_of_inverted(len(values), beta, gamma, canonical)
    return (raw - lowest) / (1 - lowest)


def catalan(k):
    return comb(2 * k, k) // (k + 1)


def pet_size(values):
    return Fraction(len(operators(canonical_tree(values))) - 1, len(values) - 2)


def pet_count(values):
    return Fraction(len(all_trees(values)) - 1, catalan(len(values) - 1) - 1)


def max_op(values):
    longest = max(len(operator) for operator in operators(canonical_tree(values)))
    return 1 - Fraction(longest - 2, len(values) - 2)


def avg_op(values):
    lengths = [len(operator) for operator in operators(canonical_tree(values))]
    return 1 - (Fraction(sum(lengths), len(lengths)) - 2) / (len(values) - 2)


@cache
def most_non_binary(n):
    """The largest number of non-binary nodes that n leaves allow, by trying all arities."""
    if n == 1:
        return 0
    best = 0 if n < 4 else 1
    for arity in range(4, n + 1):
        best = max(best, 1 + most_over_children(arity, n))
    return best


@cache
def most_over_children(children, n):
    if children == 1:
        return most_non_binary(n)
    return max(
        most_non_binary(first) + most_over_children(children - 1, n - first)
        for first in range(1, n - children + 2)
    )


def non_binary(values):
    count = sum(len(operator) > 2 for operator in operators(canonical_tree(values)))
    return 1 - Fraction(count, most_non_binary(len(values)))
