"""Rows for all words, also for those that a table does not have.

A word with apostrophes or hyphens has the mean row of its parts, and the information of the one
that carries most. Any other has a row by its spelling, in dimensions of their own: it is similar to
words that are spelt alike and not in the table either. Without a table, all words are such words,
and the longer a word, the more information it carries (Zipf 1935).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from hyperbaton.vectors.rows import WordRows, WordTable, unit_rows
from hyperbaton.vectors.spelling import DIMENSIONS, spelling_rows

SPELLING = 0.75  # the length of a row by spelling: less is known about the word
LONGEST_WORD = 10  # letters; longer words carry no more information

_SEPARATORS = re.compile(r"['’ʼ\-‐-–]+")


def completed_rows(words: Sequence[str], table: WordTable | None) -> WordRows:
    """What is known about each word; `known` says which are in the table, or made of words in it.

    Raises:
        InputError: the file of the table cannot be read.
    """
    if table is None:
        lengths = np.array([min(len(word), LONGEST_WORD) for word in words], np.float32)
        spelt = np.float32(SPELLING) * spelling_rows(words)
        return WordRows(spelt, 1 + lengths, np.zeros(len(words), np.bool_))
    parts = [_parts(word) for word in words]
    asked = list(dict.fromkeys([*words, *(part for made_of in parts for part in made_of)]))
    found = table.lookup(asked)
    place = {word: k for k, word in enumerate(asked)}
    own = np.array([place[word] for word in words], np.int64)
    rows, information, known = found.rows[own], found.information[own], found.known[own]
    for k in np.flatnonzero(~known).tolist():
        of_parts = [place[part] for part in parts[k]]
        if any(found.known[of_parts]):
            known[k] = True
            rows[k] = _mean(found.rows[of_parts])
            information[k] = found.information[of_parts].max()
    return WordRows(_with_spelling(rows, words, ~known), information, known)


def _parts(word: str) -> list[str]:
    parts = [part for part in _SEPARATORS.split(word) if part]
    return parts if len(parts) > 1 else []


def _mean(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    """The mean direction, as long as the rows are on average."""
    lengths = np.linalg.norm(rows, axis=1)
    mean: NDArray[np.float32] = unit_rows(rows.sum(axis=0, keepdims=True))[0] * lengths.mean()
    return mean


def _with_spelling(
    rows: NDArray[np.float32], words: Sequence[str], unknown: NDArray[np.bool_]
) -> NDArray[np.float32]:
    extended = np.zeros((len(words), rows.shape[1] + DIMENSIONS), np.float32)
    extended[:, : rows.shape[1]] = rows
    spelt = spelling_rows([words[k] for k in np.flatnonzero(unknown).tolist()])
    extended[unknown, rows.shape[1] :] = np.float32(SPELLING) * spelt
    return extended
