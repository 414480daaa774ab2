"""What factorising a permutation does to measures of complexity (2016, section 4)."""

from itertools import combinations
from itertools import permutations as all_orders

import pytest
from oracles import trees

from hyperbaton import metrics

FIGURE_3 = (2, 4, 5, 6, 1, 3)


def spans(tree, begin=0):
    """The positions of every node of a factorisation in the oracle's notation."""
    if tree is None:
        return set()
    found = {(begin, begin + trees.size(tree))}
    for child in tree[1]:
        found |= spans(child, begin)
        begin += 1 if child is None else trees.size(child)
    return found


def lengths(tree):
    return [len(operator) for operator in trees.operators(tree)]


def average(tree):
    return sum(lengths(tree)) / len(lengths(tree))


@pytest.mark.parametrize("values", [*all_orders(range(1, 5)), FIGURE_3, (6, 2, 4, 1, 5, 3)])
def test_factorising_lowers_average_and_longest_operators(values):
    """So `avg-op` is tight; `max-op` is semi-tight: no step raises it."""
    by_spans = {frozenset(spans(tree)): tree for tree in trees.weak_factorizations(values)}
    ends = [end for end in by_spans if not any(end < other for other in by_spans)]
    for less, more in ((less, more) for less in by_spans for more in by_spans if less < more):
        assert average(by_spans[less]) > average(by_spans[more])
        assert max(lengths(by_spans[less])) >= max(lengths(by_spans[more]))
    for end in ends:
        measured = {"avg-op": average(by_spans[end]), "max-op": max(lengths(by_spans[end]))}
        for name, value in measured.items():
            score = metrics.parse(name).permutation_score(values)  # type: ignore[attr-defined]
            assert 2 + (1 - score) * (len(values) - 2) == pytest.approx(value)


def primal(n):
    drawn = list(all_orders(range(1, n + 1)))
    longest = metrics.parse("max-op").permutation_scores(drawn)  # type: ignore[attr-defined]
    return {p for p, score in zip(drawn, longest, strict=True) if n < 3 or score == 0.0}


def patterns(permutation, n):
    """What is left of a permutation if all but n of its words go, counted from 1 again."""
    return {trees.ranks([(value,) for value in kept]) for kept in combinations(permutation, n)}


def test_schmerl_and_trotter_on_primal_permutations():
    """Each of length n contains one of length n - 1 or n - 2."""
    by_length = {n: primal(n) for n in range(2, 8) if n != 3}
    assert {n: len(found) for n, found in by_length.items()} == {2: 2, 4: 2, 5: 6, 6: 46, 7: 338}
    for n in range(4, 8):
        shorter = by_length.get(n - 1, set()) | by_length.get(n - 2, set())
        for permutation in by_length[n]:
            assert (patterns(permutation, n - 1) | patterns(permutation, n - 2)) & shorter


def test_number_of_trees_is_between_that_of_primal_permutations_and_of_the_identity():
    """The paper calls it semi-tight, but a weak factorisation is one tree, so it is no measure."""
    metric = metrics.parse("pet-count")
    for n in range(3, 8):
        drawn = list(all_orders(range(1, n + 1)))
        scores = dict(zip(drawn, metric.permutation_scores(drawn).tolist(), strict=True))  # type: ignore[attr-defined]
        assert scores[drawn[0]] == scores[drawn[-1]] == max(scores.values()) == 1.0
        assert all(scores[permutation] == 0.0 for permutation in primal(n))
        assert min(scores.values()) == 0.0
