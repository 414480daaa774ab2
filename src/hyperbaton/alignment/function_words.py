"""Function words: articles, prepositions, marks and the like, which say little by themselves."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from hyperbaton.text.segments import Segments

_ENGLISH = Path(__file__).parent / "data" / "function-words-en.txt"  # by tools/


@cache
def function_words(language: str) -> frozenset[str]:
    """The function words of a language, in lower case; empty where there is no list."""
    if language != "en":
        return frozenset()
    return frozenset(_ENGLISH.read_text(encoding="utf-8").split())


def are_function_words(segments: Segments, language: str) -> NDArray[np.bool_]:
    """For all words of the segments, by id, whether they are function words."""
    known = function_words(language)
    assert segments.arrays  # before, the references may not know all words
    words = segments.references.vocabulary_from(0)
    return np.fromiter((word.lower() in known for word in words), np.bool_, len(words))
