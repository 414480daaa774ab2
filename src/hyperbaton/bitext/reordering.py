"""The order of the source words in the translation, read off a word alignment.

Two such orders, of a reference and of a translation, make one permutation, which every metric of
permutations can score (Birch, Osborne & Blunsom 2010; Birch & Osborne 2010).

Some things about word order need no reference. Each such measure is a quotient of two counts of a
sentence pair; its value for a corpus is the quotient of their sums. A pair without links has no
value: what is not linked is neither in order nor out of it, so such pairs are NaN and left out of
the corpus.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from hyperbaton import _core
from hyperbaton.bitext.links import WordAlignments, differs_from_the_one_before
from hyperbaton.checks import BEHIND, each_once
from hyperbaton.permutation import PermutationBatch
from hyperbaton.resources import resolve_threads

UNDEFINED = "no word of the sentence pair is linked"


def source_orders(alignments: WordAlignments) -> PermutationBatch:
    """Lists the source positions in the order of the target words they are linked to.

    Birch & Osborne's rules make a permutation of all source words from any alignment:

    - a word with several links counts as linked to the first of these target words;
    - words linked to the same target word keep the order of the source;
    - a word without a link stands right after the source word before it; words without a link at
      the beginning of the sentence stay there.

    A sentence without any link becomes the empty permutation, which metrics score 0, since by the
    last rule alone its order would look perfect.

        >>> alignments = WordAlignments.of([[(0, 1), (1, 0), (1, 2), (3, 2)]], [4], [3])
        >>> [(order + 1).tolist() for order in source_orders(alignments)]
        [[2, 3, 1, 4]]
    """
    lengths = alignments.source_lengths
    begins = np.concatenate([[0], np.cumsum(lengths)])
    sentences = np.repeat(np.arange(len(lengths)), lengths)
    keys = _target_positions(alignments, begins)
    room = int(keys.max(initial=0)) + 2  # for -1 as well
    order = np.argsort(sentences * room + keys + 1, kind="stable")
    values = order - begins[sentences]
    linked = alignments.link_counts > 0
    return _batch(values[linked[sentences]], np.where(linked, lengths, 0))


def _target_positions(alignments: WordAlignments, begins: NDArray[np.int64]) -> NDArray[np.int64]:
    """For each source word of the corpus the target position that decides where it goes.

    A word without a link takes that of the word before it, or -1 at the beginning.
    """
    words = begins[alignments.pairs] + alignments.source
    first = differs_from_the_one_before(words)  # links are sorted, so the first target word
    positions = np.full(begins[-1], -1, np.int64)
    positions[words[first]] = alignments.target[first]
    decides = np.zeros(len(positions), np.int64)
    decides[words] = words
    starts = begins[:-1][alignments.source_lengths > 0]
    decides[starts] = starts
    return positions[np.maximum.accumulate(decides)]


def relative(reference: PermutationBatch, translation: PermutationBatch) -> PermutationBatch:
    """Gives the order of the translation as ranks in the order of the reference.

    Both are orders of the same source words, as `source_orders` makes them. Write π(w) and σ(w) for
    the rank of source word w in the order of the reference and of the translation. The result is
    the sequence of the π(w) by ascending σ(w): it is the identity where both orders agree, its
    fixed points are the words with π(w) = σ(w) and its inversions the pairs of words with
    π(v) < π(w) and σ(v) > σ(w). So the metrics `hamming` and `kendall` of the result are the
    Hamming and Kendall distances between π and σ, subtracted from 1, of Birch & Osborne 2010.

    Words without a link count like others, at the place where `source_orders` puts them; a word
    linked on neither side follows the same word in both orders. Where either order is empty, so
    is the result.

        >>> swapped = PermutationBatch.of([[1, 3, 2, 4]])
        >>> halves = PermutationBatch.of([[3, 4, 1, 2]])
        >>> [(order + 1).tolist() for order in relative(swapped, halves)]
        [[2, 4, 1, 3]]
    """
    compared = (reference.lengths > 0) & (translation.lengths > 0)
    lengths = np.where(compared, reference.lengths, 0)
    begins = np.repeat(np.cumsum(lengths) - lengths, lengths)
    places = np.arange(len(begins)) - begins
    ranks = np.empty(len(begins), np.int64)
    ranks[begins + _of(reference, compared)] = places
    return _batch(ranks[begins + _of(translation, compared)], lengths)


def _of(orders: PermutationBatch, chosen: NDArray[np.bool_]) -> NDArray[np.int32]:
    return orders.values[np.repeat(chosen, orders.lengths)]


def _batch(values: NDArray[np.int64], lengths: NDArray[np.int64]) -> PermutationBatch:
    return PermutationBatch(values, np.concatenate([[0], np.cumsum(lengths)]))


@dataclass(frozen=True)
class Measurement:
    """One measure of a corpus.

    Attributes:
        name: the measure.
        parts: the numerator for each sentence pair.
        wholes: the denominator for each sentence pair; 0 where the measure is undefined.
    """

    name: str
    parts: NDArray[np.float64] = field(repr=False)
    wholes: NDArray[np.float64] = field(repr=False)

    @classmethod
    def of(
        cls,
        name: str,
        parts: NDArray[np.integer] | NDArray[np.float64],
        wholes: NDArray[np.integer] | NDArray[np.float64],
        alignments: WordAlignments,
    ) -> Measurement:
        """Makes a measure undefined for sentence pairs without links."""
        linked = alignments.link_counts > 0
        return cls(name, np.where(linked, parts, 0.0), np.where(linked, wholes, 0.0))

    @property
    def segments(self) -> NDArray[np.float64]:
        """The value of each sentence pair; NaN where it is undefined (see `UNDEFINED`)."""
        values = np.full(len(self.parts), np.nan)
        np.divide(self.parts, self.wholes, out=values, where=self.wholes != 0)
        return values

    @property
    def corpus(self) -> float:
        """The value of the whole corpus; NaN where it is undefined for every sentence pair."""
        whole = float(self.wholes.sum())
        return float(self.parts.sum()) / whole if whole else float("nan")


def measurements(
    alignments: WordAlignments, *, anticipated: Sequence[int] = (3,), threads: int | None = None
) -> tuple[Measurement, ...]:
    """Computes all measures of a corpus, anticipation for each k asked for.

    >>> alignments = WordAlignments.of([[(0, 0), (1, 2), (2, 1)]], [3], [3])
    >>> for measurement in measurements(alignments, anticipated=[1]):
    ...     print(f"{measurement.name:<18}{measurement.corpus:.3f}")
    crossings         1.000
    crossings/link    0.333
    sequence cross    1.000
    monotonicity      0.667
    distance          0.667
    anticipation(k=1) 0.333
    least lag         1.333
    """
    each_once(anticipated, "anticipation")
    return (
        crossings(alignments, threads=threads),
        crossings_per_link(alignments, threads=threads),
        sequence_cross(alignments, threads=threads),
        monotonicity(alignments, threads=threads),
        distance(alignments, threads=threads),
        *(anticipation(alignments, k) for k in anticipated),
        least_lag(alignments),
    )


def crossings(alignments: WordAlignments, *, threads: int | None = None) -> Measurement:
    """Pairs of links that cross: (i, j) and (i', j') with i < i' and j > j'.

    The crossing score of Genzel 2010, Automatically Learning Source-side Reordering Rules for
    Large Scale Machine Translation, COLING. For a corpus it is the mean of its sentence pairs.
    """
    counts = _crossings(alignments, threads)
    return Measurement.of("crossings", counts, np.ones_like(counts), alignments)


def crossings_per_link(alignments: WordAlignments, *, threads: int | None = None) -> Measurement:
    """Crossings divided by the number of links.

    The cross value of Vanroy, Tezcan & Macken 2019, Predicting Syntactic Equivalence Between
    Source and Target Sentences, Computational Linguistics in the Netherlands Journal 9.
    """
    counts = _crossings(alignments, threads)
    return Measurement.of("crossings/link", counts, alignments.link_counts, alignments)


def sequence_cross(alignments: WordAlignments, *, threads: int | None = None) -> Measurement:
    """Crossings of groups of words that are translated together.

    A group is as large as it can be: neighbours on both sides, linked to no word outside it, their
    links not crossing or all with all; a link outside such groups is a group of its own. The
    sequence cross of Vanroy, Tezcan & Macken 2019, counted as by their package astred. For a corpus
    it is the mean of its sentence pairs.
    """
    counts = crossings_of(alignments, groups_of(alignments)[0], threads)
    return Measurement.of("sequence cross", counts, np.ones_like(counts), alignments)


def monotonicity(alignments: WordAlignments, *, threads: int | None = None) -> Measurement:
    """The share of pairs of source words that keep their order in the translation.

    The metric `kendall` of `source_orders`: the Kendall distance between it and the order of the
    source, subtracted from 1 (Birch, Osborne & Blunsom 2010). For a corpus it is the mean of its
    sentence pairs, as for the metric.
    """
    orders = source_orders(alignments)
    scores = _core.kendall_scores(orders.native, False, resolve_threads(threads))
    return Measurement.of("monotonicity", scores, np.ones(len(scores)), alignments)


def distance(alignments: WordAlignments, *, threads: int | None = None) -> Measurement:
    """How many places a source word moves on average: the mean of |π(i) - i| of `source_orders`.

    The sum over a sentence is Spearman's footrule distance to the order of the source (Diaconis &
    Graham 1977, Spearman's Footrule as a Measure of Disarray, JRSS B 39), one of the distances of
    Birch, Osborne & Blunsom 2010.
    """
    orders = source_orders(alignments)
    moved = _core.absolute_displacements(orders.native, resolve_threads(threads))
    return Measurement.of("distance", moved, orders.lengths, alignments)


def anticipation(alignments: WordAlignments, k: int = 3) -> Measurement:
    """The share of target words that a wait-k translator must guess: the k-anticipation rate.

    Target word j, counted from 1 as source words are, is k-anticipated if it is linked to some
    source word i with i >= j + k: one not read yet when word j is written k words behind the
    source. The rate is (k-anticipated target words) / (target words) (Chen et al. 2021, Improving
    Simultaneous Translation by Incorporating Pseudo-References with Fewer Reorderings, EMNLP).

    Raises:
        OptionError: k is no whole number, or out of range.
    """
    k = BEHIND.check(k, "anticipation: k")
    begins = np.cumsum(alignments.target_lengths) - alignments.target_lengths
    early = alignments.source >= alignments.target.astype(np.int64) + k
    words = np.unique((begins[alignments.pairs] + alignments.target)[early])
    sentences = np.searchsorted(begins, words, side="right") - 1
    counts = np.bincount(sentences, minlength=len(alignments))
    return Measurement.of(f"anticipation(k={k})", counts, alignments.target_lengths, alignments)


def least_lag(alignments: WordAlignments) -> Measurement:
    """How far behind the source a simultaneous translator who never guesses has to stay.

    A policy reads g(j) source words before it writes target word j, in order, and never guesses:
    all source words linked to target words up to j have been read. Its lag is the mean over j of
    g(j) - (j - 1)·|x|/|y|, the average lagging of Ma et al. 2019, STACL, ACL, without the cut-off
    at the end of the source. The least lag any such policy can reach is that of the smallest g,
    the running maximum of the last source words linked to each target word.
    """
    lengths = alignments.target_lengths
    begins = np.cumsum(lengths) - lengths
    needed = np.zeros(int(lengths.sum()), np.int64)
    words = begins[alignments.pairs] + alignments.target
    np.maximum.at(needed, words, alignments.source.astype(np.int64) + 1)
    pairs = np.repeat(np.arange(len(lengths)), lengths)
    room = int(needed.max(initial=0)) + 1
    read = np.maximum.accumulate(needed + pairs * room) - pairs * room
    places = np.arange(len(pairs)) - begins[pairs]
    pace = alignments.source_lengths / np.maximum(lengths, 1)
    lag = np.bincount(pairs, read - places * pace[pairs], minlength=len(lengths))
    return Measurement.of("least lag", lag, lengths, alignments)


def against_reference(
    reference: PermutationBatch, translation: PermutationBatch, *, threads: int | None = None
) -> tuple[Measurement, Measurement]:
    """What a translation does not turn round though the reference does, and the other way round.

    Of the pairs of source words whose order the reference turns round, literalness is the share
    that the translation leaves in order. Of the pairs that the reference leaves in order,
    gratuitousness is the share that the translation turns round. Both take orders as
    `source_orders` makes them, and are undefined where there are no such pairs.

        >>> reference = PermutationBatch.of([[1, 3, 2, 4]])
        >>> for measurement in against_reference(reference, PermutationBatch.of([[2, 1, 3, 4]])):
        ...     print(f"{measurement.name:<14} {measurement.corpus:.3f}")
        literalness    1.000
        gratuitousness 0.200
    """
    count = resolve_threads(threads)
    compared = relative(reference, translation)
    linked = compared.lengths > 0
    differing = _core.inversions(compared.native, count)
    theirs, ours = (
        np.where(linked, _core.inversions(orders.native, count), 0)
        for orders in (reference, translation)
    )
    both = (theirs + ours - differing) // 2
    pairs = compared.lengths * (compared.lengths - 1) // 2
    return (
        Measurement("literalness", (theirs - both).astype(float), theirs.astype(float)),
        Measurement("gratuitousness", (ours - both).astype(float), (pairs - theirs).astype(float)),
    )


def _crossings(alignments: WordAlignments, threads: int | None) -> NDArray[np.int64]:
    return crossings_of(alignments, np.ones(len(alignments.source), np.bool_), threads)


def crossings_of(
    alignments: WordAlignments, chosen: NDArray[np.bool_], threads: int | None
) -> NDArray[np.int64]:
    """Crossings of some links: their inversions, sorted by source, when sorted by target.

    Links that share a word do not cross: both ways of sorting leave them in the same order.
    """
    pairs, target = alignments.pairs[chosen], alignments.target[chosen]
    offsets = np.concatenate([[0], np.cumsum(chosen)])[alignments.offsets]
    order = np.argsort(pairs * (int(target.max(initial=0)) + 1) + target, kind="stable")
    by_target = PermutationBatch(order - offsets[pairs], offsets)
    return _core.inversions(by_target.native, resolve_threads(threads))


def parts_of(alignments: WordAlignments) -> NDArray[np.int64]:
    """Numbers the parts of each link's words: words that links join, also by way of others."""
    source, target = _places(alignments)
    target += int(source.max(initial=0)) + 1
    words = int(target.max(initial=0)) + 1
    labels = np.arange(words)  # of each word: in the end, the first word of its part
    while not np.array_equal(labels[source], labels[target]):
        least = np.minimum(labels[source], labels[target])
        np.minimum.at(labels, source, least)
        np.minimum.at(labels, target, least)
        labels = labels[labels]
    return np.unique(labels[source], return_inverse=True)[1].reshape(-1)


