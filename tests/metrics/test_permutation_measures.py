"""Every permutation metric: the papers' examples, brute force on short ones, and long ones."""

from fractions import Fraction
from itertools import permutations as all_orders
from random import Random

import numpy as np
import pytest
from golden_cases import load
from oracles import flat, trees
from tuned_costs import operator_shares

from hyperbaton import PermutationForest, PermutationTree, score_permutations
from hyperbaton.errors import NotationError
from hyperbaton.metrics import METRICS, PermutationMetric, parse
from hyperbaton.metrics.tree_measures import OPERATOR_METRICS
from hyperbaton.permutation import PermutationBatch

FLAT = {
    "kendall": flat.kendall,
    "kendall(sqrt=true)": flat.kendall_sqrt,
    "spearman": flat.spearman,
    "footrule": flat.footrule,
    "hamming": flat.hamming,
    "ulam": flat.ulam,
    "fuzzy": flat.fuzzy,
    "fuzzy(boundaries=true)": flat.fuzzy_boundaries,
}
SHAPE = {
    "pet-size": (trees.pet_size, 3),
    "pet-count": (trees.pet_count, 3),
    "max-op": (trees.max_op, 3),
    "avg-op": (trees.avg_op, 3),
    "non-binary": (trees.non_binary, 4),
}
CASES = load("permutations")
MILLION = 1_000_000
ALL = [name for name, metric in METRICS.items() if issubclass(metric, PermutationMetric)]
WEIGHTS = [("0.6", "0"), ("0.6", "0.5"), ("0", "0.25"), ("1", "0.5"), ("0.35", "1"), ("0.5", "0")]
RELEASED_WEIGHTS = [("0.6", "0"), ("0.25", "0.5"), ("1", "0"), ("0.05", "0")]


def scores(metric, permutations):
    return score_permutations(permutations, metric).scores[:, 0]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_papers_example(case):
    forest = PermutationForest.from_permutation(case["permutation"])
    if "operators" in case:
        expected = sorted(map(tuple, case["operators"]))
        assert sorted(node.operator for node in forest.pet(0).nodes) == expected, case["source"]
    if "pets" in case:
        assert forest.pet_count == case["pets"], case["source"]
    for metric, expected in case["scores"].items():
        (score,) = scores(metric, [case["permutation"]])
        assert score == pytest.approx(expected, abs=1e-15), (metric, case["source"])


def up_to(longest, shortest=2):
    return [p for n in range(shortest, longest + 1) for p in all_orders(range(1, n + 1))]


def random_permutations(lengths, count, seed):
    """Every other one shuffled, the rest with a few blocks moved."""
    random = Random(seed)
    drawn = [list(range(1, random.choice(lengths) + 1)) for _ in range(count)]
    for k, values in enumerate(drawn):
        if k % 2:
            random.shuffle(values)
        for _ in range(0 if k % 2 else random.randint(1, 3)):
            a, b, c = sorted(random.choices(range(len(values) + 1), k=3))
            values[a:c] = values[b:c] + values[a:b]
    return [tuple(values) for values in drawn]


def agree(metric, oracle, permutations, tolerance=1e-13):
    expected = [float(oracle(permutation)) for permutation in permutations]
    assert scores(metric, permutations) == pytest.approx(expected, rel=0, abs=tolerance), metric


def agree_on_trees(parameters, permutations, *arguments):
    """Both measures of trees with parameters, against their recursions."""
    agree(f"pef({parameters})", lambda p: trees.pef_score(p, *arguments), permutations)
    agree(
        f"pet({parameters})",
        lambda p: trees.pet_score(trees.canonical_tree(p), *arguments),
        permutations,
    )


@pytest.mark.parametrize("metric", FLAT)
def test_flat_metrics_on_all_short_permutations(metric):
    agree(metric, FLAT[metric], up_to(7))


@pytest.mark.parametrize("metric", FLAT)
def test_flat_metrics_on_longer_permutations(metric):
    lengths = [8, 31, 63, 64, 65, 128, 255, 256, 257, 400]
    agree(metric, FLAT[metric], random_permutations(lengths, 300, seed=1))


@pytest.mark.parametrize("metric", SHAPE)
def test_shape_metrics_on_all_short_permutations(metric):
    oracle, shortest = SHAPE[metric]
    agree(metric, oracle, up_to(7, shortest))


@pytest.mark.parametrize(("beta", "gamma"), WEIGHTS)
def test_pet_and_pef_on_all_short_permutations(beta, gamma):
    agree_on_trees(f"beta={beta},gamma={gamma}", up_to(7), Fraction(beta), Fraction(gamma))


@pytest.mark.parametrize("op", OPERATOR_METRICS)
@pytest.mark.parametrize("beta", ["0.6", "0", "1"])
def test_any_measure_of_operators_on_all_short_permutations(op, beta):
    agree_on_trees(f"beta={beta},op={op}", up_to(7), Fraction(beta), 0, FLAT[op])


def test_measures_agree_on_binary_operators_and_fuzzy_with_the_papers_rule():
    drawn = random_permutations([12, 40], 200, seed=5)
    assert all(measure((1, 2)) == 1 and measure((2, 1)) == 0 for measure in FLAT.values())
    for name in ("pet", "pef"):
        plain, fuzzy, kendall = (
            scores(text, drawn) for text in (name, f"{name}(op=fuzzy)", f"{name}(op=kendall)")
        )
        binary = scores("max-op", drawn) == 1.0
        assert plain.tolist() == fuzzy.tolist()
        assert (plain[binary] == kendall[binary]).all() and binary.any()
        assert (plain <= kendall).all() and (plain < kendall).any()


