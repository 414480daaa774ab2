"""Words that hypothesis and reference share: in any order (F1), in order (RIBES), by pairs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hyperbaton import _core
from hyperbaton.evidence import Evidence
from hyperbaton.metrics import citations as papers
from hyperbaton.metrics.base import Metric, Scores, Statistics, best_rows, divide
from hyperbaton.text.segments import check_pairs
from hyperbaton.values import parameter

FEW_BETWEEN = 1 << 10  # words between those of a pair: texts of any length have few such pairs


@dataclass(frozen=True)
class F1(Metric):
    """The harmonic mean of precision and recall of bags of words; see `formula`.

    Counts are added up over segments, each against the reference with which its own F1 is highest.
    Of references with the same F1 the one that shares most words counts, in any order. Two
    empty sentences have no score.
    """

    name = "f1"
    summary = "words shared with a reference, in any order"
    formula = (
        "2 m / (h + r), where m is the size of the common bag of words, h and r the words of "
        "hypothesis and reference"
    )
    citations = (papers.STANOJEVIC_SIMAAN_2016,)
    columns = 3  # common words, words, words of the reference

    def scores(self, statistics: Statistics) -> Scores:
        common, words, reference_words = statistics.T
        return divide(2.0 * common, words + reference_words)

    def _statistics(self, evidence: Evidence) -> Statistics:
        common = _core.ngram_overlaps(evidence.arrays, 1, evidence.threads)[:, 2]
        segments = evidence.segments
        words, reference_words = segments.lengths_by_reference, segments.references.lengths
        counts = np.column_stack([common, words, reference_words])
        return counts[best_rows(self.scores(counts), evidence.groups, counts)]


@dataclass(frozen=True)
class Ribes(Metric):
    """Kendall similarity of the aligned words, with precision and brevity; see `formula`.

    It is RIBES.py 1.03. A word of the hypothesis is aligned if it occurs once in either sentence.
    Otherwise one word of context after the other is taken in, on the left alone or on the right
    alone (left first, where the paper's example has right first), until that context occurs once
    in either sentence (`align_by_context` in `cpp/include/hyperbaton/ribes.hpp`). Two words aligned
    to the same word of the reference are not in the right order. With fewer than two aligned words
    the score is 0, except that one word aligned to a reference of one word is in the right order.

    A segment whose references are all empty scores NaN, where RIBES.py stops. RIBES.py ignores
    case by default; here that is an option of preparation. NLTK's `ribes_score` looks
    right first, and in older releases its Kendall's tau leaves out pairs that are not part of a run
    of consecutive positions.
    """

    name = "ribes"
    summary = "order of the words shared with a reference"
    formula = (
        "NKT P^α BP^β, where NKT is the share of pairs of aligned words in the right order, P the "
        "share of words of the hypothesis that are aligned, BP = min(1, exp(1 - r / h))"
    )
    citations = (papers.ISOZAKI_ET_AL_2010, papers.HIRAO_ET_AL_2014)

    alpha: float = parameter(0.25, "the weight of precision", low=0, high=1000)
    beta: float = parameter(0.1, "the weight of the brevity penalty", low=0, high=1000)

    def _reference_scores(self, evidence: Evidence) -> Scores:
        counts = _core.aligned_orders(evidence.arrays, evidence.threads).astype(np.float64)
        aligned, ascending = counts.T
        segments = evidence.segments
        words, reference_words = segments.lengths_by_reference, segments.references.lengths
        pairs = aligned * (aligned - 1) / 2
        kendall = np.where(aligned == reference_words, 1.0, 0.0)  # for one word
        kendall = np.where(aligned > 1, divide(ascending, pairs), kendall)
        some = np.maximum(words, 1.0)
        brevity = np.minimum(1.0, np.exp(1.0 - reference_words / some))
        scores = kendall * (aligned / some) ** self.alpha * brevity**self.beta
        scores = np.where(aligned == 0, 0.0, scores)
        return np.where(reference_words == 0, np.nan, scores)


@dataclass(frozen=True)
class RougeS(Metric):
    """F-measure of skip-bigrams; see `formula`.

    A skip-bigram is a pair of words in their order, with anything in between. `skip` limits how
    many words may: 0 leaves pairs of neighbours, 4 is ROUGE-S4, and -1, as in ROUGE-1.5.5, sets no
    limit. A pair counts as often as in the sentence that has it less often. A segment in which
    neither side has two words scores NaN.
    """

    name = "rouge-s"
    summary = "pairs of words in the same order"
    formula = (
        "(1 + β²) P R / (β² P + R) = (1 + β²) m / (h + β² r), where h, r and m count the "
        "skip-bigrams of the hypothesis, of the reference and of both"
    )
    citations = (papers.LIN_OCH_2004,)

    skip: int = parameter(-1, "the most words in between; -1 for any number", low=-1, high=1 << 30)
    beta: float = parameter(
        1.0, "how many times as much recall counts as precision", low=0, high=1000
    )

    def _reference_scores(self, evidence: Evidence) -> Scores:
        if self.skip < 0 or self.skip >= FEW_BETWEEN:
            check_pairs(evidence.arrays, self.name)
        counts = _core.skip_bigrams(evidence.arrays, self.skip, evidence.threads).astype(np.float64)
        common, in_hypothesis, in_reference = counts.T
        weight = self.beta**2
        return divide((1 + weight) * common, in_hypothesis + weight * in_reference)