def _places(alignments: WordAlignments) -> list[NDArray[np.int64]]:
    """Places of linked words in the corpus, with one between sentences: no word is next to it."""
    sides = (
        (alignments.source, alignments.source_lengths),
        (alignments.target, alignments.target_lengths),
    )
    return [(np.cumsum(n + 1) - n)[alignments.pairs] + words for words, n in sides]


def groups_of(alignments: WordAlignments) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Says of each link whether a group of `sequence_cross` begins with it, and is in order.

    A part is a group if it has neighbours alone, on both sides, and its links cross nowhere or are
    all there are; groups without crossings that follow each other on both sides are one.
    """
    source, target = _places(alignments)
    part = parts_of(alignments)
    links = np.bincount(part)
    first = np.zeros(len(links), np.int64)
    first[part[::-1]] = np.arange(len(part))[::-1]
    (begin, end, words), (target_begin, target_end, target_words) = (
        _extents(side, part, len(links)) for side in (source, target)
    )
    neighbours = (end - begin < words) & (target_end - target_begin < target_words)
    back = (part[1:] == part[:-1]) & (target[1:] < target[:-1])
    in_order = neighbours & (np.bincount(part[1:][back], minlength=len(links)) == 0)
    before = part[np.maximum(first - 1, 0)] if len(part) else first
    follows = in_order & in_order[before] & (first > 0)
    follows &= (begin == end[before] + 1) & (target_begin == target_end[before] + 1)
    group = in_order | (neighbours & (links == words * target_words))
    begins = ~group[part]
    begins[first[group & ~follows]] = True
    return begins, in_order[part]


def _extents(
    words: NDArray[np.int64], part: NDArray[np.int64], parts: int
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """The first and the last word of each part, and how many words it has."""
    begin, end = np.full(parts, np.iinfo(np.int64).max), np.full(parts, -1)
    np.minimum.at(begin, part, words)
    np.maximum.at(end, part, words)
    _, once = np.unique(words, return_index=True)
    return begin, end, np.bincount(part[once], minlength=parts)
