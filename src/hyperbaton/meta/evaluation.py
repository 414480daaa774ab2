"""Does a metric agree with people? One language pair, one statistic, any number of metrics.

A statistic of segments is a function of sums of rows, one row per segment: five counts of judged
pairs (`pair_counts`), accuracies at a threshold, or moments for Pearson's r. A statistic of systems
is a correlation of two lists of scores (`correlation`), or `soft_accuracy`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from hyperbaton.checks import RESAMPLES_OR_NONE, SEED, as_choice, check_fields
from hyperbaton.errors import InputError
from hyperbaton.meta.correlation import (
    CORRELATIONS,
    exchange_p_values,
    human_p_values,
    moment_rows,
    pearson_of_moments,
    soft_accuracy,
)
from hyperbaton.meta.judgements import Judgements
from hyperbaton.meta.metric_scores import MetricScores
from hyperbaton.meta.pair_counts import (
    COUNT_STATISTICS,
    calibrate,
    calibrated_rows,
    count_rows,
)
from hyperbaton.meta.score_files import Omissions
from hyperbaton.meta.significance import (
    bootstrap_p_values,
    clusters,
    compare_by_outputs,
    compare_by_pairs,
    compare_by_systems,
    segment_bootstrap,
    system_bootstrap,
)
from hyperbaton.meta.system_scores import human_totals, ratio, with_output_scores
from hyperbaton.metrics.base import ScoreList, Scores, ScoreTable
from hyperbaton.scoring.resampling import Interval, interval

SEGMENT, SYSTEM = "segment", "system"
TESTS = ("permutation", "bootstrap", "none")


@dataclass(frozen=True)
class Protocol:
    """How agreement is measured.

    Attributes:
        level: "segment" or "system".
        statistic: its name, see `hyperbaton.meta.STATISTICS`.
        human: people's scores of systems, and of outputs for Pearson's r of segments, see
            `SYSTEM_RANKINGS`; by default their scores, or the ratio of wins where there are none.
        judged_only: whether metrics score systems on judged outputs alone.
        test: "permutation" (PERM-BOTH), "bootstrap" or "none".
        samples: how many resamples and exchanges; 0 for neither intervals nor tests.
        seed: where random numbers start.
    """

    level: str = "segment"
    statistic: str = "tau"
    human: str | None = None
    judged_only: bool = False
    test: str = "permutation"
    samples: int = 1000
    seed: int = 12345

    def __post_init__(self) -> None:
        as_choice(self.level, STATISTICS, "level")
        as_choice(self.statistic, STATISTICS[self.level], f"statistic of {self.level}s")
        as_choice(self.test, TESTS, "test")
        check_fields(self, samples=RESAMPLES_OR_NONE, seed=SEED)


@dataclass(frozen=True, eq=False)
class Agreement:
    """How well metrics agree with people on one language pair.

    Attributes:
        pair: the language pair.
        protocol: how it was measured.
        metrics: the names of the metrics.
        values: the statistic of each; NaN where it is not defined.
        reasons: why it is not, for such metrics.
        systems: how many systems took part.
        pairs: how many judged pairs, of outputs or of systems.
        intervals: 95 % bootstrap intervals, where asked for.
        samples: the statistic on every resample, one row per metric, where asked for.
        p_values: that metric i (row) agrees better than metric j (column), where asked for.
    """

    pair: str
    protocol: Protocol
    metrics: tuple[str, ...]
    values: ScoreList
    reasons: tuple[str | None, ...]
    systems: int
    pairs: int
    intervals: tuple[Interval, ...] | None = None
    samples: Scores | None = None
    p_values: ScoreTable | None = None

    @cached_property
    def clusters(self) -> list[int | None]:
        """Ranks of metrics, those that do not differ sharing one; None where not tested."""
        if self.p_values is None:
            return [None] * len(self.metrics)
        return clusters(self.values, self.p_values)

    def why(self, k: int) -> str | None:
        """Says why the value of a metric, its interval or all its tests are undefined, if so."""
        if self.reasons[k]:
            return self.reasons[k]
        found = [] if self.intervals is None else [self.intervals[k].note]
        if self.p_values is not None and self.clusters[k] is None and len(self.metrics) > 1:
            found.append("no test against another metric is defined")
        return "; ".join(reason for reason in found if reason) or None


def evaluate(
    pair: str,
    judgements: Judgements,
    metrics: Sequence[MetricScores],
    protocol: Protocol,
    omissions: Omissions | None = None,
) -> Agreement:
    """Measures agreement on one language pair.

    Args:
        pair: its name.
        judgements: what people said.
        metrics: scores of the same systems, in the same order.
        protocol: how to measure.
        omissions: what to do with judged outputs that a metric did not score; they are refused by
            default.

    Raises:
        InputError: systems differ, a judged output has no score, or nothing is left to compare.
    """
    for metric in metrics:
        if metric.systems != judgements.systems:
            raise InputError(f"{pair}: {metric.name} and the judgements are of different systems")
    measure = _on_segments if protocol.level == SEGMENT else _on_systems
    return measure(pair, judgements, metrics, protocol, omissions or Omissions())


def _agreement(
    pair: str,
    protocol: Protocol,
    metrics: Sequence[MetricScores],
    values: Scores,
    sizes: tuple[int, int],
    undefined: str,
    samples: Scores | None,
    p_values: Scores | None,
) -> Agreement:
    """Agreement, given how many systems and pairs there are and why a value may be undefined."""
    reasons = [
        None if known else undefined if metric.segments is not None else "no scores of segments"
        for metric, known in zip(metrics, ~np.isnan(values), strict=True)
    ]
    return Agreement(
        pair,
        protocol,
        tuple(metric.name for metric in metrics),
        values,
        tuple(reasons),
        *sizes,
        None if samples is None else tuple(map(interval, samples)),
        samples,
        p_values,
    )


def _scored(metrics: Sequence[MetricScores]) -> tuple[list[int], list[Scores]]:
    """The places of metrics that have scores of segments, and these scores."""
    found = {k: s for k, metric in enumerate(metrics) if (s := metric.segments) is not None}
    return list(found), list(found.values())


def _in_table(p_values: Scores, places: list[int], size: int) -> Scores:
    """p-values of some metrics, put into the table of all."""
    table: NDArray[np.float64] = np.full((size, size), np.nan)
    table[np.ix_(places, places)] = p_values
    return table


# Segments


# Statistics of sums of rows, one row per segment.
SEGMENT_STATISTICS: dict[str, Callable[[Scores], Scores]] = {
    **COUNT_STATISTICS,
    "accuracy-eq": ratio,
    "pearson": pearson_of_moments,
}
STATISTICS = {SEGMENT: tuple(SEGMENT_STATISTICS), SYSTEM: (*CORRELATIONS, "soft-accuracy")}
DEFAULTS = {SEGMENT: "tau", SYSTEM: "spearman"}


def _rows(statistic: str, judgements: Judgements, scores: Scores) -> Scores:
    """What a statistic sums, of a metric's scores; `accuracy-eq` takes the best ε of all."""
    preferences = judgements.preferences
    if statistic == "accuracy-eq":
        return calibrated_rows(preferences, scores, calibrate(preferences, scores)[0])
    if statistic == "pearson":
        assert judgements.scores is not None
        return moment_rows(judgements.scores, scores)
    return count_rows(preferences, scores)


