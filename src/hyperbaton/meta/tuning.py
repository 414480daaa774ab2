"""Tuning a parameter of a metric to people's preferences, with figures on data held out.

Where scores of segments are linear in the parameter, like LRscore's in α, the best value is found
exactly: a judged pair changes sides at one value at most, so that one sort gives the counts of
pairs for all values at once. Otherwise a grid of values is tried. Cross-validation tunes on all
folds but one; the counts of all folds held out are pooled, so that the reported figure is not the
one that was maximised.

The line search is ours, since it is exact: for tau of a mixture on WMT13 de-en it finds .338737 in
0.09 s, where SciPy's `minimize_scalar` finds .338674 in 0.27 s, `brute` on 101 points .338658 in
0.8 s and `differential_evolution` .338229 in 0.2 s.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from hyperbaton import __version__
from hyperbaton.checks import FOLDS as FOLDS_RANGE
from hyperbaton.checks import SEED, as_choice
from hyperbaton.errors import InputError, OptionError
from hyperbaton.meta.judged_sets import JudgedSet
from hyperbaton.meta.judgements import Preferences, group_sums
from hyperbaton.meta.measures import (
    CONCORDANT,
    COUNT_STATISTICS,
    DISCORDANT,
    KINDS,
    Counts,
    count_rows,
    metric_differences,
    pair_kinds,
)
from hyperbaton.meta.scores import SystemScorer
from hyperbaton.meta.study import Scoring
from hyperbaton.metrics import Metric
from hyperbaton.metrics.base import Scores
from hyperbaton.tables.layout import Rows, aligned, decimal
from hyperbaton.tables.tabular import Record, Tabular, or_none

STATISTIC = "tau-wmt14"
FOLDS = 10
GRID = 100  # steps between the bounds
WIDEST = 100  # of a range in which a hundred steps find anything
LINEAR_PROBES = (0.25, 0.5, 0.8)  # shares of the range at which linearity is checked
LINEAR_SLACK = 1e-9  # relative to the largest score
FIGURES = ("training", "held_out", "start")

Kind = TypeVar("Kind", bound=Metric)
Segments = NDArray[np.bool_]  # which are meant


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
    def grid(self) -> list[float]:
        """The values that are tried: all of an int, else a hundred steps."""
        if self.whole:
            return list(range(int(self.low), int(self.high) + 1))
        width = self.high - self.low
        return [round(self.low + width * step / GRID, 12) for step in range(GRID + 1)]

    def share(self, value: float) -> float:
        """How far a value lies between the lowest, 0, and the highest, 1."""
        return (value - self.low) / (self.high - self.low)

    def applied(self, metric: Kind, value: float) -> Kind:
        """The metric with the parameter at a value."""
        return _replaced(metric, self.path.split("."), int(value) if self.whole else value)


def tunable(
    metric: Metric, path: str, low: float | None = None, high: float | None = None
) -> Tunable:
    """A parameter of a metric, between its own bounds or narrower ones.

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
    accepted = spec.metadata["range"]
    lowest, highest = accepted.low if low is None else low, accepted.high if high is None else high
    if None in (low, high) and not highest - lowest <= WIDEST:
        raise OptionError(
            f"{owner.name}: {name} has no bounds of its own; give a low and a high one"
        )
    if not lowest < highest:
        raise OptionError(f"range of {name}: {lowest:g} is not below {highest:g}")
    found = Tunable(path, lowest, highest, isinstance(spec.default, int))
    for bound in (lowest, highest):
        found.applied(metric, bound)
    return found


def _replaced(metric: Kind, path: list[str], value: Any) -> Kind:
    name, *inner = path
    changed = _replaced(getattr(metric, name), inner, value) if inner else value
    return replace(metric, **{name: changed})


