"""Fits a mixture of metrics to judged sets, and measures it on what it was not fitted to.

Weights come from logistic regression on the differences between the outputs of judged pairs.

With d the features of the better output minus those of the worse, the weights w minimise

    mean over sets of mean over pairs of log(1 + exp(-w · d))  +  λ/2 Σ (w_j s_j)²

Every set counts the same, however many pairs it has. s_j is the root mean square of feature j's
differences, weighted like the loss, so that the unit of a feature does not matter to the penalty.
There is no intercept: which output stands first means nothing. This is the ranking loss of RankNet
(Burges et al. 2005) for a linear score, and what BEER (Stanojević & Sima'an 2014) trains by.

Newton's method is ours, since its minimum is exact to rounding and does not depend on the version
of a library. On WMT13 de-en (128,668 pairs, four features) it takes 0.7 s in 5 steps; of SciPy,
L-BFGS-B takes 1.6 s for weights that differ by 2e-8 (1.1 s and 1e-4 with its default tolerance),
TNC 1.3 s and 1e-7, SLSQP 1.2 s and 2e-7, and importing `scipy.optimize` another 0.3 s.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hyperbaton import __version__
from hyperbaton.checks import as_choice
from hyperbaton.errors import InputError, OptionError
from hyperbaton.meta.evaluation import usable_judgements
from hyperbaton.meta.judged_sets import JudgedSet, Omissions
from hyperbaton.meta.judgements import Preferences, group_sums
from hyperbaton.meta.measures import (
    COUNT_STATISTICS,
    KINDS,
    Counts,
    metric_differences,
    pair_kinds,
)
from hyperbaton.meta.study import Scoring
from hyperbaton.meta.tuning import FOLDS, STATISTIC, labels, split_segments
from hyperbaton.metrics.base import Scores
from hyperbaton.resources import progress
from hyperbaton.tables.json_form import to_json
from hyperbaton.tables.layout import Rows, aligned, decimal
from hyperbaton.tables.tabular import Record, Tabular

HOLD_OUTS = {
    "segments": "each fold of segments with weights fitted to the others",
    "pair": "each language pair with weights fitted to the others",
    "year": "each folder with weights fitted to the others",
}
MIXTURE, EQUAL, CEILING = "mixture", "equal weights", "ceiling"
NOTE = f"{EQUAL}: all features equally important; {CEILING}: free weights fitted to the set itself"
L2 = 1e-6  # λ: just enough where features say the same, or a mixture is right about every pair
BLOCK = 8192  # pairs that fit into the processor's cache
MOST_STEPS = 200
MOST_HALVINGS = 60
TOLERANCE = 1e-10  # of the optimality conditions
STEP_TOLERANCE = 1e-6  # of the Newton step, relative to the point
SUFFICIENT = 1e-4  # share of the predicted decrease that a step must bring
ROUNDING = 1e-14  # of the function's value
NEAR_BOUND = 1e-3

Vector: TypeAlias = NDArray[np.float64]
Differences: TypeAlias = NDArray[np.float64]  # one row per pair, one column per feature


@dataclass(frozen=True, eq=False)
class FeatureSet:
    """One language pair of one test set, as a mixture sees it.

    Attributes:
        folder: of the test set, like `wmt13`; each counts as a year.
        pair: the language pair.
        preferences: what people said.
        differences: by how much each feature puts the first output of a pair above the second, one
            row per pair and one column per feature.
    """

    folder: str
    pair: str
    preferences: Preferences
    differences: Differences

    @classmethod
    def of_scores(
        cls, folder: str, pair: str, preferences: Preferences, scores: Sequence[Scores]
    ) -> FeatureSet:
        """Takes for each feature one row per system and one column per segment.

        Raises:
            InputError: all judgements are ties, or a judged output has no score.
        """
        if not preferences.strict:
            raise InputError(f"{folder}: {pair}: all judgements are ties; nothing to fit")
        columns = [metric_differences(preferences, found) for found in scores]
        return cls(folder, pair, preferences, np.column_stack(columns))

    def limited_to(self, segments: NDArray[np.bool_]) -> FeatureSet:
        """The judged pairs of some segments."""
        keep = segments[self.preferences.segment]
        return replace(
            self, preferences=self.preferences.chosen(keep), differences=self.differences[keep]
        )

    def better_minus_worse(self) -> Differences:
        """The differences of pairs without a tie, turned to the side of the better one."""
        sign = self.preferences.sign
        strict = sign != 0
        return np.asarray(self.differences[strict] * sign[strict, np.newaxis])

    def counts(self, weights: Vector) -> Counts:
        """Counts the pairs of a mixture by kind; equal features are a tie for certain."""
        return group_sums(pair_kinds(self.preferences, self.differences @ weights), KINDS)


@dataclass(frozen=True, eq=False, repr=False)
class Mixture(Tabular):
    """Fitted weights, and how well they do on what was held out.

    Attributes:
        features: the names of the metrics that are mixed.
        fit: the weights in full, with the spreads of the features.
        sets: folder, language pair and number of pairs of each set that weights were fitted to.
        hold_out: what was held out: "segments", "pair" or "year"; None if nothing was measured.
        statistic: of agreement.
        values: agreement on each set, by what is compared: `mixture`, with weights fitted
            elsewhere; `equal weights`, with all features equally important; each feature alone; and
            `ceiling`, with free weights fitted to this very set.
    """

    features: tuple[str, ...]
    fit: LogisticFit
    sets: tuple[tuple[str, str, int], ...]
    hold_out: str | None
    statistic: str
    values: Mapping[str, tuple[float, ...]]

    def records(self) -> list[Record]:
        """One record per feature."""
        columns = zip(
            self.features,
            self.fit.shares.tolist(),
            self.fit.importance.tolist(),
            self.fit.weights.tolist(),
            strict=True,
        )
        names = ("name", "weight", "importance", "log_odds")
        return [dict(zip(names, row, strict=True)) for row in columns]

    def to_dict(self) -> Record:
        """Everything as a JSON-ready dict; what is not defined is None."""
        found: Record = to_json(
            {
                "hyperbaton": __version__,
                "method": "logistic ranking loss",
                "loss": self.fit.loss,
                "features": self.records(),
                "held_out": self.hold_out,
                "statistic": self.statistic,
                "sets": [
                    dict(zip(("folder", "lp", "pairs"), each, strict=True)) for each in self.sets
                ],
                "values": self.values,
            }
        )
        return found

    def table(self) -> Rows:
        """The weights."""
        rows = [["feature", "weight", "importance"]]
        for name, weight, share, _ in (each.values() for each in self.records()):
            rows.append([name, f"{weight:.4g}", f"{share:.3f}"])
        return rows

    def to_text(self) -> str:
        """Weights, what they were fitted to, and agreement."""
        pairs = sum(number for _, _, number in self.sets)
        lines = [
            aligned(self.table()),
            f"fitted to {pairs} pairs of {len(self.sets)} "
            f"{'set' if len(self.sets) == 1 else 'sets'}, loss {self.fit.loss:.4f} "
            f"(a guess: {np.log(2):.4f})",
        ]
        if not self.fit.weights.any():
            lines.append("all weights are 0: no feature agrees with people more often than not")
        if self.hold_out is not None:
            several = len(self.sets) > 1
            rows = [["", *labels([each[:2] for each in self.sets]), *["mean"][:several]]]
            for name, values in self.values.items():
                means = [float(np.mean(values))][:several]
                rows.append([name, *(decimal(value, 4) for value in (*values, *means))])
            lines += [f"\n{self.statistic}: {HOLD_OUTS[self.hold_out]}", aligned(rows), NOTE]
        return "\n".join(lines)


def fit_mixture(
    sets: Sequence[JudgedSet],
    scoring: Scoring,
    omissions: Omissions | None = None,
    **options: Any,
) -> Mixture:
    """Scores judged sets by all metrics, and fits the weights of their mixture.

    Args:
        sets: what weights are fitted to: language pairs of one or several test sets.
        scoring: the metrics, which are the features, and how they are computed.
        omissions: what to do with judged outputs that a metric does not score; they are refused by
            default.
        options: how to fit and measure, see `fit_features`.

    Raises:
        InputError: a judged output cannot be scored, or nobody prefers any output.
        OptionError: see `fit_features`; or there are fewer than two metrics.
    """
    metrics = scoring.text_metrics
    if len(metrics) < 2:
        raise OptionError(f"a mixture needs at least 2 metrics, got {len(metrics)}")
    names = [f"{metric}{'' if metric.higher_is_better else ' (negated)'}" for metric in metrics]
    made = []
    for judged in sets:
        found = [each.segments for each in scoring.scorer(judged).score(metrics)]
        scores = [each for each in found if each is not None]
        folder, pair = judged.data.folder, judged.pair
        usable = usable_judgements(
            f"{folder}: {pair}", judged.judgements, names, scores, omissions or Omissions()
        )
        made.append(FeatureSet.of_scores(folder, pair, usable.preferences, scores))
    return fit_features(names, made, **options)


def fit_features(
    features: Sequence[str],
    sets: Sequence[FeatureSet],
    *,
    hold_out: str | None = "segments",
    folds: int = FOLDS,
    statistic: str = STATISTIC,
    seed: int = 12345,
) -> Mixture:
    """Fits the weights of features that are given, wherever they come from.

    Args:
        features: their names, in the order of the columns of the sets.
        sets: what weights are fitted to; each counts the same.
        hold_out: what to measure weights on that are fitted to the rest: each of some folds of
            "segments", each language "pair", or each folder ("year").
        folds: into how many parts segments are split.
        statistic: of agreement, see `COUNT_STATISTICS`.
        seed: where random numbers start.

    Raises:
        OptionError: there are too few years, language pairs or segments to hold some out.
    """
    value = COUNT_STATISTICS[as_choice(statistic, COUNT_STATISTICS, "statistic")]
    names = tuple(features)
    mixture, equal = np.zeros((2, len(sets), KINDS))
    splits = _splits(sets, hold_out, folds, seed) if hold_out else []
    for held_out in progress(splits, f"fitting without each {hold_out}", "fits"):
        fit = fit_weights([s.limited_to(~h) for s, h in zip(sets, held_out, strict=True)])
        for number, (data, held) in enumerate(zip(sets, held_out, strict=True)):
            rest = data.limited_to(held)
            mixture[number] += rest.counts(fit.weights)
            equal[number] += rest.counts(fit.equal)
    values: dict[str, tuple[float, ...]] = {}
    if splits:
        free = [fit_weights([each], nonnegative=False).weights for each in sets]
        tables = {MIXTURE: mixture, EQUAL: equal}
        for name, weights in zip(names, np.eye(len(names)), strict=True):
            tables[name] = np.array([each.counts(weights) for each in sets])
        tables[CEILING] = np.array([s.counts(w) for s, w in zip(sets, free, strict=True)])
        values = {name: tuple(value(counts).tolist()) for name, counts in tables.items()}
    fitted = tuple((each.folder, each.pair, each.preferences.strict) for each in sets)
    fit = fit_weights(sets)
    return Mixture(names, fit, fitted, hold_out if splits else None, statistic, values)


def fit_weights(sets: Sequence[FeatureSet], *, nonnegative: bool = True) -> LogisticFit:
    """Fits weights to some sets."""
    return fit_logistic([each.better_minus_worse() for each in sets], nonnegative)


def _splits(
    sets: Sequence[FeatureSet], how: str, folds: int, seed: int
) -> list[list[NDArray[np.bool_]]]:
    """What is held out in turn: which segments of each set."""
    if as_choice(how, HOLD_OUTS, "hold out") == "segments":
        return split_segments([each.preferences for each in sets], folds, seed)
    groups = [each.folder if how == "year" else each.pair for each in sets]
    if len(set(groups)) < 2:
        known = "folder" if how == "year" else "language pair"
        raise OptionError(f"hold out {how}: needs a second {known}, got {groups[0]} alone")
    return [
        [np.full(s.preferences.segments, g == name) for s, g in zip(sets, groups, strict=True)]
        for name in dict.fromkeys(groups)
    ]


# The fit


@dataclass(frozen=True, eq=False)
class LogisticFit:
    """Fitted weights.

    Attributes:
        weights: of the features in their own units; w · d are log odds that people agree.
        spreads: the root mean square of each feature's differences.
        loss: the mean logistic loss, without the penalty; log 2 is that of a guess.
    """

    weights: Vector
    spreads: Vector
    loss: float

    @property
    def shares(self) -> Vector:
        """The weights with absolute values that sum to 1; all 0 where all weights are."""
        return _shares(self.weights)

    @property
    def importance(self) -> Vector:
        """The shares of weights of standardised features: weight times spread."""
        return _shares(self.weights * self.spreads)

    @property
    def equal(self) -> Vector:
        """The weights that make all features equally important."""
        return _shares(_inverse(self.spreads))


def fit_logistic(
    differences: Sequence[Differences], nonnegative: bool = True, l2: float = L2
) -> LogisticFit:
    """Fits weights to judged pairs; the same pairs always give the same weights.

    A feature that never differs has weight 0. A set without pairs does not count.

    Args:
        differences: for each set the features of the better output minus those of the worse, one
            row per pair and one column per feature; pairs that people tied are left out.
        nonnegative: whether weights must not be negative.
        l2: λ of the penalty, above 0.

    Raises:
        InputError: there is no pair.
    """
    sets = [each for each in differences if len(each)]
    if not sets:
        raise InputError("there is no pair to fit weights to; ties do not count")
    rows = np.concatenate(sets)
    weights = np.concatenate([np.full(len(each), 1.0 / (len(sets) * len(each))) for each in sets])
    largest = np.abs(rows).max(axis=0)  # by which squares neither vanish nor overflow
    spreads = largest * np.sqrt(weights @ (rows * _inverse(largest)) ** 2)
    differing = spreads > 0
    loss = _Loss(rows[:, differing] / spreads[differing], weights, l2)
    lowest = np.full(np.count_nonzero(differing), 0.0 if nonnegative else -np.inf)
    point = _minimum(loss, lowest)
    found = np.zeros(len(spreads))
    found[differing] = point / spreads[differing]
    return LogisticFit(found, spreads, loss.unpenalised(point))


@dataclass(frozen=True, eq=False)
class _Loss:
    """The loss as a function of weights, given differences in units of spread."""

    rows: Differences
    weights: Vector  # of the pairs; they sum to 1
    l2: float

    def unpenalised(self, point: Vector) -> float:
        return float(self.weights @ np.logaddexp(0.0, -(self.rows @ point)))

    def value(self, point: Vector) -> float:
        return self.unpenalised(point) + float(self.l2 / 2 * (point @ point))

    def derivatives(self, point: Vector) -> tuple[Vector, NDArray[np.float64]]:
        """Returns gradient and Hessian."""
        disagreement = np.exp(-np.logaddexp(0.0, self.rows @ point))
        gradient = self.l2 * point - (self.weights * disagreement) @ self.rows
        roots = np.sqrt(self.weights * disagreement * (1.0 - disagreement))
        hessian = self.l2 * np.eye(len(point))
        for begin in range(0, len(roots), BLOCK):
            block = self.rows[begin : begin + BLOCK] * roots[begin : begin + BLOCK, np.newaxis]
            hessian += block.T @ block
        return gradient, hessian


def _minimum(loss: _Loss, lowest: Vector) -> Vector:
    """Finds the minimum from the origin, which is unique because of the penalty.

    Projected Newton steps (Bertsekas 1982, *Projected Newton methods for optimization problems with
    simple constraints*): coordinates that press against their bound follow the gradient, all others
    take the Newton step together, and what would cross the bound is put on it. It ends where the
    conditions of Karush, Kuhn and Tucker hold: the gradient is 0, or positive at a bound.
    """
    point = np.zeros(len(lowest))
    value = loss.value(point)
    for _ in range(MOST_STEPS):
        gradient, hessian = loss.derivatives(point)
        missed = point - np.maximum(point - gradient, lowest)
        residual = float(np.abs(missed).max(initial=0.0))
        free = (point > lowest + min(NEAR_BOUND, residual)) | (gradient <= 0)
        step = -gradient
        step[free] = -np.linalg.solve(hessian[np.ix_(free, free)], gradient[free])
        # Where the penalty alone bounds the weights, the gradient vanishes long before the step.
        small = STEP_TOLERANCE * (1.0 + np.abs(point).max(initial=0.0))
        if residual <= TOLERANCE and np.abs(step[free]).max(initial=0.0) <= small:
            break
        for halvings in range(MOST_HALVINGS):
            length = 0.5**halvings
            moved = np.maximum(point + length * step, lowest)
            predicted = np.where(free, -length * step, point - moved) @ gradient
            found = loss.value(moved)
            if found <= value - SUFFICIENT * predicted + ROUNDING * abs(value):
                break
        point, value = moved, found
    return point


def _inverse(numbers: Vector) -> Vector:
    return np.divide(1.0, numbers, out=np.zeros_like(numbers), where=numbers > 0)


def _shares(numbers: Vector) -> Vector:
    total = np.abs(numbers).sum()
    return numbers / total if total > 0 else np.zeros_like(numbers)
