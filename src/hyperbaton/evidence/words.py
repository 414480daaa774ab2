"""Words that can be aligned: with their alignments, each aligner's computed once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hyperbaton.alignment import Alignments, WordAligner
from hyperbaton.alignment.matches import ReferenceMatches, SegmentMatches
from hyperbaton.alignment.similar_words import SimilarWords, SoftSearch
from hyperbaton.permutation import PermutationBatch
from hyperbaton.permutation.order import order_of
from hyperbaton.runtime.once import OncePer
from hyperbaton.text.segments import Segments, Words


class AlignableWords:
    """The words of one system and of its references, and their alignments.

    Attributes:
        segments: the words.
        alignments: by aligner.
        orders: by aligner, the permutations of the aligned words.
        similar: by search, the words with their best counterparts.
    """

    def __init__(self, segments: Segments, references: ReferenceMatches, threads: int) -> None:
        self.segments = segments
        matches = SegmentMatches(segments, references, threads)
        self.similar: OncePer[SoftSearch, SimilarWords] = matches.soft
        self.alignments: OncePer[WordAligner, Alignments] = OncePer(
            lambda aligner: aligner.align_segments(matches, threads)
        )
        self.orders: OncePer[WordAligner, PermutationBatch] = OncePer(
            lambda aligner: order_of(self.alignments[aligner])
        )


class PlainWords(NamedTuple):
    """Words in lower case, without those that have neither a letter nor a digit.

    Attributes:
        tokens: the words of each sentence that remain.
        before: for every word of all sentences, and after the last, how many that remain stand
            before it.
    """

    tokens: list[list[str]]
    before: NDArray[np.int64]

    @classmethod
    def of(cls, sentences: Words) -> PlainWords:
        """The plain words among the words of sentences."""
        forms = _PlainForms()
        found = [[forms[word] for word in words] for words in sentences]
        tokens = [[form for form in words if form] for words in found]
        return cls(tokens, _counts_before([bool(form) for words in found for form in words]))


class _PlainForms(dict[str, str]):
    """Words in lower case, each looked at once; empty for those without letter or digit."""

    def __missing__(self, word: str) -> str:
        self[word] = word.lower() if any(map(str.isalnum, word)) else ""
        return self[word]


def _counts_before(kept: Sequence[bool]) -> NDArray[np.int64]:
    return np.concatenate([[0], np.cumsum(np.array(kept, np.int64))])
