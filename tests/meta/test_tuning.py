"""Tuning: exact line search against brute force, a grid of values, cross-validation."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from judged import judged_scores, preferences
from oracles import agreement

from hyperbaton.errors import OptionError
from hyperbaton.evidence import Need, Preparation
from hyperbaton.meta import (
    EvaluationSet,
    SystemScorer,
    TuningSet,
    attained,
    tunable,
    tune,
)
from hyperbaton.meta.measures import COUNT_STATISTICS, tau
from hyperbaton.meta.tuning import linear_ends, mixture_counts, split_segments
from hyperbaton.metrics import Metric, as_metric
from hyperbaton.metrics.base import divide
from hyperbaton.values import parameter


@dataclass(frozen=True)
class Mixed(Metric):
    """α times one number of the hypothesis and 1 - α times another; α² where bent."""

    name: ClassVar[str] = "mixed"
    summary: ClassVar[str] = ""
    formula: ClassVar[str] = ""
    citations: ClassVar[tuple[str, ...]] = ()
    needs: ClassVar[frozenset[Need]] = frozenset({Need.TOKENS})

    alpha: float = parameter(0.5, "", low=0.0, high=1.0)
    shift: float = parameter(0.0, "")
    words: int = parameter(1, "", low=1, high=5)
    bent: bool = parameter(False, "")
    inner: Metric = parameter(as_metric("ribes"), "")

    def _statistics(self, evidence):
        numbers = np.array([[float(word) for word in words] for words in evidence.tokens])
        weight = self.alpha**2 if self.bent else self.alpha
        scores = weight * numbers[:, 0] + (1 - weight) * numbers[:, 1]
        return np.column_stack([scores, np.ones_like(scores)])

    def scores(self, statistics):
        return divide(statistics[:, 0], statistics[:, 1])


def tuning_set(one, other, judged):
    """A test set whose outputs are two numbers each."""
    outputs = {
        name: tuple(f"{a} {b}" for a, b in zip(x, y, strict=True))
        for name, x, y in zip(judged.systems, one.tolist(), other.tolist(), strict=True)
    }
    references = tuple(("x",) for _ in range(judged.segments))
    available = np.ones(one.shape, bool)
    data = EvaluationSet("", "de-en", ("refA",), references, outputs, available)
    scorer = SystemScorer(data, Preparation.of(tokenize="none"), threads=1)
    return TuningSet(scorer, judged)


@pytest.fixture(scope="module")
def noisy():
    """People who weigh two numbers 7 to 3, with some noise."""
    rng = np.random.default_rng(1)
    one, other = rng.normal(size=(2, 4, 80)).round(3)
    quality = 0.7 * one + 0.3 * other + rng.normal(0, 0.2, one.shape)
    rows = [
        (segment, a, b, int(np.sign(quality[a, segment] - quality[b, segment])))
        for segment in range(80)
        for a in range(4)
        for b in range(a)
    ]
    return tuning_set(one, other, preferences(rows, tuple("abcd")))


@given(judged_scores(metrics=2))
def test_line_search_is_exact(case):
    judged, one, other = case
    for name in ("tau", "consistency", "tau-b", "accuracy"):
        value = COUNT_STATISTICS[name]
        curve = mixture_counts(judged, one, other).value(value)
        expected = agreement.mixture_optimum(judged, one, other, lambda c, v=value: float(v(c)))
        assert curve.best()[1] == pytest.approx(expected, nan_ok=True)


@given(judged_scores(metrics=2), st.lists(st.floats(0, 1), min_size=1, max_size=5))
def test_counts_at_some_points_are_those_of_the_mixture(case, points):
    judged, one, other = case
    # Scores are small whole numbers, so that pairs change sides at fractions far from these points.
    alphas = np.array([0.0, 1.0, *(point * 0.97 + 0.0123456 for point in points)])
    found = mixture_counts(judged, one, other).at(alphas)
    for alpha, counts in zip(alphas.tolist(), found.tolist(), strict=True):
        mixed = alpha * one + (1 - alpha) * other
        assert counts == agreement.counts(judged, mixed.round(9))


def test_linear_parameters_are_tuned_exactly(noisy):
    metric = Mixed()
    found = tune(metric, tunable(metric, "alpha"), noisy, "tau", folds=5)
    assert found.method == "line search"
    assert found.value == pytest.approx(0.7, abs=0.12)
    assert found.metric.alpha == found.value  # type: ignore[attr-defined]
    assert found.training >= found.held_out
    assert found.held_out > 0.7
    assert len(found.folds) == 5
    rows = noisy.count_rows(found.metric)
    assert float(tau(rows.sum(axis=0))) == pytest.approx(found.training)
    curve = mixture_counts(noisy.preferences, *linear_ends(metric, tunable(metric, "alpha"), noisy))
    assert tau(curve.at(np.linspace(0, 1, 101))).max() <= found.training


def test_other_parameters_are_tried_on_a_grid(noisy):
    metric = Mixed(bent=True)
    found = tune(metric, tunable(metric, "alpha"), noisy, "tau", folds=4)
    assert found.method == "grid"
    curve = [attained(Mixed(bent=True, alpha=k / 100), noisy, "tau") for k in range(101)]
    assert found.training == max(curve)
    assert found.start == curve[50]
    assert found.value**2 == pytest.approx(0.7, abs=0.12)
    assert found.held_out <= found.training


def test_held_out_is_not_the_training_figure():
    """Where nothing can be learnt, tuning gains on its own data alone."""
    rng = np.random.default_rng(2)
    one, other = rng.normal(size=(2, 2, 200)).round(4)
    judged = preferences(
        [(k, 0, 1, int(s)) for k, s in enumerate(rng.choice([-1, 1], 200))], ("a", "b")
    )
    metric = Mixed()
    data = tuning_set(one, other, judged)
    found = tune(metric, tunable(metric, "alpha"), data, "tau", folds=10)
    assert found.training > 0
    assert found.held_out < found.training - 0.05


def test_folds_hold_whole_segments():
    judged = preferences([(k // 3, 0, 1, 1) for k in range(30)], ("a", "b"), segments=12)
    split = split_segments([judged], 3, seed=1)
    held = np.stack([fold[0] for fold in split])
    assert held.sum(axis=0).tolist() == [1] * 10 + [0, 0]  # unjudged segments are in no fold
    assert sorted(held.sum(axis=1).tolist()) == [3, 3, 4]
    with pytest.raises(OptionError, match="11 are too many for 10"):
        split_segments([judged], 11, seed=1)
    with pytest.raises(OptionError, match="folds: expected 0 or a whole number from 2 to 1000"):
        split_segments([judged], 1, seed=1)


@pytest.mark.parametrize(
    ("path", "bounds", "message"),
    [
        ("gamma", (), "mixed has no parameter 'gamma'; it has alpha, shift"),
        ("bent", (), "bent is not numeric"),
        ("shift", (), "shift has no bounds of its own; give a low and a high one"),
        ("shift", (1.0, 0.0), "1 is not below 0"),
        ("alpha.beta", (), "mixed has no nested metric 'alpha'"),
        ("inner.gamma", (), "ribes has no parameter 'gamma'"),
    ],
)
def test_parameters_that_cannot_be_tuned(path, bounds, message):
    with pytest.raises(OptionError, match=message):
        tunable(Mixed(), path, *bounds)


def test_nested_parameters():
    found = tunable(Mixed(), "inner.alpha", 0.0, 2.0)
    assert found.applied(Mixed(), 1.5).inner == as_metric("ribes(alpha=1.5)")
    assert (len(found.grid), found.grid[0], found.grid[50], found.grid[100]) == (101, 0.0, 1.0, 2.0)
    assert tunable(Mixed(), "words").grid == [1, 2, 3, 4, 5]
