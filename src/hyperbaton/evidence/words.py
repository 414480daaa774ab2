"""Words that can be aligned: with their alignments, each aligner's computed once."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hyperbaton._core import Vocabulary
from hyperbaton.alignment import Alignments, WordAligner
from hyperbaton.alignment.matches import ReferenceMatches, SegmentMatches
from hyperbaton.alignment.similar_words import SimilarWords, SoftSearch
from hyperbaton.once import OncePer
from hyperbaton.permutation import PermutationBatch, order_of
from hyperbaton.text.ragged import Ragged, offsets_of
from hyperbaton.text.segments import NumberedWords, Segments


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
        words: those of each sentence that remain, as numbers.
        lexicon: numbers them.
        before: for every word of all sentences, and after the last, how many that remain stand
            before it.
    """

    words: NumberedWords
    lexicon: Vocabulary
    before: NDArray[np.int64]

    @classmethod
    def of(cls, words: NumberedWords, lexicon: Vocabulary, plain: Vocabulary) -> PlainWords:
        """The plain words among words that a lexicon numbers; `plain` is to number those."""
        forms = plain.number_plain_forms(lexicon, 0)[words.values]
        kept = forms >= 0
        before = offsets_of(kept)
        return cls(Ragged(forms[kept], before[words.offsets]), plain, before)
