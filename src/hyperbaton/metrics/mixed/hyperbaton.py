"""`hyperbaton`: word choice and word order in one score, each reported beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple

import numpy as np

from hyperbaton.alignment.function_words import are_function_words
from hyperbaton.evidence import Evidence, Need
from hyperbaton.metrics.alignment.weighted_matches import weighted_matches
from hyperbaton.metrics.base import Scores, Statistics, divide
from hyperbaton.metrics.best_reference import best_rows
from hyperbaton.metrics.citations import (
    BIRCH_OSBORNE_2010,
    DENKOWSKI_LAVIE_2014,
    POPOVIC_2015,
    STANOJEVIC_SIMAAN_2014,
)
from hyperbaton.metrics.ngram.brevity import brevity_penalty
from hyperbaton.metrics.ngram.chrf import Chrf
from hyperbaton.metrics.permutation.footrule import Footrule
from hyperbaton.metrics.text_metric import TextMetric
from hyperbaton.notation import parameter
from hyperbaton.permutation.order import order_of

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
    summary: ClassVar[str] = "word choice and word order, together and separately"
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
    needs: ClassVar[frozenset[Need]] = frozenset(
        {Need.TEXT, Need.TOKENS, Need.ALIGNMENT, Need.LANGUAGE}
    )
    statistic_names: ClassVar[tuple[str, ...]] = ("lexical", "order", "segments")

    part: str = parameter("total", "which part to score", choices=("total", "lexical", "order"))
    version: int = parameter(
        1, "version of the constants, so that scores stay comparable", low=1, high=1
    )

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

    @property
    def computed_as(self) -> TextMetric:
        """The total, whose statistics hold both parts."""
        return replace(self, part="total")

    @property
    def heading(self) -> str:
        """A part is headed by its name; what it is part of stands before it."""
        return str(self) if self.part == "total" else self.part

    def text_evidence(self, evidence: Evidence) -> Mapping[str, float]:
        """The index of the best reference, and what makes up the score against it."""
        parts = _parts(evidence)
        best = int(np.argmax(parts.total))
        found = {"reference": best, "lexical": float(parts.lexical[best])}
        return found | {name: float(part[best]) for name, part in parts._asdict().items()}

    def _statistics(self, evidence: Evidence) -> Statistics:
        parts = _parts(evidence)
        best = best_rows(parts.total, evidence.groups)
        lexical, order = parts.lexical[best], parts.order[best]
        return np.column_stack([lexical, order, np.ones_like(order)])


def _parts(evidence: Evidence) -> Parts:
    chrf = Chrf().reference_scores(evidence) / 100.0
    segments, alignments = evidence.plain_words
    functional = are_function_words(segments.vocabulary, evidence.language)
    _, side = weighted_matches(
        segments,
        alignments,
        np.where(functional, FUNCTION_WORD, 1.0),
        evidence.context.aligner.weights,
    )
    recall = divide(side.weighted_matches, side.weighted_words)
    aligned = order_of(alignments)
    places = Footrule().permutation_scores(aligned, threads=evidence.threads)
    reference_words = segments.references.lengths
    ordered = places * brevity_penalty(aligned.lengths.astype(np.float64), reference_words)
    without_words = reference_words == 0
    return Parts(
        chrf,
        np.where(without_words, chrf, recall),
        np.where(without_words, chrf, ordered),
    )