@dataclass(frozen=True, eq=False)
class TuningSet:
    """One language pair to tune on.

    Attributes:
        scorer: which scores its outputs.
        preferences: what people said.
    """

    scorer: SystemScorer
    preferences: Preferences

    @classmethod
    def of(cls, judged: JudgedSet, scoring: Scoring) -> TuningSet:
        """Takes a judged set, of which what metrics read is kept."""
        return cls(scoring.scorer(judged, keep=True), judged.judgements.preferences)

    def scores(self, metric: Metric) -> Scores:
        """The scores of segments."""
        scores = self.scorer.score([metric])[0].segments
        assert scores is not None
        return scores

    def count_rows(self, metric: Metric) -> Counts:
        """The five counts of pairs of each segment."""
        return count_rows(self.preferences, self.scores(metric))


# The exact line search


@dataclass(frozen=True, eq=False)
class StepCurve:
    """A statistic, or counts, as a function of α from 0 to 1 that is constant between edges.

    Attributes:
        edges: from 0 to 1, ascending.
        values: what it is inside each interval between two edges.
        ends: what it is at 0 and at 1.
    """

    edges: Scores
    values: Scores
    ends: Scores

    def at(self, alphas: Scores) -> Scores:
        """What it is at some α; at an edge, what it is in the interval to its right."""
        interval = np.searchsorted(self.edges, alphas, side="right") - 1
        found = np.asarray(self.values[np.clip(interval, 0, len(self.edges) - 2)])
        found[alphas <= 0.0], found[alphas >= 1.0] = self.ends
        return found

    def value(self, statistic: Callable[[Counts], Scores]) -> StepCurve:
        """A statistic of the counts."""
        return StepCurve(self.edges, statistic(self.values), statistic(self.ends))

    def best(self) -> tuple[float, float]:
        """The α with the highest value, and that value; NaN where none is defined.

        It is the middle of the widest interval that has the value, or an end that has a higher one.
        """
        heights = np.where(np.isnan(self.values), -np.inf, self.values)
        widths = np.where(heights == heights.max(), np.diff(self.edges), -1.0)
        k = int(np.argmax(widths))
        alpha, best = float(self.edges[k] + self.edges[k + 1]) / 2, float(self.values[k])
        for end, value in zip((0.0, 1.0), self.ends.tolist(), strict=True):
            if value > best or (math.isnan(best) and not math.isnan(value)):
                alpha, best = end, value
        return alpha, best


def mixture_counts(preferences: Preferences, one: Scores, other: Scores) -> StepCurve:
    """Counts the judged pairs of the mixture α · one + (1 - α) · other for all α from 0 to 1.

    A judged pair changes sides at one α at most, so counts are constant between these points.
    Sorting them and sweeping from 0 to 1 gives the counts for all α at once, in O(P log P). Only at
    the points themselves do pairs tie; rounding would never hit them, so they are left out, except
    for 0 and 1, where one of the scores stands alone.

    Args:
        preferences: what people said.
        one: scores at α = 1, one row per system and one column per segment.
        other: scores at α = 0.
    """
    last, first = metric_differences(preferences, one), metric_differences(preferences, other)
    crossing = np.sign(last) * np.sign(first) < 0
    before = np.where(crossing | (last == 0), np.sign(first), np.sign(last))
    places = first[crossing] / (first[crossing] - last[crossing])
    # Wrong before is right afterwards, and the other way round; where people tie, nothing changes.
    gained = -before[crossing] * preferences.sign[crossing]
    inner, groups = np.unique(np.clip(places, 0.0, 1.0), return_inverse=True)
    gains = np.concatenate([[0.0], np.cumsum(np.bincount(groups, gained, len(inner)))])
    counts = np.tile(group_sums(pair_kinds(preferences, before), KINDS), (len(gains), 1))
    counts[:, CONCORDANT] += gains
    counts[:, DISCORDANT] -= gains
    edges = np.concatenate([[0.0], inner, [1.0]])
    wide = np.diff(edges) > 0  # rounding may put an edge on 0 or 1
    ends = np.stack([count_rows(preferences, scores).sum(axis=0) for scores in (other, one)])
    return StepCurve(np.append(edges[:-1][wide], 1.0), counts[wide], ends)


