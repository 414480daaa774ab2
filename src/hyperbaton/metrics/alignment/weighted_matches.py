"""How much of hypothesis and reference an alignment covers, words and matchers weighted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hyperbaton.alignment import Alignments
from hyperbaton.metrics.base import Scores
from hyperbaton.text.segments import Segments


class Side(NamedTuple):
    """Hypotheses or references, one entry per reference.

    Attributes:
        weighted_matches: the importance of the words matched, times the weights of matchers.
        weighted_words: the importance of all words.
        matches: how many words are matched.
        words: how many words there are.
    """

    weighted_matches: Scores
    weighted_words: Scores
    matches: Scores
    words: Scores


def weighted_matches(
    segments: Segments, alignments: Alignments, importance: Scores, weights: Mapping[str, float]
) -> tuple[Side, Side]:
    """The two sides of all alignments.

    Args:
        segments: what was aligned.
        alignments: the alignments.
        importance: that of every word, by word id.
        weights: by name of matcher; one that is missing has 0.
    """
    arrays = segments.arrays
    by_matcher = np.array([weights.get(name, 0.0) for name in alignments.matchers])
    pair = np.repeat(np.arange(len(alignments)), np.diff(alignments.offsets))
    reference = np.arange(len(alignments))

    def side(
        values: NDArray[np.int32],
        offsets: NDArray[np.int64],
        sentences: NDArray[np.int64],
        spans: NDArray[np.int32],
    ) -> Side:
        begin, lengths = offsets[sentences], np.diff(offsets)[sentences]
        of_words = importance[values]
        in_spans = _sums_within(of_words, begin[pair] + spans[:, 0], spans[:, 1])
        return Side(
            _sums(in_spans * by_matcher[alignments.matches[:, 4]], pair, len(alignments)),
            _sums_within(of_words, begin, lengths),
            _sums(spans[:, 1], pair, len(alignments)),
            lengths.astype(np.float64),
        )

    matches = alignments.matches
    return (
        side(
            arrays.hypothesis_values,
            arrays.hypothesis_offsets,
            segments.hypothesis_of,
            matches[:, :2],
        ),
        side(arrays.reference_values, arrays.reference_offsets, reference, matches[:, 2:4]),
    )


def _sums(values: NDArray[Any], pair: NDArray[np.int64], pairs: int) -> Scores:
    return np.bincount(pair, values, pairs).astype(np.float64)


def _sums_within(values: Scores, begin: NDArray[np.int64], lengths: NDArray[Any]) -> Scores:
    """Sums of stretches of values, each rounded as if there were no other."""
    edges = np.column_stack([begin, begin + lengths]).ravel()
    sums = np.add.reduceat(np.append(values, 0.0), edges)[::2]
    return np.where(lengths > 0, sums, 0.0)
