"""Metrics of n-grams: BLEU and chrF, equal to sacreBLEU's, avgBLEU, and NIST, equal to mteval's."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hyperbaton import _core
from hyperbaton.errors import NotationError
from hyperbaton.evidence import Evidence, Need, Preparation
from hyperbaton.metrics import citations as papers
from hyperbaton.metrics.base import (
    Metric,
    Scores,
    Statistics,
    best_rows,
    brevity_penalty,
    divide,
    exp,
    log,
)
from hyperbaton.text.segments import SegmentArrays, code_points
from hyperbaton.values import parameter

SMOOTHING = {"floor": 0.1, "add-k": 1.0}  # n-grams by default, as in sacreBLEU
EPSILON = 1e-16  # as in chrF++.py
LENGTH_BETA = math.log(2) / math.log(3 / 2) ** 2  # NIST of a hypothesis of 2/3 the length is halved


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
    def columns(self) -> int:  # matches by length, n-grams by length, both lengths, segments
        return 2 if self.average else 2 * self.n + 3

    def scores(self, statistics: Statistics) -> Scores:
        if self.average:
            return divide(statistics[:, 0], statistics[:, 1])
        return self._bleu(statistics, effective=False)

    def segment_scores(self, statistics: Statistics) -> Scores:
        return self.scores(statistics) if self.average else self._bleu(statistics, effective=True)

    def details(self, statistics: Statistics) -> Mapping[str, Any]:
        if self.average:
            return {}
        words, reference_words, _ = statistics[:, 2 * self.n :].T
        return {
            "precisions": self._precisions(*self._smoothed(statistics))[0].tolist(),
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


@dataclass(frozen=True)
class Chrf(Metric):
    """F-measure of character n-grams, and of word n-grams if asked for; see `formula`.

    Characters are those of the text, without its spaces unless `whitespace` asks for them. Words
    are split at spaces, with one mark of ASCII split off at the end or else at the beginning.
    Counts are those against the reference that gives the segment the best score, summed over
    segments; of equally good ones the first, in the order given, as in sacreBLEU. Averages run over
    the lengths of n-grams that both sides have. With `eps_smoothing`, the score is the mean of the
    F-measures of all lengths, as in chrF++.py, Moses and NLTK. The tokenizer does not matter.
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

    chars: int = parameter(6, "longest n-grams, in characters", low=1, high=20)
    words: int = parameter(0, "longest word n-grams, in words; 2 for chrF++", low=0, high=9)
    beta: float = parameter(
        2.0, "how many times as much recall counts as precision", low=0, high=1000
    )
    whitespace: bool = parameter(False, "count n-grams with spaces in them as well")
    eps_smoothing: bool = parameter(False, "average over all lengths of n-grams, as chrF++.py does")

    @property
    def columns(self) -> int:  # of hypothesis, reference and both, by kind and length; segments
        return 3 * (self.chars + self.words) + 1

    def scores(self, statistics: Statistics) -> Scores:
        return np.where(statistics[:, -1] > 0, self._f_scores(statistics[:, :-1]), np.nan)

    def reference_scores(self, evidence: Evidence) -> Scores:
        """The scores of single segments against each of their references."""
        return self._f_scores(self._counts(evidence))

    def _statistics(self, evidence: Evidence) -> Statistics:
        counts = self._counts(evidence)
        best = counts[best_rows(self._f_scores(counts), evidence.groups)]
        return np.column_stack([best, np.ones(len(best))])

    def _counts(self, evidence: Evidence) -> Statistics:
        characters = evidence.characters
        if self.whitespace:
            ours, theirs = code_points(evidence.texts), code_points(evidence.reference_texts)
            characters = SegmentArrays(*ours, *theirs, evidence.groups)
        counts = _core.ngram_overlaps(characters, self.chars, evidence.threads)
        if self.words:
            of_words = _core.ngram_overlaps(evidence.spaced_words, self.words, evidence.threads)
            counts = np.hstack([counts, of_words])
        return counts

    def _f_scores(self, counts: Statistics) -> Scores:
        """F-measures in percent, computed in sacreBLEU's order, on which the last digit depends."""
        in_hypothesis, in_reference, matching = (counts[:, k::3] for k in range(3))
        weight = self.beta**2
        if self.eps_smoothing:
            precision, recall = (
                np.divide(matching, whole, out=np.full_like(whole, EPSILON), where=whole > 0)
                for whole in (in_hypothesis, in_reference)
            )
        else:
            used = (in_hypothesis > 0) & (in_reference > 0)
            precision, recall = (
                _mean_shares(matching, whole, used) for whole in (in_hypothesis, in_reference)
            )
        whole = weight * precision + recall
        f_scores = np.full_like(whole, EPSILON if self.eps_smoothing else 0.0)
        np.divide((1 + weight) * precision * recall, whole, out=f_scores, where=whole > 0)
        lengths = f_scores.shape[1] if self.eps_smoothing else 1
        sums: Scores = np.cumsum(f_scores, axis=1)[:, -1] if self.eps_smoothing else f_scores
        return 100 * sums / lengths


def _mean_shares(parts: Statistics, wholes: Statistics, used: NDArray[np.bool_]) -> Scores:
    """Means over the columns in use, added from left to right; 0 where none is."""
    shares = np.divide(parts, wholes, out=np.zeros_like(parts), where=used)
    means: Scores = np.cumsum(shares, axis=1)[:, -1] / np.maximum(used.sum(axis=1), 1)
    return means


@dataclass(frozen=True)
class Nist(Metric):
    """Information of the matching n-grams, as mteval-v13a defines it; see `formula`.

    The information of an n-gram is log2(occurrences of its first n - 1 words / its occurrences),
    counted over all references of the test set, so a segment's score depends on the others; a
    single word is compared with the number of all words. Matches are clipped by the reference that
    has an n-gram most often, as in BLEU. The length r of a segment's references is their mean.
    Everything is summed over segments before it is divided; a length of n-gram that no hypothesis
    has adds nothing.

    mteval-v13a compares an n-gram that follows the single word `0` with the number of all words,
    because Perl takes that word for nothing; that is not followed. NLTK's `corpus_nist` agrees
    where every segment has one reference; with several it takes matches and length from the
    reference that matches best, again for every length of n-gram, instead of from all of them.
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

    n: int = parameter(5, "longest n-grams, in words", low=1, high=9)

    @property
    def columns(self) -> int:  # information by length, n-grams by length, words of references
        return 2 * self.n + 1

    def scores(self, statistics: Statistics) -> Scores:
        n = self.n
        information, totals = statistics[:, :n], statistics[:, n : 2 * n]
        words, reference_words = totals[:, 0], statistics[:, -1]
        sums = (information / np.maximum(totals, 1.0)).sum(axis=1)
        ratios = np.divide(
            words, reference_words, out=np.ones_like(words), where=reference_words > 0
        )
        logs = np.log(np.clip(ratios, None, 1.0), out=np.zeros_like(words), where=words > 0)
        penalties = np.where(ratios == 0, 0.0, np.exp(-LENGTH_BETA * logs**2))
        return np.where((words == 0) & (reference_words == 0), np.nan, sums * penalties)

    def _statistics(self, evidence: Evidence) -> Statistics:
        information = evidence.ngram_information(self.n)
        return _core.nist_statistics(evidence.arrays, information, self.n, evidence.threads)
