"""Judged sets with the scores of all sub-parts and of other metrics, and mixtures of the former."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from sets import read_sets
from without_vectors import SpellingContext

from hyperbaton.evidence import Preparation
from hyperbaton.meta import (
    FeatureSet,
    JudgedSet,
    MetricScores,
    Scoring,
    fit_weights,
    of_segments,
)
from hyperbaton.metrics.base import Scores
from hyperbaton.metrics.hyperbaton import LEXICAL_PARTS, ORDER_PARTS

SUB_PARTS = LEXICAL_PARTS + ORDER_PARTS
NEW = "hyperbaton"
RIVALS = ("chrf", "meteor", "bleu", "ter")
# Alike for all metrics: --tokenize unicode --keep-case.
TEXT = {"tokenize": "unicode", "lowercase": False}
Weights = Mapping[str, float]


@dataclass(frozen=True, eq=False)
class ScoredSet:
    """A language pair of a test set.

    Attributes:
        folder: the name of the test set, such as `wmt13`.
        judged: outputs and judgements.
        metrics: scores by name: those of the metric, of its sub-parts and of its rivals.
    """

    folder: str
    judged: JudgedSet
    metrics: Mapping[str, MetricScores]

    @property
    def pair(self) -> str:
        """The language pair."""
        return self.judged.pair

    @property
    def label(self) -> str:
        """Year and language pair, such as `WMT13 de-en`."""
        return f"{title(self.folder)} {self.pair}"

    def part(self, name: str) -> Scores:
        """The scores of outputs by a sub-part, one row per system."""
        return np.asarray(self.metrics[part_metric(name)].segments)

    def features(self, names: Sequence[str] = SUB_PARTS) -> FeatureSet:
        """What a mixture of sub-parts sees."""
        preferences = self.judged.judgements.preferences
        scores = [self.part(name) for name in names]
        return FeatureSet.of_scores(self.folder, self.pair, preferences, scores)

    def mixed(self, name: str, weights: Weights) -> MetricScores:
        """The scores of a mixture, under a name."""
        scores = sum(weight * self.part(part) for part, weight in weights.items())
        return of_segments(name, name, self.judged.data.systems, np.asarray(scores))


def part_metric(name: str) -> str:
    """How a sub-part is written as a metric."""
    return f"{NEW}(part={name})"


def title(folder: str) -> str:
    """The name of a test set, such as `WMT21 TED` for `wmt21-ted`."""
    year, _, kind = folder.partition("-")
    return f"{year.upper()} {kind.upper()}" if kind == "ted" else year.upper()


def score_sets(
    data: Path,
    folders: Mapping[str, Sequence[str]],
    *,
    rivals: Sequence[str] = (),
    vectors: bool = True,
) -> list[ScoredSet]:
    """Reads and scores test sets.

    Args:
        data: the folder that holds them.
        folders: language pairs by test set.
        rivals: metrics to score with the metric and its sub-parts.
        vectors: whether word vectors may be used.
    """
    preparation = Preparation(**TEXT) if vectors else SpellingContext(**TEXT)
    metrics = [NEW, *map(part_metric, SUB_PARTS), *rivals]
    scoring = Scoring(metrics, preparation=preparation)
    return [
        ScoredSet(folder, judged, scores_by_name(judged, scoring))
        for folder, pairs in folders.items()
        for judged in read_sets(data, folder, pairs)
    ]


def scores_by_name(judged: JudgedSet, scoring: Scoring) -> dict[str, MetricScores]:
    """The scores of a language pair by each metric."""
    return {found.name: found for found in scoring.scorer(judged).score(scoring.text_metrics)}


def fitted(
    sets: Iterable[ScoredSet], names: Sequence[str] = SUB_PARTS, *, nonnegative: bool = True
) -> Weights:
    """The weights fitted to sets, with absolute values that sum to 1."""
    found = fit_weights([each.features(names) for each in sets], nonnegative=nonnegative)
    shares = found.shares
    return dict(zip(names, shares.tolist(), strict=True))