def linear_ends(
    metric: Metric, parameter: Tunable, data: TuningSet
) -> tuple[Scores, Scores] | None:
    """Scores at the highest and the lowest value; None if those between are not their mixtures."""
    if parameter.whole:
        return None
    low, high = parameter.low, parameter.high
    one, other = (data.scores(parameter.applied(metric, value)) for value in (high, low))
    for share in LINEAR_PROBES:
        between = data.scores(parameter.applied(metric, low + share * (high - low)))
        mixed = share * one + (1.0 - share) * other
        scale = np.nanmax(np.abs(between), initial=1.0)
        if np.nanmax(np.abs(between - mixed), initial=0.0) > LINEAR_SLACK * scale:
            return None
    return one, other


# Tuning


@dataclass(frozen=True)
class Tuned:
    """A tuned metric.

    Attributes:
        metric: the metric with the value found on all data.
        parameter: what was tuned.
        value: the value found.
        method: "line search" or "grid".
        training: the statistic on the data that the value was found on.
        held_out: the statistic on the folds held out, each with the value found on the others; NaN
            without cross-validation.
        start: the statistic of the metric as it was.
        folds: the values found for each fold.
    """

    metric: Metric
    parameter: str
    value: float
    method: str
    training: float
    held_out: float
    start: float
    folds: tuple[float, ...]


def tune(
    metric: Metric,
    parameter: Tunable,
    data: TuningSet,
    statistic: str = STATISTIC,
    *,
    folds: int = FOLDS,
    seed: int = 12345,
) -> Tuned:
    """Finds the value of a parameter with the highest statistic.

    Args:
        metric: the metric; its other parameters stay as they are.
        parameter: what to tune.
        data: the language pair.
        statistic: of pairs, see `COUNT_STATISTICS`.
        folds: into how many parts segments are split; 0 for no cross-validation.
        seed: where random numbers start.

    Raises:
        InputError: the statistic is undefined for every value.
        OptionError: the statistic is unknown, or there are too few or too many folds.
    """
    as_choice(statistic, COUNT_STATISTICS, "statistic")
    split = [held for (held,) in split_segments([data.preferences], folds, seed)]
    search = _Search(metric, parameter, data, statistic)
    value, training = search.best(np.ones(data.preferences.segments, bool))
    if math.isnan(training):
        raise InputError(
            f"{statistic} is undefined for every value of {parameter.path}; there is nothing to "
            "tune to"
        )
    by_fold = [search.best(~held) for held in split]
    held_out = math.nan
    if split and not any(math.isnan(found) for _, found in by_fold):
        pairs = zip(split, by_fold, strict=True)
        parts = [search.rows(found)[held].sum(axis=0) for held, (found, _) in pairs]
        held_out = float(search.statistic(np.sum(parts, axis=0)))
    return Tuned(
        parameter.applied(metric, value),
        parameter.path,
        float(value),
        "grid" if search.ends is None else "line search",
        training,
        held_out,
        attained(metric, data, statistic),
        tuple(float(found) for found, _ in by_fold),
    )


