"""One experiment on one language pair: people's scores beside those of the measures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hyperbaton.meta import JudgedSet, MetricScores
from hyperbaton.meta.agreement.correlation import pearson, spearman
from hyperbaton.meta.agreement.system_scores import human_totals
from hyperbaton.metrics.base import Scores
from hyperbaton_papers.leusch_et_al_2003.measures import (
    BY_LENGTH,
    EQUALLY,
    RANK,
    SENTENCE,
    UNWEIGHTED,
    WEIGHTED,
)
from hyperbaton_papers.paper import Metrics

FEWEST_SYSTEMS = 3  # any two have a correlation of 1 or -1


@dataclass(frozen=True, eq=False)
class SystemScores:
    """Scores of systems.

    Attributes:
        people: people's, one per system.
        measures: one row per measure, one column per system.
    """

    people: Scores
    measures: Scores

    @property
    def pearson(self) -> Scores:
        """Pearson's correlation of each measure with people."""
        return pearson(self.people, self.measures)

    @property
    def spearman(self) -> Scores:
        """Spearman's rank correlation of each measure with people."""
        return spearman(self.people, self.measures)

    def without_worst(self) -> SystemScores:
        """Without the system that people find worst."""
        kept = np.arange(len(self.people)) != self.people.argmin()
        return SystemScores(self.people[kept], self.measures[:, kept])

    def rankings(self) -> list[list[int]]:
        """For each measure the systems from its best to its worst, as in tables 2 and 4.

        Number k is the k-th best for people. Systems that a measure finds equal stand in people's
        order.
        """
        in_order = self.measures[:, np.argsort(-self.people, kind="stable")]
        return [(np.argsort(-row, kind="stable") + 1).tolist() for row in in_order]


@dataclass(frozen=True, eq=False)
class Experiment:
    """What one experiment gives on one language pair.

    Attributes:
        human: people's scores of outputs, one row per system and one column per segment; NaN where
            nobody judged.
        outputs: the same by each measure, one table per measure.
        by_length: scores of systems, segments weighted by length.
        equally: scores of systems, all segments alike.
    """

    human: Scores
    outputs: Scores
    by_length: SystemScores
    equally: SystemScores

    @property
    def judged(self) -> NDArray[np.bool_]:
        """Which outputs people judged."""
        return ~np.isnan(self.human)

    @property
    def systems(self) -> int:
        """How many systems people judged."""
        return len(self.by_length.people)

    def correlations(self, kind: str) -> Scores:
        """The correlation of each measure with people; `kind` is a key of `TITLES`."""
        if kind == SENTENCE:
            return pearson(self.human[self.judged], self.outputs[:, self.judged])
        return {
            BY_LENGTH: self.by_length.pearson,
            EQUALLY: self.equally.pearson,
            RANK: self.by_length.spearman,
        }[kind]

    def without_worst(self) -> Scores:
        """Pearson's correlation of systems but the worst; NaN where fewer than three are left."""
        left = self.by_length.without_worst()
        if len(left.people) < FEWEST_SYSTEMS:
            return np.full(len(left.measures), np.nan)
        return left.pearson


def measured(judged: JudgedSet, scores: Sequence[MetricScores]) -> Experiment:
    """The experiment on a language pair with scores of outputs by people, and lengths.

    Systems are scored on the outputs that people judged; those that nobody judged are left out.
    """
    judgements = judged.judgements
    assert judgements.scores is not None
    mask = judgements.judged()
    compared = mask.any(axis=1)
    by_name = {metric.name: metric.judged_only(mask) for metric in scores}

    def system_scores(people: str, metrics: Metrics) -> SystemScores:
        rows = [by_name[str(metric)].system_scores[compared] for metric in metrics.values()]
        return SystemScores(human_totals(judgements, people).scores[compared], np.array(rows))

    return Experiment(
        judgements.scores,
        np.array([by_name[str(metric)].segments for metric in WEIGHTED.values()]),
        system_scores("weighted-mean", WEIGHTED),
        system_scores("mean", UNWEIGHTED),
    )
