"""The papers' worked examples."""

import pytest
from golden_cases import load

from hyperbaton import PermutationForest, metrics

CASES = load("permutations")


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_papers_example(case):
    forest = PermutationForest.from_permutation(case["permutation"])
    if "operators" in case:
        expected = sorted(map(tuple, case["operators"]))
        assert sorted(forest.canonical.operators()) == expected, case["source"]
    if "pets" in case:
        assert forest.pet_count == case["pets"], case["source"]
    for metric, expected in case["scores"].items():
        score = metrics.parse(metric).permutation_score(case["permutation"])
        assert score == pytest.approx(expected, abs=1e-15), (metric, case["source"])
