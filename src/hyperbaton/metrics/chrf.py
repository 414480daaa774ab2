"""chrF and chrF++, equal to sacreBLEU's."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hyperbaton import _core
from hyperbaton.evidence import Evidence, Need
from hyperbaton.metrics import citations as papers
from hyperbaton.metrics.base import Metric, Scores, Statistics, best_rows
from hyperbaton.text.segments import check_characters
from hyperbaton.values import parameter


@dataclass(frozen=True)
class Chrf(Metric):
    """F-measure of character n-grams, and of word n-grams if asked for; see `formula`.

    Characters are those of the text without its spaces. Words are split at spaces, with one mark
    of ASCII split off at the end or else at the beginning. Counts are those against the reference
    that gives the segment the best score, summed over segments; of equally good ones the first, in
    the order given, as in sacreBLEU. Averages run over the lengths of n-grams that both sides have.
    Neither the tokenizer nor its words matter.
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
        check_characters(evidence.characters, self.chars, self.name)
        counts = _core.ngram_overlaps(evidence.characters, self.chars, evidence.threads)
        if self.words:
            of_words = _core.ngram_overlaps(evidence.spaced_words, self.words, evidence.threads)
            counts = np.hstack([counts, of_words])
        return counts

    def _f_scores(self, counts: Statistics) -> Scores:
        in_hypothesis, in_reference, matching = (counts[:, k::3] for k in range(3))
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


def _mean_quotients(parts: Statistics, wholes: Statistics, used: NDArray[np.bool_]) -> Scores:
    """Means over the columns in use, added from left to right; 0 where none is."""
    quotients = np.divide(parts, wholes, out=np.zeros_like(parts), where=used)
    means: Scores = np.cumsum(quotients, axis=1)[:, -1] / np.maximum(used.sum(axis=1), 1)
    return means
