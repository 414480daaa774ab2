"""Fits a mixture of metrics to judged sets, and measures it on what it was not fitted to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from hyperbaton.checks import FOLDS as FOLDS_RANGE
from hyperbaton.checks import PENALTY, SEED, as_choice, check_fields, each_once
from hyperbaton.errors import InputError, OptionError
from hyperbaton.meta.agreement.pair_counts import (
    COUNT_STATISTICS,
    KINDS,
    Counts,
    metric_differences,
    pair_kinds,
)
from hyperbaton.meta.data.judged_set import JudgedSet
from hyperbaton.meta.data.judgements import Preferences, group_sums
from hyperbaton.meta.study import Scoring
from hyperbaton.meta.tuning.logistic import L2, Differences, LogisticFit, Vector, fit_logistic
from hyperbaton.meta.tuning.mixture_result import (
    CEILING,
    EQUAL,
    MIXTURE,
    TEST,
    Feature,
    HeldOut,
    Mixture,
    SetAgreement,
)
from hyperbaton.meta.tuning.tuning import FOLDS, split_segments
from hyperbaton.metrics import Metric
from hyperbaton.metrics.base import Scores
from hyperbaton.resources import progress

HOLD_OUTS = YEAR, PAIR, SEGMENTS = ("year", "pair", "segments")
STATISTIC = "tau-wmt14"


def features_of(metrics: Sequence[Metric]) -> tuple[Feature, ...]:
    """Returns metrics as features, of which a mixture needs two."""
    if len(metrics) < 2:
        raise OptionError(f"a mixture needs at least 2 features, got {len(metrics)}")
    return tuple(Feature(str(m), not m.higher_is_better, m.signature) for m in metrics)


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

    def limited_to(self, segments: NDArray[np.bool_]) -> FeatureSet:
        """Returns the judged pairs of some segments."""
        keep = segments[self.preferences.segment]
        return replace(
            self, preferences=self.preferences.chosen(keep), differences=self.differences[keep]
        )

    def better_minus_worse(self) -> Differences:
        """Returns the differences of pairs without a tie, turned to the side of the better one."""
        sign = self.preferences.sign
        strict = sign != 0
        return np.asarray(self.differences[strict] * sign[strict, np.newaxis])

    def counts(self, weights: Vector) -> Counts:
        """Counts the pairs of a mixture by kind; equal features are a tie for certain."""
        return group_sums(pair_kinds(self.preferences, self.differences @ weights), KINDS)


Split = tuple[str, Sequence[FeatureSet], dict[int, FeatureSet]]


def make_feature_set(
    folder: str,
    pair: str,
    features: Sequence[Feature],
    preferences: Preferences,
    scores: Sequence[Scores],
) -> FeatureSet:
    """Makes a feature set from scores of segments.

    Args:
        folder: of the test set.
        pair: the language pair.
        features: the features.
        preferences: what people said.
        scores: for each feature one row per system and one column per segment; higher is better.

    Raises:
        InputError: people prefer none of two outputs anywhere, or a judged output has no finite
            score.
    """
    if not preferences.strict:
        raise InputError(f"{folder}: {pair}: all judgements are ties; nothing to fit")
    judged = preferences.judged()
    for feature, found in zip(features, scores, strict=True):
        undefined = np.argwhere(judged & ~np.isfinite(found))
        if len(undefined):
            system, segment = undefined[0]
            raise InputError(
                f"{folder}: {pair}: segment {segment + 1} of {preferences.systems[system]} was "
                f"judged, but {feature.name} is not defined there; leave it out of the judgements, "
                "or the feature out of the mixture"
            )
    columns = [metric_differences(preferences, found) for found in scores]
    return FeatureSet(folder, pair, preferences, np.column_stack(columns))


@dataclass(frozen=True)
class MixtureOptions:
    """How a mixture is fitted and measured.

    Attributes:
        nonnegative: whether weights must not be negative.
        l2: λ of the penalty, see `hyperbaton.meta.tuning.logistic`.
        hold_out: what to hold out in turn, of "year" (a test set), "pair" and "segments".
        folds: into how many parts segments are split.
        statistic: of agreement, see `COUNT_STATISTICS`.
        seed: where random numbers start.
    """

    nonnegative: bool = True
    l2: float = L2
    hold_out: tuple[str, ...] = (SEGMENTS,)
    folds: int = FOLDS
    statistic: str = STATISTIC
    seed: int = 12345

    def __post_init__(self) -> None:
        check_fields(self, l2=PENALTY, folds=FOLDS_RANGE, seed=SEED)
        for how in each_once(self.hold_out, "hold out"):
            as_choice(how, HOLD_OUTS, "hold out")
        if SEGMENTS in self.hold_out and self.folds < 2:
            raise OptionError(f"folds: expected at least 2, got {self.folds}")
        as_choice(self.statistic, COUNT_STATISTICS, "statistic")

    def fit(self, sets: Iterable[FeatureSet]) -> LogisticFit:
        """Fits weights to some sets."""
        return fit_logistic([s.better_minus_worse() for s in sets], self.nonnegative, self.l2)

    def value(self, counts: Counts) -> float:
        """Returns the statistic of counts."""
        return float(COUNT_STATISTICS[self.statistic](counts))


def fit_mixture(
    sets: Sequence[JudgedSet],
    scoring: Scoring,
    options: MixtureOptions | None = None,
    *,
    test: Sequence[JudgedSet] = (),
) -> Mixture:
    """Scores judged sets by all metrics, and fits the weights of their mixture.

    Args:
        sets: what weights are fitted to: language pairs of one or several test sets.
        scoring: the metrics, which are the features, and how they are computed.
        options: how to fit and measure.
        test: sets that are measured and never fitted.

    Raises:
        InputError: a judged output cannot be scored, or nobody prefers any output.
        OptionError: see `fit_features`; or there are fewer than two metrics.
    """
    chosen = options or MixtureOptions()
    features = features_of(scoring.text_metrics)
    for how in chosen.hold_out:
        _groups(how, [(judged.data.folder, judged.pair) for judged in sets])
    scored = []
    for judged in (*sets, *test):
        found = [each.segments for each in scoring.scorer(judged).score(scoring.text_metrics)]
        scores = [each for each in found if each is not None]
        preferences = judged.judgements.preferences
        folder, pair = judged.data.folder, judged.pair
        scored.append(make_feature_set(folder, pair, features, preferences, scores))
    return fit_features(features, scored[: len(sets)], chosen, test=scored[len(sets) :])


def fit_features(
    features: Sequence[Feature],
    sets: Sequence[FeatureSet],
    options: MixtureOptions | None = None,
    *,
    test: Sequence[FeatureSet] = (),
) -> Mixture:
    """Fits the weights of features that are given, wherever they come from.

    Args:
        features: the features, in the order of the columns of the sets.
        sets: what weights are fitted to; each counts the same.
        options: how to fit and measure.
        test: sets that are measured and never fitted.

    Raises:
        InputError: there is nothing to fit to.
        OptionError: there are too few years, language pairs or segments to hold some out, or the
            penalty is too small.
    """
    chosen = options or MixtureOptions()
    names = [feature.name for feature in features]
    tables = [
        _measured(how, names, sets, _splits(how, sets, chosen), chosen) for how in chosen.hold_out
    ]
    if test:
        splits = iter([(TEST, sets, dict(enumerate(test)))])
        tables.append(_measured(TEST, names, test, splits, chosen))
    return Mixture(
        tuple(features),
        chosen.fit(sets),
        chosen.nonnegative,
        chosen.l2,
        tuple((each.folder, each.pair, each.preferences.strict) for each in sets),
        tuple(tables),
    )


def _splits(how: str, sets: Sequence[FeatureSet], options: MixtureOptions) -> Iterator[Split]:
    """The fits of cross-validation, one after the other.

    Each has the name of what is held out, what weights are fitted to, and what they are measured
    on, by the number of its set. "year" holds out one test set at a time, "pair" one language pair
    in all of them, and "segments" a fold of every set.
    """
    if how == SEGMENTS:
        split = split_segments([s.preferences for s in sets], options.folds, options.seed)
        for number, fold in enumerate(split, 1):
            fitted = [each.limited_to(~held) for each, held in zip(sets, fold, strict=True)]
            rest = [each.limited_to(held) for each, held in zip(sets, fold, strict=True)]
            yield f"fold {number}", fitted, dict(enumerate(rest))
        return
    for name, held_out in _groups(how, [(each.folder, each.pair) for each in sets]).items():
        fitted = [each for number, each in enumerate(sets) if number not in held_out]
        yield name, fitted, {number: sets[number] for number in held_out}


def _groups(how: str, names: Sequence[tuple[str, str]]) -> dict[str, list[int]]:
    """The numbers of sets by year or by language pair, given the folder and pair of each."""
    groups: dict[str, list[int]] = {}
    for number, (folder, pair) in enumerate(names):
        groups.setdefault(folder if how == YEAR else pair, []).append(number)
    if how != SEGMENTS and len(groups) < 2:
        known = "test set" if how == YEAR else "language pair"
        raise OptionError(
            f"hold out {how}: needs a second {known} to fit on, got {next(iter(groups))} alone"
        )
    return groups


def _measured(
    how: str,
    names: Sequence[str],
    sets: Sequence[FeatureSet],
    splits: Iterator[Split],
    options: MixtureOptions,
) -> HeldOut:
    """The agreement on every set with weights fitted elsewhere, and what to compare it with."""
    mixture, equal = np.zeros((2, len(sets), KINDS))
    by_split = {}
    for split in progress(splits, f"fitting without each {how}", "fits"):
        name, fitted, held_out = split
        fit = options.fit(fitted)
        by_split[name] = dict(zip(names, fit.shares.tolist(), strict=True))
        for number, data in held_out.items():
            mixture[number] += data.counts(fit.weights)
            equal[number] += data.counts(fit.equal)
    found = []
    for number, data in enumerate(sets):
        free = replace(options, nonnegative=False).fit([data])
        alone = zip(names, np.eye(len(names)), strict=True)
        values = {MIXTURE: options.value(mixture[number]), EQUAL: options.value(equal[number])}
        values |= {name: options.value(data.counts(weights)) for name, weights in alone}
        values[CEILING] = options.value(data.counts(free.weights))
        found.append(SetAgreement(data.folder, data.pair, values))
    return HeldOut(how, options.statistic, tuple(found), by_split)