class _Search:
    """Finds the best value on some segments: on a line where scores are linear, else on a grid."""

    def __init__(self, metric: Metric, parameter: Tunable, data: TuningSet, statistic: str) -> None:
        self.parameter, self.preferences = parameter, data.preferences
        self.statistic = COUNT_STATISTICS[statistic]
        self.ends = linear_ends(metric, parameter, data)
        self.tried = {
            value: data.count_rows(parameter.applied(metric, value))
            for value in (parameter.grid if self.ends is None else ())
        }

    def rows(self, value: float) -> Counts:
        """The counts of each segment at a value."""
        if self.ends is None:
            return self.tried[value]
        share, (one, other) = self.parameter.share(value), self.ends
        return count_rows(self.preferences, share * one + (1.0 - share) * other)

    def best(self, keep: Segments) -> tuple[float, float]:
        """The best value on some segments, the middle one of several, and the statistic."""
        if self.ends is not None:
            kept = self.preferences.chosen(keep[self.preferences.segment])
            share, found = mixture_counts(kept, *self.ends).value(self.statistic).best()
            return self.parameter.low + (self.parameter.high - self.parameter.low) * share, found
        heights = {v: float(self.statistic(r[keep].sum(axis=0))) for v, r in self.tried.items()}
        highest = max((h for h in heights.values() if not math.isnan(h)), default=math.nan)
        best = [value for value, height in heights.items() if height == highest] or list(heights)
        return best[len(best) // 2], highest


def attained(metric: Metric, data: TuningSet, statistic: str) -> float:
    """The statistic of a metric as it is."""
    return float(COUNT_STATISTICS[statistic](data.count_rows(metric).sum(axis=0)))


def split_segments(sets: Sequence[Preferences], folds: int, seed: int) -> list[list[Segments]]:
    """Splits judged segments of each set at random into folds of equal size; none for 0 folds."""
    folds = FOLDS_RANGE.check(folds, "folds")
    random = np.random.default_rng(SEED.check(seed, "seed"))
    numbers = []
    for preferences in sets if folds else ():
        judged = np.unique(preferences.segment)
        if len(judged) < folds:
            raise OptionError(f"folds: {folds} are too many for {len(judged)} judged segments")
        number = np.full(preferences.segments, -1)
        number[random.permutation(judged)] = np.arange(len(judged)) % folds
        numbers.append(number)
    return [[number == fold for number in numbers] for fold in range(folds)]


def labels(sets: Sequence[tuple[str, str]]) -> list[str]:
    """Names language pairs of folders, like `wmt13 de-en`; the pair alone of a single folder."""
    folders = {folder for folder, _ in sets}
    names = {folder: Path(folder).name for folder in folders}
    if len(set(names.values())) < len(folders):
        names = {folder: folder for folder in folders}
    return [f"{names[folder]} {pair}" if len(folders) > 1 else pair for folder, pair in sets]


@dataclass(frozen=True, eq=False, repr=False)
class TuningReport(Tabular):
    """Tuned metrics, by the metric as it was written and language pair."""

    statistic: str
    tuned: dict[tuple[str, str], Tuned]

    def records(self) -> list[Record]:
        """One record per metric and language pair; what is not defined is None."""
        return [
            {
                **vars(found),
                **{name: or_none(getattr(found, name)) for name in FIGURES},
                "metric": metric,
                "lp": pair,
                "tuned": str(found.metric),
            }
            for (metric, pair), found in self.tuned.items()
        ]

    def to_dict(self) -> Record:
        """Everything, with the values found for each fold."""
        return {"hyperbaton": __version__, "statistic": self.statistic, "tuned": self.records()}

    def table(self) -> Rows:
        """What was found, and how well it does."""
        rows = [["metric", "lp", "best", self.statistic, "held out", "as given", "by"]]
        for (metric, pair), found in self.tuned.items():
            figures = [decimal(getattr(found, name), 4) for name in FIGURES]
            best = f"{found.parameter}={found.value:.4g}"
            rows.append([metric, pair, best, *figures, found.method])
        return rows

    def to_text(self) -> str:
        """The table, with the tuned metrics below as they are written."""
        written = {f"{pair}: {found.metric}" for (_, pair), found in self.tuned.items()}
        return "\n".join([aligned(self.table()), "", *sorted(written)])


def tune_all(
    sets: Sequence[JudgedSet],
    scoring: Scoring,
    parameters: Sequence[Tunable],
    *,
    statistic: str = STATISTIC,
    folds: int = FOLDS,
    seed: int = 12345,
) -> TuningReport:
    """Tunes a parameter of each metric of `scoring`, on each language pair."""
    names = labels([(judged.data.folder, judged.pair) for judged in sets])
    found = {}
    for name, data in zip(names, (TuningSet.of(judged, scoring) for judged in sets), strict=True):
        for metric, chosen in zip(scoring.text_metrics, parameters, strict=True):
            found[str(metric), name] = tune(metric, chosen, data, statistic, folds=folds, seed=seed)
    return TuningReport(statistic, found)
