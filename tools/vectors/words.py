"""Which English words there are, and how much information each carries."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

# Written as one word here and as two in GloVe: it is + 's, do + n't.
CONTRACTIONS = {
    "n't": "do does did is are was were has have had ca wo would could should might must need ai",
    "'s": """it he she that what there here who where when how why let this everyone everything
             someone something nothing everybody somebody nobody""",
    "'re": "you we they who what there",
    "'ve": "i you we they who would could should might must",
    "'ll": "i you he she it we they that there who",
    "'d": "i you he she it we they that there who",
    "'m": "i",
}
UNWANTED = frozenset("/@&_*=<>+#|\\~%")  # addresses, remains of markup


class WordList(NamedTuple):
    """Words, from the most to the least frequent, and -ln of their frequencies."""

    words: list[str]
    information: NDArray[np.float64]


def english_words(ranked: Sequence[str], count: int) -> WordList:
    """Words among the `count` most frequent of a full list, and contractions of them.

    Left out are marks and words with a sign that does not belong to words. By Zipf's law, of V
    words the one in place r has the frequency 1 / (r H), with H = 1 + 1/2 + … + 1/V. A contraction
    is as frequent as the rarer of its parts, at most, and this is what it gets.
    """
    harmonic = sum(1 / place for place in range(1, len(ranked) + 1))
    places = {word: place for place, word in enumerate(ranked, start=1)}
    chosen = {word: places[word] for word in ranked[:count] if _is_word(word)}
    for ending, stems in CONTRACTIONS.items():
        for stem in stems.split():
            chosen.setdefault(stem + ending, max(places[stem], places[ending]))
    words = sorted(chosen, key=chosen.__getitem__)
    return WordList(words, np.log([chosen[word] for word in words]) + math.log(harmonic))


def _is_word(word: str) -> bool:
    return any(map(str.isalnum, word)) and word == word.lower() and not UNWANTED & set(word)
