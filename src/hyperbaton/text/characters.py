"""Text as chrF sees it: characters without spaces, and words with one mark split off."""

from __future__ import annotations

import string

import numpy as np

from hyperbaton import _core
from hyperbaton.text.ragged import Ragged
from hyperbaton.text.text_column import TextColumn

_MARKS = frozenset(string.punctuation)


def characters(texts: TextColumn, threads: int = 1) -> Ragged[np.int32]:
    """The characters of texts as code points, without white space."""
    return Ragged(*_core.characters(texts.data, texts.offsets, threads))


def split_marks(text: str) -> list[str]:
    """The words between spaces, with one mark at the end, or else at the beginning, split off.

    >>> split_marks('"Well," said (she)')
    ['"Well,', '"', 'said', '(she', ')']
    """
    words: list[str] = []
    for word in text.split():
        if len(word) > 1 and word[-1] in _MARKS:
            words += (word[:-1], word[-1])
        elif len(word) > 1 and word[0] in _MARKS:
            words += (word[0], word[1:])
        else:
            words.append(word)
    return words
