"""Word order mixed with word choice: full metrics, and LRscore."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hyperbaton.errors import NotationError
from hyperbaton.evidence import Evidence, Need, Preparation
from hyperbaton.metrics import citations as papers
from hyperbaton.metrics.base import Metric, Scores, Statistics, brevity_penalty, divide
from hyperbaton.metrics.ngrams import Bleu
from hyperbaton.metrics.permutation_metric import Kendall, PermutationMetric
from hyperbaton.metrics.tree_measures import Pef
from hyperbaton.values import parameter


@dataclass(frozen=True)
class Full(Metric):
    """A weighted mean of two metrics, segment by segment; see `formula`.

    Any metric of text with a finite range will do for either part; it is taken from its range to 0
    to 1, 1 being the best. The score of a test set is the mean of its segments, `weighted` by the
    length of their references. A segment for which one of the two has no score has none itself.
    Text is prepared in one way for both.
    """

    name = "full"
    summary = "word order and word choice together"
    formula = "α lexical + (1 - α) order"
    citations = (
        papers.STANOJEVIC_SIMAAN_2014,
        papers.STANOJEVIC_SIMAAN_2016,
        papers.BIRCH_OSBORNE_2010,
    )

    order: Metric = parameter(Pef(), "the metric of word order")
    lexical: Metric = parameter(Bleu(n=1), "the metric of word choice")
    alpha: float = parameter(0.5, "the weight of word choice", low=0.0, high=1.0)
    weighted: bool = parameter(False, "weight segments by the length of their references")

    def __post_init__(self) -> None:
        super().__post_init__()
        for part in (self.order, self.lexical):
            if not np.isfinite(part.range).all():
                raise NotationError(
                    f"full: {part} cannot be combined, because its range is not finite; an error "
                    "rate can with accuracy=true"
                )

    @property
    def needs(self) -> frozenset[Need]:
        own = {Need.TOKENS} if self.weighted else set()
        return self.order.needs | self.lexical.needs | own

    def segment_weights(self, statistics: Statistics) -> Scores | None:
        return statistics[:, 1] if self.weighted else None

    def _statistics(self, evidence: Evidence) -> Statistics:
        order, lexical = (_unit_scores(part, evidence) for part in (self.order, self.lexical))
        scores = self.alpha * lexical + (1.0 - self.alpha) * order
        weights = evidence.mean_lengths if self.weighted else np.ones_like(scores)
        defined = ~np.isnan(scores)
        rows = np.column_stack([np.where(defined, scores, 0.0) * weights, weights])
        return np.where(defined[:, np.newaxis], rows, 0.0)


def _unit_scores(metric: Metric, evidence: Evidence) -> Scores:
    """The scores of single segments, from 0 for the worst to 1 for the best."""
    scores = metric.segment_scores(metric.statistics(evidence))
    worst, best = metric.range if metric.higher_is_better else metric.range[::-1]
    return (scores - worst) / (best - worst)


@dataclass(frozen=True)
class LRScore(Metric):
    """Order and BLEU, each with a brevity penalty of its own; see `formula`.

    The score of a test set mixes the mean of R over segments with the BLEU of the whole; that of a
    single segment takes smoothed BLEU. The paper compares the orders of hypothesis and reference
    over the source, as happens here where alignments with the source are given; otherwise the words
    of hypothesis and reference are aligned with each other. Of several references, d is that of the
    best; the paper does not say. The brevity penalty takes the lengths of the sentences, not those
    of permutations, so the parameter `bp` of the order metric has no effect. Unless a tokenizer is
    chosen, BLEU splits text by 13a, as `bleu` does, and word order by `unicode`.
    """

    name = "lrscore"
    summary = "word order combined with BLEU"
    formula = (
        "α R + (1 - α) BLEU, where R is the mean of d min(1, exp(1 - r / t)) over segments, d the "
        "score of the order, t and r the words of the hypothesis and of its closest reference"
    )
    citations = (papers.BIRCH_OSBORNE_2010,)
    needs = frozenset({Need.TOKENS, Need.ORDER})

    order: Metric = parameter(Kendall(), "the metric of word order: kendall, hamming or another")
    n: int = parameter(4, "BLEU's longest n-grams, in words", low=1, high=9)
    alpha: float = parameter(0.5, "the weight of word order", low=0.0, high=1.0)

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.order, PermutationMetric):
            raise NotationError(
                "lrscore: order is a metric of permutations like kendall or hamming, got "
                f"{self.order}"
            )

    @property
    def columns(self) -> int:  # the order, then BLEU's counts
        return 1 + self._bleu("exp").columns

    def scores(self, statistics: Statistics) -> Scores:
        return self._mixed(statistics, self._bleu("exp").scores(statistics[:, 1:]))

    def segment_scores(self, statistics: Statistics) -> Scores:
        return self._mixed(statistics, self._bleu("add-k").segment_scores(statistics[:, 1:]))

    def _mixed(self, statistics: Statistics, bleu: Scores) -> Scores:
        order = divide(statistics[:, 0], statistics[:, -1])  # BLEU counts the segments, too
        return self.alpha * order + (1.0 - self.alpha) * bleu / 100.0

    def prepared(self, preparation: Preparation) -> str:
        """How text is prepared for word order, and BLEU's tokenizer if that is another."""
        found, bleu = super().prepared(preparation), Bleu().adapted(preparation).tokenize
        return found if f"tok:{bleu}" in found.split("|") else f"{found}|bleu-tok:{bleu}"

    def statistics(self, evidence: Evidence) -> Statistics:
        """The order of each segment, and BLEU's counts of its own words."""
        counts = self._bleu("exp").statistics(evidence)
        if len(evidence) == 0:
            return np.zeros((0, self.columns))
        return np.column_stack([super().statistics(evidence), counts])

    def _statistics(self, evidence: Evidence) -> Statistics:
        """R: the order against the best of the references, with the penalty of its own words."""
        assert isinstance(self.order, PermutationMetric)
        words, reference_words = Bleu(n=1).statistics(evidence)[:, -3:-1].T
        scores = self.order.permutation_scores(evidence.order, threads=evidence.threads)
        best: Scores = np.maximum.reduceat(scores, evidence.groups[:-1])
        return (best * brevity_penalty(words, reference_words))[:, np.newaxis]

    def _bleu(self, smooth: str) -> Bleu:
        return Bleu(n=self.n, smooth=smooth)
