"""Word lists of wordfreq (Speer 2022), read from its data: words of many languages by frequency."""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np
from words import WordList

SIZES = ("large", "small")


def frequent_words(folder: Path, language: str, count: int) -> WordList:
    """The most frequent words of a language; the folder is that of PyPI's wordfreq.

    Its lists hold the shapes of numbers, such as 0000, in place of numbers; these are left out.
    """
    import msgpack

    lists = [folder / "data" / f"{size}_{language}.msgpack.gz" for size in SIZES]
    file = next((path for path in lists if path.exists()), None)
    if file is None:
        raise SystemExit(f"{folder}: there is no list of words of {language!r}")
    with gzip.open(file) as packed:
        _, *bins = msgpack.load(packed, raw=False)
    ranked = [
        (word, hundredths)
        for hundredths, words in enumerate(bins)  # of the logarithm of frequency, to base 10
        for word in words
        if _is_word(word)
    ][:count]
    words = [word for word, _ in ranked]
    information = np.array([hundredths for _, hundredths in ranked]) * (np.log(10) / 100)
    return WordList(words, information)


def _is_word(word: str) -> bool:
    return any(map(str.isalpha, word)) and not any(map(str.isdigit, word))
