"""RIBES: the order of the words that hypothesis and reference share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from hyperbaton import _core
from hyperbaton.evidence import Evidence
from hyperbaton.metrics.base import Scores, divide
from hyperbaton.metrics.best_reference import BestReferenceMetric
from hyperbaton.metrics.citations import HIRAO_ET_AL_2014, ISOZAKI_ET_AL_2010
from hyperbaton.values import parameter


@dataclass(frozen=True)
class Ribes(BestReferenceMetric):
    """Kendall similarity of the aligned words, with precision and brevity; see `formula`.

    It is RIBES.py 1.03. A word of the hypothesis is aligned if it occurs once in either sentence.
    Otherwise one word of context after the other is taken in, on the left alone or on the right
    alone (left first, where the paper's example has right first), until that context occurs once
    in either sentence (`align_by_context` in `cpp/include/hyperbaton/ribes.hpp`). Two words aligned
    to the same word of the reference are not in the right order. With fewer than two aligned words
    the score is 0, except that one word aligned to a reference of one word is in the right order.

    A segment whose references are all empty scores NaN, where RIBES.py stops. RIBES.py ignores
    case unless told otherwise; here that is a matter of preprocessing. NLTK's `ribes_score` looks
    right first, and in older releases its Kendall's tau leaves out pairs that are not part of a run
    of consecutive positions.
    """

    name: ClassVar[str] = "ribes"
    summary: ClassVar[str] = "order of the words shared with a reference"
    formula: ClassVar[str] = (
        "NKT P^α BP^β, where NKT is the share of pairs of aligned words in the right order, P the "
        "share of words of the hypothesis that are aligned, BP = min(1, exp(1 - r / h))"
    )
    citations: ClassVar[tuple[str, ...]] = (ISOZAKI_ET_AL_2010, HIRAO_ET_AL_2014)

    alpha: float = parameter(0.25, "the weight of precision", low=0, high=1000)
    beta: float = parameter(0.1, "the weight of the brevity penalty", low=0, high=1000)

    @property
    def symmetric(self) -> bool:
        """No: words are aligned from the hypothesis, and only its brevity is penalised."""
        return False

    def _reference_scores(self, evidence: Evidence) -> Scores:
        counts = _core.aligned_orders(evidence.arrays, evidence.threads).astype(np.float64)
        aligned, ascending = counts.T
        segments = evidence.segments
        words, reference_words = segments.lengths_by_reference, segments.references.lengths
        scores = self._scores_of_counts(aligned, ascending, words, reference_words)
        return np.where(reference_words == 0, np.nan, scores)

    def _scores_of_counts(
        self, aligned: Scores, ascending: Scores, words: Scores, reference_words: Scores
    ) -> Scores:
        pairs = aligned * (aligned - 1) / 2
        kendall = np.where(aligned == reference_words, 1.0, 0.0)  # for one word
        kendall = np.where(aligned > 1, divide(ascending, pairs), kendall)
        some = np.maximum(words, 1.0)
        brevity = np.minimum(1.0, np.exp(1.0 - reference_words / some))
        scores = kendall * (aligned / some) ** self.alpha * brevity**self.beta
        return np.where(aligned == 0, 0.0, scores)
