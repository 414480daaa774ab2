"""The versions of the metric `hyperbaton`: what word choice and word order are, and their weights.

The lexical part is a mean of its sub-parts, the order part one of its own, and the total is one of
both. No weight is negative, so a score never falls when a part rises. The weights of version 2 were
learned from human judgements (`tools/flagship`); docs/flagship.md says why each part is there.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hyperbaton.alignment.languages import are_function_words
from hyperbaton.evidence import Evidence, Need, Preparation
from hyperbaton.metrics.base import Scores, brevity_penalty, divide
from hyperbaton.metrics.chrf import Chrf
from hyperbaton.metrics.flat_measures import Footrule, Ulam
from hyperbaton.metrics.meteor import weighted_matches
from hyperbaton.metrics.permutation_metric import PermutationMetric
from hyperbaton.permutation import order_of
from hyperbaton.text.segments import Segments

if TYPE_CHECKING:
    from hyperbaton.alignment.matchers.soft import SimilarWords

# Version 1, weighed by hand.
FUNCTION_WORD = 0.3  # what a function word counts against another word
VERSION_1 = {"chrf": 0.75, "recall": 0.25, "places": 1.0}

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

    def adapted(self, preparation: Preparation) -> Preparation:
        """The preparation in which this version scores."""
        return preparation

    @abstractmethod
    def weights(self, preparation: Preparation) -> Mapping[str, float]:
        """What each sub-part counts in its part; those of a part add up to 1."""

    @abstractmethod
    def sub_parts(self, evidence: Evidence) -> dict[str, Scores]:
        """Each sub-part against every reference, from 0 to 1.

        Against a reference without words, chrF replaces them all.
        """

    def parts(self, evidence: Evidence) -> dict[str, Scores]:
        """All sub-parts, and both parts with the total before them."""
        weights, found = self.weights(evidence.preparation), self.sub_parts(evidence)
        lexical, order = (
            np.sum([weights[name] * found[name] for name in names], axis=0)
            for names in (self.lexical_names, self.order_names)
        )
        total = (1.0 - self.order_weight) * lexical + self.order_weight * order
        return {"total": total, "lexical": lexical, "order": order, **found}

    def details(self, evidence: Evidence, reference: int) -> Mapping[str, Any]:
        """What else there is to say about the score of one segment against a reference."""
        return {}


class Version1(Formula):
    """Words by an aligner with stems and synonyms, function words counting less."""

    needs = frozenset({Need.TEXT, Need.TOKENS, Need.ALIGNMENT, Need.LANGUAGE})
    lexical_names = ("chrf", "recall")
    order_names = ("places",)
    order_weight = 0.25
    text = (
        "0.75 L + 0.25 O, where L = 0.75 chrF + 0.25 R, R is the share of the reference's words "
        "that are aligned, and O = footrule min(1, exp(1 - r / n)) for n aligned words of r"
    )

    def weights(self, preparation: Preparation) -> Mapping[str, float]:
        """The same for all languages."""
        return VERSION_1

    def sub_parts(self, evidence: Evidence) -> dict[str, Scores]:
        """chrF, the share of the reference's words that are aligned, and their places."""
        chrf = Chrf().reference_scores(evidence) / 100.0
        segments, alignments = evidence.plain_words
        functional = are_function_words(segments.vocabulary, evidence.language)
        importance = np.where(functional, FUNCTION_WORD, 1.0)
        weights = evidence.preparation.link_weights
        _, side = weighted_matches(segments, alignments, importance, weights)
        recall = divide(side.weighted_matches, side.weighted_words)
        without_words = segments.references.lengths == 0
        return {
            "chrf": chrf,
            "recall": np.where(without_words, chrf, recall),
            "places": np.where(without_words, chrf, _in_order(evidence, Footrule())),
        }


