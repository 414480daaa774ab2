"""Fits a mixture of metrics to judged sets, and measures it on what it was not fitted to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from hyperbaton.checks import check_fields, check_length
from hyperbaton.errors import InputError, OptionError
from hyperbaton.limits import FOLDS as FOLDS_RANGE
from hyperbaton.limits import PENALTY, SEED
from hyperbaton.meta.agreement.pair_counts import COUNT_STATISTICS, KINDS, Counts
from hyperbaton.meta.data.judged_set import JudgedSet
from hyperbaton.meta.mixture.defaults import HOLD_OUTS, L2, STATISTIC
from hyperbaton.meta.mixture.feature_set import (
    Feature,
    FeatureSet,
    check_features,
    features_of,
    make_feature_set,
)
from hyperbaton.meta.mixture.hold_out import SEGMENTS, Split, check_hold_out, splits
from hyperbaton.meta.mixture.logistic import LogisticFit, fit_logistic
from hyperbaton.meta.mixture.result import TEST, HeldOut, Mixture, SetAgreement
from hyperbaton.meta.study import Scoring
from hyperbaton.meta.tuning.tuning import FOLDS
from hyperbaton.resources import progress


@dataclass(frozen=True)
class MixtureOptions:
    """How a mixture is fitted and measured.

    Attributes:
        nonnegative: whether weights must not be negative.
        l2: λ of the penalty, see `hyperbaton.meta.mixture.logistic`.
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
        for how in self.hold_out:
            if how not in HOLD_OUTS or self.hold_out.count(how) > 1:
                raise OptionError(
                    f"hold out: {', '.join(HOLD_OUTS)} are accepted, each once, got {how!r}"
                )
        if SEGMENTS in self.hold_out and self.folds < 2:
            raise OptionError(f"folds: at least 2 are accepted, got {self.folds}")
        if self.statistic not in COUNT_STATISTICS:
            accepted = ", ".join(COUNT_STATISTICS)
            raise OptionError(f"statistic: {accepted} are accepted, got {self.statistic!r}")

    def fit(self, sets: Iterable[FeatureSet]) -> LogisticFit:
        """The weights fitted to some sets."""
        return fit_logistic([s.better_minus_worse() for s in sets], self.nonnegative, self.l2)

    def value(self, counts: Counts) -> float:
        """The statistic of counts."""
        check_length(counts, KINDS, "counts", "numbers")
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
        OptionError: see `fit_features`; or there are fewer than two features, or one twice.
    """
    chosen = options or MixtureOptions()
    features = features_of(scoring.text_metrics)
    for how in chosen.hold_out:
        check_hold_out(how, [judged.data for judged in sets])
    scored = [_scored(judged, scoring, features) for judged in (*sets, *test)]
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
    check_features(features)
    for each in (*sets, *test):
        if each.differences.shape[1] != len(features):
            raise InputError(
                f"{each.folder}: {each.pair}: has {each.differences.shape[1]} columns of "
                f"differences; {len(features)} are needed, one for each feature"
            )
    names = tuple(feature.name for feature in features)
    tables = []
    if chosen.hold_out:
        known = [_compared(each, chosen) for each in sets]
        for how in chosen.hold_out:
            fits = splits(how, sets, chosen.folds, chosen.seed)
            tables.append(_measured(how, names, known, fits, chosen))
    if test:
        known = [_compared(each, chosen) for each in test]
        fits = [Split(TEST, sets, dict(enumerate(test)))]
        tables.append(_measured(TEST, names, known, fits, chosen))
    return Mixture(
        tuple(features),
        chosen.fit(sets),
        chosen.nonnegative,
        chosen.l2,
        tuple((each.folder, each.pair, each.preferences.strict) for each in sets),
        tuple(tables),
    )


def _scored(judged: JudgedSet, scoring: Scoring, features: Sequence[Feature]) -> FeatureSet:
    found = [each.segments for each in scoring.scorer(judged).score(scoring.text_metrics)]
    scores = [each for each in found if each is not None]
    preferences = judged.judgements.preferences
    return make_feature_set(judged.data.folder, judged.pair, features, preferences, scores)


def _compared(data: FeatureSet, options: MixtureOptions) -> SetAgreement:
    """What the agreement of a mixture is compared with, which is not measured yet."""
    free = replace(options, nonnegative=False).fit([data])
    alone = np.eye(data.differences.shape[1])
    return SetAgreement(
        data.folder,
        data.pair,
        mixture=np.nan,
        equal=np.nan,
        features=tuple(options.value(data.counts(weights)) for weights in alone),
        ceiling=options.value(data.counts(free.weights)),
    )


def _measured(
    how: str,
    names: tuple[str, ...],
    sets: Sequence[SetAgreement],
    fits: Iterable[Split],
    options: MixtureOptions,
) -> HeldOut:
    """The agreement on every set with weights fitted elsewhere."""
    mixture, equal = np.zeros((2, len(sets), KINDS))
    by_split = {}
    for split in progress(fits, f"fitting without each {how}", "fits"):
        fit = options.fit(split.fitted)
        by_split[split.name] = tuple(fit.shares.tolist())
        for number, data in split.held_out.items():
            mixture[number] += data.counts(fit.weights)
            equal[number] += data.counts(fit.equal)
    found = [
        replace(each, mixture=options.value(mixture[number]), equal=options.value(equal[number]))
        for number, each in enumerate(sets)
    ]
    return HeldOut(how, options.statistic, names, tuple(found), by_split)
