"""Fits a mixture of metrics to judged sets, and measures it on what it was not fitted to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from hyperbaton import __version__
from hyperbaton.checks import FOLDS as FOLDS_RANGE
from hyperbaton.checks import PENALTY, SEED, as_choice, check_fields, each_once
from hyperbaton.errors import InputError, NotFoundError, OptionError
from hyperbaton.meta.evaluation import usable_judgements
from hyperbaton.meta.judged_sets import JudgedSet
from hyperbaton.meta.judgements import Preferences, group_sums
from hyperbaton.meta.logistic import L2, Differences, LogisticFit, Vector, fit_logistic
from hyperbaton.meta.pair_counts import (
    COUNT_STATISTICS,
    KINDS,
    Counts,
    metric_differences,
    pair_kinds,
)
from hyperbaton.meta.score_files import Omissions
from hyperbaton.meta.study import Scoring
from hyperbaton.meta.tuning import FOLDS, split_segments
from hyperbaton.metrics import Metric
from hyperbaton.metrics.base import Scores
from hyperbaton.resources import progress
from hyperbaton.tables.layout import Rows, aligned, decimal
from hyperbaton.tables.tabular import Record, Tabular, full_precision, or_none

TEST = "test"
MIXTURE, EQUAL, CEILING = "mixture", "equal weights", "ceiling"
TITLES = {
    "year": "each year with weights fitted to the others",
    "pair": "each language pair with weights fitted to the others",
    "segments": "each fold of segments with weights fitted to the others",
    TEST: "test sets, to which nothing was fitted",
}
NOTE = f"{EQUAL}: all features equally important; {CEILING}: free weights fitted to the set itself"
COLUMNS = ("part", "name", "folder", "lp", "value")  # of tab-separated values


@dataclass(frozen=True)
class Feature:
    """What a mixture weighs.

    Attributes:
        name: the metric, as it is written.
        negated: whether its scores were negated, since lower ones are better.
        signature: the metric with all its parameters.
    """

    name: str
    negated: bool = False
    signature: str = ""


@dataclass(frozen=True)
class SetAgreement:
    """Agreement with people on one set.

    Attributes:
        folder: of the test set.
        pair: the language pair.
        values: the statistic, by what is compared: `mixture`, with weights fitted elsewhere;
            `equal weights`, with all features equally important; each feature alone; and `ceiling`,
            with free weights fitted to this very set.
    """

    folder: str
    pair: str
    values: Mapping[str, float]


@dataclass(frozen=True, repr=False)
class HeldOut:
    """Agreement on sets that weights were not fitted to; `held_out["mixture"]` is a mean.

    Attributes:
        how: what was held out: "year", "pair" or "segments", or "test".
        statistic: of agreement.
        sets: one entry per set.
        weights: by what was held out, the weights fitted to the rest, by feature.
    """

    how: str
    statistic: str
    sets: tuple[SetAgreement, ...]
    weights: Mapping[str, Mapping[str, float]]

    def __getitem__(self, name: str) -> float:
        """Returns the mean over sets of one of the things compared."""
        if name not in self.sets[0].values:
            raise NotFoundError(name, f"{name!r} was not measured", self.sets[0].values)
        return self._mean(name, self.sets)

    def to_dict(self) -> Record:
        """Returns everything, with the weights of each fit; what is not defined is None."""
        return {
            "held_out": self.how,
            "statistic": self.statistic,
            "sets": [
                {
                    "folder": each.folder,
                    "lp": each.pair,
                    "values": {name: or_none(value) for name, value in each.values.items()},
                }
                for each in self.sets
            ],
            "weights": self.weights,
        }

    def to_text(self) -> str:
        """Returns one table per test set, and if there are several, one of their means."""
        by_folder: dict[str, list[SetAgreement]] = {}
        for each in self.sets:
            by_folder.setdefault(each.folder, []).append(each)
        short = short_names(by_folder)
        several = len(by_folder) > 1
        blocks = [
            self._columns(short[folder] if several else "", {s.pair: [s] for s in sets}, "mean")
            for folder, sets in by_folder.items()
        ]
        if several:
            groups = {short[folder]: sets for folder, sets in by_folder.items()}
            blocks.append(self._columns("mean", groups, "all"))
        return "\n".join([f"{self.statistic}: {TITLES[self.how]}", *map(aligned, blocks)])

    __repr__ = to_text

    def _columns(
        self, corner: str, groups: Mapping[str, Sequence[SetAgreement]], everything: str
    ) -> Rows:
        """A column of means for each group of sets, and if there are several, for all of them."""
        columns = dict(groups)
        if len(groups) > 1:
            columns[everything] = [each for sets in groups.values() for each in sets]
        rows = [[corner, *columns]]
        for name in self.sets[0].values:
            rows.append([name, *(decimal(self._mean(name, s), 4) for s in columns.values())])
        return rows

    def _mean(self, name: str, sets: Sequence[SetAgreement]) -> float:
        return float(np.mean([each.values[name] for each in sets]))


@dataclass(frozen=True, eq=False, repr=False)
class Mixture(Tabular):
    """Fitted weights; `mixture["chrf"]` is one, `mixture.held_out("pair")` how well they do.

    Attributes:
        features: what is mixed.
        fit: the weights in full, with the spreads of the features.
        nonnegative: whether negative weights were ruled out.
        l2: λ of the penalty.
        sets: folder, language pair and number of pairs of each set that weights were fitted to.
        tables: agreement on what was held out, and on test sets.
    """

    features: tuple[Feature, ...]
    fit: LogisticFit
    nonnegative: bool
    l2: float
    sets: tuple[tuple[str, str, int], ...]
    tables: tuple[HeldOut, ...]

    @property
    def weights(self) -> dict[str, float]:
        """Weights by feature, in its own unit; absolute values sum to 1."""
        return dict(zip((f.name for f in self.features), self.fit.shares.tolist(), strict=True))

    @property
    def importance(self) -> dict[str, float]:
        """Weights of standardised features, whose absolute values sum to 1."""
        return dict(zip((f.name for f in self.features), self.fit.importance.tolist(), strict=True))

    def __getitem__(self, feature: str) -> float:
        """Returns the weight of a feature."""
        if feature not in self.weights:
            raise NotFoundError(feature, f"{feature!r} is not mixed", self.weights)
        return self.weights[feature]

    def held_out(self, how: str) -> HeldOut:
        """Returns agreement with "year", "pair" or "segments" held out, or on the "test" sets."""
        tables = {table.how: table for table in self.tables}
        if how not in tables:
            raise NotFoundError(how, f"{how!r} was not measured", tables)
        return tables[how]

    def records(self) -> list[Record]:
        """Returns one record per number: weights and importance, then agreement."""
        rows = [
            (part, name, "", "", value)
            for part, found in (("weight", self.weights), ("importance", self.importance))
            for name, value in found.items()
        ]
        rows += [
            (table.how, name, each.folder, each.pair, value)
            for table in self.tables
            for each in table.sets
            for name, value in each.values.items()
        ]
        return [dict(zip(COLUMNS, row, strict=True)) for row in rows]

    def to_dict(self) -> Record:
        """Returns everything as a JSON-ready dict."""
        return {
            "hyperbaton": __version__,
            "method": "logistic ranking loss",
            "nonnegative": self.nonnegative,
            "l2": self.l2,
            "loss": self.fit.loss,
            "features": [
                {
                    "name": feature.name,
                    "signature": feature.signature,
                    "negated": feature.negated,
                    "weight": self.weights[feature.name],
                    "importance": self.importance[feature.name],
                    "log_odds": log_odds,
                }
                for feature, log_odds in zip(self.features, self.fit.weights.tolist(), strict=True)
            ],
            "fitted": [{"folder": f, "lp": pair, "pairs": n} for f, pair, n in self.sets],
            "held_out": [table.to_dict() for table in self.tables],
        }

    def table(self) -> Rows:
        """Returns the weights."""
        rows = [["feature", "weight", "importance"]]
        for each in self.features:
            heading = f"{each.name} (negated)" if each.negated else each.name
            weight, share = self.weights[each.name], self.importance[each.name]
            rows.append([heading, f"{weight:.4g}", f"{share:.3f}"])
        return rows

    def to_text(self) -> str:
        """Returns weights, what they were fitted to, and agreement."""
        pairs = sum(number for _, _, number in self.sets)
        lines = [
            aligned(self.table()),
            f"{'non-negative' if self.nonnegative else 'free'} weights fitted to {pairs} pairs of "
            f"{len(self.sets)} {'set' if len(self.sets) == 1 else 'sets'}, l2 {self.l2:g}, "
            f"loss {self.fit.loss:.4f} (a guess: {np.log(2):.4f})",
        ]
        if not self.fit.weights.any():
            lines.append("all weights are 0: no feature agrees with people more often than not")
        lines += [f"\n{table.to_text()}" for table in self.tables]
        return "\n".join([*lines, NOTE] if self.tables else lines)

    def to_tsv(self) -> str:
        """Returns one row per number, in full precision."""
        return full_precision(COLUMNS, self.records())


def short_names(folders: Iterable[str]) -> dict[str, str]:
    """Names folders by the last part of their paths, if that tells them apart."""
    last = {folder: Path(folder).name or folder for folder in folders}
    names = list(last.values())
    return {f: name if names.count(name) == 1 else f for f, name in last.items()}


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
        l2: λ of the penalty, see `hyperbaton.meta.logistic`.
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
    omissions: Omissions | None = None,
) -> Mixture:
    """Scores judged sets by all metrics, and fits the weights of their mixture.

    Args:
        sets: what weights are fitted to: language pairs of one or several test sets.
        scoring: the metrics, which are the features, and how they are computed.
        options: how to fit and measure.
        test: sets that are measured and never fitted.
        omissions: what to do with judged outputs that a metric does not score; they are refused by
            default.

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
        folder, pair = judged.data.folder, judged.pair
        names = [feature.name for feature in features]
        usable = usable_judgements(
            f"{folder}: {pair}", judged.judgements, names, scores, omissions or Omissions()
        )
        scored.append(make_feature_set(folder, pair, features, usable.preferences, scores))
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
