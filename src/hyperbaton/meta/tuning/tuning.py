"""Tuning parameters of metrics to people's preferences, with figures on data held out.

Cross-validation tunes on all folds but one; the counts of all folds held out are pooled, so that
the reported figure is not the one that was maximised.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from hyperbaton.errors import OptionError
from hyperbaton.meta.agreement.pair_counts import COUNT_STATISTICS, count_rows
from hyperbaton.meta.tuning.cross_validation import Fold, split_segments
from hyperbaton.meta.tuning.hill_climbing import RESTARTS
from hyperbaton.meta.tuning.line_search import mixture_curve
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
        restarts: of hill climbing.
        seed: where random numbers start.

    Raises:
        OptionError: the objective is unknown, or there are too few folds, too many, or no restarts.
    """
    _check(objective)
    if restarts < 1:
        raise OptionError(f"restarts: at least 1 is needed, got {restarts}")
    split = split_segments([s.preferences for s in sets], folds, seed)
    problem = _problem(metric, parameters, sets, objective, restarts, seed)
    values, training = problem.best([np.ones(s.preferences.segments, np.bool_) for s in sets])
    by_fold = [problem.best([~held for held in fold])[0] for fold in split]
    as_it_was = [count_rows(s.preferences, s.scores(metric)).sum(axis=0) for s in sets]
    return Tuned(
        problem.applied(values),
        _named(parameters, values),
        problem.method,
        training,
        _held_out(problem, split, by_fold),
        problem.mean(as_it_was),
        tuple(_named(parameters, found) for found in by_fold),
    )


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
    value = COUNT_STATISTICS[objective]
    ends = linear_ends(metric, parameter, sets)
    if ends is not None:
        shares = (np.asarray(values) - parameter.low) / (parameter.high - parameter.low)
        curves = [
            mixture_curve(s.preferences, *pair, value) for s, pair in zip(sets, ends, strict=True)
        ]
        return np.column_stack([curve.at(shares) for curve in curves])
    problem = HillClimbing(metric, [parameter], sets, value, restarts=0, seed=0)
    return np.array(
        [[float(value(rows.sum(axis=0))) for rows in problem.rows((v,))] for v in values]
    )


def _problem(
    metric: TextMetric,
    parameters: Sequence[Tunable],
    sets: Sequence[TuningSet],
    objective: str,
    restarts: int,
    seed: int,
) -> TuningProblem:
    value = COUNT_STATISTICS[objective]
    ends = linear_ends(metric, parameters[0], sets) if len(parameters) == 1 else None
    if ends is not None:
        return LineSearch(metric, parameters, sets, value, ends)
    return HillClimbing(metric, parameters, sets, value, restarts, seed)


def _held_out(problem: TuningProblem, split: Sequence[Fold], values: Sequence[Values]) -> float:
    """The objective of the counts of all folds held out, pooled for each language pair."""
    if not split:
        return float("nan")
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
