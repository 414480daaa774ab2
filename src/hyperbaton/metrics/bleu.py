"""BLEU, equal to sacreBLEU's, and avgBLEU, the mean of the BLEU of sentences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hyperbaton import _core
from hyperbaton.errors import NotationError
from hyperbaton.evidence import Evidence, Preparation
from hyperbaton.metrics import citations as papers
from hyperbaton.metrics.base import Metric, Scores, Statistics, brevity_penalty, divide, exp, log
from hyperbaton.values import parameter

SMOOTHING = {"floor": 0.1, "add-k": 1.0}  # n-grams by default, as in sacreBLEU


@dataclass(frozen=True)
class Bleu(Metric):
    """N-gram precision with a brevity penalty; see `formula`.

    Matches are clipped by the reference that has an n-gram most often, r is the length of the
    reference closest in length (of two equally close ones the shorter), and both are summed over
    segments. Smoothing concerns lengths without a match: `exp` counts 1/2, 1/4, … n-grams as
    matching from one such length to the next, `floor` 0.1; `add-k` adds 1 to all counts but those
    of single words. `smooth_value` replaces 0.1 and 1. Without any matching word the score is 0.

    Where segments are too short for any n-gram of some length, the score is 0, as sacreBLEU's is,
    unless everything else matches: identical text scores 100.

    Single segments are scored up to the longest n-gram that the hypothesis has (sacreBLEU's
    effective order), which `average` averages; `weighted` weights them by the mean length of their
    references.
    """

    name = "bleu"
    summary = "word n-grams shared with a reference, with a brevity penalty"
    formula = (
        "100 min(1, exp(1 - r / h)) (p1 … pn)^(1 / n), where pk is the share of k-grams that match "
        "a reference, h the words of the hypotheses, r those of the references"
    )
    citations = (
        papers.PAPINENI_ET_AL_2002,
        papers.POST_2018,
        papers.CHEN_CHERRY_2014,
        papers.LEUSCH_ET_AL_2003,
    )
    decimals = 2
    preparation = Preparation("13a")
    range = (0.0, 100.0)  # as sacreBLEU
    symmetric = False  # it is a precision

    n: int = parameter(4, "longest n-grams, in words", low=1, high=9)
    smooth: str = parameter(
        "exp", "how to smooth lengths without a match", choices=("none", "floor", "add-k", "exp")
    )
    smooth_value: float | None = parameter(
        None, "n-grams of smooth=floor, 0.1 by default, or smooth=add-k, 1", low=0.0, high=1000.0
    )
    average: bool = parameter(False, "average the scores of segments")
    weighted: bool = parameter(False, "weight segments by length when averaging")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.weighted and not self.average:
            raise NotationError("bleu: weighted=true needs average=true")
        if self.smooth_value is not None and self.smooth not in SMOOTHING:
            raise NotationError("bleu: smooth_value needs smooth=floor or smooth=add-k")

    @property
    def statistic_names(self) -> tuple[str, ...]:
        """Counts by length of n-gram, lengths, and the number of segments."""
        if self.average:
            return "weighted score", "weight"
        lengths = range(1, self.n + 1)
        matches = (f"matching {k}-grams" for k in lengths)
        totals = (f"{k}-grams" for k in lengths)
        return *matches, *totals, "words", "reference words", "segments"

    def scores(self, statistics: Statistics) -> Scores:
        """BLEU of the counts in each row; NaN without any segment."""
        if self.average:
            return divide(statistics[:, 0], statistics[:, 1])
        return self._bleu(statistics, effective=False)

    def segment_scores(self, statistics: Statistics) -> Scores:
        """BLEU up to the longest n-gram that each hypothesis has."""
        if self.average:
            return self.scores(statistics)
        return self._bleu(statistics, effective=True)

    def details(self, statistics: Statistics) -> Mapping[str, Any]:
        """Smoothed precisions in percent, the brevity penalty, and lengths; of no average."""
        if self.average:
            return {}
        words, reference_words, _ = statistics[:, 2 * self.n :].T
        precisions = self._precisions(*self._smoothed(statistics))
        return {
            "precisions": precisions[0].tolist(),
            "brevity": float(brevity_penalty(words, reference_words)[0]),
            "words": int(words[0]),
            "reference_words": int(reference_words[0]),
        }

    @property
    def _smoothing(self) -> float:
        given = self.smooth_value
        return SMOOTHING.get(self.smooth, 0.0) if given is None else given

    def _smoothed(self, counts: Statistics) -> tuple[Statistics, Statistics]:
        """Matches and totals, with what smoothing adds to them."""
        matches, totals = counts[:, : self.n], counts[:, self.n : 2 * self.n]
        if self.smooth != "add-k":
            return matches, totals
        added = np.where(np.arange(self.n) == 0, 0.0, self._smoothing)
        return matches + added, totals + added

    def _statistics(self, evidence: Evidence) -> Statistics:
        counts = _core.bleu_statistics(evidence.arrays, self.n, evidence.threads)
        if not self.average:
            return counts
        scores = self._bleu(counts, effective=True)
        weights = evidence.mean_lengths if self.weighted else np.ones_like(scores)
        return np.column_stack([scores * weights, weights])

    def _bleu(self, counts: Statistics, *, effective: bool) -> Scores:
        words, reference_words, segments = counts[:, 2 * self.n :].T
        some_match = counts[:, :1] > 0
        matches, totals = self._smoothed(counts)
        precisions = self._precisions(matches, totals)
        used = (totals > 0) | (not effective)
        means = np.where(some_match[:, 0], _geometric_means(precisions, used & some_match), 0.0)
        short = (
            (not effective)
            & some_match[:, 0]
            & (totals == 0).any(axis=1)
            & (matches == totals).all(axis=1)
        )
        same = short & (words == reference_words)
        scores = np.where(same, 100.0, brevity_penalty(words, reference_words) * means)
        return np.where(segments > 0, scores, np.nan)

    def _precisions(self, matches: Statistics, totals: Statistics) -> Statistics:
        """Precisions by length in percent, smoothed."""
        missing = (matches == 0) & (totals > 0)
        shares = {"exp": 100.0, "floor": 100.0 * self._smoothing}
        numerators = np.where(missing, shares.get(self.smooth, 0.0), 100.0 * matches)
        halvings = np.cumsum(missing, axis=1) if self.smooth == "exp" else np.zeros_like(totals)
        divisors = np.where(missing, 2.0**halvings, 1.0) * totals
        return np.divide(numerators, divisors, out=np.zeros_like(totals), where=totals > 0)


def _geometric_means(precisions: Statistics, used: NDArray[np.bool_]) -> Scores:
    """Means of the columns in use, with logarithms added from left to right as in sacreBLEU."""
    positive = np.where(used, precisions > 0, True).all(axis=1)
    logs = log(np.where(used & (precisions > 0), precisions, 1.0))
    means = exp(np.cumsum(logs, axis=1)[:, -1] / np.maximum(used.sum(axis=1), 1))
    return np.where(positive, means, 0.0)
