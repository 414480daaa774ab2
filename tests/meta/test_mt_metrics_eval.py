"""Statistics as mt-metrics-eval computes them: its own tests' figures, and SciPy by groups."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from hyperbaton.errors import OptionError
from hyperbaton.meta import Judgements, MetricScores, Protocol, evaluate, of_segments
from hyperbaton.meta.judgements import of_scores

GOLDEN = Path(__file__).parents[1] / "golden" / "mt_metrics_eval.jsonl"
CASES = [json.loads(line) for line in GOLDEN.read_text(encoding="utf-8").splitlines()]
Array = NDArray[np.float64]


def judged(human: Array, metric: Array) -> tuple[Judgements, MetricScores]:
    systems = [f"s{k}" for k in range(len(human))]
    return of_scores("people", systems, human), of_segments("m", "m", systems, metric)


def measured(human: Array, metric: Array, protocol: Protocol) -> float:
    people, scores = judged(human, metric)
    return float(evaluate("de-en", people, [scores], protocol).values[0])


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_figures_of_its_own_tests(case: dict[str, Any]) -> None:
    human, metric = (np.array(case[name], float) for name in ("gold", "metric"))
    options = {name: case[name] for name in ("average", "epsilon", "threshold") if name in case}
    protocol = Protocol(case.get("level", "segment"), case["statistic"], samples=0, **options)
    assert measured(human, metric, protocol) == pytest.approx(
        case["value"], abs=0.5 * 10.0 ** -case["places"]
    )


def scipy_tau_c(x: Array, y: Array) -> float:
    return float(stats.kendalltau(x, y, variant="c").statistic)


@pytest.mark.parametrize("average", ["none", "item", "sys"])
@pytest.mark.parametrize(
    ("statistic", "function"),
    [
        ("pearson", lambda x, y: stats.pearsonr(x, y).statistic),
        ("tau-b", lambda x, y: stats.kendalltau(x, y).statistic),
        ("tau-c", scipy_tau_c),
    ],
)
def test_means_over_groups_are_those_of_scipy(
    statistic: str, function: Callable[[Array, Array], float], average: str
) -> None:
    rng = np.random.default_rng(3)
    human, metric = (rng.integers(0, 6, (5, 12)).astype(float) for _ in range(2))
    human[1, 2] = human[4, 2] = human[0, 0] = np.nan
    human[:, 5] = 1.0  # people see no difference: its correlation is undefined and left out
    groups = {
        "none": [(human.ravel(), metric.ravel())],
        "item": list(zip(human.T, metric.T, strict=True)),
        "sys": list(zip(human, metric, strict=True)),
    }[average]
    values = []
    for x, y in groups:
        known = ~np.isnan(x)
        if len(set(x[known])) > 1 and len(set(y[known])) > 1:
            values.append(function(x[known], y[known]))
    found = measured(human, metric, Protocol(statistic=statistic, average=average, samples=0))
    assert found == pytest.approx(np.mean(values))


def test_pearson_of_differences_takes_every_pair_in_both_orders() -> None:
    rng = np.random.default_rng(4)
    human, metric = rng.normal(size=(2, 4, 9))
    pairs = [(a, b) for a in range(4) for b in range(4) if a != b]
    x, y = (np.concatenate([s[a] - s[b] for a, b in pairs]) for s in (human, metric))
    found = measured(human, metric, Protocol(statistic="pearson-diff", samples=0))
    assert found == pytest.approx(stats.pearsonr(x, y).statistic)


def test_people_tie_what_only_rounding_keeps_apart() -> None:
    scores = np.array([[-(1.9 + 0.1 / 3)], [-1.9333333333333336]])
    assert scores[0] != scores[1]
    assert of_scores("x", ("a", "b"), scores).preferences.sign.tolist() == [0]


def test_soft_accuracy_is_of_judged_segments() -> None:
    """The metric is right where people judged and wrong elsewhere, which does not matter."""
    human = np.array([[1.0] * 4 + [np.nan] * 4, [0.0] * 4 + [np.nan] * 4])
    metric = np.array([[1.0] * 4 + [0.0] * 4, [0.0] * 4 + [1.0] * 4])
    people, scores = judged(human, metric)
    found = evaluate("de-en", people, [scores], Protocol("system", "soft-accuracy", samples=400))
    assert found.values[0] == 1.0
    assert found.intervals is not None
    assert found.intervals[0].high == 1.0
    human, metric = np.random.default_rng(1).normal(size=(2, 4, 60))
    people, scores = judged(human, metric)
    found = evaluate("de-en", people, [scores], Protocol("system", "soft-accuracy", samples=400))
    assert found.intervals is not None
    assert found.intervals[0].low < found.values[0] < found.intervals[0].high


def share_reached(differences: Array) -> float:
    """The share of all ways to turn signs that reach the sum of differences."""
    signs = np.array(np.meshgrid(*[[1, -1]] * len(differences))).reshape(len(differences), -1)
    return float(np.mean(differences @ signs >= differences.sum() - 1e-9))


def test_verdicts_on_pairs_are_exchanged_with_thresholds_as_they_are() -> None:
    human = np.array([[3.0, 1.0, 2.0], [2.0, 1.0, 0.0], [1.0, 0.0, 2.0]])
    good, bad = human + np.array([[0.0], [0.1], [0.2]]), -human
    people, first = judged(human, good)
    second = of_segments("n", "n", first.systems, bad)
    protocol = Protocol(statistic="accuracy-eq", epsilon=0.3, samples=4000)
    found = evaluate("de-en", people, [first, second], protocol)
    assert found.p_values is not None
    pairs = [(a, b, k) for k in range(3) for a, b in ((0, 1), (0, 2), (1, 2))]

    def right(scores: Array) -> Array:
        gaps = np.array([scores[a, k] - scores[b, k] for a, b, k in pairs])
        signs = np.where(np.abs(gaps) <= 0.3, 0, np.sign(gaps))
        return (signs == [np.sign(human[a, k] - human[b, k]) for a, b, k in pairs]).astype(float)

    assert found.values == pytest.approx([right(good).mean(), right(bad).mean()])
    expected = share_reached(right(good) - right(bad))
    assert found.p_values[0, 1] == pytest.approx(expected, abs=0.03)


def test_scores_of_whole_systems_are_exchanged() -> None:
    rng = np.random.default_rng(6)
    human = rng.normal(size=(8, 20))
    good, bad = human + rng.normal(0, 0.1, human.shape), rng.normal(size=human.shape)
    people, first = judged(human, good)
    second = of_segments("n", "n", first.systems, bad)
    found = evaluate(
        "de-en", people, [first, second], Protocol("system", "pearson", test="systems")
    )
    assert found.p_values is not None
    x = human.mean(axis=1)
    y, z = (stats.zscore(scores.mean(axis=1)) for scores in (good, bad))
    observed = stats.pearsonr(x, y).statistic - stats.pearsonr(x, z).statistic
    differences = []
    for number in range(2 ** len(x)):
        keep = np.array([number >> k & 1 for k in range(len(x))], bool)
        one, other = np.where(keep, y, z), np.where(keep, z, y)
        differences.append(stats.pearsonr(x, one).statistic - stats.pearsonr(x, other).statistic)
    expected = np.mean(np.array(differences) >= observed - 1e-9)
    assert found.p_values[0, 1] == pytest.approx(expected, abs=0.03)


def test_rankings_have_groups_of_segments_only() -> None:
    human = np.array([[1.0, 2.0], [2.0, 1.0]])
    people, scores = judged(human, human)
    ranked = Judgements("rankings", people.preferences)
    for options in ({"average": "sys"}, {"threshold": 25.0}):
        with pytest.raises(OptionError, match=r"rankings: holds rankings; .* needs scores"):
            evaluate("de-en", ranked, [scores], Protocol(samples=0, **options))
    found = evaluate("de-en", ranked, [scores], Protocol(average="item", samples=0))
    assert found.values[0] == 1.0
