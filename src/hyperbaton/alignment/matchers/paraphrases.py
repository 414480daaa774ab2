"""Phrases match that are paraphrases of each other, by a phrase table in METEOR's format.

Entries have three lines: probability, phrase and paraphrase. As in METEOR (Denkowski & Lavie 2010),
an entry matches in both directions: its phrase in the hypothesis and its paraphrase in the
reference, or the other way round. How probable it is does not matter; whoever makes a table leaves
out what is not probable enough. A table that has an entry and its reverse therefore gives a match
twice, which only METEOR's own search notices.

Such tables are large (METEOR's English one has five million entries), so of all entries only those
are kept of which a side occurs in the references.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from operator import itemgetter
from typing import TYPE_CHECKING

import numpy as np

from hyperbaton.alignment.matchers.matcher import Matcher, PairMatches
from hyperbaton.checks import shown
from hyperbaton.errors import InputError
from hyperbaton.files import text_lines
from hyperbaton.resources import progress
from hyperbaton.text.segments import LISTED_PAIRS, Sentences, Words, check_pairs

if TYPE_CHECKING:
    from hyperbaton.alignment.matchers.matcher import SegmentMatches

Entry = tuple[str, str]  # a phrase and its paraphrase
Place = tuple[int, int]  # the first word of a phrase, and how many it has
Span = tuple[int, int, int, int]  # a place in the hypothesis, and one in the reference

ACCEPTED = "an entry is three lines: a probability, a phrase and its paraphrase"


@dataclass(frozen=True)
class ParaphraseMatcher(Matcher):
    """Paraphrases from a file; case does not matter."""

    file: str

    def of_segments(self, matches: SegmentMatches) -> PairMatches:
        """Returns all matches, each as similar as any other."""
        segments = matches.segments
        check_pairs(segments.arrays, "the matcher paraphrase", LISTED_PAIRS)
        hypotheses = _lowercase(segments.hypotheses.tokens)
        references = _lowercase(segments.references.tokens)
        table = _Table(_entries(self.file, segments.references), hypotheses, references)
        found = [
            list(table.matches(hypotheses[k], reference))
            for k, reference in zip(segments.hypothesis_of.tolist(), references, strict=True)
        ]
        offsets = np.cumsum([0, *map(len, found)], dtype=np.int64)
        spans = np.array(list(chain(*found)), np.int32).reshape(-1, 4)
        return PairMatches(offsets, spans, np.ones(len(spans), np.float32))


def _lowercase(sentences: Words) -> list[list[str]]:
    return [[word.lower() for word in words] for words in sentences]


@lru_cache(maxsize=2)
def _entries(file: str, references: Sentences) -> list[Entry]:
    """The entries with a side in the references: all that any system can need."""
    known = _Phrases(_lowercase(references.tokens))
    return [entry for entry in read_table(file) if entry[0] in known or entry[1] in known]


class _Table:
    """The entries that hypotheses and references can need."""

    def __init__(
        self, entries: list[Entry], hypotheses: list[list[str]], references: list[list[str]]
    ) -> None:
        ours, theirs = _Phrases(hypotheses), _Phrases(references)
        self._paraphrases: dict[str, list[str]] = {}
        for phrase, other in entries:
            if (phrase in ours and other in theirs) or (phrase in theirs and other in ours):
                self._paraphrases.setdefault(phrase, []).append(other)
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


class _Phrases:
    """The phrases that occur in sentences, whatever their length."""

    def __init__(self, sentences: list[list[str]]) -> None:
        self._sentences = sentences
        self._by_length: dict[int, set[str]] = {}

    def __contains__(self, phrase: str) -> bool:
        n = phrase.count(" ") + 1
        if n not in self._by_length:
            self._by_length[n] = {
                " ".join(words[start : start + n])
                for words in self._sentences
                for start in range(len(words) - n + 1)
            }
        return phrase in self._by_length[n]


def read_table(file: str) -> Iterator[Entry]:
    """Yields all entries, in the order of the file.

    Raises:
        InputError: the file cannot be read, or is no such table; names file and line.
    """
    lines = enumerate(map(str.lower, text_lines(file)), start=1)
    for number, probability in progress(lines, "reading paraphrases", "entries"):
        if not _is_number(probability):
            got = shown(probability)
            raise InputError(f"{file}:{number}: expected a probability, got {got}; {ACCEPTED}")
        entry = next(lines, (0, ""))[1], next(lines, (0, ""))[1]
        if not all(entry):
            blank = number + 1 + bool(entry[0])
            raise InputError(f"{file}:{blank}: expected a phrase, got nothing; {ACCEPTED}")
        yield entry


def _is_number(written: str) -> bool:
    try:
        return math.isfinite(float(written))
    except ValueError:
        return False
