"""Measures of a permutation as a sequence: pairs, distances, fixed points, runs."""

from __future__ import annotations

from dataclasses import dataclass

from hyperbaton import _core
from hyperbaton.metrics import citations as papers
from hyperbaton.metrics.base import Scores
from hyperbaton.metrics.permutation_metric import PermutationMetric
from hyperbaton.permutation import PermutationBatch
from hyperbaton.values import parameter


@dataclass(frozen=True)
class Kendall(PermutationMetric):
    """Kendall's tau as a similarity; see `formula`."""

    name = "kendall"
    summary = "share of word pairs in the right order, times coverage"
    formula = "1 - d, where d = (pairs i < j with π(i) > π(j)) / (n (n - 1) / 2); with sqrt, 1 - √d"
    citations = (
        papers.LAPATA_2006,
        papers.BIRCH_ET_AL_2010,
        papers.STANOJEVIC_SIMAAN_2014,
    )

    sqrt: bool = parameter(False, "take the square root of the distance")

    def _batch_scores(self, batch: PermutationBatch, threads: int) -> Scores:
        return _core.kendall_scores(batch.native, self.sqrt, threads)


@dataclass(frozen=True)
class Spearman(PermutationMetric):
    """Spearman's rho, moved from [-1, 1] to [0, 1]; see `formula`."""

    name = "spearman"
    summary = "how far words are from their places, squared, times coverage"
    formula = "1 - 3 Σ (π(i) - i)² / (n (n² - 1))"
    citations = (papers.ISOZAKI_ET_AL_2010, papers.STANOJEVIC_SIMAAN_2014)

    def _batch_scores(self, batch: PermutationBatch, threads: int) -> Scores:
        return _core.spearman_scores(batch.native, threads)


@dataclass(frozen=True)
class Footrule(PermutationMetric):
    """Spearman's footrule, normalised; see `formula`."""

    name = "footrule"
    summary = "how far words are from their places, times coverage"
    formula = "1 - Σ |π(i) - i| / ⌊n² / 2⌋"
    citations = (papers.BIRCH_OSBORNE_2010,)

    def _batch_scores(self, batch: PermutationBatch, threads: int) -> Scores:
        return _core.footrule_scores(batch.native, threads)


@dataclass(frozen=True)
class Hamming(PermutationMetric):
    """Hamming similarity: words exactly in place; see `formula`."""

    name = "hamming"
    summary = "share of words exactly in their places, times coverage"
    formula = "(positions i with π(i) = i) / n"
    citations = (papers.BIRCH_OSBORNE_2010, papers.STANOJEVIC_SIMAAN_2014)

    def _batch_scores(self, batch: PermutationBatch, threads: int) -> Scores:
        return _core.hamming_scores(batch.native, threads)


@dataclass(frozen=True)
class Ulam(PermutationMetric):
    """Ulam similarity: the longest part that is already in order; see `formula`."""

    name = "ulam"
    summary = "longest subsequence that is already in order, times coverage"
    formula = "(length of the longest increasing subsequence of π - 1) / (n - 1)"
    citations = (papers.BIRCH_ET_AL_2010, papers.STANOJEVIC_SIMAAN_2014)

    def _batch_scores(self, batch: PermutationBatch, threads: int) -> Scores:
        return _core.ulam_scores(batch.native, threads)


@dataclass(frozen=True)
class Fuzzy(PermutationMetric):
    """The fuzzy reordering score: neighbours that stay neighbours; see `formula`."""

    name = "fuzzy"
    summary = "how few chunks of words follow each other as in the reference, times coverage"
    formula = (
        "1 - (c - 1) / (n - 1), c = number of maximal chunks with π(i + 1) = π(i) + 1; "
        "with boundaries, kept neighbours / (n + 1), the two ends of the sentence being neighbours"
    )
    citations = (
        papers.TALBOT_ET_AL_2011,
        papers.STANOJEVIC_SIMAAN_2014,
        papers.NEUBIG_ET_AL_2012,
    )

    boundaries: bool = parameter(False, "count the beginning and the end of the sentence")

    def _batch_scores(self, batch: PermutationBatch, threads: int) -> Scores:
        return _core.fuzzy_scores(batch.native, self.boundaries, threads)