def _exchange_p_values(
    protocol: Protocol, judgements: Judgements, metrics: Sequence[Scores]
) -> Scores:
    """p-values of PERM-BOTH between all metrics."""
    name, samples, seed = protocol.statistic, protocol.samples, protocol.seed
    if name != "pearson":
        value = SEGMENT_STATISTICS[name]
        return compare_by_pairs(judgements.preferences, metrics, value, samples, seed)
    assert judgements.scores is not None
    scored = ~np.isnan(judgements.scores + np.sum(metrics, axis=0))
    human = np.where(scored, judgements.scores, np.nan)
    return compare_by_outputs(human, metrics, samples, seed)


def _on_segments(
    pair: str,
    judgements: Judgements,
    metrics: Sequence[MetricScores],
    protocol: Protocol,
    omissions: Omissions,
) -> Agreement:
    """Agreement on segments; it is undefined for metrics without scores of segments."""
    name = protocol.statistic
    value = SEGMENT_STATISTICS[name]
    if name == "pearson":
        judgements = with_output_scores(judgements, protocol.human)
    places, scores = _scored(metrics)
    usable = _usable(pair, judgements, [metrics[k].name for k in places], scores, omissions)
    rows = [_rows(name, usable, each) for each in scores]
    values = np.full(len(metrics), np.nan)
    values[places] = [float(value(row.sum(axis=0))) for row in rows]
    samples = p_values = None
    if protocol.samples and scores:
        samples = np.full((len(metrics), protocol.samples), np.nan)
        samples[places] = segment_bootstrap(rows, value, protocol.samples, protocol.seed)
        if protocol.test != "none" and len(scores) > 1:
            # For accuracy-eq each exchange would have to find its own ε.
            if protocol.test == "bootstrap" or name == "accuracy-eq":
                p_values = bootstrap_p_values(samples)
            else:
                found = _exchange_p_values(protocol, usable, scores)
                p_values = _in_table(found, places, len(metrics))
    sizes = int(usable.preferences.judged().any(axis=1).sum()), len(usable.preferences)
    undefined = f"{name} is not defined for these judgements"
    return _agreement(pair, protocol, metrics, values, sizes, undefined, samples, p_values)


