"""One judged set as a mixture sees it: by how much every feature tells two outputs apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from hyperbaton.checks import check_length, check_same_number
from hyperbaton.errors import InputError, OptionError
from hyperbaton.meta.agreement.group_sums import group_sums
from hyperbaton.meta.agreement.pair_counts import KINDS, Counts, metric_differences, pair_kinds
from hyperbaton.meta.data.judgements import Preferences
from hyperbaton.meta.mixture.logistic import Differences
from hyperbaton.meta.mixture.projected_newton import Vector
from hyperbaton.metrics import TextMetric
from hyperbaton.metrics.base import Scores

FEWEST_FEATURES = 2


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

    @property
    def heading(self) -> str:
        """The name, and whether scores were negated."""
        return f"{self.name} (negated)" if self.negated else self.name


def features_of(metrics: Sequence[TextMetric]) -> tuple[Feature, ...]:
    """Metrics as features.

    Raises:
        OptionError: there are fewer than two, or one is named twice.
    """
    features = tuple(Feature(str(m), not m.higher_is_better, m.signature) for m in metrics)
    check_features(features)
    return features


def check_features(features: Sequence[Feature]) -> None:
    """Refuses what is no mixture.

    Raises:
        OptionError: there are fewer than two features, or one is named twice.
    """
    names = [feature.name for feature in features]
    if len(names) < FEWEST_FEATURES:
        raise OptionError(f"a mixture needs at least {FEWEST_FEATURES} features, got {len(names)}")
    for name in names:
        if names.count(name) > 1:
            raise OptionError(f"{name} is named twice; name every feature of a mixture once")


@dataclass(frozen=True, eq=False)
class FeatureSet:
    """One language pair of one test set.

    Attributes:
        folder: of the test set, such as `wmt13`; it stands for a year.
        pair: the language pair.
        preferences: what people said.
        differences: by how much each feature puts the first output of a pair above the second, one
            row per pair and one column per feature.
    """

    folder: str
    pair: str
    preferences: Preferences
    differences: Differences

    def __post_init__(self) -> None:
        check_same_number(preferences=self.preferences, differences=self.differences)

    def limited_to(self, segments: NDArray[np.bool_]) -> FeatureSet:
        """The judged pairs of some segments."""
        check_length(segments, self.preferences.segments, "segments", "truth values")
        keep = segments[self.preferences.segment]
        return replace(
            self, preferences=self.preferences.chosen(keep), differences=self.differences[keep]
        )

    def better_minus_worse(self) -> Differences:
        """The differences of pairs without a tie, turned to the side of the better output."""
        sign = self.preferences.sign
        strict = sign != 0
        return np.asarray(self.differences[strict] * sign[strict, np.newaxis])

    def counts(self, weights: Vector) -> Counts:
        """The five counts of pairs by a mixture; equal features are a tie for certain."""
        check_length(weights, self.differences.shape[1], "weights", "numbers, one per feature")
        differences: Scores = self.differences @ weights
        kinds = pair_kinds(self.preferences, differences)
        return group_sums(kinds, KINDS)


def make_feature_set(
    folder: str,
    pair: str,
    features: Sequence[Feature],
    preferences: Preferences,
    scores: Sequence[Scores],
) -> FeatureSet:
    """A feature set from scores of segments.

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
    if len(features) != len(scores):
        raise InputError(
            f"scores: expected one table for each of {len(features)} features, got {len(scores)}"
        )
    for feature, found in zip(features, scores, strict=True):
        if found.shape != (len(preferences.systems), preferences.segments):
            raise InputError(
                f"scores: expected one row per system and one column per segment for "
                f"{feature.name}, {len(preferences.systems)} by {preferences.segments}, got "
                f"{found.shape}"
            )
    if not preferences.strict:
        raise InputError(f"{folder}: {pair}: people prefer no output to another; nothing to fit")
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
