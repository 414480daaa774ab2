"""Vectors of words that no table has, by their spelling: similar letters, similar rows.

Every n-gram of 2 to 4 letters, the word's boundaries among them, adds or takes 1 in one of a few
dimensions, which a checksum chooses. Names in another transcription and inflected forms come out
similar, unrelated words nearly at right angles.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from hyperbaton.vectors.rows import unit_rows

DIMENSIONS = 64
SHORTEST, LONGEST = 2, 4
SIGN_BIT = 1 << 16  # far from the bits that choose the dimension


def spelling_rows(words: Sequence[str]) -> NDArray[np.float32]:
    """A row of length 1 for each word; zeros for words with a digit, which nothing resembles."""
    rows = np.zeros((len(words), DIMENSIONS), np.float32)
    for row, word in zip(rows, words, strict=True):
        if not any(map(str.isdigit, word)):
            for code in _codes(word):
                row[code % DIMENSIONS] += 1.0 if code & SIGN_BIT else -1.0
    return unit_rows(rows)


def _codes(word: str) -> Iterator[int]:
    bounded = f"<{word}>"
    for length in range(SHORTEST, LONGEST + 1):
        for start in range(len(bounded) - length + 1):
            yield crc32(bounded[start : start + length].encode("utf-8", "surrogatepass"))
