"""`hyperbaton`: word choice and word order in one score, each reported beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import ClassVar, NamedTuple

import numpy as np

from hyperbaton.alignment.function_words import are_function_words
from hyperbaton.metrics.base import Need, Scores, Statistics, divide, parameter
from hyperbaton.metrics.best_reference import best_rows
from hyperbaton.metrics.brevity import brevity_penalty
from hyperbaton.metrics.chrf import Chrf
from hyperbaton.metrics.citations import (
    BIRCH_OSBORNE_2010,
    DENKOWSKI_LAVIE_2014,
    POPOVIC_2015,
    STANOJEVIC_SIMAAN_2014,
)
from hyperbaton.metrics.footrule import Footrule
from hyperbaton.metrics.text_metric import TextMetric
from hyperbaton.metrics.weighted_matches import weighted_matches
from hyperbaton.metrics.word_order import aligner_of, alignments_of, order_of
from hyperbaton.text.segments import Preprocessing, References, Segments

# Version 1; docs/flagship.md says how they were chosen.
ORDER_WEIGHT = 0.25  # against the lexical part
CHRF_WEIGHT = 0.75  # within the lexical part, against the recall of words
FUNCTION_WORD = 0.3  # what a function word counts against another word


class Parts(NamedTuple):
    """What the score is made of, one entry per reference, each from 0 to 1."""

    chrf: Scores
    recall: Scores
    order: Scores

    @property
    def lexical(self) -> Scores:
        """The words and characters that are shared."""
        return CHRF_WEIGHT * self.chrf + (1.0 - CHRF_WEIGHT) * self.recall

    @property
    def total(self) -> Scores:
        """Both parts together."""
        return (1.0 - ORDER_WEIGHT) * self.lexical + ORDER_WEIGHT * self.order


@dataclass(frozen=True)
class Hyperbaton(TextMetric):
    """A lexical part and an order part; see `formula`.

    chrF sees the text as it is, with its case and marks. For recall and order, words are put in
    lower case and marks left out, then aligned; recall counts words by the weights of their
    matchers, function words less; order is how near words stand to their place. Of several
    references the one with the best total counts. The score of a test set is the mean of its
    segments, so total, lexical part and order part add up there as well. Against a reference
    without any word, recall and order are chrF.
    """

    name: ClassVar[str] = "hyperbaton"
    summary: ClassVar[str] = "word choice and word order, together and apart"
    formula: ClassVar[str] = (
        "0.75 L + 0.25 O, where L = 0.75 chrF + 0.25 R, R is the share of the reference's words "
        "that are aligned, and O = footrule min(1, exp(1 - r / n)) for n aligned words of r"
    )
    citations: ClassVar[tuple[str, ...]] = (
        POPOVIC_2015,
        DENKOWSKI_LAVIE_2014,
        STANOJEVIC_SIMAAN_2014,
        BIRCH_OSBORNE_2010,
    )
    needs: ClassVar[frozenset[Need]] = frozenset({Need.TEXT, Need.TOKENS, Need.ALIGNMENT})
    statistic_names: ClassVar[tuple[str, ...]] = ("lexical", "order", "segments")

    part: str = parameter("total", "which part to score", choices=("total", "lexical", "order"))
    version: int = parameter(1, "of its constants, so that scores stay comparable", low=1, high=1)

    @property
    def parts(self) -> tuple[TextMetric, ...]:
        """The lexical and the order part, reported beside the total."""
        if self.part != "total":
            return ()
        return replace(self, part="lexical"), replace(self, part="order")

    @property
    def symmetric(self) -> bool:
        """No: recall counts more than precision, and brevity is penalised."""
        return False

    def scores(self, statistics: Statistics) -> Scores:
        """Means over the segments summed in each row; NaN without any."""
        lexical, order = (divide(statistics[:, k], statistics[:, 2]) for k in range(2))
        by_part = {
            "total": (1.0 - ORDER_WEIGHT) * lexical + ORDER_WEIGHT * order,
            "lexical": lexical,
            "order": order,
        }
        return by_part[self.part]

    def text_evidence(self, segment: Segments) -> Mapping[str, float]:
        """The index of the best reference, and what makes up the score against it."""
        parts = segment.once(_parts, 1)
        best = int(np.argmax(parts.total))
        evidence = {"reference": best, "lexical": float(parts.lexical[best])}
        return evidence | {name: float(part[best]) for name, part in parts._asdict().items()}

    def _statistics(self, segments: Segments, threads: int) -> Statistics:
        parts = segments.once(_parts, threads)
        best = best_rows(parts.total, segments.references.groups)
        lexical, order = parts.lexical[best], parts.order[best]
        return np.column_stack([lexical, order, np.ones_like(order)])


def _parts(segments: Segments, threads: int) -> Parts:
    chrf = Chrf().reference_scores(segments, threads) / 100.0
    words = segments.once(_without_marks)
    aligner = aligner_of(words.references)
    functional = are_function_words(words, aligner.language)
    _, side = weighted_matches(
        words,
        alignments_of(words, threads),
        np.where(functional, FUNCTION_WORD, 1.0),
        aligner.weights,
    )
    recall = divide(side.weighted_matches, side.weighted_words)
    order = order_of(words, threads)
    places = Footrule().permutation_scores(order.permutations, threads=threads)
    ordered = places * brevity_penalty(order.words, order.reference_words)
    without_words = order.reference_words == 0
    return Parts(
        chrf,
        np.where(without_words, chrf, recall),
        np.where(without_words, chrf, ordered),
    )


def _without_marks(segments: Segments) -> Segments:
    references = segments.references.once(_references_without_marks)
    return Segments(list(map(_words, segments.tokens)), references)


def _references_without_marks(references: References) -> References:
    texts = list(map(_words, references.tokens))
    grouped = [texts[begin:end] for begin, end in pairwise(references.groups)]
    preprocessing = Preprocessing(tokenize="none", lowercase=True)
    return References(grouped, preprocessing, [aligner_of(references)])


def _words(tokens: list[str]) -> str:
    """The words of a text, which have a letter or a digit, between spaces."""
    return " ".join(token for token in tokens if any(map(str.isalnum, token)))
