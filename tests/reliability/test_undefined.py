"""What is undefined is said to be undefined: never significant, never half an interval."""

import itertools
import json
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from variants import OVER_SOURCE

from hyperbaton import Output, TestSet, score
from hyperbaton.evidence import Evidence
from hyperbaton.meta import (
    STATISTICS,
    Protocol,
    evaluate,
    of_segments,
)
from hyperbaton.meta.judgements import of_scores
from hyperbaton.meta.measures import CORRELATIONS
from hyperbaton.metrics import METRICS, parse
from hyperbaton.scoring import resampling
from hyperbaton.scoring.score import PAIRED_TESTS, Resampling

FIRST_OF_EQUALS = {"chrf", "meteor"}  # as sacreBLEU and METEOR have it; see docs/metrics.md
scores = st.lists(st.floats(0, 1) | st.just(math.nan), min_size=40, max_size=60).map(np.array)


def strict_json(text):
    """JSON without the words that only Python writes."""

    def refuse(word):
        raise AssertionError(f"{word} is no JSON")

    return json.loads(text, parse_constant=refuse)


# Scores, intervals and tests of systems.


@given(scores)
def test_an_interval_is_whole_or_not_there(drawn):
    found = resampling.interval(drawn)
    undefined = int(np.isnan(drawn).sum())
    assert (found.undefined, found.samples) == (undefined, len(drawn))
    assert math.isnan(found.low) == math.isnan(found.high) == math.isnan(found.mean)
    assert math.isnan(found.low) == (undefined > 0.05 * len(drawn))
    assert (found.note is None) == (undefined == 0)
    if not math.isnan(found.low):
        assert found.low <= found.high


@given(scores, scores)
def test_a_paired_bootstrap_over_undefined_scores_is_undefined(one, other):
    size = min(len(one), len(other))
    p_value = resampling.paired_bootstrap(one[:size], other[:size], 0.5)
    undefined = np.isnan(one[:size] + other[:size]).sum()
    assert math.isnan(p_value) == (undefined > 0.05 * size)
    assert math.isnan(resampling.paired_bootstrap(one[:size], other[:size], math.nan))


UNSCORABLE = {
    "no segment": [],
    "no words at all": ["", ""],
    "one word each": ["a", "b"],
    "nothing aligned": ["x y", "z"],
}


@pytest.mark.parametrize("texts", UNSCORABLE.values(), ids=UNSCORABLE)
@pytest.mark.parametrize("paired", PAIRED_TESTS)
def test_systems_without_a_score_are_never_significant(texts, paired):
    references = ["" if text == "" else text[::-1] for text in texts]
    names = [name for name in METRICS if name not in ("dted", *OVER_SOURCE)]
    settings = Resampling(confidence=True, paired=paired, samples=40)
    outputs = {"one": texts, "two": texts[::-1], "three": ["b"] * len(texts)}
    report = score(outputs, [references], names, resampling=settings, threads=1)
    strict_json(report.to_json())
    for line in (*report.to_text(segments=True).splitlines(), *report.to_latex().splitlines()):
        assert "nan" not in line.lower(), line
        assert "n/a*" not in line, line
    for system in report:
        for result in system:
            if math.isnan(result.score):
                assert result.reasons
                assert result.p_value is None or math.isnan(result.p_value)
                assert result.cell.split("  ")[0] == "n/a"
            elif result.p_value is not None and math.isnan(result.p_value):
                assert any("no test" in reason for reason in result.reasons)
    for found in report.records():
        if isinstance(found["score"], float) and math.isnan(found["score"]):
            assert found["reason"]


# The randomisation test is the definition.


def exact_p_value(metric, baseline, system):
    """The share of all exchanges that reach the observed difference."""
    observed = metric.scores(np.stack([system.sum(0), baseline.sum(0)]))
    reached, count = 0, 0
    for bits in itertools.product((False, True), repeat=len(baseline)):
        swap = np.array(bits)[:, np.newaxis]
        one, other = np.where(swap, baseline, system), np.where(swap, system, baseline)
        found = metric.scores(np.stack([one.sum(0), other.sum(0)]))
        reached += abs(found[0] - found[1]) >= abs(observed[0] - observed[1]) - 1e-9
        count += 1
    return reached / count


@pytest.mark.parametrize(
    "name", ["ter", "bleu", "chrf", "pef", "wer(weighted=false)", "hyperbaton"]
)
def test_randomisation_counts_differences_as_large_as_the_observed(name):
    rng = np.random.default_rng(5)
    words = np.array(list("abcdefgh"))
    references = [" ".join(rng.permutation(words)) for _ in range(9)]
    one, other = ([" ".join(rng.permutation(words)) for _ in references] for _ in range(2))
    other[3:] = one[3:]  # only three segments differ, so that many exchanges tie
    metric, test_set = parse(name), TestSet([references])
    rows = [metric.statistics(Evidence(test_set, Output(texts))) for texts in (one, other)]
    found = resampling.paired_randomization(metric.scores, *rows, samples=20_000, seed=3)
    assert found == pytest.approx(exact_p_value(metric, *rows), abs=0.02)


# Agreement with people.


@pytest.mark.parametrize("name", CORRELATIONS)
def test_a_correlation_with_nan_is_nan(name):
    human = np.array([1.0, 2.0, 3.0, 4.0])
    assert math.isnan(CORRELATIONS[name](human, np.array([1.0, math.nan, 2.0, 3.0])))
    assert math.isnan(CORRELATIONS[name](np.array([1.0, math.nan, 2.0, 3.0]), human))
    if name != "accuracy-ties":  # which counts ties
        assert math.isnan(CORRELATIONS[name](np.full(4, 0.1), human))


@pytest.mark.parametrize("level", STATISTICS)
@pytest.mark.parametrize("test", ["permutation", "bootstrap"])
def test_constant_metrics_have_no_agreement_and_beat_nobody(level, test):
    rng = np.random.default_rng(2)
    systems = ("a", "b", "c", "d")
    human = rng.normal(size=(4, 30))
    judged = of_scores("people", systems, human)
    good = of_segments("good", "good", systems, human + 0.3 * rng.normal(size=human.shape))
    constant = of_segments("constant", "constant", systems, np.full(human.shape, 0.1))
    for name in STATISTICS[level]:
        protocol = Protocol(level, name, test=test, samples=60)
        found = evaluate("de-en", judged, [good, constant], protocol)
        if not np.isnan(found.values[1]):
            continue  # a constant metric does tie, which some statistics count
        assert found.why(1)
        assert found.clusters[1] is None
        if found.p_values is not None:
            assert np.isnan(found.p_values).all(), name
        if found.intervals is not None:
            assert math.isnan(found.intervals[1].low)


# References in another order.


TIED = st.lists(st.sampled_from("abc.").map(str), min_size=1, max_size=4).map(" ".join)


@pytest.mark.parametrize("name", sorted(set(METRICS) - {"dted", *OVER_SOURCE} - FIRST_OF_EQUALS))
@given(st.lists(st.tuples(TIED, TIED, TIED, TIED), min_size=1, max_size=3))
def test_the_order_of_references_does_not_matter(name, segments):
    hypotheses, *streams = zip(*segments, strict=True)
    found = {
        round(score(list(hypotheses), list(order), name, threads=1).systems[0].scores[0].score, 12)
        for order in itertools.permutations(map(list, streams))
    }
    assert len({str(each) for each in found}) == 1
