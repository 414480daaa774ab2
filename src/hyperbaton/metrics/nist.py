"""NIST: n-grams weighted by the information they carry."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from hyperbaton import _core
from hyperbaton.evidence import Evidence, Preparation
from hyperbaton.metrics import citations as papers
from hyperbaton.metrics.base import Metric, Scores, Statistics
from hyperbaton.values import parameter

# So that a hypothesis of 2/3 of the length scores half.
LENGTH_BETA = math.log(2) / math.log(3 / 2) ** 2


@dataclass(frozen=True)
class Nist(Metric):
    """Information of the matching n-grams, as mteval-v13a defines it; see `formula`.

    The information of an n-gram is log2(occurrences of its first n - 1 words / its occurrences),
    counted over all references of the test set; a single word is compared with the number of all
    words. Matches are clipped by the reference that has an n-gram most often, as in BLEU. The
    length r of a segment's references is their mean. Everything is summed over segments before it
    is divided; a length of n-gram that no hypothesis has adds nothing.

    A segment, too, is scored with the information from all references, so its score depends on the
    test set that it is part of.

    mteval-v13a compares an n-gram that follows the single word `0` with the number of all words,
    because Perl takes that word for nothing; that is not followed. NLTK's `corpus_nist` agrees
    where every segment has one reference. With several it takes matches and length from the
    reference that matches best, again for every length of n-gram, instead of from all of them; and
    it fails where no hypothesis is as long as the longest n-grams.
    """

    name = "nist"
    summary = "information in the n-grams shared with a reference"
    formula = (
        "exp(-β ln(min(1, h / r))²) Σ over k = 1 … n of (information of matching k-grams / k-grams "
        "of the hypotheses), where β = ln 2 / (ln 1.5)², h the words of the hypotheses, r those of "
        "the references"
    )
    citations = (papers.DODDINGTON_2002,)
    preparation = Preparation("13a")
    reads_other_segments = True
    range = (0.0, math.inf)  # rare words carry any amount of information
    symmetric = False  # information comes from the references

    n: int = parameter(5, "longest n-grams, in words", low=1, high=9)

    @property
    def statistic_names(self) -> tuple[str, ...]:
        """Information and counts by length of n-gram, and the length of the references."""
        lengths = range(1, self.n + 1)
        information = (f"information of matching {k}-grams" for k in lengths)
        totals = (f"{k}-grams" for k in lengths)
        return *information, *totals, "reference words"

    def scores(self, statistics: Statistics) -> Scores:
        """NIST of the counts in each row; NaN without any word."""
        n = self.n
        information, totals = statistics[:, :n], statistics[:, n : 2 * n]
        words, reference_words = totals[:, 0], statistics[:, -1]
        sums = (information / np.maximum(totals, 1.0)).sum(axis=1)
        scores = sums * _length_penalty(words, reference_words)
        return np.where((words == 0) & (reference_words == 0), np.nan, scores)

    def _statistics(self, evidence: Evidence) -> Statistics:
        information = evidence.ngram_information(self.n)
        return _core.nist_statistics(evidence.arrays, information, self.n, evidence.threads)


def _length_penalty(words: Scores, reference_words: Scores) -> Scores:
    ratios = np.divide(words, reference_words, out=np.ones_like(words), where=reference_words > 0)
    logs = np.log(np.clip(ratios, None, 1.0), out=np.zeros_like(words), where=words > 0)
    return np.where(ratios == 0, 0.0, np.exp(-LENGTH_BETA * logs**2))
