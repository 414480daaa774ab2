"""Metrics of a permutation: how close the order of its words is to the reference's.

They score permutations as they are, and text: then the permutation is that of the aligned words,
and the score is multiplied by coverage, a brevity penalty, because words that are not aligned are
not in order (Stanojević & Sima'an 2014). Measures of permutation trees are in `tree_measures`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hyperbaton import _core
from hyperbaton.evidence import Evidence, Need
from hyperbaton.metrics import citations as papers
from hyperbaton.metrics.base import Metric, Scores, Statistics, best_rows, brevity_penalty, divide
from hyperbaton.permutation import Integers, PermutationBatch
from hyperbaton.resources import resolve_threads
from hyperbaton.values import parameter

ELEMENTS_PER_THREAD = 1 << 20  # about 14 MB of trees


@dataclass(frozen=True)
class PermutationMetric(Metric):
    """A metric of permutations; a corpus scores the mean of its segments.

    Permutations count from 0 or from 1 (see `hyperbaton.permutation`). Conventions for short ones:
    without any word the score is 0, for nothing is in order; a single word scores 1. So text
    without aligned words scores 0.
    """

    columns = 3  # score, coverage, segments

    bp: bool = parameter(
        True, "multiply by coverage, the brevity penalty, when scoring text", common=True
    )

    @property
    def needs(self) -> frozenset[Need]:
        return frozenset({Need.ORDER, Need.TOKENS} if self.bp else {Need.ORDER})

    def permutation_score(self, permutation: Integers) -> float:
        """Scores one permutation."""
        return float(self._batch_scores(PermutationBatch.single(permutation), threads=1)[0])

    def permutation_scores(
        self,
        permutations: PermutationBatch | Sequence[Integers],
        *,
        threads: int | None = None,
    ) -> Scores:
        """Scores many permutations, a batch or a list, on all cores by default."""
        return scores_by_metric(PermutationBatch.of(permutations), [self], threads)[0]

    def facts(self) -> list[tuple[str, str]]:
        formula, *others = super().facts()
        product = (
            "order × coverage: the formula for the aligned words, times min(1, exp(1 - r / n)) for "
            "n aligned words and r words of the reference; bp=false leaves out coverage"
        )
        return [formula, ("text score", product), *others]

    def scores(self, statistics: Statistics) -> Scores:
        return divide(statistics[:, 0], statistics[:, -1])

    def factors(self, statistics: Statistics) -> Mapping[str, Scores]:
        if not self.bp:
            return {}
        score, coverage, segments = statistics.T
        return {"order": divide(score, coverage), "coverage": divide(coverage, segments)}

    def _statistics(self, evidence: Evidence) -> Statistics:
        coverage = self._coverage(evidence)
        scores = coverage * self.permutation_scores(evidence.order, threads=evidence.threads)
        rows = np.column_stack([scores, coverage, np.ones_like(scores)])
        if len(rows) == len(evidence):
            return rows
        return rows[best_rows(scores, evidence.groups, rows)]

    def best_references(self, evidence: Evidence) -> NDArray[np.int64]:
        """For each segment, which of its references it is scored against, counted from 0."""
        read = self.read(evidence)
        scores = self._coverage(read) * self.permutation_scores(read.order, threads=read.threads)
        return best_rows(scores, evidence.groups) - evidence.groups[:-1]

    def _coverage(self, evidence: Evidence) -> Scores:
        if not self.bp:
            return np.ones(len(evidence.order))
        return brevity_penalty(*evidence.order_lengths)

    def _batch_scores(self, batch: PermutationBatch, threads: int) -> Scores:
        name, *arguments = self._scored_by
        score = getattr(_core, f"{name.replace('-', '_')}_scores")
        found: Scores = score(batch.native, *arguments, threads)
        return found

    @property
    def _scored_by(self) -> tuple[Any, ...]:
        """The core's function that scores a batch, and its arguments."""
        return (self.name,)


def scores_by_metric(
    batch: PermutationBatch, metrics: Sequence[PermutationMetric], threads: int | None
) -> list[Scores]:
    """Scores a batch, one array per metric.

    It is scored in parts, which bounds the memory for trees; each part's trees are built once.
    """
    used = resolve_threads(threads)
    parts = [
        [metric._batch_scores(part, used) for metric in metrics]
        for part in batch.parts(ELEMENTS_PER_THREAD * used)
    ]
    if len(parts) == 1:
        return parts[0]
    return [
        np.concatenate([np.empty(0), *(scores[k] for scores in parts)]) for k in range(len(metrics))
    ]


@dataclass(frozen=True)
class Kendall(PermutationMetric):
    """Kendall's tau as a similarity; see `formula`."""

    name = "kendall"
    summary = "share of word pairs in the right order, times coverage"
    formula = "1 - d, where d = (pairs i < j with π(i) > π(j)) / (n (n - 1) / 2); with sqrt, 1 - √d"
    citations = (papers.LAPATA_2006, papers.BIRCH_ET_AL_2010, papers.STANOJEVIC_SIMAAN_2014)

    sqrt: bool = parameter(False, "take the square root of the distance")

    @property
    def _scored_by(self) -> tuple[Any, ...]:
        return self.name, self.sqrt


@dataclass(frozen=True)
class Spearman(PermutationMetric):
    """Spearman's rho, moved from [-1, 1] to [0, 1]; see `formula`."""

    name = "spearman"
    summary = "how far words are from their places, squared, times coverage"
    formula = "1 - 3 Σ (π(i) - i)² / (n (n² - 1))"
    citations = (papers.ISOZAKI_ET_AL_2010, papers.STANOJEVIC_SIMAAN_2014)


@dataclass(frozen=True)
class Footrule(PermutationMetric):
    """Spearman's footrule, normalised; see `formula`."""

    name = "footrule"
    summary = "how far words are from their places, times coverage"
    formula = "1 - Σ |π(i) - i| / ⌊n² / 2⌋"
    citations = (papers.BIRCH_OSBORNE_2010,)


@dataclass(frozen=True)
class Hamming(PermutationMetric):
    """Hamming similarity: words exactly in place; see `formula`."""

    name = "hamming"
    summary = "share of words exactly in their places, times coverage"
    formula = "(positions i with π(i) = i) / n"
    citations = (papers.BIRCH_OSBORNE_2010, papers.STANOJEVIC_SIMAAN_2014)


@dataclass(frozen=True)
class Ulam(PermutationMetric):
    """Ulam similarity: the longest part that is already in order; see `formula`."""

    name = "ulam"
    summary = "longest subsequence that is already in order, times coverage"
    formula = "(length of the longest increasing subsequence of π - 1) / (n - 1)"
    citations = (papers.BIRCH_ET_AL_2010, papers.STANOJEVIC_SIMAAN_2014)


@dataclass(frozen=True)
class Fuzzy(PermutationMetric):
    """The fuzzy reordering score: neighbours that stay neighbours; see `formula`."""

    name = "fuzzy"
    summary = "how few chunks of words follow each other as in the reference, times coverage"
    formula = (
        "1 - (c - 1) / (n - 1), c = number of maximal chunks with π(i + 1) = π(i) + 1; "
        "with boundaries, kept neighbours / (n + 1), the two ends of the sentence being neighbours"
    )
    citations = (papers.TALBOT_ET_AL_2011, papers.STANOJEVIC_SIMAAN_2014, papers.NEUBIG_ET_AL_2012)

    boundaries: bool = parameter(False, "count the beginning and the end of the sentence")

    @property
    def _scored_by(self) -> tuple[Any, ...]:
        return self.name, self.boundaries