@pytest.mark.parametrize("wrong", ["op=kendall,gamma=0.5", "op=ulam,variant=released", "op=pef"])
def test_measures_of_operators_that_are_refused(wrong):
    with pytest.raises(NotationError, match=r"pet: op(=| must be one of )"):
        parse(f"pet({wrong})")


@pytest.mark.parametrize("name", ["pef", "pet"])
@pytest.mark.parametrize(("beta", "gamma"), RELEASED_WEIGHTS)
def test_released_variants_on_all_short_permutations(name, beta, gamma):
    def oracle(permutation):
        weights = Fraction(beta), Fraction(gamma)
        return trees.released(permutation, *weights, canonical=name == "pet")

    agree(f"{name}(beta={beta},gamma={gamma},variant=released)", oracle, up_to(7), 1e-12)


@pytest.mark.parametrize("canonical", [False, True])
def test_shares_of_operators_give_the_score_of_any_weights(canonical):
    """By the recursion with a score for each kind, on all short permutations and some longer."""
    drawn = [(), *up_to(6, 1), *random_permutations([7, 8, 9], 300, seed=4)]
    weights, beta = [Fraction(k, 10) for k in (9, 3, 5, 2)], Fraction(7, 20)

    def measure(operator):
        return weights[{(1, 2): 0, (2, 1): 1}.get(operator, 2 if len(operator) == 4 else 3)]

    shares = operator_shares(PermutationBatch.of(drawn), 0.35, canonical=canonical)
    assert shares[:2].tolist() == [[0, 0, 0, 0], [1, 0, 0, 0]]
    for permutation, score in zip(drawn[2:], shares[2:] @ [float(w) for w in weights], strict=True):
        if canonical:
            expected = trees.pet_score(trees.canonical_tree(permutation), beta, 0, measure)
        else:
            expected = trees.pef_score(permutation, beta, 0, measure)
        assert score == pytest.approx(float(expected), abs=1e-13)
    name = "pet" if canonical else "pef"
    published = scores(f"{name}(beta=0.35,gamma=0.25)", drawn)
    assert shares @ [1, 0.25, 0, 0] == pytest.approx(published, abs=1e-13)


def test_tree_metrics_on_thousands_of_longer_permutations():
    drawn = random_permutations([8, 9, 10], 2500, seed=2)
    agree_on_trees("beta=0.6", drawn, Fraction("0.6"), Fraction(0))
    for metric, (oracle, _) in SHAPE.items():
        if metric != "pet-count":
            agree(metric, oracle, drawn)


# Long permutations: exact where the value is known, and no recursion.


@pytest.mark.parametrize("name", ALL)
def test_identity_of_a_million(name):
    assert scores(name, [np.arange(MILLION)]).tolist() == [1.0]


@pytest.mark.parametrize("name", [name for name in ALL if name != "pef"])
def test_random_of_a_million_is_finite(name):
    (score,) = scores(name, [np.random.default_rng(0).permutation(MILLION)])
    assert 0.0 <= score <= 1.0


def test_inverted_of_a_million():
    sizes = ["pet-size", "pet-count", "max-op", "avg-op", "non-binary"]
    names = ["kendall", "spearman", "ulam", "fuzzy", "pef", "pet", *sizes]
    (found,) = score_permutations([np.arange(MILLION)[::-1]], names).scores.tolist()
    assert found == [0.0] * 6 + [1.0] * 5


@pytest.mark.parametrize("op", OPERATOR_METRICS)
def test_long_operators_score_as_by_their_metric(op):
    """A primal permutation is one operator, alone or as a block among others."""
    rng = np.random.default_rng(8)
    drawn = [rng.permutation(n) for n in rng.integers(200, 600, 60)]
    primal = [p for p, found in zip(drawn, scores("max-op", drawn), strict=True) if found == 0.0]
    assert len(primal) > 3
    expected = scores(op, primal)
    for name in ("pet", "pef"):
        metric = f"{name}(beta=0.6,op={op})"
        assert scores(metric, primal).tolist() == expected.tolist()
        followed = [[*p, len(p)] for p in primal]  # ⟨1,2⟩ over the operator and one word more
        assert scores(metric, followed) == pytest.approx(0.6 + 0.4 * expected)


@pytest.mark.parametrize("variant", ["paper", "released"])
def test_pef_at_ten_thousand(variant):
    swapped = np.arange(10_000)  # 2 1 | 3 | 5 4 | 6 | …: a chain with inner blocks and words
    swapped[0:9_999:3], swapped[1:9_999:3] = swapped[1:9_999:3].copy(), swapped[0:9_999:3].copy()
    for score in scores(f"pef(variant={variant})", [swapped, np.arange(10_000)[::-1]]):
        assert 0.0 <= score < 1.0


def test_long_and_short_code_paths_meet():
    """Around 254 and 256 elements the algorithms change; padding with the identity must not."""
    rng = np.random.default_rng(3)
    for _ in range(20):
        head = rng.permutation(200)
        nodes = PermutationTree.from_permutation(head).node_count
        for n in (253, 254, 255, 256, 257, 300):
            values = np.concatenate([head, np.arange(200, n)])
            assert PermutationTree.from_permutation(values).node_count == nodes + n - 200
