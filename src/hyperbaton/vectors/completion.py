"""Rows for all words, also for those that a table does not have.

Such a word has a row by its spelling, in dimensions of their own: it is similar to words that are
spelt alike and not in the table either. Without a table, all words are such words, and the longer a
word, the more information it carries (Zipf 1935).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hyperbaton.vectors.rows import WordRows, WordTable
from hyperbaton.vectors.spelling import DIMENSIONS, spelling_rows

SPELLING = np.float32(0.75)  # the length of a row by spelling: less is known about the word
LONGEST = 10  # letters; longer words carry no more information


def completed_rows(words: Sequence[str], table: WordTable | None) -> WordRows:
    """What is known about each word, by a table or else by its spelling.

    Raises:
        InputError: the file of the table cannot be read.
    """
    if table is None:
        information = np.array([1 + min(len(word), LONGEST) for word in words], np.float32)
        nothing = np.zeros(len(words), np.bool_)
        return WordRows(SPELLING * spelling_rows(words), information, nothing)
    found = table.lookup(words)
    unknown = np.flatnonzero(~found.known)
    dimensions = found.rows.shape[1]
    rows = np.zeros((len(words), dimensions + DIMENSIONS), np.float32)
    rows[:, :dimensions] = found.rows
    rows[unknown, dimensions:] = SPELLING * spelling_rows([words[k] for k in unknown.tolist()])
    return WordRows(rows, found.information, found.known)
