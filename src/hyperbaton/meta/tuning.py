"""Tuning parameters of metrics to people's preferences, with figures on data held out.

Where all scores of segments are linear in a parameter, the best value is found exactly, otherwise
by hill climbing. Cross-validation tunes on all folds but one; the counts of all folds held out are
pooled, so that the reported figure is not the one that was maximised.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from hyperbaton import __version__
from hyperbaton.checks import BOUND, SEED, as_choice, check_some
from hyperbaton.checks import FOLDS as FOLDS_RANGE
from hyperbaton.errors import InputError, NotFoundError, OptionError
from hyperbaton.meta.judgements import Preferences
from hyperbaton.meta.metric_scores import SystemScorer
from hyperbaton.meta.pair_counts import COUNT_STATISTICS, Counts, count_rows
from hyperbaton.meta.search import (
    Point,
    hill_climb,
    mean_curve,
    mixture_counts,
    mixture_curve,
)
from hyperbaton.metrics import Metric
from hyperbaton.metrics.base import Scores
from hyperbaton.tables.layout import Rows, aligned, decimal
from hyperbaton.tables.tabular import Record, Tabular, full_precision, or_none

GRID = 100  # steps between the bounds
WIDEST = 100  # of a range in which a hundred steps find anything
Kind = TypeVar("Kind", bound=Metric)


@dataclass(frozen=True)
class Tunable:
    """A parameter of a metric and between which values it is tuned.

    Attributes:
        path: its name, after those of the metrics it is nested in: `order.beta`.
        low: the smallest value.
        high: the largest value.
        whole: whether it is an int.
    """

    path: str
    low: float
    high: float
    whole: bool

    @property
    def size(self) -> int:
        """How many values are tried."""
        return int(self.high - self.low) + 1 if self.whole else GRID + 1

    def value(self, step: int) -> float:
        """Returns the value at a step of the grid."""
        if self.whole:
            return int(self.low) + step
        return round(self.low + (self.high - self.low) * step / GRID, 12)

    def share(self, value: float) -> float:
        """Returns how far a value lies between the lowest, 0, and the highest, 1."""
        return (value - self.low) / (self.high - self.low)

    def applied(self, metric: Kind, value: float) -> Kind:
        """Returns the metric with the parameter at a value."""
        return _replaced(metric, self.path.split("."), int(value) if self.whole else value)


def tunable(
    metric: Metric, path: str, low: float | None = None, high: float | None = None
) -> Tunable:
    """Returns a parameter of a metric, between its own bounds or narrower ones.

    Raises:
        OptionError: the metric has no such parameter, it is not a number, or a bound is missing.
        NotationError: the metric does not accept a bound.
    """
    *outer, name = path.split(".")
    owner = metric
    for step in outer:
        inner = getattr(owner, step, None)
        if not isinstance(inner, Metric):
            raise OptionError(f"{owner.name} has no nested metric {step!r}")
        owner = inner
    specs = {spec.name: spec for spec in fields(owner)}
    if name not in specs:
        known = ", ".join(specs) or "none"
        raise OptionError(f"{owner.name} has no parameter {name!r}; it has {known}")
    spec = specs[name]
    if isinstance(spec.default, bool) or not isinstance(spec.default, int | float):
        raise OptionError(f"{owner.name}: {name} is not numeric and cannot be tuned")
    bounds = [
        spec.metadata[side] if given is None else BOUND.check(given, f"range of {name}")
        for side, given in (("low", low), ("high", high))
    ]
    whole, chosen = isinstance(spec.default, int), None not in (low, high)
    if None in bounds or not (whole or chosen or bounds[1] - bounds[0] <= WIDEST):
        raise OptionError(
            f"{owner.name}: {name} has no bounds of its own; give a low and a high one"
        )
    if not bounds[0] < bounds[1]:
        raise OptionError(f"range of {name}: {bounds[0]:g} is not below {bounds[1]:g}")
    found = Tunable(path, bounds[0], bounds[1], whole)
    for bound in (found.low, found.high):
        found.applied(metric, bound)
    return found


def _replaced(metric: Kind, path: list[str], value: Any) -> Kind:
    name, *inner = path
    changed = _replaced(getattr(metric, name), inner, value) if inner else value
    return replace(metric, **{name: changed})


FOLDS = 10
LINEAR_PROBES = (0.25, 0.5, 0.8)  # shares of the range at which linearity is checked
LINEAR_SLACK = 1e-9  # relative to the largest score
ALL_PAIRS = "all"
FIGURES = ("training", "held_out", "start")
COLUMNS = ("metric", "lp", "tuned", "objective", *FIGURES, "method")  # of tab-separated values

Values = tuple[float, ...]  # of the parameters
Fold = list[NDArray[np.bool_]]  # for each language pair, which segments are held out


@dataclass(frozen=True, eq=False)
class TuningSet:
    """One language pair to tune on.

    Attributes:
        scorer: which scores its outputs.
        preferences: what people said.
    """

    scorer: SystemScorer
    preferences: Preferences

    @property
    def pair(self) -> str:
        """The language pair."""
        return self.scorer.data.pair

    def scores(self, metric: Metric) -> Scores:
        """Returns the scores of segments."""
        scores = self.scorer.score([metric])[0].segments
        assert scores is not None
        return scores


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

    metric: Metric
    values: dict[str, float]
    method: str
    training: float
    held_out: float
    start: float
    folds: tuple[dict[str, float], ...]


def tune(
    metric: Metric,
    parameters: Sequence[Tunable],
    sets: Sequence[TuningSet],
    objective: str = "tau-wmt14",
    *,
    folds: int = FOLDS,
    seed: int = 12345,
) -> Tuned:
    """Finds the values of parameters with the highest objective, averaged over language pairs.

    Exactly where scores of segments are linear in a single parameter, by hill climbing elsewhere.

    Args:
        metric: the metric; its other parameters stay as they are.
        parameters: what to tune.
        sets: the language pairs.
        objective: a statistic of pairs, see `COUNT_STATISTICS`.
        folds: into how many parts segments are split; 0 for no cross-validation.
        seed: where random numbers start.

    Raises:
        InputError: the objective is undefined for every value.
        OptionError: the objective is unknown, or there are too few or too many folds.
    """
    as_choice(objective, COUNT_STATISTICS, "objective")
    check_some(parameters=parameters, sets=sets)
    split = split_segments([s.preferences for s in sets], folds, SEED.check(seed, "seed"))
    problem = _Problem(metric, parameters, sets, objective, seed)
    values, training = problem.best([np.ones(s.preferences.segments, np.bool_) for s in sets])
    if math.isnan(training):
        pairs = ", ".join(each.pair for each in sets)
        raise InputError(
            f"{objective} is undefined on {pairs} for every value of "
            f"{' and '.join(p.path for p in parameters)}; there is nothing to tune to"
        )
    by_fold = [problem.best([~held for held in fold]) for fold in split]
    return Tuned(
        problem.applied(values),
        problem.named(values),
        "hill climbing" if problem.ends is None else "line search",
        training,
        _held_out(problem, split, by_fold),
        attained(metric, sets, objective),
        tuple(problem.named(found) for found, _ in by_fold),
    )


def attained(metric: Metric, sets: Sequence[TuningSet], objective: str) -> float:
    """Returns the objective of a metric as it is, averaged over language pairs."""
    return _mean(objective, [count_rows(s.preferences, s.scores(metric)).sum(axis=0) for s in sets])


def parameter_counts(
    metric: Metric, parameter: Tunable, sets: Sequence[TuningSet], values: Sequence[float]
) -> Counts:
    """Returns the five counts of pairs at each value of a parameter: values by sets by counts.

    All statistics of `COUNT_STATISTICS` follow from them.
    """
    ends = linear_ends(metric, parameter, sets)
    if ends is not None:
        shares = np.array([parameter.share(value) for value in values])
        curves = [mixture_counts(s.preferences, *e) for s, e in zip(sets, ends, strict=True)]
        return np.stack([curve.at(shares) for curve in curves], axis=1)
    return np.array(
        [
            [count_rows(s.preferences, s.scores(applied)).sum(axis=0) for s in sets]
            for applied in (parameter.applied(metric, value) for value in values)
        ]
    )


def linear_ends(
    metric: Metric, parameter: Tunable, sets: Sequence[TuningSet]
) -> list[tuple[Scores, Scores]] | None:
    """Returns scores at the highest and the lowest value, for each language pair.

    None if scores at values between are not mixtures of them.
    """
    if parameter.whole:
        return None
    low, high = parameter.low, parameter.high
    ends = []
    for data in sets:
        one, other = (data.scores(parameter.applied(metric, value)) for value in (high, low))
        for share in LINEAR_PROBES:
            between = data.scores(parameter.applied(metric, low + share * (high - low)))
            mixed = share * one + (1.0 - share) * other
            scale = np.nanmax(np.abs(between), initial=1.0)
            if np.nanmax(np.abs(between - mixed), initial=0.0) > LINEAR_SLACK * scale:
                return None
        ends.append((one, other))
    return ends


def split_segments(sets: Sequence[Preferences], folds: int, seed: int) -> list[Fold]:
    """Splits judged segments at random into folds of equal size; none for 0 folds.

    All judgements of a segment are in the same fold.
    """
    folds = FOLDS_RANGE.check(folds, "folds")
    random = np.random.default_rng(seed)
    numbers = []
    for preferences in sets if folds else ():
        judged = np.unique(preferences.segment)
        if len(judged) < folds:
            raise OptionError(f"folds: {folds} are too many for {len(judged)} judged segments")
        number = np.full(preferences.segments, -1)
        number[random.permutation(judged)] = np.arange(len(judged)) % folds
        numbers.append(number)
    return [[number == fold for number in numbers] for fold in range(folds)]


class _Problem:
    """A metric, its parameters, the data, and the statistic to maximise.

    Counts are remembered, since all folds look at the same points.
    """

    def __init__(
        self,
        metric: Metric,
        parameters: Sequence[Tunable],
        sets: Sequence[TuningSet],
        objective: str,
        seed: int,
    ) -> None:
        self.metric, self.parameters, self.sets = metric, parameters, sets
        self.objective, self.seed = objective, seed
        # Scores at both ends, where those between are mixtures of them and need no scoring.
        single = len(parameters) == 1
        self.ends = linear_ends(metric, parameters[0], sets) if single else None
        self._known: dict[Values, list[Counts]] = {}

    def applied(self, values: Values) -> Metric:
        """Returns the metric with its parameters at some values."""
        metric = self.metric
        for parameter, value in zip(self.parameters, values, strict=True):
            metric = parameter.applied(metric, value)
        return metric

    def named(self, values: Values) -> dict[str, float]:
        """Returns values by the names of the parameters."""
        return {p.path: float(value) for p, value in zip(self.parameters, values, strict=True)}

    def rows(self, values: Values) -> list[Counts]:
        """Counts the pairs of every segment at some values, for each language pair."""
        if values not in self._known:
            if self.ends is not None:
                share = self.parameters[0].share(values[0])
                scores = [share * one + (1.0 - share) * other for one, other in self.ends]
            else:
                metric = self.applied(values)
                scores = [each.scores(metric) for each in self.sets]
            self._known[values] = [
                count_rows(s.preferences, each) for s, each in zip(self.sets, scores, strict=True)
            ]
        return self._known[values]

    def best(self, chosen: Fold) -> tuple[Values, float]:
        """Finds the best values on the chosen segments, and the objective there."""
        if self.ends is not None:
            judged = [s.preferences for s in self.sets]
            value = COUNT_STATISTICS[self.objective]
            curves = [
                mixture_curve(each.chosen(keep[each.segment]), *ends, value)
                for each, keep, ends in zip(judged, chosen, self.ends, strict=True)
            ]
            alpha, found = mean_curve(curves).best()
            (parameter,) = self.parameters
            return (parameter.low + (parameter.high - parameter.low) * alpha,), found

        def at(point: Point) -> Values:
            return tuple(p.value(step) for p, step in zip(self.parameters, point, strict=True))

        def height(point: Point) -> float:
            rows = zip(self.rows(at(point)), chosen, strict=True)
            return _mean(self.objective, [row[keep].sum(axis=0) for row, keep in rows])

        sizes = [parameter.size for parameter in self.parameters]
        point, found = hill_climb(height, sizes, seed=self.seed)
        return at(point), found


def _held_out(
    problem: _Problem, split: Sequence[Fold], by_fold: Sequence[tuple[Values, float]]
) -> float:
    """The objective of the counts of all folds held out, pooled for each language pair.

    NaN where there are none, or where one left nothing to tune to.
    """
    if not split or any(math.isnan(training) for _, training in by_fold):
        return math.nan
    parts = [
        [rows[held].sum(axis=0) for rows, held in zip(problem.rows(values), fold, strict=True)]
        for fold, (values, _) in zip(split, by_fold, strict=True)
    ]
    return _mean(problem.objective, [np.sum(pooled, axis=0) for pooled in zip(*parts, strict=True)])


def _mean(objective: str, counts: Sequence[Counts]) -> float:
    """The mean over language pairs of the objective of their counts."""
    return float(np.mean([COUNT_STATISTICS[objective](count) for count in counts]))


@dataclass(frozen=True, eq=False, repr=False)
class TuningReport(Tabular):
    """Tuned metrics; `report["ribes", "de-en"]` is one of them.

    Attributes:
        objective: the statistic that was maximised.
        tuned: what came out, by the metric as it was written and language pair, which is `all` for
            all together.
    """

    objective: str
    tuned: Mapping[tuple[str, str], Tuned]

    def __getitem__(self, key: tuple[str, str]) -> Tuned:
        """Returns what came out for a metric, as it was written, and a language pair."""
        if key not in self.tuned:
            known = (f"({metric}, {pair})" for metric, pair in self.tuned)
            raise NotFoundError(key, f"{key!r} was not tuned", known)
        return self.tuned[key]

    def records(self) -> list[Record]:
        """Returns one record per metric and language pair, with the values by parameter."""
        return [
            {
                "metric": metric,
                "lp": pair,
                "tuned": str(found.metric),
                "objective": self.objective,
                **{name: getattr(found, name) for name in FIGURES},
                "method": found.method,
                **found.values,
            }
            for (metric, pair), found in self.tuned.items()
        ]

    def to_dict(self) -> Record:
        """Returns everything, with the values found for each fold; what is not defined is None."""
        return {
            "hyperbaton": __version__,
            "objective": self.objective,
            "tuned": [
                {
                    "metric": metric,
                    "lp": pair,
                    "tuned": str(found.metric),
                    "signature": found.metric.signature,
                    "values": found.values,
                    "method": found.method,
                    **{name: or_none(getattr(found, name)) for name in FIGURES},
                    "folds": list(found.folds),
                }
                for (metric, pair), found in self.tuned.items()
            ],
        }

    def table(self) -> Rows:
        """Returns what was found, and how well it does."""
        rows = [["metric", "lp", "best", self.objective, "held out", "as given", "by"]]
        for (metric, pair), found in self.tuned.items():
            best = " ".join(f"{name}={value:.4g}" for name, value in found.values.items())
            figures = [decimal(getattr(found, name), 4) for name in FIGURES]
            rows.append([metric, pair, best, *figures, found.method])
        return rows

    def to_text(self) -> str:
        """Returns the table, with the tuned metrics below as they are written."""
        written = {f"{pair}: {found.metric}" for (_, pair), found in self.tuned.items()}
        return "\n".join([aligned(self.table()), "", *sorted(written)])

    def to_tsv(self) -> str:
        """Returns one row per metric and language pair, in full precision."""
        return full_precision(COLUMNS, self.records())


def tune_all(
    metrics: Sequence[Metric],
    parameters: Sequence[Sequence[Tunable]],
    sets: Sequence[TuningSet],
    objective: str = "tau-wmt14",
    *,
    joint: bool = False,
    folds: int = FOLDS,
    seed: int = 12345,
) -> TuningReport:
    """Tunes several metrics, on each language pair or on all together.

    Args:
        metrics: the metrics.
        parameters: for each metric what to tune.
        sets: the language pairs.
        objective: a statistic of pairs, see `COUNT_STATISTICS`.
        joint: whether to find one value for all language pairs.
        folds: into how many parts segments are split.
        seed: where random numbers start.
    """
    groups = {ALL_PAIRS: list(sets)} if joint else {each.pair: [each] for each in sets}
    found = {
        (str(metric), pair): tune(metric, chosen, group, objective, folds=folds, seed=seed)
        for metric, chosen in zip(metrics, parameters, strict=True)
        for pair, group in groups.items()
    }
    return TuningReport(objective, found)