class _Side(NamedTuple):
    """All words of hypotheses, or of references, one pair of sentences after the other.

    Attributes:
        words: ids.
        pair: which pair of sentences each word belongs to.
        similarity: to its best counterpart.
        counterpart: its place in the other sentence, -1 without one.
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

    def adapted(self, preparation: Preparation) -> Preparation:
        """Order is that of words by soft matches as well, where there are vectors."""
        return preparation.aligned_softly(
            LINKED if preparation.language_code == "en" else LINKED_ELSEWHERE
        )

    def weights(self, preparation: Preparation) -> Mapping[str, float]:
        """Those that were fitted for vectors of this kind."""
        if preparation.vectors.table is None:
            return NO_VECTORS
        return ENGLISH if preparation.vectors.language == "en" else OTHER_VECTORS

    def sub_parts(self, evidence: Evidence) -> dict[str, Scores]:
        """chrF, the credits of words and neighbours, and how far words are in order."""
        chrf = Chrf().reference_scores(evidence) / 100.0
        similar = evidence.similar_words
        ours, theirs = _hypotheses(similar), _references(similar)
        worth = similar.information.astype(np.float64) ** WORTH
        words = similar.segments.references.lengths
        precision, recall = (
            _means(_credit(side.similarity, SIMILAR), worth[side.words], side.pair, len(words))
            for side in (ours, theirs)
        )
        penalty = _length_penalty(similar.segments)
        found = {
            "precision": precision,
            "recall": penalty * recall,
            "neighbours": _neighbours(similar, ours, worth, precision),
            "places": penalty * _in_order(evidence, Ulam()),
        }
        return {"chrf": chrf, **{k: np.where(words == 0, chrf, v) for k, v in found.items()}}

    def details(self, evidence: Evidence, reference: int) -> Mapping[str, Any]:
        """The length penalty, and for every word its best counterpart, its credit, its weight."""
        similar = evidence.similar_words
        worth = similar.information.astype(np.float64) ** WORTH
        ours, theirs = (
            _Side(*(column[side.pair == reference] for column in side))
            for side in (_hypotheses(similar), _references(similar))
        )
        words, others = (
            [similar.segments.vocabulary[word] for word in side.words] for side in (ours, theirs)
        )
        return {
            "length_penalty": float(_length_penalty(similar.segments)[reference]),
            "hypothesis_words": _credited(ours, words, others, worth),
            "reference_words": _credited(theirs, others, words, worth),
        }


def _credited(
    side: _Side, words: Sequence[str], others: Sequence[str], worth: Scores
) -> list[dict[str, Any]]:
    """What each word of a sentence earns, and by which word of the other sentence."""
    weights = worth[side.words]
    return [
        {
            "word": word,
            "counterpart": others[place] if credit > 0 else None,
            "position": place if credit > 0 else None,
            "credit": credit,
            "weight": weight,
        }
        for word, place, credit, weight in zip(
            words,
            side.counterpart.tolist(),
            _credit(side.similarity, SIMILAR).tolist(),
            (weights / weights.sum()).tolist() if len(weights) else [],
            strict=True,
        )
    ]


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


def _means(credit: Scores, worth: Scores, pair: NDArray[np.int64], pairs: int) -> Scores:
    """Weighted means within pairs of sentences; 0 where there is nothing."""
    earned = np.bincount(pair, credit * worth, pairs)
    possible = np.bincount(pair, worth, pairs)
    return np.divide(earned, possible, out=np.zeros(pairs), where=possible > 0)


def _in_order(evidence: Evidence, measure: PermutationMetric) -> Scores:
    """How far the aligned words are in order, less a penalty where few are aligned."""
    segments, alignments = evidence.plain_words
    aligned = order_of(alignments)
    scores = measure.permutation_scores(aligned, threads=evidence.threads)
    words = segments.references.lengths
    return scores * brevity_penalty(aligned.lengths.astype(np.float64), words)


def _length_penalty(segments: Segments) -> Scores:
    """Below 1 for outputs with more words than a translator could need, which find everything."""
    return brevity_penalty(TOO_LONG * segments.references.lengths, segments.lengths_by_reference)


def _neighbours(similar: SimilarWords, ours: _Side, worth: Scores, precision: Scores) -> Scores:
    """The mean credit of neighbours in the hypothesis that are neighbours in the reference, too.

    Where either side has one word only there are no neighbours, and precision replaces them.
    """
    segments, matches, _ = similar
    together = ours.pair[:-1] == ours.pair[1:]
    of_word = worth[ours.words]
    of_two = (of_word[:-1] + of_word[1:])[together]
    credit = _credit(matches.hypothesis_pairs, SIMILAR_NEIGHBOURS)
    found = _means(credit, of_two, ours.pair[:-1][together], len(precision))
    shorter = np.minimum(segments.lengths_by_reference, segments.references.lengths)
    return np.where(shorter > 1, found, precision)
