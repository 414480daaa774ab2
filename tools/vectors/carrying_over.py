"""Restraints of English words, carried over to the words of another language.

Both languages have vectors in one space, that of a multilingual encoder, so that the English word
nearest to a word is mostly its translation.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from restraints import DIGITS, NAME, class_of, has_digits, opposites
from space import Rows, centred
from wordnet import Pair, WordNet
from words import WordList

NEAR = 0.6  # the least cosine of a word and its translation
SHORTEST_NAME = 4  # letters; shorter ones are abbreviations
BLOCK = 2000  # words compared at a time


@dataclass(frozen=True)
class EnglishWords:
    """English words that a word of another language may be a translation of.

    Attributes:
        rows: centred rows, one for each word.
        classes: how each word is restrained.
        opposites: places of words that mean the opposite of each other.
        names: words that WordNet does not know, and abbreviations, with the information that they
            carry in English. Among them are words of other languages, as in names of streets and
            books, or words that look like them, as EST does; so they are no translations.
    """

    rows: Rows
    classes: list[str | None]
    opposites: list[Pair]
    names: Mapping[str, float]

    @classmethod
    def of(cls, listed: WordList, rows: Rows, wordnet: WordNet) -> EnglishWords:
        """Words as the English recipe classifies them."""
        known = [k for k, word in enumerate(listed.words) if _translates(word, wordnet)]
        words = [listed.words[k] for k in known]
        others = sorted(set(range(len(listed.words))) - set(known))
        return cls(
            centred(rows)[known],
            [class_of(word, wordnet) for word in words],
            opposites(words, wordnet),
            {listed.words[k]: float(listed.information[k]) for k in others},
        )


def _translates(word: str, wordnet: WordNet) -> bool:
    """Whether a word is in the lists of function words or in WordNet, and is no abbreviation."""
    if class_of(word, wordnet) != NAME:
        return True
    return len(word) >= SHORTEST_NAME and bool(wordnet.lemmas(word))


def translations(rows: Rows, english: EnglishWords) -> NDArray[np.int64]:
    """For each row the place of the nearest English word, or -1 where none is near."""
    around = centred(rows)
    places = np.full(len(rows), -1, np.int64)
    for start in range(0, len(rows), BLOCK):
        cosines = around[start : start + BLOCK] @ english.rows.T
        nearest = cosines.argmax(axis=1)
        near = cosines.max(axis=1) > NEAR
        places[start : start + BLOCK][near] = nearest[near]
    return places


def classes_of(
    listed: WordList, places: NDArray[np.int64], english: EnglishWords
) -> list[str | None]:
    """The class of each word: that of its translation.

    But anyone can see figures, and an English name that is written the same is the same name,
    unless it is rarer in English.
    """

    def class_at(word: str, information: float, place: int) -> str | None:
        if has_digits(word):
            return DIGITS
        if english.names.get(word, np.inf) <= information:
            return NAME
        return None if place < 0 else english.classes[place]

    return [class_at(*each) for each in zip(*listed, places, strict=True)]


def opposites_of(places: NDArray[np.int64], english: EnglishWords) -> list[Pair]:
    """Pairs of words whose translations are opposites."""
    words = defaultdict(list)
    for word, place in enumerate(places):
        words[int(place)].append(word)
    pairs = {
        (min(one, other), max(one, other))
        for a, b in english.opposites
        for one in words.get(a, ())
        for other in words.get(b, ())
    }
    return sorted(pairs)
