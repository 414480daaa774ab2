"""chrF and chrF++, equal to sacreBLEU's."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hyperbaton import _core
from hyperbaton.evidence import Evidence, Need
from hyperbaton.metrics import citations as papers
from hyperbaton.metrics.base import Metric, Scores, Statistics, best_rows
from hyperbaton.text.segments import SegmentArrays, check_characters, code_points
from hyperbaton.values import parameter

EPSILON = 1e-16  # as in chrF++.py


@dataclass(frozen=True)
class Chrf(Metric):
    """F-measure of character n-grams, and of word n-grams if asked for; see `formula`.

    Characters are those of the text, without its spaces unless `whitespace` asks for them. Words
    are split at spaces, with one mark of ASCII split off at the end or else at the beginning.
    Counts are those against the reference that gives the segment the best score, summed over
    segments; of equally good ones the first, in the order given, as in sacreBLEU. Averages run over
    the lengths of n-grams that both sides have. With `eps_smoothing`, the score is the mean of the
    F-measures of all lengths, as in chrF++.py, Moses and NLTK. Neither the tokenizer nor its words
    matter.
    """

    name = "chrf"
    summary = "character n-grams shared with the reference"
    formula = (
        "100 (1 + β²) P R / (β² P + R), where P and R are the mean precision and recall of n-grams "
        "of 1 … chars characters and 1 … words words"
    )
    citations = (papers.POPOVIC_2015, papers.POPOVIC_2017, papers.POST_2018)
    decimals = 2
    needs = frozenset({Need.TEXT})
    range = (0.0, 100.0)  # as sacreBLEU
    symmetric = False  # recall counts more than precision

    chars: int = parameter(6, "longest n-grams, in characters", low=1, high=20)
    words: int = parameter(0, "longest word n-grams, in words; 2 for chrF++", low=0, high=9)
    beta: float = parameter(
        2.0, "how many times as much recall counts as precision", low=0, high=1000
    )
    whitespace: bool = parameter(False, "count n-grams with spaces in them as well")
    eps_smoothing: bool = parameter(False, "average over all lengths of n-grams, as chrF++.py does")

    @property
    def statistic_names(self) -> tuple[str, ...]:
        """Three counts by kind and length of n-gram, and the number of segments."""
        kinds = [f"{k}-grams" for k in range(1, self.chars + 1)]
        kinds += [f"word {k}-grams" for k in range(1, self.words + 1)]
        counted = ("hypothesis", "reference", "matching")
        return *(f"{where} {kind}" for kind in kinds for where in counted), "segments"

    def scores(self, statistics: Statistics) -> Scores:
        """The chrF of the counts in each row; NaN without any segment."""
        return np.where(statistics[:, -1] > 0, self._f_scores(statistics[:, :-1]), np.nan)

    def reference_scores(self, evidence: Evidence) -> Scores:
        """The scores of single segments against each of their references."""
        return self._f_scores(self._counts(evidence))

    def _statistics(self, evidence: Evidence) -> Statistics:
        counts = self._counts(evidence)
        best = counts[best_rows(self._f_scores(counts), evidence.groups)]
        return np.column_stack([best, np.ones(len(best))])

    def _counts(self, evidence: Evidence) -> Statistics:
        characters = self._characters(evidence)
        check_characters(characters, self.chars, self.name)
        counts = _core.ngram_overlaps(characters, self.chars, evidence.threads)
        if self.words:
            of_words = _core.ngram_overlaps(evidence.spaced_words, self.words, evidence.threads)
            counts = np.hstack([counts, of_words])
        return counts

    def _characters(self, evidence: Evidence) -> SegmentArrays:
        if not self.whitespace:
            return evidence.characters
        ours, theirs = code_points(evidence.texts), code_points(evidence.reference_texts)
        return SegmentArrays(*ours, *theirs, evidence.groups)

    def _f_scores(self, counts: Statistics) -> Scores:
        in_hypothesis, in_reference, matching = (counts[:, k::3] for k in range(3))
        if self.eps_smoothing:
            return self._mean_f_score(
                _quotients(matching, in_hypothesis), _quotients(matching, in_reference)
            )
        used = (in_hypothesis > 0) & (in_reference > 0)
        precision = _mean_quotients(matching, in_hypothesis, used)
        recall = _mean_quotients(matching, in_reference, used)
        weight = self.beta**2
        # In sacreBLEU's order, on which the last digit depends.
        f_scores: Scores = np.divide(
            (1 + weight) * precision * recall,
            weight * precision + recall,
            out=np.zeros_like(precision),
            where=precision + recall > 0,
        )
        return 100 * f_scores

    def _mean_f_score(self, precision: Statistics, recall: Statistics) -> Scores:
        """The mean F-measure over all lengths in percent, added from left to right."""
        weight = self.beta**2
        whole = weight * precision + recall
        f_scores = np.divide(
            (1 + weight) * precision * recall,
            whole,
            out=np.full_like(whole, EPSILON),
            where=whole > 0,
        )
        means: Scores = 100 * np.cumsum(f_scores, axis=1)[:, -1] / f_scores.shape[1]
        return means


def _quotients(parts: Statistics, wholes: Statistics) -> Statistics:
    """Quotients; next to nothing where there is nothing to divide by."""
    return np.divide(parts, wholes, out=np.full_like(parts, EPSILON), where=wholes > 0)


def _mean_quotients(parts: Statistics, wholes: Statistics, used: NDArray[np.bool_]) -> Scores:
    """Means over the columns in use, added from left to right; 0 where none is."""
    quotients = np.divide(parts, wholes, out=np.zeros_like(parts), where=used)
    means: Scores = np.cumsum(quotients, axis=1)[:, -1] / np.maximum(used.sum(axis=1), 1)
    return means
