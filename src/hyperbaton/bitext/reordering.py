"""From a word alignment to the order of the source words in the translation.

Two such orders, of a reference and of a translation, make one permutation, which every metric of
permutations can score (Birch, Osborne & Blunsom 2010; Birch & Osborne 2010).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hyperbaton.bitext.links import WordAlignments, differs_from_the_one_before
from hyperbaton.errors import InputError
from hyperbaton.permutation import PermutationBatch


def source_orders(alignments: WordAlignments) -> PermutationBatch:
    """The source positions in the order of the target words they are linked to.

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
    """The order of the translation as ranks in the order of the reference.

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

    Raises:
        InputError: the orders are not of the same source sentences.
    """
    if len(reference) != len(translation):
        raise InputError(
            f"relative order: {len(reference)} orders of the reference but {len(translation)} of "
            "the translation; both must belong to the same source sentences"
        )
    compared = (reference.lengths > 0) & (translation.lengths > 0)
    different = compared & (reference.lengths != translation.lengths)
    if different.any():
        k = int(different.argmax())
        raise InputError(
            f"relative order: sentence {k + 1} has {reference.lengths[k]} words in the order of "
            f"the reference but {translation.lengths[k]} in that of the translation; both must "
            "be orders of the same source sentence"
        )
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
