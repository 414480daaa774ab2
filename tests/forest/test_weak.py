"""Weak factorisations and the tightness of measures over them (2016, section 4, theorem 1)."""

from itertools import permutations as all_orders

import pytest

from hyperbaton import PermutationTree, WeakFactorization
from hyperbaton.forest.weak import average_operator_length, longest_operator, non_binary_nodes

SHORT = [p for n in range(2, 6) for p in all_orders(range(1, n + 1))]


def steps(permutation):
    """Every pair (factorisation, one of its refinements) that can be reached."""
    seen, waiting = set(), [WeakFactorization.of(permutation)]
    while waiting:
        factorization = waiting.pop()
        if factorization in seen:
            continue
        seen.add(factorization)
        for refined in factorization.refinements():
            yield factorization, refined
            waiting.append(refined)


def final(permutation):
    waiting, found = [WeakFactorization.of(permutation)], set()
    while waiting:
        factorization = waiting.pop()
        refined = list(factorization.refinements())
        waiting.extend(refined)
        if not refined:
            found.add(factorization)
    return found


def test_refinement_ends_in_the_permutation_trees():
    for permutation in SHORT:
        canonical = sorted(PermutationTree.from_permutation(permutation).operators())
        ends = final(permutation)
        assert all(sorted(end.operators()) == canonical for end in ends)
        assert all(end.is_permutation_tree for end in ends)


def test_average_operator_length_is_tight():
    for permutation in SHORT:
        for before, after in steps(permutation):
            assert average_operator_length(before) > average_operator_length(after)


def test_number_of_nodes_is_tight():
    for permutation in SHORT:
        for before, after in steps(permutation):
            assert len(list(before.operators())) < len(list(after.operators()))


def test_longest_operator_is_semi_tight():
    for permutation in SHORT:
        whole = WeakFactorization.of(permutation)
        for before, after in steps(permutation):
            assert longest_operator(before) >= longest_operator(after)
        for tree in final(permutation) - {whole}:
            assert longest_operator(whole) > longest_operator(tree)


def test_number_of_non_binary_nodes_is_not_semi_tight_step_by_step():
    before = WeakFactorization.of([1, 2, 3, 4, 5, 6])
    raised = [after for after in before.refinements() if non_binary_nodes(after) == 2]
    assert non_binary_nodes(before) == 1
    assert {after.operator for after in raised} >= {(1, 2)}


def test_a_constant_ground_measure_is_not_tight():
    before, after = next(steps([1, 2, 3]))
    constant = [sum(1 for _ in f.operators()) / len(list(f.operators())) for f in (before, after)]
    assert constant[0] == constant[1]


@pytest.mark.parametrize("permutation", [[2, 4, 1, 3], [1, 2], [2, 4, 1, 5, 3]])
def test_primal_permutations_have_no_refinement(permutation):
    assert WeakFactorization.of(permutation).is_permutation_tree