def _usable(
    pair: str,
    judgements: Judgements,
    names: Sequence[str],
    metrics: Sequence[Scores],
    omissions: Omissions,
) -> Judgements:
    """The judgements of outputs that all metrics scored."""
    preferences, people = judgements.preferences, judgements.scores
    judged = preferences.judged()
    undefined = np.zeros(judged.shape, np.bool_)
    for name, scores in zip(names, metrics, strict=True):
        lacking = np.argwhere(judged & np.isnan(scores) & ~undefined)
        if len(lacking):
            system, segment = lacking[0].tolist()
            omissions.add(
                "judged output without a score",
                f"{pair}: {name} has no score for segment {segment + 1} of "
                f"{judgements.systems[system]}, which was judged",
                len(lacking),
            )
        undefined |= np.isnan(scores)
    first, second = preferences.first, preferences.second
    segments = preferences.segment
    kept = preferences.chosen(~(undefined[first, segments] | undefined[second, segments]))
    if len(kept) == 0:
        raise InputError(f"{pair}: {judgements.name} leaves no pair of outputs to compare")
    known = None if people is None else np.where(undefined, np.nan, people)
    return Judgements(judgements.name, kept, known)


# Systems


def _on_systems(
    pair: str,
    judgements: Judgements,
    metrics: Sequence[MetricScores],
    protocol: Protocol,
    _: Omissions,
) -> Agreement:
    """Agreement on the systems that people judged and all metrics scored."""
    if protocol.judged_only:
        judged = judgements.judged()
        metrics = [metric.judged_only(judged) for metric in metrics]
    people = human_totals(judgements, protocol.human).scores
    usable = ~np.isnan(people + np.sum([metric.system_scores for metric in metrics], axis=0))
    systems = [name for name, used in zip(judgements.systems, usable, strict=True) if used]
    if len(systems) < 2:
        raise InputError(f"{pair}: {len(systems)} systems have judgements and scores; 2 are needed")
    judgements = judgements.among(systems)
    some = [metric.among(systems) for metric in metrics]
    samples = p_values = None
    if protocol.statistic in CORRELATIONS:
        values, samples, p_values = _correlated(judgements, some, protocol)
    else:
        values = _soft_accuracies(judgements, some, protocol)
    sizes = len(systems), len(systems) * (len(systems) - 1) // 2
    undefined = "the scores, or people's, do not vary"
    return _agreement(pair, protocol, some, values, sizes, undefined, samples, p_values)


def _soft_accuracies(
    judgements: Judgements, metrics: Sequence[MetricScores], protocol: Protocol
) -> Scores:
    """Soft pairwise accuracies; NaN for a metric without scores of segments."""
    samples = protocol.samples or Protocol.samples
    people = human_p_values(judgements, samples, protocol.seed)
    values = np.full(len(metrics), np.nan)
    for k, scores in zip(*_scored(metrics), strict=True):
        values[k] = soft_accuracy(people, exchange_p_values(scores, samples, protocol.seed))
    return values


def _correlated(
    judgements: Judgements, metrics: Sequence[MetricScores], protocol: Protocol
) -> tuple[Scores, Scores | None, Scores | None]:
    """Values, values on resamples and p-values of a correlation."""
    correlation = CORRELATIONS[protocol.statistic]
    totals = human_totals(judgements, protocol.human)
    people, samples, seed = totals.scores, protocol.samples, protocol.seed
    values = np.array([float(correlation(people, metric.system_scores)) for metric in metrics])
    if samples == 0:
        return values, None, None
    drawn = system_bootstrap(totals, metrics, correlation, samples, seed)
    if protocol.test == "none" or len(metrics) < 2:
        return values, drawn, None
    if protocol.test == "bootstrap":
        return values, drawn, bootstrap_p_values(drawn)
    places, scores = _scored(metrics)
    if len(scores) < 2:
        return values, drawn, None
    p_values = compare_by_systems(people, scores, correlation, samples, seed)
    return values, drawn, _in_table(p_values, places, len(metrics))
