"""The recipe of the vectors of languages other than English."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import families
import numpy as np
from archives import write_archive
from carrying_over import EnglishWords, classes_of, opposites_of, translations
from frequency_lists import frequent_words
from kept import Kept
from quantisation import quantised
from restraints import pushed_apart, scales
from space import Rows, joined, reduced
from wordnet import WordNet
from words import WordList

from hyperbaton.vectors import WordVectors

RECIPE = "tools/vectors language, version 1"
LICENCE = "CC-BY-SA-4.0"
DIMENSIONS = 48
DIMENSIONS_OF_FAMILY = 128
ENGLISH_WORDS = 20_000
NOUNS_WITH_CAPITALS = {"de"}
FOLDED = {"de": ("ss", "ß")}  # what the lists write for a letter
SOURCES = (
    "Universal Sentence Encoder Multilingual (Yang et al. 2020; Apache-2.0), "
    "wordfreq (Speer 2022; CC BY-SA 4.0), WordNet 3.0 (WordNet licence)"
)


@dataclass(frozen=True)
class FurtherSources:
    """Where the packages lie that the recipe reads, and the English vectors.

    Attributes:
        second: what reads a second family of vectors, where the language has one.
        second_source: what to say about it.
    """

    use: Path
    wordfreq: Path
    wordnet: Path
    english: WordVectors
    second: Callable[[list[str]], Rows] | None = None
    second_source: str = ""


def words_of(sources: FurtherSources, language: str, count: int) -> WordList:
    """The most frequent words, and numbers in figures, which are as frequent as in English."""
    listed = frequent_words(sources.wordfreq, language, count)
    entries = dict(zip(*listed, strict=True))
    folded, letter = FOLDED.get(language, ("", ""))
    if letter:
        for word in listed.words:
            entries.setdefault(word.replace(folded, letter), entries[word])
    english = zip(sources.english.words, sources.english.information, strict=True)
    entries.update((word, value) for word, value in english if word.isdecimal())
    return WordList(list(entries), np.array(list(entries.values()), np.float64))


def build_language(
    sources: FurtherSources, language: str, count: int, kept: Kept, output: Path
) -> None:
    """Writes the vectors of the most frequent words of a language."""
    listed = words_of(sources, language, count)
    words, frequencies = listed.words, np.exp(-listed.information)
    encoded = _encoded(sources, language, words, kept)
    spaces = [reduced(encoded, frequencies, DIMENSIONS_OF_FAMILY)]
    if sources.second is not None:
        spaces.append(reduced(sources.second(words), frequencies, DIMENSIONS_OF_FAMILY))
    rows = joined(spaces, frequencies, DIMENSIONS)
    vectors, per_one = quantised(_restrained(rows, listed, encoded, sources, kept))
    description = {
        "language": language,
        "sources": SOURCES + sources.second_source,
        "licence": LICENCE,
        "recipe": RECIPE,
        "unit": per_one,
    }
    write_archive(output, words, vectors, listed.information, description)


def _encoded(sources: FurtherSources, language: str, words: list[str], kept: Kept) -> Rows:
    """Rows of the encoder; German nouns are written with a capital, which the lists do not show."""
    lower = kept.rows("use", words, lambda: families.use(sources.use, words))
    if language not in NOUNS_WITH_CAPITALS:
        return lower
    capitals = [word.capitalize() for word in words]
    return lower + kept.rows("use", capitals, lambda: families.use(sources.use, capitals))


def _restrained(
    rows: Rows, listed: WordList, encoded: Rows, sources: FurtherSources, kept: Kept
) -> Rows:
    """Restrained like the English words that they translate."""
    frequent = WordList(
        list(sources.english.words[:ENGLISH_WORDS]), sources.english.information[:ENGLISH_WORDS]
    )
    english_rows = kept.rows(
        "use", frequent.words, lambda: families.use(sources.use, frequent.words)
    )
    english = EnglishWords.of(frequent, english_rows, WordNet.read(sources.wordnet))
    places = translations(encoded, english)
    apart = pushed_apart(rows, opposites_of(places, english))
    return apart * scales(classes_of(listed, places, english))[:, None]
