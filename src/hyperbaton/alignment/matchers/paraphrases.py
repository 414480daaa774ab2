"""Phrases match that are paraphrases of each other, by a phrase table in METEOR's format.

Entries have three lines: probability, phrase and paraphrase. As in METEOR (Denkowski & Lavie 2010),
an entry matches in both directions: its phrase in the hypothesis and its paraphrase in the
reference, or the other way round. How probable it is does not matter; whoever makes a table leaves
out what is not probable enough. A table that has an entry and its reverse therefore gives a match
twice, which only METEOR's own search notices.

Such tables are large (METEOR's English one has five million entries), so they are read a block at a
time, and of a block only what occurs in the text at hand is kept.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hyperbaton.alignment.matchers.matcher import Matcher, PairMatches
from hyperbaton.checks import shown
from hyperbaton.errors import InputError
from hyperbaton.files import decoded, whole_lines
from hyperbaton.resources import progress
from hyperbaton.text.segments import LISTED_PAIRS, Sentences, Words, check_pairs

if TYPE_CHECKING:
    from hyperbaton.alignment.matchers.matcher import SegmentMatches

Place = tuple[int, int]  # the first word of a phrase, and how many it has
Span = tuple[int, int, int, int]  # a place in the hypothesis, and one in the reference

LINES = 3
ACCEPTED = "an entry is three lines: a probability, a phrase and its paraphrase"


@dataclass(frozen=True)
class ParaphraseMatcher(Matcher):
    """Paraphrases from a file; case does not matter."""

    file: str

    def of_references(self, references: Sentences) -> list[Entries]:
        """Returns the entries with a side in the references: all that any system can need."""
        known = PhraseSet(_lowercase(references.tokens))
        return [
            entries.where(known.has(entries.phrases) | known.has(entries.paraphrases))
            for entries in read_table(self.file)
        ]

    def of_segments(self, matches: SegmentMatches, known: list[Entries]) -> PairMatches:
        """Returns all matches, each as similar as any other.

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


class Entries(NamedTuple):
    """Phrases in lower case, and the paraphrase of each."""

    phrases: list[str]
    paraphrases: list[str]

    def where(self, mask: NDArray[np.bool_]) -> Entries:
        """The entries for which the mask is true."""
        kept = np.flatnonzero(mask).tolist()
        return Entries([self.phrases[k] for k in kept], [self.paraphrases[k] for k in kept])


class PhraseSet:
    """The phrases that occur in sentences, whatever their length.

    They are known by 64-bit hashes, so that a phrase takes eight bytes. Two phrases with the same
    hash are hardly ever met; where they are, one entry too many is kept and matches nothing.
    """

    def __init__(self, sentences: Sequence[Sequence[str]]) -> None:
        self._sentences = sentences
        self._lengths: set[int] = set()
        self._hashes = np.zeros(0, np.int64)

    def has(self, phrases: list[str]) -> NDArray[np.bool_]:
        """For each phrase, whether it occurs."""
        self._reach({phrase.count(" ") + 1 for phrase in phrases})
        wanted = np.fromiter(map(hash, phrases), np.int64, len(phrases))
        if len(self._hashes) == 0:
            return np.zeros(len(phrases), np.bool_)
        at = np.searchsorted(self._hashes, wanted)
        found: NDArray[np.bool_] = self._hashes[at % len(self._hashes)] == wanted
        return found

    def _reach(self, lengths: set[int]) -> None:
        """Makes phrases of that many words known."""
        new = lengths - self._lengths
        if not new:
            return
        hashes = (
            hash(" ".join(words[start : start + n]))
            for words in self._sentences
            for n in new
            for start in range(len(words) - n + 1)
        )
        self._hashes = np.unique(np.concatenate([self._hashes, np.fromiter(hashes, np.int64)]))
        self._lengths |= new


def read_table(file: str) -> Iterator[Entries]:
    """All entries, some at a time, in the order of the file.

    Raises:
        InputError: the file cannot be read, or is no such table; names file and line.
    """
    rest, line = b"", 1
    for _, block in progress(whole_lines(file), "reading paraphrases", "MB"):
        whole, rest = _split_at_entry(rest + block)
        yield _entries(whole, file, line)
        line += whole.count(b"\n")
    if rest:
        yield _entries(rest.removesuffix(b"\n") + b"\n", file, line)


def _split_at_entry(data: bytes) -> tuple[bytes, bytes]:
    """As many whole entries as there are, and what comes after them."""
    end = len(data)
    for _ in range(data.count(b"\n") % LINES + 1):
        end = data.rfind(b"\n", 0, max(end, 0))
    return data[: end + 1], data[end + 1 :]


def _entries(data: bytes, file: str, first_line: int) -> Entries:
    text = decoded(data, file, first_line)
    lines = text.lower().replace("\r\n", "\n").split("\n")[:-1]
    probabilities = lines[::LINES]
    try:
        found = np.fromiter(map(float, probabilities), np.float64, len(probabilities))
        if not np.isfinite(found).all():
            raise ValueError
    except ValueError:
        at = next(k for k, written in enumerate(probabilities) if not _is_number(written))
        raise InputError(
            f"{file}:{first_line + LINES * at}: expected a probability, got "
            f"{shown(probabilities[at])}; {ACCEPTED}"
        ) from None
    if "" in lines:
        raise InputError(f"{file}:{first_line + lines.index('')}: is blank; {ACCEPTED}")
    if len(lines) % LINES:
        last = first_line + len(lines) - 1
        raise InputError(f"{file}:{last}: the table ends within an entry; {ACCEPTED}")
    return Entries(lines[1::LINES], lines[2::LINES])


def _is_number(written: str) -> bool:
    try:
        return math.isfinite(float(written))
    except ValueError:
        return False
