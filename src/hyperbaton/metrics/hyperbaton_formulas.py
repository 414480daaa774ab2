"""The versions of the metric `hyperbaton`: what word choice and word order are, and their weights.

The lexical part is a mean of its sub-parts, the order part one of its own, and the total is one of
both. No weight is negative, so a score never falls when a part rises. The weights of version 2 were
learned from human judgements (`tools/flagship`); docs/flagship.md says why each part is there.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hyperbaton.alignment.function_words import are_function_words
from hyperbaton.alignment.similar_words import SimilarWords
from hyperbaton.alignment.soft_vocabulary import VectorSource
from hyperbaton.evidence import Evidence, Need, Preparation
from hyperbaton.metrics.base import Scores, brevity_penalty, divide
from hyperbaton.metrics.chrf import Chrf
from hyperbaton.metrics.flat_measures import Footrule, Ulam
from hyperbaton.metrics.meteor import weighted_matches
from hyperbaton.permutation import order_of
from hyperbaton.text.segments import Segments

FUNCTION_WORD = 0.3  # version 1: what a function word counts against another word

# Version 2.
SIMILAR = 0.8  # the similarity from which on a word has full credit
SIMILAR_NEIGHBOURS = 0.5  # and two neighbours, whose similarity is that of the less similar word
WORTH = 2.0  # a word counts as its information to this power
LINKED = 0.45  # the similarity from which on words are aligned by soft matches in English,
LINKED_ELSEWHERE = 0.75  # and in other languages, whose vectors know less
TOO_LONG = 2.0  # times as many words as the reference: more of them cost recall and order

# What the sub-parts count in their part: with vectors of words, and by spelling alone.
ENGLISH = {"chrf": 0.47, "precision": 0.24, "recall": 0.29, "neighbours": 0.49, "places": 0.51}
OTHER_VECTORS = {"chrf": 0.69, "precision": 0.0, "recall": 0.31, "neighbours": 0.53, "places": 0.47}
NO_VECTORS = {"chrf": 1.0, "precision": 0.0, "recall": 0.0, "neighbours": 0.0, "places": 1.0}


@dataclass(frozen=True)
class Parts:
    """What the score is made of, one entry per reference, each from 0 to 1.

    Attributes:
        lexical_parts: by name, the sub-parts of word choice.
        order_parts: by name, the sub-parts of word order.
        weights: by name, what each sub-part counts in its part; those of a part add up to 1.
        order_weight: what the order part counts in the total.
    """

    lexical_parts: Mapping[str, Scores]
    order_parts: Mapping[str, Scores]
    weights: Mapping[str, float]
    order_weight: float

    @cached_property
    def lexical(self) -> Scores:
        """The words and characters that are shared."""
        return self._mean(self.lexical_parts)

    @cached_property
    def order(self) -> Scores:
        """How far they are in the same order."""
        return self._mean(self.order_parts)

    @property
    def total(self) -> Scores:
        """Both parts together."""
        return (1.0 - self.order_weight) * self.lexical + self.order_weight * self.order

    def _mean(self, parts: Mapping[str, Scores]) -> Scores:
        weighted: Scores = sum(self.weights[name] * part for name, part in parts.items())  # type: ignore[assignment]
        return weighted


class Formula(ABC):
    """A version of the metric.

    Class attributes:
        needs: what it reads.
        lexical_names: the sub-parts of the lexical part.
        order_names: the sub-parts of the order part.
        order_weight: what the order part counts in the total.
        text: the definition, in plain text.
    """

    needs: ClassVar[frozenset[Need]]
    lexical_names: ClassVar[tuple[str, ...]]
    order_names: ClassVar[tuple[str, ...]]
    order_weight: ClassVar[float]
    text: ClassVar[str]

    @property
    def names(self) -> tuple[str, ...]:
        """All sub-parts."""
        return self.lexical_names + self.order_names

    def adapted(self, context: Preparation) -> Preparation:
        """The context in which this version scores."""
        return context

    @abstractmethod
    def parts(self, evidence: Evidence) -> Parts:
        """The parts against every reference."""

    def details(self, evidence: Evidence, reference: int) -> Mapping[str, Any]:
        """What else there is to say about the score of one segment against a reference."""
        return {}


class Version1(Formula):
    """Words by an aligner with stems and synonyms, function words counting less."""

    needs = frozenset({Need.TEXT, Need.TOKENS, Need.ALIGNMENT, Need.LANGUAGE})
    lexical_names = ("chrf", "recall")
    order_names = ("places",)
    order_weight = 0.25
    weights: ClassVar[dict[str, float]] = {"chrf": 0.75, "recall": 0.25, "places": 1.0}
    text = (
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
            evidence.context.link_weights,
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


class _Side(NamedTuple):
    """All words of hypotheses, or of references, one pair of sentences after the other.

    Attributes:
        words: ids.
        pair: which pair of sentences each word belongs to.
        similarity: to its best counterpart.
        counterpart: where that stands in the other sentence, -1 where there is none.
    """

    words: NDArray[np.int32]
    pair: NDArray[np.int64]
    similarity: NDArray[np.float32]
    counterpart: NDArray[np.int32]


class Version2(Formula):
    """chrF, credits of words, neighbours that stay together, words in their order."""

    needs = frozenset({Need.TEXT, Need.TOKENS, Need.SIMILARITY, Need.ALIGNMENT, Need.LANGUAGE})
    lexical_names = ("chrf", "precision", "recall")
    order_names = ("neighbours", "places")
    order_weight = 0.29
    text = (
        "0.71 L + 0.29 O, where for English L = 0.47 chrF + 0.24 P + 0.29 R and "
        "O = 0.49 N + 0.51 U; P and R are the mean credits of the words of hypothesis and "
        "reference, N is that of neighbours that stay together, and "
        "U = ulam min(1, exp(1 - r / n)) for n aligned words of r. A word's credit is "
        "min(1, s / 0.8) for the similarity s of its best counterpart, and it counts as the "
        "square of its information. R and U are multiplied by min(1, exp(1 - h / 2 r)) for h words "
        "in the hypothesis"
    )

    def adapted(self, context: Preparation) -> Preparation:
        """Order is that of words by soft matches as well, where there are vectors."""
        return context.aligned_softly(LINKED if context.language_code == "en" else LINKED_ELSEWHERE)

    def parts(self, evidence: Evidence) -> Parts:
        """The parts against every reference; against one without words, chrF stands for all."""
        chrf = Chrf().reference_scores(evidence) / 100.0
        similar = evidence.similar_words
        ours, theirs = _hypotheses(similar), _references(similar)
        worth = similar.information.astype(np.float64) ** WORTH
        pairs = len(similar.segments.references.lengths)
        precision, recall = (_mean_credit(side, worth, pairs) for side in (ours, theirs))
        penalty = _length_penalty(similar.segments)
        neighbours = _neighbours(similar, ours, worth, precision)
        parts = (precision, penalty * recall, neighbours, penalty * _places(evidence))
        without_words = similar.segments.references.lengths == 0
        precision, recall, neighbours, places = (
            np.where(without_words, chrf, part) for part in parts
        )
        return Parts(
            {"chrf": chrf, "precision": precision, "recall": recall},
            {"neighbours": neighbours, "places": places},
            _weights(evidence.context.vectors),
            self.order_weight,
        )

    def details(self, evidence: Evidence, reference: int) -> Mapping[str, Any]:
        """The length penalty, and for every word its best counterpart, its credit, its weight."""
        similar = evidence.similar_words
        worth = similar.information.astype(np.float64) ** WORTH
        vocabulary = similar.segments.vocabulary
        sides = {"hypothesis_words": _hypotheses(similar), "reference_words": _references(similar)}
        chosen = {
            name: _Side(*(column[side.pair == reference] for column in side))
            for name, side in sides.items()
        }
        written = {name: [vocabulary[word] for word in side.words] for name, side in chosen.items()}
        others = dict(zip(written, reversed(written.values()), strict=True))
        listed = {
            name: [
                {
                    "word": word,
                    "counterpart": others[name][place] if credit > 0 else None,
                    "position": place if credit > 0 else None,
                    "credit": credit,
                    "weight": weight,
                }
                for word, place, credit, weight in zip(
                    written[name],
                    side.counterpart.tolist(),
                    _credit(side.similarity, SIMILAR).tolist(),
                    _shares(worth[side.words]).tolist(),
                    strict=True,
                )
            ]
            for name, side in chosen.items()
        }
        penalty = float(_length_penalty(similar.segments)[reference])
        return {"length_penalty": penalty, **listed}


def _weights(source: VectorSource) -> Mapping[str, float]:
    """The weights that were fitted for vectors of this kind."""
    if source.table is None:
        return NO_VECTORS
    return ENGLISH if source.language == "en" else OTHER_VECTORS


def _hypotheses(similar: SimilarWords) -> _Side:
    segments, matches, _ = similar
    offsets = matches.hypothesis_offsets
    pair = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
    starts = segments.arrays.hypothesis_offsets[:-1][segments.hypothesis_of]
    at = np.arange(len(pair)) + (starts - offsets[:-1])[pair]
    words = segments.arrays.hypothesis_values[at]
    return _Side(words, pair, matches.hypothesis_similarity, matches.hypothesis_best)


def _references(similar: SimilarWords) -> _Side:
    segments, matches, _ = similar
    pair = np.repeat(
        np.arange(len(segments.references.lengths)), np.diff(matches.reference_offsets)
    )
    words = segments.arrays.reference_values
    return _Side(words, pair, matches.reference_similarity, matches.reference_best)


def _credit(similarity: NDArray[np.float32], full: float) -> Scores:
    """What a word earns: its similarity, in full from `full` on."""
    return np.minimum(similarity.astype(np.float64) / full, 1.0)


def _shares(worth: Scores) -> Scores:
    return np.asarray(worth / worth.sum()) if len(worth) else worth


def _means(credit: Scores, worth: Scores, pair: NDArray[np.int64], pairs: int) -> Scores:
    """Weighted means within pairs of sentences; 0 where there is nothing."""
    earned = np.bincount(pair, credit * worth, pairs)
    possible = np.bincount(pair, worth, pairs)
    return np.divide(earned, possible, out=np.zeros(pairs), where=possible > 0)


def _mean_credit(side: _Side, worth: Scores, pairs: int) -> Scores:
    return _means(_credit(side.similarity, SIMILAR), worth[side.words], side.pair, pairs)


def _places(evidence: Evidence) -> Scores:
    """How many of the aligned words are in order, less a penalty where few are aligned."""
    segments, alignments = evidence.plain_words
    aligned = order_of(alignments)
    in_order = Ulam().permutation_scores(aligned, threads=evidence.threads)
    words = segments.references.lengths
    return in_order * brevity_penalty(aligned.lengths.astype(np.float64), words)


def _length_penalty(segments: Segments) -> Scores:
    """Below 1 for outputs with more words than a translator could need, which find everything."""
    return brevity_penalty(TOO_LONG * segments.references.lengths, segments.lengths_by_reference)


def _neighbours(similar: SimilarWords, ours: _Side, worth: Scores, precision: Scores) -> Scores:
    """The mean credit of neighbours in the hypothesis that are neighbours in the reference, too.

    Where either side has one word only there are no neighbours, and precision stands for them.
    """
    segments, matches, _ = similar
    together = ours.pair[:-1] == ours.pair[1:]
    of_word = worth[ours.words]
    of_two = (of_word[:-1] + of_word[1:])[together]
    credit = _credit(matches.hypothesis_pairs, SIMILAR_NEIGHBOURS)
    found = _means(credit, of_two, ours.pair[:-1][together], len(precision))
    shorter = np.minimum(segments.lengths_by_reference, segments.references.lengths)
    return np.where(shorter > 1, found, precision)
