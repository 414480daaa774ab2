"""The tool that prints the page of the metric hyperbaton, on the bundled judgements."""

import re
import sys
from pathlib import Path

import numpy as np
import pytest

from hyperbaton.metrics.hyperbaton import NO_VECTORS, ORDER_PARTS, ORDER_WEIGHT

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tools" / "flagship"))
import scored  # noqa: E402
from agreement import BEATEN, compared_mixtures, measured, tau_of  # noqa: E402
from tables import metric_rows  # noqa: E402


@pytest.fixture
def score():
    """Scores the bundled judgements."""

    def score(**options):
        (found,) = scored.score_sets(ROOT / "demo", {"judged": ["de-en"]}, **options)
        return found

    return score


def test_without_vectors_the_score_is_that_of_a_language_without_any(score):
    found = score(vectors=False)
    weights = {
        name: (ORDER_WEIGHT if name in ORDER_PARTS else 1.0 - ORDER_WEIGHT) * weight
        for name, weight in NO_VECTORS.items()
    }
    mixed = np.asarray(found.mixed("by hand", weights).segments)
    np.testing.assert_allclose(found.metrics[scored.NEW].segments, mixed, atol=1e-12)
    assert "vectors:none" in found.metrics[scored.NEW].signature
    assert "vectors:en" in score().metrics[scored.NEW].signature


def test_weights_are_shares_and_a_mixture_of_one_part_is_that_part(score):
    found = score()
    weights = scored.fitted([found])
    assert list(weights) == list(scored.SUB_PARTS)
    assert sum(weights.values()) == pytest.approx(1.0) and min(weights.values()) >= 0.0
    alone = measured(found, [found.metrics[scored.part_metric("chrf")]], samples=0).values[0]
    assert tau_of(found, scored.fitted([found], ["chrf"])) == alone


def test_a_metric_that_loses_is_marked(score):
    found = score()
    agreement = compared_mixtures(found, {"chrf": 1.0}, {"chrf": -1.0})
    first, second = metric_rows(["chrf", "its opposite"], [agreement])
    assert re.fullmatch(r"0\.\d{4} ±0\.\d{4}", first[1])
    assert second[1].startswith("-") and second[1].endswith(BEATEN)
    assert (first[-1], second[-1]) == ("", "1/0/0")
