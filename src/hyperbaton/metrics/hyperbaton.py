"""`hyperbaton`: word choice and word order in one score, and each reported with it.

The lexical part is a mean of its sub-parts, the order part one of its own, and the total is one of
both. No weight is negative, so a score never falls when a part rises. The weights were learned from
human judgements (`tools/flagship`); docs/flagship.md says why each part is there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hyperbaton.evidence import Evidence, Need, Preparation
from hyperbaton.metrics import citations as papers
from hyperbaton.metrics.base import Metric, Scores, Statistics, best_rows, brevity_penalty, divide
from hyperbaton.metrics.ngrams import Chrf
from hyperbaton.metrics.permutation_metric import Ulam
from hyperbaton.permutation import order_of
from hyperbaton.text.segments import Segments
from hyperbaton.values import parameter

if TYPE_CHECKING:
    from hyperbaton.alignment.matchers.soft import SimilarWords

LEXICAL_PARTS = ("chrf", "precision", "recall")
ORDER_PARTS = ("neighbours", "places")
SUMS = ("lexical", "order", *LEXICAL_PARTS, *ORDER_PARTS)  # the total follows from the first two
VERSION = 2

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
ORDER_WEIGHT = 0.29  # what the order part counts in the total


@dataclass(frozen=True)
class Hyperbaton(Metric):
    """A lexical part and an order part, each a mean of its sub-parts; see `formula`.

    chrF sees the text as it is, with its case and marks. For all other sub-parts, words are put in
    lower case and marks left out. Of several references the one with the best total counts; a test
    set is the mean of its segments. Against a reference without words, chrF replaces every
    sub-part.
    """

    name = "hyperbaton"
    summary = "word choice and word order, together and separately"
    formula = (
        "0.71 L + 0.29 O, where for English L = 0.47 chrF + 0.24 P + 0.29 R and "
        "O = 0.49 N + 0.51 U; P and R are the mean credits of the words of hypothesis and "
        "reference, N is that of neighbours that stay together, and "
        "U = ulam min(1, exp(1 - r / n)) for n aligned words of r. A word's credit is "
        "min(1, s / 0.8) for the similarity s of its best counterpart, and it counts as the "
        "square of its information. R and U are multiplied by min(1, exp(1 - h / 2 r)) for h words "
        "in the hypothesis"
    )
    citations = (
        papers.POPOVIC_2015,
        papers.DENKOWSKI_LAVIE_2014,
        papers.STANOJEVIC_SIMAAN_2014,
        papers.BIRCH_OSBORNE_2010,
    )
    needs = frozenset({Need.TEXT, Need.TOKENS, Need.SIMILARITY, Need.ALIGNMENT, Need.LANGUAGE})
    columns = len(SUMS) + 1  # and the number of segments
    order_weight: ClassVar[float] = ORDER_WEIGHT

    part: str = parameter("total", "which part to score", choices=("total", *SUMS))
    version: int = parameter(
        VERSION,
        "version of the formula and its constants, so that scores stay comparable",
        low=VERSION,
        high=VERSION,
    )

    @property
    def parts(self) -> tuple[Metric, ...]:
        if self.part != "total":
            return ()
        return replace(self, part="lexical"), replace(self, part="order")

    @property
    def computed_as(self) -> Metric:
        return replace(self, part="total")

    @property
    def heading(self) -> str:
        return str(self) if self.part == "total" else self.part

    def adapted(self, preparation: Preparation) -> Preparation:
        """Adds soft matches to those that align words, where there are vectors."""
        found = super().adapted(preparation)
        return found.aligned_softly(LINKED if found.language_code == "en" else LINKED_ELSEWHERE)

    def scores(self, statistics: Statistics) -> Scores:
        if self.part != "total":
            return divide(statistics[:, SUMS.index(self.part)], statistics[:, -1])
        return _total(*(divide(statistics[:, k], statistics[:, -1]) for k in range(2)))

    def details(self, statistics: Statistics) -> Mapping[str, float]:
        rows = divide(statistics[:, :-1], statistics[:, -1:])
        return dict(zip(SUMS, rows[0].tolist(), strict=True))

    def _statistics(self, evidence: Evidence) -> Statistics:
        parts = _parts(evidence)
        total = _total(parts["lexical"], parts["order"])
        found = np.column_stack([parts[name] for name in SUMS])
        best = best_rows(total, evidence.groups, found)
        return np.column_stack([found[best], np.ones(len(best))])


def _total(lexical: Scores, order: Scores) -> Scores:
    return (1.0 - ORDER_WEIGHT) * lexical + ORDER_WEIGHT * order


def _parts(evidence: Evidence) -> dict[str, Scores]:
    """Both parts and all sub-parts against every reference, from 0 to 1."""
    weights, found = weights_for(evidence.preparation), sub_parts(evidence)
    lexical, order = (
        np.sum([weights[name] * found[name] for name in names], axis=0)
        for names in (LEXICAL_PARTS, ORDER_PARTS)
    )
    return {"lexical": lexical, "order": order, **found}


def weights_for(preparation: Preparation) -> Mapping[str, float]:
    """What each sub-part counts in its part, by the kind of vectors there are."""
    if preparation.vectors.table is None:
        return NO_VECTORS
    return ENGLISH if preparation.vectors.language == "en" else OTHER_VECTORS


def sub_parts(evidence: Evidence) -> dict[str, Scores]:
    """chrF, the credits of words and neighbours, and how far words are in order."""
    chrf = Chrf().reference_scores(evidence) / 100.0
    similar = evidence.similar_words
    ours, theirs = _sides(similar)
    words = similar.segments.references.lengths
    precision, recall = (
        _means(_credit(side.similarity, SIMILAR), side.worth, side.pair, len(words))
        for side in (ours, theirs)
    )
    penalty = _length_penalty(similar.segments)
    found = {
        "precision": precision,
        "recall": penalty * recall,
        "neighbours": _neighbours(similar, ours, precision),
        "places": penalty * _in_order(evidence),
    }
    return {"chrf": chrf, **{k: np.where(words == 0, chrf, v) for k, v in found.items()}}


class _Side(NamedTuple):
    """All words of hypotheses, or of references, one pair of sentences after the other."""

    pair: NDArray[np.int64]  # of sentences that each word belongs to
    worth: NDArray[np.float64]
    similarity: NDArray[np.float32]  # to its best counterpart


def _sides(similar: SimilarWords) -> tuple[_Side, _Side]:
    """The hypotheses, each as often as it has references, and the references."""
    segments, found, information = similar
    worth = information.astype(np.float64) ** WORTH
    pair, their_pair = (
        np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
        for offsets in (found.hypothesis_offsets, found.reference_offsets)
    )
    starts = segments.arrays.hypothesis_offsets[:-1][segments.hypothesis_of]
    at = np.arange(len(pair)) + (starts - found.hypothesis_offsets[:-1])[pair]
    words, their_words = segments.arrays.hypothesis_values[at], segments.arrays.reference_values
    return (
        _Side(pair, worth[words], found.hypothesis_similarity),
        _Side(their_pair, worth[their_words], found.reference_similarity),
    )


def _credit(similarity: NDArray[np.float32], full: float) -> Scores:
    """What a word earns: its similarity, in full from `full` on."""
    return np.minimum(similarity.astype(np.float64) / full, 1.0)


def _means(credit: Scores, worth: Scores, pair: NDArray[np.int64], pairs: int) -> Scores:
    """Weighted means within pairs of sentences; 0 where there is nothing."""
    earned, possible = (np.bincount(pair, each, pairs) for each in (credit * worth, worth))
    return np.divide(earned, possible, out=np.zeros(pairs), where=possible > 0)


def _in_order(evidence: Evidence) -> Scores:
    """How far the aligned words are in order, less a penalty where few are aligned."""
    segments, alignments = evidence.plain_words
    aligned = order_of(alignments)
    scores = Ulam().permutation_scores(aligned, threads=evidence.threads)
    words = segments.references.lengths
    return scores * brevity_penalty(aligned.lengths.astype(np.float64), words)


def _length_penalty(segments: Segments) -> Scores:
    """Below 1 for outputs with more words than a translator could need, which find everything."""
    return brevity_penalty(TOO_LONG * segments.references.lengths, segments.lengths_by_reference)


def _neighbours(similar: SimilarWords, ours: _Side, precision: Scores) -> Scores:
    """The mean credit of neighbours in the hypothesis that are neighbours in the reference, too.

    Where either side has one word only there are no neighbours, and precision replaces them.
    """
    segments, matches, _ = similar
    together = ours.pair[:-1] == ours.pair[1:]
    of_two = (ours.worth[:-1] + ours.worth[1:])[together]
    credit = _credit(matches.hypothesis_pairs, SIMILAR_NEIGHBOURS)
    found = _means(credit, of_two, ours.pair[:-1][together], len(precision))
    shorter = np.minimum(segments.lengths_by_reference, segments.references.lengths)
    return np.where(shorter > 1, found, precision)
