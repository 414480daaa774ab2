"""Long permutations: exact where the value is known, and no recursion."""

import numpy as np
import pytest

from hyperbaton import PermutationBatch, metrics
from hyperbaton.metrics import METRICS, PermutationMetric
from hyperbaton.metrics.tree_measures import OPERATOR_METRICS

MILLION = 1_000_000
ALL = [name for name, metric in METRICS.items() if issubclass(metric, PermutationMetric)]
LINEAR = [name for name in ALL if name != "pef"]


@pytest.mark.parametrize("name", ALL)
def test_identity_of_a_million(name):
    assert metrics.parse(name).permutation_scores([np.arange(MILLION)]).tolist() == [1.0]


@pytest.mark.parametrize("name", LINEAR)
def test_random_of_a_million_is_finite(name):
    values = np.random.default_rng(0).permutation(MILLION)
    score = metrics.parse(name).permutation_scores([values])[0]
    assert 0.0 <= score <= 1.0


def test_inverted_of_a_million():
    batch = PermutationBatch.of([np.arange(MILLION)[::-1]])
    expected = {"kendall": 0.0, "spearman": 0.0, "ulam": 0.0, "fuzzy": 0.0, "pef": 0.0, "pet": 0.0}
    for name, score in expected.items():
        assert metrics.parse(name).permutation_scores(batch).tolist() == [score]
    for name in ("pet-size", "pet-count", "max-op", "avg-op", "non-binary"):
        assert metrics.parse(name).permutation_scores(batch).tolist() == [1.0]


@pytest.mark.parametrize("op", OPERATOR_METRICS)
def test_long_operators_score_as_by_their_metric(op):
    """A primal permutation is one operator, alone or as a block among others."""
    rng = np.random.default_rng(8)
    drawn = (rng.permutation(n) for n in rng.integers(200, 600, 60))
    primal = [p for p in drawn if metrics.parse("max-op").permutation_score(p) == 0.0]
    assert len(primal) > 3
    expected = metrics.parse(op).permutation_scores(primal).tolist()
    for name in ("pet", "pef"):
        metric = metrics.parse(f"{name}(beta=0.6,op={op})")
        assert metric.permutation_scores(primal).tolist() == expected
        followed = [[*p, len(p)] for p in primal]  # ⟨1,2⟩ over the operator and one word more
        assert metric.permutation_scores(followed) == pytest.approx(
            [0.6 + 0.4 * score for score in expected]
        )


def swapped_pairs(n):
    """2 1 | 3 | 5 4 | 6 | …: a monotone chain with inner blocks and words in turn."""
    values = np.arange(n)
    values[0 : n - 2 : 3], values[1 : n - 1 : 3] = (
        values[1 : n - 1 : 3].copy(),
        values[0 : n - 2 : 3].copy(),
    )
    return values


@pytest.mark.parametrize("variant", ["paper", "released"])
def test_pef_at_ten_thousand(variant):
    for values in (swapped_pairs(10_000), np.arange(10_000)[::-1].copy()):
        score = metrics.parse(f"pef(variant={variant})").permutation_scores([values])[0]
        assert 0.0 <= score < 1.0


def test_long_and_short_code_paths_meet():
    """Around 254 and 256 elements the algorithms change; padding with the identity must not."""
    rng = np.random.default_rng(3)
    for _ in range(20):
        head = rng.permutation(200)
        for n in (253, 254, 255, 256, 257, 300):
            values = np.concatenate([head, np.arange(200, n)])
            trees = metrics.parse("pet-size").permutation_score(values).evidence["nodes"]
            alone = metrics.parse("pet-size").permutation_score(head).evidence["nodes"]
            assert trees == alone + n - 200
