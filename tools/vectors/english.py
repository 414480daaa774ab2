"""The recipe of the English vectors that come with hyperbaton."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import families
import numpy as np
from archives import write_archive
from kept import Kept
from quantisation import quantised
from restraints import class_of, opposites, pushed_apart, scales
from space import Rows, joined, reduced
from wordnet import WordNet
from words import WordList, english_words

RECIPE = "tools/vectors english, version 1"
DIMENSIONS = 64
DIMENSIONS_OF_FAMILY = 128
DIMENSIONS_OF_GLOVE = 100
FIRST_OF_GLOVE = 3  # components that are left out
SOURCES = (
    "GloVe 6B (Pennington et al. 2014; PDDL), WordLlama (MIT), all-MiniLM-L6-v2 (Apache-2.0), "
    "Universal Sentence Encoder Multilingual (Yang et al. 2020; Apache-2.0), "
    "WordNet 3.0 (WordNet licence)"
)


@dataclass(frozen=True)
class EnglishSources:
    """Where the packages lie that the recipe reads."""

    glove: Path
    glove_words: Path
    wordllama: Path
    minilm: Path
    use: Path
    wordnet: Path


def english_space(sources: EnglishSources, listed: WordList, kept: Kept) -> Rows:
    """A row of length 1 for each word, of four families with the same weight."""
    words, frequencies = listed.words, np.exp(-listed.information)
    glove = kept.rows("glove", words, lambda: families.glove(sources.glove, words))
    others = [
        kept.rows("wordllama", words, lambda: families.wordllama(sources.wordllama, words)),
        kept.rows("minilm", words, lambda: families.minilm(sources.minilm, words)),
        kept.rows("use", words, lambda: families.use(sources.use, words)),
    ]
    spaces = [
        reduced(glove, frequencies, DIMENSIONS_OF_GLOVE, FIRST_OF_GLOVE),
        *(reduced(rows, frequencies, DIMENSIONS_OF_FAMILY) for rows in others),
    ]
    return joined(spaces, frequencies, DIMENSIONS)


def restrained(rows: Rows, words: Sequence[str], wordnet: WordNet) -> Rows:
    """Rows with opposites pushed apart, shorter where a word's neighbours cannot stand for it."""
    apart = pushed_apart(rows, opposites(words, wordnet))
    return apart * scales([class_of(word, wordnet) for word in words])[:, None]


def build_english(sources: EnglishSources, count: int, kept: Kept, output: Path) -> None:
    """Writes the vectors of the most frequent English words."""
    listed = english_words(families.glove_words(sources.glove_words), count)
    rows = english_space(sources, listed, kept)
    vectors, per_one = quantised(restrained(rows, listed.words, WordNet.read(sources.wordnet)))
    description = {
        "language": "en",
        "sources": SOURCES,
        "licence": "Apache-2.0",
        "recipe": RECIPE,
        "unit": per_one,
    }
    write_archive(output, listed.words, vectors, listed.information, description)
