"""LRscore: word order mixed with BLEU."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from hyperbaton.errors import NotationError
from hyperbaton.evidence import Evidence, Need
from hyperbaton.metrics.base import Metric, Scores, Statistics, divide
from hyperbaton.metrics.citations import BIRCH_OSBORNE_2010
from hyperbaton.metrics.ngram.bleu import Bleu
from hyperbaton.metrics.ngram.brevity import brevity_penalty
from hyperbaton.metrics.permutation.kendall import Kendall
from hyperbaton.metrics.permutation.permutation_metric import PermutationMetric
from hyperbaton.metrics.text_metric import TextMetric
from hyperbaton.values import parameter


@dataclass(frozen=True)
class LRScore(TextMetric):
    """Order and BLEU, each with a brevity penalty of its own; see `formula`.

    The score of a test set mixes the mean of R over segments with the BLEU of the whole; that of a
    single segment takes smoothed BLEU. The paper compares the orders of hypothesis and reference
    over the source, as happens here where alignments with the source are given; otherwise the words
    of hypothesis and reference are aligned with each other. Of several references, d is that of the
    best, or with `reference=closest` that of the one whose length is r; the paper does not say. The
    brevity penalty takes the lengths of the sentences, not those of permutations, so the parameter
    `bp` of the order metric has no effect.
    """

    name: ClassVar[str] = "lrscore"
    summary: ClassVar[str] = "word order combined with BLEU"
    formula: ClassVar[str] = (
        "α R + (1 - α) BLEU, where R is the mean of d min(1, exp(1 - r / t)) over segments, d the "
        "score of the order, t and r the words of the hypothesis and of its closest reference"
    )
    citations: ClassVar[tuple[str, ...]] = (BIRCH_OSBORNE_2010,)
    needs: ClassVar[frozenset[Need]] = frozenset({Need.TOKENS, Need.ORDER})

    order: Metric = parameter(Kendall(), "the metric of word order: kendall, hamming or another")
    n: int = parameter(4, "BLEU's longest n-grams, in words", low=1, high=9)
    alpha: float = parameter(0.5, "the weight of word order", low=0.0, high=1.0)
    reference: str = parameter(
        "best", "the reference whose order counts", choices=("best", "closest")
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        self._order()

    def _order(self) -> PermutationMetric:
        if isinstance(self.order, PermutationMetric):
            return self.order
        raise NotationError(
            f"lrscore: order is a metric of permutations such as kendall or hamming, "
            f"got {self.order}"
        )

    @property
    def statistic_names(self) -> tuple[str, ...]:
        """Order and its number of segments, then BLEU's counts."""
        return "order", *self._bleu("exp").statistic_names

    @property
    def symmetric(self) -> bool:
        """No: BLEU is not."""
        return False

    def scores(self, statistics: Statistics) -> Scores:
        """The mean of R and the BLEU of the sums in each row, mixed; NaN without any segment."""
        return self._mixed(statistics, self._bleu("exp").scores(statistics[:, 1:]))

    def segment_scores(self, statistics: Statistics) -> Scores:
        """R and smoothed BLEU of each segment, mixed."""
        return self._mixed(statistics, self._bleu("add-k").segment_scores(statistics[:, 1:]))

    def _mixed(self, statistics: Statistics, bleu: Scores) -> Scores:
        order = divide(statistics[:, 0], statistics[:, -1])  # BLEU counts the segments, too
        return self.alpha * order + (1.0 - self.alpha) * bleu / 100.0

    def _statistics(self, evidence: Evidence) -> Statistics:
        counts = self._bleu("exp").statistics(evidence)
        words, reference_words = counts[:, -3], counts[:, -2]
        penalties = brevity_penalty(words, reference_words)
        return np.column_stack([self._orders(evidence) * penalties, counts])

    def _orders(self, evidence: Evidence) -> Scores:
        """The score of the order of each segment against the best of the references that count."""
        scores = self._order().permutation_scores(evidence.order, threads=evidence.threads)
        if self.reference == "closest":
            scores = np.where(_closest(evidence), scores, -np.inf)
        best: Scores = np.maximum.reduceat(scores, evidence.groups[:-1])
        return best

    def _bleu(self, smooth: str) -> Bleu:
        return Bleu(n=self.n, smooth=smooth)


def _closest(evidence: Evidence) -> NDArray[np.bool_]:
    """Which references are closest in length to their hypothesis, by BLEU's rule.

    Of two equally close lengths the shorter counts; several references may have it.
    """
    segments, groups = evidence.segments, evidence.groups
    words, lengths = segments.lengths_by_reference, segments.references.lengths
    away = np.abs(lengths - words) + np.where(lengths > words, 0.5, 0.0)
    least = np.minimum.reduceat(away, groups[:-1])
    return np.asarray(away == np.repeat(least, np.diff(groups)))
