"""Tuning parameters of metrics to people's preferences, with figures on data held out.

Cross-validation tunes on all folds but one; the counts of all folds held out are pooled, so that
the reported figure is not the one that was maximised.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from hyperbaton.checks import check_some
from hyperbaton.errors import InputError, OptionError
from hyperbaton.limits import RESTARTS as RESTARTS_RANGE
from hyperbaton.limits import SEED
from hyperbaton.meta.agreement.pair_counts import COUNT_STATISTICS, Counts, count_rows
from hyperbaton.meta.tuning.cross_validation import Fold, split_segments
from hyperbaton.meta.tuning.hill_climbing import RESTARTS
from hyperbaton.meta.tuning.line_search import mixture_counts_at
from hyperbaton.meta.tuning.parameters import Tunable
from hyperbaton.meta.tuning.tuning_problem import (
    HillClimbing,
    LineSearch,
    TuningProblem,
    TuningSet,
    Values,
    linear_ends,
)
from hyperbaton.metrics import TextMetric
from hyperbaton.metrics.base import Scores

FOLDS = 10
METHODS = ("auto", "line-search", "hill-climbing")


@dataclass(frozen=True)
class Tuned:
    """A tuned metric.

    Attributes:
        metric: the metric with the values found on all data.
        values: those values, by parameter.
        method: "line search" or "hill climbing".
        training: the objective on the data that the values were found on.
        held_out: the objective on the folds held out, each with values found on the others; NaN
            without cross-validation.
        start: the objective of the metric as it was.
        folds: the values found for each fold.
    """

    metric: TextMetric
    values: dict[str, float]
    method: str
    training: float
    held_out: float
    start: float
    folds: tuple[dict[str, float], ...]


def tune(
    metric: TextMetric,
    parameters: Sequence[Tunable],
    sets: Sequence[TuningSet],
    objective: str = "tau",
    *,
    folds: int = FOLDS,
    method: str = "auto",
    restarts: int = RESTARTS,
    seed: int = 12345,
) -> Tuned:
    """Finds the values of parameters with the highest objective, averaged over language pairs.

    Args:
        metric: the metric; its other parameters stay as they are.
        parameters: what to tune.
        sets: the language pairs.
        objective: a statistic of pairs, see `COUNT_STATISTICS`.
        folds: into how many parts segments are split; 0 for no cross-validation.
        method: "line-search", which is exact, "hill-climbing", or "auto": the line search where
            scores of segments are linear in the parameter, and hill climbing elsewhere.
        restarts: of hill climbing.
        seed: where random numbers start.

    Raises:
        InputError: the objective is undefined for every value.
        OptionError: the objective or the method is unknown, the line search does not apply, or
            there are too few folds, too many, or no restarts.
    """
    _check(objective)
    check_some(parameters=parameters, sets=sets)
    if method not in METHODS:
        raise OptionError(f"method: {', '.join(METHODS)} are accepted, got {method!r}")
    restarts, seed = RESTARTS_RANGE.check(restarts, "restarts"), SEED.check(seed, "seed")
    split = split_segments([s.preferences for s in sets], folds, seed)
    problem = _problem(metric, parameters, sets, objective, method, restarts, seed)
    values, training = problem.best([np.ones(s.preferences.segments, np.bool_) for s in sets])
    if math.isnan(training):
        pairs = ", ".join(each.pair for each in sets)
        raise InputError(
            f"{objective} is undefined on {pairs} whatever the value of "
            f"{' and '.join(p.path for p in parameters)}; there is nothing to tune to"
        )
    by_fold = [problem.best([~held for held in fold]) for fold in split]
    return Tuned(
        problem.applied(values),
        _named(parameters, values),
        problem.method,
        training,
        _held_out(problem, split, by_fold),
        attained(metric, sets, objective),
        tuple(_named(parameters, found) for found, _ in by_fold),
    )


def attained(metric: TextMetric, sets: Sequence[TuningSet], objective: str) -> float:
    """The objective of a metric as it is, averaged over language pairs.

    Raises:
        OptionError: the objective is unknown.
    """
    _check(objective)
    check_some(sets=sets)
    counts = [count_rows(s.preferences, s.scores(metric)).sum(axis=0) for s in sets]
    return float(np.mean([COUNT_STATISTICS[objective](count) for count in counts]))


def parameter_curve(
    metric: TextMetric,
    parameter: Tunable,
    sets: Sequence[TuningSet],
    objective: str,
    values: Sequence[float],
) -> Scores:
    """The objective at each value of a parameter: one row per value, one column per set.

    Raises:
        OptionError: the objective is unknown.
    """
    _check(objective)
    return COUNT_STATISTICS[objective](parameter_counts(metric, parameter, sets, values))


def parameter_counts(
    metric: TextMetric, parameter: Tunable, sets: Sequence[TuningSet], values: Sequence[float]
) -> Counts:
    """The five counts of pairs at each value of a parameter: values by sets by counts.

    All statistics of `COUNT_STATISTICS` follow from them.
    """
    check_some(sets=sets, values=values)
    ends = linear_ends(metric, parameter, sets)
    if ends is not None:
        shares = np.array([parameter.share(value) for value in values])
        parts = [
            mixture_counts_at(s.preferences, *pair, shares)
            for s, pair in zip(sets, ends, strict=True)
        ]
        return np.stack(parts, axis=1)
    return np.array(
        [
            [count_rows(s.preferences, s.scores(applied)).sum(axis=0) for s in sets]
            for applied in (parameter.applied(metric, value) for value in values)
        ]
    )


def _problem(
    metric: TextMetric,
    parameters: Sequence[Tunable],
    sets: Sequence[TuningSet],
    objective: str,
    method: str,
    restarts: int,
    seed: int,
) -> TuningProblem:
    value = COUNT_STATISTICS[objective]
    ends = linear_ends(metric, parameters[0], sets) if len(parameters) == 1 else None
    if ends is not None and method != "hill-climbing":
        return LineSearch(metric, parameters, sets, value, ends)
    if method == "line-search":
        raise OptionError(
            "method: line-search needs a single parameter in which all scores of segments are "
            f"linear, which {metric} does not have here; choose auto or hill-climbing"
        )
    return HillClimbing(metric, parameters, sets, value, restarts, seed, ends)


def _held_out(
    problem: TuningProblem, split: Sequence[Fold], by_fold: Sequence[tuple[Values, float]]
) -> float:
    """The objective of the counts of all folds held out, pooled for each language pair.

    NaN where there are none, or where one left nothing to tune to.
    """
    if not split or any(math.isnan(training) for _, training in by_fold):
        return math.nan
    values = [found for found, _ in by_fold]
    parts = [
        [rows[held].sum(axis=0) for rows, held in zip(problem.rows(found), fold, strict=True)]
        for fold, found in zip(split, values, strict=True)
    ]
    return problem.mean([np.sum(counts, axis=0) for counts in zip(*parts, strict=True)])


def _named(parameters: Sequence[Tunable], values: Values) -> dict[str, float]:
    return {p.path: float(value) for p, value in zip(parameters, values, strict=True)}


def _check(objective: str) -> None:
    if objective not in COUNT_STATISTICS:
        accepted = ", ".join(COUNT_STATISTICS)
        raise OptionError(f"objective: {accepted} are accepted, got {objective!r}")
