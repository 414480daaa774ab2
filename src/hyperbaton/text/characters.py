"""Text as chrF sees it: characters without spaces, and words with one mark split off."""

from __future__ import annotations

import string
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

_MARKS = frozenset(string.punctuation)


class CharacterArrays(NamedTuple):
    """Texts as code points without spaces: text k is `values[offsets[k]:offsets[k + 1]]`."""

    values: NDArray[np.int32]
    offsets: NDArray[np.int64]


def characters(texts: Sequence[str]) -> CharacterArrays:
    """The characters of texts, without white space."""
    spaceless = ["".join(text.split()) for text in texts]
    codes = "".join(spaceless).encode("utf-32-le", "surrogatepass")
    offsets = np.cumsum([0, *map(len, spaceless)], dtype=np.int64)
    return CharacterArrays(np.frombuffer(codes, "<i4").astype(np.int32), offsets)


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
