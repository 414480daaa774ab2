"""Phrases match that are paraphrases of each other, by a phrase table in METEOR's format.

As in METEOR (Denkowski & Lavie 2010), an entry of the table matches in both directions: its phrase
in the hypothesis and its paraphrase in the reference, or the other way round. How probable it is
does not matter; whoever makes a table leaves out what is not probable enough. A table that has an
entry and its reverse therefore gives a match twice, which only METEOR's own search notices.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from operator import itemgetter
from typing import TYPE_CHECKING

import numpy as np

from hyperbaton.alignment.matchers.matcher import PairMatcher, PairMatches
from hyperbaton.alignment.matchers.phrase_table import Entries, PhraseSet, read_table
from hyperbaton.errors import reading_a_resource
from hyperbaton.text.limits import LISTED_PAIRS, check_pairs
from hyperbaton.text.segments import Sentences, Words

if TYPE_CHECKING:
    from hyperbaton.alignment.matches import SegmentMatches

Place = tuple[int, int]  # the first word of a phrase, and how many it has
Span = tuple[int, int, int, int]  # a place in the hypothesis, and one in the reference


@dataclass(frozen=True)
class ParaphraseMatcher(PairMatcher):
    """Paraphrases from a file; case does not matter."""

    file: str

    def of_references(self, references: Sentences) -> list[Entries]:
        """The entries with a side that occurs in the references: all that any system can need."""
        known = PhraseSet(_lowercase(references.tokens))
        with reading_a_resource():
            return self._known(known)

    def _known(self, known: PhraseSet) -> list[Entries]:
        return [
            entries.where(known.has(entries.phrases) | known.has(entries.paraphrases))
            for entries in read_table(self.file)
        ]

    def of_segments(self, matches: SegmentMatches, known: list[Entries]) -> PairMatches:
        """All matches, each as similar as any other.

        Raises:
            InputError: a segment has too many words.
        """
        segments = matches.segments
        check_pairs(segments.arrays, "the matcher paraphrase", LISTED_PAIRS)
        hypotheses = _lowercase(segments.tokens)
        references = _lowercase(segments.references.tokens)
        table = _Table(known, hypotheses, references)
        found = [
            list(table.matches(hypotheses[k], reference))
            for k, reference in zip(segments.hypothesis_of.tolist(), references, strict=True)
        ]
        offsets = np.cumsum([0, *map(len, found)], dtype=np.int64)
        spans = np.array(list(chain(*found)), np.int32).reshape(-1, 4)
        return PairMatches(offsets, spans, np.ones(len(spans), np.float32))


def _lowercase(sentences: Words) -> list[list[str]]:
    return [[word.lower() for word in words] for words in sentences]


class _Table:
    """The entries that hypotheses and references can need."""

    def __init__(
        self, blocks: list[Entries], hypotheses: list[list[str]], references: list[list[str]]
    ) -> None:
        in_hypotheses, in_references = PhraseSet(hypotheses), PhraseSet(references)
        self._paraphrases: dict[str, list[str]] = {}
        for block in blocks:
            there = in_hypotheses.has(block.phrases) & in_references.has(block.paraphrases)
            back = in_references.has(block.phrases) & in_hypotheses.has(block.paraphrases)
            for phrase, paraphrase in zip(*block.where(there | back), strict=True):
                self._paraphrases.setdefault(phrase, []).append(paraphrase)
        self._sides = self._paraphrases.keys() | set(chain(*self._paraphrases.values()))
        self._lengths = sorted({phrase.count(" ") + 1 for phrase in self._sides})

    def matches(self, hypothesis: list[str], reference: list[str]) -> Iterator[Span]:
        """All matches, in the order in which METEOR finds them."""
        of_hypothesis, of_reference = self._places(hypothesis), self._places(reference)
        for (j, m), (i, n) in self._pairs(of_reference, of_hypothesis):
            yield i, n, j, m
        for (i, n), (j, m) in self._pairs(of_hypothesis, of_reference):
            yield i, n, j, m

    def _places(self, words: list[str]) -> dict[str, list[Place]]:
        """The phrases of a sentence that are in the table, and where they stand."""
        places: dict[str, list[Place]] = {}
        for start in range(len(words)):
            for length in self._lengths[: bisect_right(self._lengths, len(words) - start)]:
                phrase = " ".join(words[start : start + length])
                if phrase in self._sides:
                    places.setdefault(phrase, []).append((start, length))
        return places

    def _pairs(
        self, from_places: dict[str, list[Place]], to_places: dict[str, list[Place]]
    ) -> list[tuple[Place, Place]]:
        """Places of a phrase in one sentence and of its paraphrase in the other."""
        found = [
            (place, paraphrased)
            for phrase, places in from_places.items()
            for paraphrase in self._paraphrases.get(phrase, ())
            if paraphrase in to_places
            for place in places
            for paraphrased in to_places[paraphrase]
        ]
        return sorted(found, key=itemgetter(0))  # of equal places, in the order of the table
