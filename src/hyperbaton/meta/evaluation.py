"""Does a metric agree with people? One language pair, one statistic, any number of metrics.

A statistic of segments is a function of sums of rows, one row per segment: five counts of judged
pairs, accuracies at a threshold, or moments for Pearson's r. A statistic of systems is one of two
lists of scores, or `soft_accuracy` (see `measures`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from hyperbaton.checks import RESAMPLES_OR_NONE, SEED, as_choice, check_fields, real
from hyperbaton.errors import InputError, OptionError
from hyperbaton.meta.judged_sets import Omissions
from hyperbaton.meta.judgements import Judgements, group_sums, of_scores
from hyperbaton.meta.measures import (
    CORRELATIONS,
    COUNT_STATISTICS,
    averaged,
    calibrate,
    calibrated_rows,
    count_rows,
    difference_rows,
    exchange_p_values,
    moment_rows,
    ordered_alike,
    ordered_pairs,
    pearson,
    pearson_of_differences,
    pearson_of_moments,
    sign_test_p_values,
    soft_accuracy,
    tau_c_rows,
)
from hyperbaton.meta.scores import MetricScores, human_totals, ratio, with_output_scores
from hyperbaton.meta.significance import (
    bootstrap_p_values,
    clusters,
    compare_by_pairs,
    compare_by_scores,
    compare_by_systems,
    compare_by_verdicts,
    segment_bootstrap,
    system_bootstrap,
)
from hyperbaton.metrics.base import ScoreList, Scores, ScoreTable
from hyperbaton.scoring.resampling import Interval, interval, resample_weights

SEGMENT, SYSTEM = "segment", "system"
TESTS = ("permutation", "systems", "bootstrap", "none")
AVERAGES = ("none", "item", "sys")  # as mt-metrics-eval names them
# Statistics of sums of rows, one row per segment.
SEGMENT_STATISTICS: dict[str, Callable[[Scores], Scores]] = {
    **COUNT_STATISTICS,
    "tau-c": ratio,
    "accuracy-eq": ratio,
    "pearson": pearson_of_moments,
    "pearson-diff": pearson_of_differences,
}
OF_SCORES = ("tau-c", "pearson", "pearson-diff")  # which need scores by people, or make some
ALWAYS_AVERAGED = {"accuracy-eq": "item", "tau-c": "item", "pearson": "none"}
STATISTICS = {SEGMENT: tuple(SEGMENT_STATISTICS), SYSTEM: (*CORRELATIONS, "soft-accuracy")}
DEFAULTS = {SEGMENT: "tau-wmt14", SYSTEM: "spearman"}
SOFT_RESAMPLES = 200  # at most, for soft accuracy, whose resamples each need all exchanges
DIFFERENCE = real(0.0, 1e100)
MOST_PAIRS = 50_000_000  # of outputs of a system, or of all outputs: about 6 GB


@dataclass(frozen=True)
class Protocol:
    """How agreement is measured.

    Attributes:
        level: "segment" or "system".
        statistic: its name, see `hyperbaton.meta.STATISTICS`.
        human: people's scores of systems, and of outputs for Pearson's r of segments, see
            `SYSTEM_RANKINGS`; by default their scores, or the ratio of wins where there are none.
        judged_only: whether metrics score systems on judged outputs alone.
        test: "permutation" (PERM-BOTH; of verdicts on pairs for accuracy-eq), "systems" (the same
            for whole systems), "bootstrap" or "none".
        samples: how many resamples and exchanges; 0 for neither intervals nor tests.
        seed: where random numbers start.
        average: for segments, over which groups of outputs the statistic is averaged: "item" (those
            of a segment), "sys" (those of a system) or "none" (all outputs in one group). By
            default counts of pairs within segments are pooled.
        epsilon: up to which difference outputs are tied for the metric.
        threshold: below which difference outputs are tied for people; 25 for daRR.
    """

    level: str = SEGMENT
    statistic: str = DEFAULTS[SEGMENT]
    human: str | None = None
    judged_only: bool = False
    test: str = "permutation"
    samples: int = 1000
    seed: int = 12345
    average: str | None = None
    epsilon: float | None = None
    threshold: float = 0.0

    def __post_init__(self) -> None:
        as_choice(self.level, STATISTICS, "level")
        as_choice(self.statistic, STATISTICS[self.level], f"statistic of {self.level}s")
        as_choice(self.test, TESTS, "test")
        if self.average is not None:
            as_choice(self.average, AVERAGES, "average")
        check_fields(self, samples=RESAMPLES_OR_NONE, seed=SEED)
        check_fields(self, epsilon=DIFFERENCE, threshold=DIFFERENCE)

    @property
    def groups(self) -> str | None:
        """Over which groups the statistic is averaged, if that is not what it does anyway."""
        return None if self.average == ALWAYS_AVERAGED.get(self.statistic) else self.average

    @property
    def by_segment(self) -> bool:
        """Whether there is a row per segment, so that segments can be resampled."""
        return self.groups in (None, "item")

    def value(self, sums: Scores) -> Scores:
        """The statistic of segments, of sums of rows."""
        return ratio(sums) if self.groups else SEGMENT_STATISTICS[self.statistic](sums)


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
        counted: how many of them the statistic counts, for accuracies of systems.
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
    counted: int
    samples: Scores | None = None
    p_values: ScoreTable | None = None

    @cached_property
    def intervals(self) -> tuple[Interval, ...] | None:
        """95 % bootstrap intervals, where there are resamples."""
        return None if self.samples is None else tuple(map(interval, self.samples))

    @cached_property
    def clusters(self) -> list[int | None]:
        """Ranks of metrics, those that do not differ sharing one; None where not tested."""
        if self.p_values is None:
            return [None] * len(self.metrics)
        return clusters(self.values, self.p_values)

    def why(self, k: int) -> str | None:
        """Why the value of a metric, its interval or all its tests are undefined, if so."""
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
    if protocol.level == SEGMENT:
        return _on_segments(pair, judgements, metrics, protocol, omissions or Omissions())
    return _on_systems(pair, judgements, metrics, protocol)


def _reasons(
    metrics: Sequence[MetricScores], values: Scores, undefined: str
) -> tuple[str | None, ...]:
    return tuple(
        None if known else undefined if metric.segments is not None else "no scores of segments"
        for metric, known in zip(metrics, ~np.isnan(values), strict=True)
    )


def _scored(metrics: Sequence[MetricScores]) -> tuple[list[int], list[Scores]]:
    """The places of metrics that have scores of segments, and these scores."""
    found = {k: s for k, metric in enumerate(metrics) if (s := metric.segments) is not None}
    return list(found), list(found.values())


def _in_table(p_values: Scores, places: list[int], size: int) -> Scores:
    """p-values of some metrics, put into the table of all."""
    table: Scores = np.full((size, size), np.nan)
    table[np.ix_(places, places)] = p_values
    return table


# Segments


def _on_segments(
    pair: str,
    judgements: Judgements,
    metrics: Sequence[MetricScores],
    protocol: Protocol,
    omissions: Omissions,
) -> Agreement:
    """Agreement on segments; it is undefined for metrics without scores of segments."""
    if protocol.statistic in OF_SCORES:
        judgements = with_output_scores(judgements, protocol.human)
    places, scores = _scored(metrics)
    scored = [metrics[k].name for k in places]
    usable = usable_judgements(pair, judgements, scored, scores, omissions)
    if protocol.threshold:
        usable = usable.with_ties_below(protocol.threshold)
    systems, pairs = _sizes(usable, protocol)
    if pairs == 0:
        raise InputError(f"{pair}: {judgements.name} leaves no pair of outputs to compare")
    rows = [_rows(usable, each, protocol) for each in scores]
    values = np.full(len(metrics), np.nan)
    values[places] = [float(protocol.value(row.sum(axis=0))) for row in rows]
    samples = p_values = None
    if protocol.samples and scores and protocol.by_segment:
        samples = np.full((len(metrics), protocol.samples), np.nan)
        samples[places] = segment_bootstrap(rows, protocol.value, protocol.samples, protocol.seed)
        if protocol.test != "none" and len(scores) > 1:
            found = _segment_p_values(usable, scores, protocol, samples[places])
            p_values = _in_table(found, places, len(metrics))
    names = tuple(metric.name for metric in metrics)
    undefined = f"{protocol.statistic} is not defined for these judgements"
    reasons = _reasons(metrics, values, undefined)
    return Agreement(
        pair, protocol, names, values, reasons, systems, pairs, pairs, samples, p_values
    )


def usable_judgements(
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
    known = None if people is None else np.where(undefined, np.nan, people)
    return Judgements(judgements.name, kept, known)


def _sizes(judgements: Judgements, protocol: Protocol) -> tuple[int, int]:
    """How many systems and how many pairs of outputs take part."""
    if protocol.by_segment or judgements.scores is None:
        judged = judgements.preferences.judged()
        return int(judged.any(axis=1).sum()), len(judgements.preferences)
    numbers = (~np.isnan(judgements.scores)).sum(axis=1)
    outputs = numbers if protocol.groups == "sys" else numbers.sum(keepdims=True)
    return int(np.count_nonzero(numbers)), int((outputs * (outputs - 1) // 2).sum())


def _epsilon(judgements: Judgements, scores: Scores, protocol: Protocol) -> float:
    """The threshold of ties: the one given, or the best for `accuracy-eq`."""
    if protocol.epsilon is None and protocol.statistic == "accuracy-eq":
        return calibrate(judgements.preferences, scores)[0]
    return protocol.epsilon or 0.0


def _rows(judgements: Judgements, scores: Scores, protocol: Protocol) -> Scores:
    """A row per segment, or per group of outputs, whose sums give the statistic."""
    name = protocol.statistic
    if not protocol.by_segment:
        judgements, scores = _regrouped(judgements, scores, protocol.groups or "")
        if protocol.threshold:
            judgements = judgements.with_ties_below(protocol.threshold)
    preferences, human = judgements.preferences, judgements.scores
    epsilon = _epsilon(judgements, scores, protocol)
    if name == "accuracy-eq":
        return calibrated_rows(preferences, scores, epsilon)
    if name not in OF_SCORES:
        found = count_rows(preferences, scores, epsilon)
    else:
        assert human is not None
        if name == "tau-c":
            return tau_c_rows(preferences, human, scores)
        if name == "pearson":
            found = moment_rows(human, scores)
        else:
            found = difference_rows(preferences, human, scores)
    return averaged(SEGMENT_STATISTICS[name](found)) if protocol.groups else found


def _regrouped(judgements: Judgements, scores: Scores, average: str) -> tuple[Judgements, Scores]:
    """Judgements and scores in which the outputs of a system, or all outputs, are one segment."""
    if judgements.scores is None:
        raise OptionError(f"{judgements.name}: holds rankings; --average {average} needs scores")
    human, metric = (
        each.reshape(-1, 1) if average == "none" else each.T for each in (judgements.scores, scores)
    )
    outputs, groups = human.shape
    if outputs * (outputs - 1) // 2 * groups > MOST_PAIRS:
        raise OptionError(
            f"{judgements.name}: too many pairs of outputs for --average {average}; use item"
        )
    names = [f"output {number}" for number in range(outputs)]
    return of_scores(judgements.name, names, human), metric


def _segment_p_values(
    judgements: Judgements, metrics: Sequence[Scores], protocol: Protocol, drawn: Scores
) -> Scores:
    """p-values between all metrics; by the bootstrap where there is no permutation test."""
    preferences, name = judgements.preferences, protocol.statistic
    samples, seed = protocol.samples, protocol.seed
    if protocol.test == "bootstrap":
        return bootstrap_p_values(drawn)
    if name == "accuracy-eq":  # "systems" is for systems; segments are then tested as usual
        pairs = group_sums(preferences.segment, preferences.segments)
        shares = 1.0 / (pairs[preferences.segment] * np.count_nonzero(pairs))
        verdicts = [
            shares * ordered_alike(preferences, scores, _epsilon(judgements, scores, protocol))
            for scores in metrics
        ]
        return compare_by_verdicts(verdicts, samples, seed)
    if protocol.groups or protocol.epsilon or name in ("tau-c", "pearson-diff"):
        return bootstrap_p_values(drawn)
    if name != "pearson":
        return compare_by_pairs(preferences, metrics, protocol.value, samples, seed)
    assert judgements.scores is not None
    scored = ~np.isnan(judgements.scores + np.sum(metrics, axis=0))
    people, others = judgements.scores[scored], [scores[scored] for scores in metrics]
    return compare_by_scores(people, others, pearson, samples, seed)


# Systems


def _on_systems(
    pair: str, judgements: Judgements, metrics: Sequence[MetricScores], protocol: Protocol
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
    measure = _correlated if protocol.statistic in CORRELATIONS else _soft_accuracies
    some = [metric.among(systems) for metric in metrics]
    values, samples, p_values = measure(judgements.among(systems), some, protocol)
    pairs = len(systems) * (len(systems) - 1) // 2
    counted = ordered_pairs(people[usable]) if protocol.statistic == "accuracy" else pairs
    names = tuple(metric.name for metric in metrics)
    reasons = _reasons(metrics, values, "the scores, or people's, do not vary")
    return Agreement(
        pair, protocol, names, values, reasons, len(systems), pairs, counted, samples, p_values
    )


def _soft_accuracies(
    judgements: Judgements, metrics: Sequence[MetricScores], protocol: Protocol
) -> tuple[Scores, Scores | None, None]:
    """Soft pairwise accuracies on judged outputs, and on resamples of the segments.

    NaN for a metric without scores of segments. They are not tested.
    """
    exchanges, seed = protocol.samples or Protocol.samples, protocol.seed
    judged = judgements.judged()
    drawn = min(protocol.samples, SOFT_RESAMPLES)
    weights = np.ones((1, judged.shape[1]))
    if drawn:
        weights = np.vstack([weights, *resample_weights(judged.shape[1], drawn, seed)])
    if judgements.scores is not None:
        people = exchange_p_values(judgements.scores, weights, exchanges, seed)
    else:
        people = sign_test_p_values(judgements.preferences, weights)
    values = np.full((len(metrics), len(weights)), np.nan)
    for k, scores in zip(*_scored(metrics), strict=True):
        known = np.where(judged, scores, np.nan)
        values[k] = soft_accuracy(people, exchange_p_values(known, weights, exchanges, seed))
    return values[:, 0], values[:, 1:] if drawn else None, None


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
    drawn, p_values = system_bootstrap(totals, metrics, correlation, samples, seed), None
    places, scores = _scored(metrics)
    if protocol.test == "none" or len(metrics) < 2:
        pass
    elif protocol.test == "systems":
        whole = [metric.system_scores for metric in metrics]
        p_values = compare_by_scores(people, whole, correlation, samples, seed)
    elif protocol.test == "bootstrap":
        p_values = bootstrap_p_values(drawn)
    elif len(scores) > 1:
        found = compare_by_systems(people, scores, correlation, samples, seed)
        p_values = _in_table(found, places, len(metrics))
    return values, drawn, p_values
