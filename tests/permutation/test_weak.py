"""Weak factorisations and the tightness of measures over them (2016, section 4, theorem 1)."""

from itertools import combinations
from itertools import permutations as all_orders
from math import isnan

import pytest
from oracles import flat, trees

from hyperbaton import PermutationForest, PermutationTree, WeakFactorization, metrics
from hyperbaton.permutation.weak import (
    average,
    excess,
    factorizations,
    is_semi_tight,
    is_tight,
    maximum,
    steps,
)

SHORT = [p for n in range(2, 6) for p in all_orders(range(1, n + 1))]
FIGURE_3 = (2, 4, 5, 6, 1, 3)


def as_oracle(factorization):
    """A factorisation in the oracle's notation."""
    if isinstance(factorization, int):
        return None
    return factorization.operator, tuple(map(as_oracle, factorization.children))


def wrong_pairs(operator):
    return 1 - flat.kendall(operator)


def final(permutation):
    return {each for each in factorizations(permutation) if each.is_permutation_tree}


def test_every_weak_factorisation_once():
    for permutation in [*SHORT, FIGURE_3, (1, 2, 3, 4, 5, 6), (6, 2, 4, 1, 5, 3)]:
        found = list(map(as_oracle, factorizations(permutation)))
        assert len(found) == len(set(found))
        assert set(found) == set(trees.weak_factorizations(permutation))
        assert found[0] == (permutation, (None,) * len(permutation))


def test_there_are_as_many_as_bracketings_of_words_in_order():
    numbers = [len(list(factorizations(range(1, n + 1)))) for n in range(9)]
    assert numbers == [0, 0, 1, 3, 11, 45, 197, 903, 4279]  # little Schröder numbers


def test_steps_lead_from_each_factorisation_to_its_refinements():
    for permutation in SHORT:
        pairs = list(steps(permutation))
        assert len(pairs) == len(set(pairs))
        assert {after for _, after in pairs} == set(factorizations(permutation)) - {
            WeakFactorization.of(permutation)
        }
        assert all(before.node_count < after.node_count for before, after in pairs)


def test_refinement_ends_in_the_permutation_trees():
    for permutation in SHORT:
        canonical = sorted(PermutationTree.from_permutation(permutation).operators())
        ends = final(permutation)
        assert all(sorted(end.operators()) == canonical for end in ends)
        assert len(ends) == PermutationForest.from_permutation(permutation).pet_count


TIGHT = {
    "average length": average,
    "number of nodes": lambda each: -each.node_count,
    "average excess": lambda each: average(each, excess),  # footnote 6
}
SEMI_TIGHT = {**TIGHT, "longest": maximum, "largest excess": lambda each: maximum(each, excess)}


@pytest.mark.parametrize("name", SEMI_TIGHT)
def test_tight_and_semi_tight_measures(name):
    measure = SEMI_TIGHT[name]
    assert all(is_semi_tight(measure, permutation) for permutation in [*SHORT, FIGURE_3])
    assert all(is_tight(measure, p) for p in [*SHORT, FIGURE_3]) == (name in TIGHT)


def test_nothing_but_the_identity_of_two_has_no_excess():
    assert [op for op in SHORT if excess(op) == 0] == [(1, 2)]
    assert (excess((2, 1)), excess((2, 4, 1, 3))) == (1, 3)


def test_figure_3():
    found = {tuple(sorted(each.operators())): each for each in factorizations(FIGURE_3)}
    whole = found[(FIGURE_3,)]
    one_step = found[(1, 2, 3), (2, 4, 1, 3)]
    ends = final(FIGURE_3)
    assert len(ends) == PermutationForest.from_permutation(FIGURE_3).pet_count == 2
    for tree in ends:
        assert sorted(tree.operators()) == [(1, 2), (1, 2), (2, 4, 1, 3)]
        chain = [whole, one_step, tree]
        assert [average(each) for each in chain] == [6, 3.5, 8 / 3]
        assert [maximum(each) for each in chain] == [6, 4, 4]
        assert [each.node_count for each in chain] == [1, 2, 3]


def non_binary_nodes(factorization):
    return sum(len(operator) > 2 for operator in factorization.operators())


