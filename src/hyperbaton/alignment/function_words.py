"""Function words: articles, prepositions, marks and the like, which say little by themselves."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

_ENGLISH = Path(__file__).parent / "data" / "function-words-en.txt"  # by tools/


@cache
def function_words(language: str) -> frozenset[str]:
    """The function words of a language, in lower case; empty where there is no list."""
    if language != "en":
        return frozenset()
    return frozenset(_ENGLISH.read_text(encoding="utf-8").split())


def are_function_words(words: Sequence[str], language: str) -> NDArray[np.bool_]:
    """For each word, whether it is a function word."""
    known = function_words(language)
    return np.fromiter((word.lower() in known for word in words), np.bool_, len(words))
