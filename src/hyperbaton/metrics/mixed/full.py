"""Full metrics: a score of word order mixed with a score of word choice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from hyperbaton.errors import NotationError
from hyperbaton.evidence import Evidence, Need
from hyperbaton.metrics.base import Metric, Scores, Statistics, divide
from hyperbaton.metrics.citations import (
    BIRCH_OSBORNE_2010,
    STANOJEVIC_SIMAAN_2014,
    STANOJEVIC_SIMAAN_2016,
)
from hyperbaton.metrics.ngram.bleu import Bleu
from hyperbaton.metrics.permutation.pef import Pef
from hyperbaton.metrics.text_metric import TextMetric
from hyperbaton.values import parameter


@dataclass(frozen=True)
class Full(TextMetric):
    """A weighted mean of two metrics, segment by segment; see `formula`.

    Any metric of text with a finite range will do for either part; it is taken from its range to 0
    to 1, 1 being the best. The score of a test set is the mean of its segments, `weighted` by the
    length of their references. A segment for which one of the two has no score has none itself.
    Text is prepared in one way for both.
    """

    name: ClassVar[str] = "full"
    summary: ClassVar[str] = "word order and word choice together"
    formula: ClassVar[str] = "α lexical + (1 - α) order"
    citations: ClassVar[tuple[str, ...]] = (
        STANOJEVIC_SIMAAN_2014,
        STANOJEVIC_SIMAAN_2016,
        BIRCH_OSBORNE_2010,
    )
    statistic_names: ClassVar[tuple[str, ...]] = ("weighted score", "weight")

    order: Metric = parameter(Pef(), "the metric of word order")
    lexical: Metric = parameter(Bleu(n=1), "the metric of word choice")
    alpha: float = parameter(0.5, "the weight of word choice", low=0.0, high=1.0)
    weighted: bool = parameter(False, "weight segments by the length of their references")

    def __post_init__(self) -> None:
        super().__post_init__()
        self._parts()

    @property
    def needs(self) -> frozenset[Need]:
        """What either part needs, and words where segments are weighted by their number."""
        own = {Need.TOKENS} if self.weighted else set()
        return self.order.needs | self.lexical.needs | own

    @property
    def symmetric(self) -> bool:
        """Whether both parts are."""
        return self.order.symmetric and self.lexical.symmetric

    def scores(self, statistics: Statistics) -> Scores:
        """Mean scores of the segments summed in each row; NaN without any."""
        return divide(statistics[:, 0], statistics[:, 1])

    def segment_weights(self, statistics: Statistics) -> Scores | None:
        """The lengths of references, if segments are weighted by them."""
        return statistics[:, 1] if self.weighted else None

    def _statistics(self, evidence: Evidence) -> Statistics:
        order, lexical = (unit_scores(part, evidence) for part in self._parts())
        scores = self.alpha * lexical + (1.0 - self.alpha) * order
        weights = evidence.mean_lengths if self.weighted else np.ones_like(scores)
        defined = ~np.isnan(scores)
        rows = np.column_stack([np.where(defined, scores, 0.0) * weights, weights])
        return np.where(defined[:, np.newaxis], rows, 0.0)

    def _parts(self) -> tuple[TextMetric, TextMetric]:
        return mixable(self, self.order), mixable(self, self.lexical)


def mixable(whole: Metric, part: Metric) -> TextMetric:
    """A metric that can be mixed with another."""
    if not isinstance(part, TextMetric) or not np.isfinite(part.range).all():
        raise NotationError(
            f"{whole.name}: {part} cannot be combined, because it does not score text within a "
            "finite range; an error rate does with accuracy=true"
        )
    return part


def unit_scores(metric: TextMetric, evidence: Evidence) -> Scores:
    """The scores of single segments, from 0 for the worst to 1 for the best."""
    scores = metric.segment_scores(metric.statistics(evidence))
    worst, best = metric.range if metric.higher_is_better else metric.range[::-1]
    return (scores - worst) / (best - worst)