def test_number_of_non_binary_nodes_is_not_semi_tight_step_by_step():
    before = WeakFactorization.of([1, 2, 3, 4, 5, 6])
    raised = [after for after in before.refinements() if non_binary_nodes(after) == 2]
    assert non_binary_nodes(before) == 1
    assert {after.operator for after in raised} >= {(1, 2)}
    assert not is_semi_tight(non_binary_nodes, [1, 2, 3, 4, 5, 6])


def test_ground_measures_that_never_fall_with_length_need_not_be_tight():
    """Theorem 1 asks for no more than that; these two have equal averages before and after."""

    def shorter_excess(operator):
        return len(operator) - 2 + (operator == (2, 1))

    for ground in (lambda _: 1.0, shorter_excess):
        assert not is_tight(lambda each, ground=ground: average(each, ground), [3, 2, 1])


def test_flat_measures_are_no_tight_ground_measures():
    """One wrong pair of three in ⟨2,1,3⟩, one of one in ⟨2,1⟩: factorising raises the average."""
    ((before, after),) = steps([2, 1, 3])
    assert 3 * average(before, wrong_pairs) == 2 * average(after, wrong_pairs) == 1
    assert not is_semi_tight(lambda each: average(each, wrong_pairs), [2, 1, 3])
    for permutation in SHORT:
        tree = PermutationTree.from_permutation(permutation)
        inverted = (2, 1) in tree.operators()
        assert (maximum(tree, wrong_pairs) == 1) == inverted


def test_complexity_of_permutation_trees():
    tree = PermutationTree.from_permutation([5, 7, 4, 6, 3, 1, 2])
    assert (average(tree), maximum(tree)) == (10 / 4, 4)
    assert (average(tree, excess), maximum(tree, excess)) == ((3 + 1 + 1 + 0) / 4, 3)
    assert average(tree, wrong_pairs) == (0.5 + 1 + 1 + 0) / 4
    assert average(tree.flattened()) == average(tree)
    word = PermutationTree.from_permutation([1])
    assert isnan(average(word)) and isnan(maximum(word))


def test_primal_permutations_have_no_refinement():
    for permutation in ([2, 4, 1, 3], [1, 2], [2, 4, 1, 5, 3]):
        assert WeakFactorization.of(permutation).is_permutation_tree


def primal(n):
    drawn = list(all_orders(range(1, n + 1)))
    longest = metrics.parse("max-op").permutation_scores(drawn)
    return {p for p, score in zip(drawn, longest, strict=True) if n < 3 or score == 0.0}


def patterns(permutation, n):
    """What is left of a permutation if all but n of its words go, counted from 1 again."""
    return {trees.ranks([(value,) for value in kept]) for kept in combinations(permutation, n)}


def test_schmerl_and_trotter_on_primal_permutations():
    """Each of length n contains one of length n - 1 or n - 2 (2016, section 4)."""
    by_length = {n: primal(n) for n in range(2, 8) if n != 3}
    assert {n: len(found) for n, found in by_length.items()} == {2: 2, 4: 2, 5: 6, 6: 46, 7: 338}
    for n in range(4, 8):
        for permutation in by_length[n]:
            assert any(
                patterns(permutation, shorter) & by_length.get(shorter, set())
                for shorter in (n - 1, n - 2)
            )
    assert (2, 4, 1, 3) in patterns((2, 4, 1, 5, 3), 4)
    assert (2, 1) in patterns((2, 4, 1, 3), 2)


def test_number_of_trees_is_between_that_of_primal_permutations_and_of_the_identity():
    """What can be said of #PETs.

    The paper calls it semi-tight by way of flattened trees, whose chains get a length that falls
    with a Catalan number; over weak factorisations, of which each is one tree, it is no measure.
    """
    metric = metrics.parse("pet-count")
    for n in range(3, 8):
        drawn = list(all_orders(range(1, n + 1)))
        scores = dict(zip(drawn, metric.permutation_scores(drawn).tolist(), strict=True))
        assert scores[drawn[0]] == scores[drawn[-1]] == max(scores.values()) == 1.0
        assert all(scores[permutation] == 0.0 for permutation in primal(n))
        assert min(scores.values()) == 0.0
