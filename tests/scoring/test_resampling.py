"""Confidence intervals and paired tests against sacreBLEU's and plain loops."""

import numpy as np
import pytest
import sacrebleu
from sacrebleu.significance import PairedTest

from hyperbaton import Output, TestSet, metrics
from hyperbaton.evidence import Evidence
from hyperbaton.scoring import resampling

SAMPLES = 4000


@pytest.fixture(scope="module")
def systems():
    rng = np.random.default_rng(3)
    words = np.array([f"w{k}" for k in range(30)])
    references = [" ".join(rng.choice(words, n)) for n in rng.integers(4, 18, 150)]

    def corrupt(text, share):
        drawn = [w if rng.random() > share else rng.choice(words) for w in text.split()]
        return " ".join(drawn)

    return references, {
        name: [corrupt(text, share) for text in references]
        for name, share in (("a", 0.20), ("b", 0.23), ("c", 0.6))
    }


def ter_statistics(systems):
    references, outputs = systems
    test_set = TestSet([references])
    ter = metrics.parse("ter")
    return ter, {
        name: ter.statistics(Evidence(test_set, Output(texts))) for name, texts in outputs.items()
    }


def test_bootstrap_is_the_plain_loop(systems):
    ter, statistics = ter_statistics(systems)
    rows = statistics["a"]
    (fast,) = resampling.bootstrap([(ter, rows)], 200, seed=1)
    rng = np.random.default_rng(1)
    drawn = rng.integers(0, len(rows), (200, len(rows)))
    slow = [ter.scores(rows[indices].sum(0, keepdims=True))[0] for indices in drawn]
    assert fast == pytest.approx(slow, abs=1e-9)


def test_interval_agrees_with_sacrebleu(systems):
    references, outputs = systems
    ter, statistics = ter_statistics(systems)
    theirs = sacrebleu.TER().corpus_score(outputs["a"], [references], n_bootstrap=SAMPLES)
    (drawn,) = resampling.bootstrap([(ter, statistics["a"])], SAMPLES, seed=11)
    ours = resampling.interval(drawn)
    assert ours.mean == pytest.approx(theirs._mean, abs=0.15)
    assert ours.radius == pytest.approx(theirs._ci, abs=0.15)
    assert ours.low < ours.mean < ours.high


@pytest.mark.parametrize(("test", "name"), [("bs", "bootstrap"), ("ar", "randomization")])
def test_p_values_agree_with_sacrebleu(systems, test, name, monkeypatch):
    monkeypatch.setenv("SACREBLEU_SEED", "12345")
    references, outputs = systems
    ter, statistics = ter_statistics(systems)
    paired = PairedTest(
        list(outputs.items()),
        {"TER": sacrebleu.TER()},
        [references],
        test_type=test,
        n_samples=SAMPLES,
        n_jobs=1,
    )
    theirs = [result.p_value for result in paired()[1]["TER"][1:]]
    ours = [p_value(name, ter, statistics["a"], statistics[other]) for other in ("b", "c")]
    assert ours == pytest.approx(theirs, abs=0.03)
    assert ours[1] < 0.01 < ours[0]


def p_value(name, metric, baseline, system):
    if name == "randomization":
        return resampling.paired_randomization(metric.scores, baseline, system, SAMPLES, seed=2)
    drawn = resampling.bootstrap([(metric, baseline), (metric, system)], SAMPLES, seed=2)
    totals = [metric.scores(rows.sum(0, keepdims=True))[0] for rows in (baseline, system)]
    return resampling.paired_bootstrap(*drawn, totals[1] - totals[0])  # type: ignore[call-arg]


def test_equal_systems_do_not_differ(systems):
    ter, statistics = ter_statistics(systems)
    rows = statistics["a"]
    assert resampling.paired_randomization(ter.scores, rows, rows, 100, seed=1) == 1.0
    drawn = resampling.bootstrap([(ter, rows), (ter, rows)], 100, seed=1)
    assert resampling.paired_bootstrap(*drawn, 0.0) == 1.0  # type: ignore[call-arg]
