"""Version 1: chrF, the recall of words and the places of aligned words, weighed by hand."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from hyperbaton.alignment.function_words import are_function_words
from hyperbaton.evidence import Evidence, Need
from hyperbaton.metrics.alignment.weighted_matches import weighted_matches
from hyperbaton.metrics.base import divide
from hyperbaton.metrics.flagship.formula import Formula, Parts
from hyperbaton.metrics.ngram.brevity import brevity_penalty
from hyperbaton.metrics.ngram.chrf import Chrf
from hyperbaton.metrics.permutation.footrule import Footrule
from hyperbaton.permutation import order_of

FUNCTION_WORD = 0.3  # what a function word counts against another word


class Version1(Formula):
    """Words by an aligner with stems and synonyms, function words counting less."""

    needs: ClassVar[frozenset[Need]] = frozenset(
        {Need.TEXT, Need.TOKENS, Need.ALIGNMENT, Need.LANGUAGE}
    )
    lexical_names: ClassVar[tuple[str, ...]] = ("chrf", "recall")
    order_names: ClassVar[tuple[str, ...]] = ("places",)
    order_weight: ClassVar[float] = 0.25
    weights: ClassVar[dict[str, float]] = {"chrf": 0.75, "recall": 0.25, "places": 1.0}
    text: ClassVar[str] = (
        "0.75 L + 0.25 O, where L = 0.75 chrF + 0.25 R, R is the share of the reference's words "
        "that are aligned, and O = footrule min(1, exp(1 - r / n)) for n aligned words of r"
    )

    def parts(self, evidence: Evidence) -> Parts:
        """The parts against every reference; against one without words, chrF stands for all."""
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
            {"chrf": chrf, "recall": np.where(without_words, chrf, recall)},
            {"places": np.where(without_words, chrf, ordered)},
            self.weights,
            self.order_weight,
        )
