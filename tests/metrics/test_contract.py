"""What every registered metric declares, held to it."""

import pickle
from dataclasses import FrozenInstanceError, fields
from itertools import permutations as all_orders

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import block_permutations, permutations

from hyperbaton import PermutationBatch, metrics
from hyperbaton.metrics import METRICS, Metric, Need, PermutationMetric, make_registry
from hyperbaton.metrics.base import accepted_values

# Metrics with other than default parameters that the contract covers too.
VARIANTS = [
    "kendall(sqrt=true)",
    "fuzzy(boundaries=true)",
    "pet(beta=0.3,gamma=0.5)",
    "pet(variant=released)",
    "pef(beta=0.3,gamma=0.5)",
    "pef(variant=released)",
    "pef(beta=0.2,gamma=0.5,variant=released)",
]
ALL = [metrics.parse(text) for text in [*METRICS, *VARIANTS]]
every_metric = pytest.mark.parametrize("metric", ALL, ids=str)
every_permutation_metric = pytest.mark.parametrize(
    "metric", [m for m in ALL if isinstance(m, PermutationMetric)], ids=str
)


def inverse(permutation):
    return [permutation.index(v) + 1 for v in range(1, len(permutation) + 1)]


def test_every_metric_is_of_a_kind_that_the_contract_covers():
    assert all(issubclass(metric, PermutationMetric) for metric in METRICS.values())


def test_every_parameterised_metric_has_a_variant_here():
    parameterised = {name for name, metric in METRICS.items() if fields(metric)}
    assert parameterised == {metrics.parse(text).name for text in VARIANTS}


@every_metric
def test_declarations_are_complete(metric):
    assert METRICS[metric.name] is type(metric)
    assert metric.summary and not metric.summary.endswith(".")
    assert metric.formula and metric.citations
    assert metric.needs <= frozenset(Need) and metric.needs
    low, high = metric.range
    assert low < high
    for spec in fields(metric):
        assert spec.metadata["description"] and accepted_values(spec)


@every_metric
def test_canonical_form_parses_back(metric):
    assert metrics.parse(str(metric)) == metric
    assert hash(metrics.parse(str(metric))) == hash(metric)


@every_metric
def test_signature_names_every_parameter_and_parses_back(metric):
    written, version = metric.signature.split("|")
    assert metrics.parse(written) == metric
    assert version.startswith("hyperbaton:")
    assert all(f"{spec.name}=" in written for spec in fields(metric))


@every_metric
def test_metrics_are_frozen_and_travel_between_processes(metric):
    with pytest.raises((FrozenInstanceError, AttributeError)):
        metric.name = "other"
    assert pickle.loads(pickle.dumps(metric)) == metric


@every_permutation_metric
@given(permutation=block_permutations() | permutations())
def test_scores_stay_in_range(metric, permutation):
    low, high = metric.range
    assert low <= metric.permutation_score(permutation) <= high


@every_permutation_metric
@given(n=st.integers(1, 300))
def test_identity_scores_the_best(metric, n):
    best = metric.range[1] if metric.higher_is_better else metric.range[0]
    assert metric.permutation_score(range(1, n + 1)) == best


@every_permutation_metric
@given(permutation=permutations())
def test_declared_symmetry_holds(metric, permutation):
    if metric.symmetric:
        score = metric.permutation_score(permutation)
        assert metric.permutation_score(inverse(permutation)) == pytest.approx(score, abs=1e-12)


@every_permutation_metric
def test_declared_asymmetry_has_a_witness(metric):
    if not metric.symmetric:
        assert any(
            abs(metric.permutation_score(p) - metric.permutation_score(inverse(list(p)))) > 1e-6
            for p in all_orders(range(1, 7))
        )


@every_permutation_metric
@given(permutation=permutations())
def test_base_does_not_matter(metric, permutation):
    from_zero = [value - 1 for value in permutation]
    assert metric.permutation_score(from_zero) == metric.permutation_score(permutation)


@every_permutation_metric
def test_short_permutations_follow_the_conventions(metric):
    assert metric.permutation_score([]) == 0.0
    assert metric.permutation_score([1]) == 1.0
    assert metric.permutation_score([1, 2]) == 1.0
    factorised = {"pet-size", "pet-count", "max-op", "avg-op", "non-binary"}
    own_value = {"pet(beta=0.3,gamma=0.5)": 0.5, "pef(beta=0.3,gamma=0.5)": 0.5}
    swapped = 1.0 if metric.name in factorised else own_value.get(str(metric), 0.0)
    assert metric.permutation_score([2, 1]) == swapped


@every_permutation_metric
def test_batch_equals_single_scores_for_any_number_of_threads(metric):
    rng = np.random.default_rng(5)
    drawn = [rng.permutation(n) for n in rng.integers(0, 60, 3000)]
    batch = PermutationBatch.of(drawn)
    single = [float(metric.permutation_score(permutation)) for permutation in drawn[:200]]
    scores = metric.permutation_scores(batch, threads=1)
    assert scores[:200].tolist() == single
    for threads in (2, 3, 8):
        fresh = PermutationBatch(batch.values, batch.offsets)
        assert metric.permutation_scores(fresh, threads=threads).tolist() == scores.tolist()


@every_permutation_metric
def test_statistics_merge(metric):
    drawn = [[1, 2, 3], [3, 1, 2], [], [2, 4, 1, 3]]
    statistics = metric.permutation_statistics(drawn)
    assert statistics.shape == (4, len(metric.statistic_names))
    merged = statistics[:1].sum(axis=0) + statistics[1:].sum(axis=0)
    mean = metric.permutation_scores(drawn).mean()
    assert metric.scores(merged[np.newaxis]) == pytest.approx([mean], abs=1e-15)
    assert np.isnan(metric.scores(np.zeros((1, len(metric.statistic_names))))).all()


@every_permutation_metric
@given(permutation=permutations())
def test_scores_carry_evidence(metric, permutation):
    score = metric.permutation_score(permutation)
    assert score.metric == metric
    assert score.evidence and all(np.isfinite(v) for v in score.evidence.values())
    assert pickle.loads(pickle.dumps(score)).evidence == score.evidence


def test_a_second_metric_of_the_same_name_is_refused():
    kendall: type[Metric] = METRICS["kendall"]
    with pytest.raises(ValueError, match="two metrics are named 'kendall'"):
        make_registry(kendall, kendall)


def test_released_variant_can_fall_below_zero_for_small_beta():
    nested = [1]
    for _ in range(55):  # 2 4 1 3 with everything so far in place of the 2
        n = len(nested)
        nested = [*(value + 1 for value in nested), n + 3, 1, n + 2]
    metric = metrics.parse("pef(beta=0.1,variant=released)")
    assert metric.range[0] <= metric.permutation_score(nested) < 0.0
