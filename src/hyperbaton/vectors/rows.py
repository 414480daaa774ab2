"""What vectors say about some words, wherever they come from: a row and a number for each.

A word without an entry that is made of words with one (world's, ill-treatment) has what its parts
say. Any other has a row by its spelling, in dimensions of their own: it is similar to words that
are spelt alike and have no entry either.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, Protocol
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

DIMENSIONS = 64  # of rows by spelling
SHORTEST, LONGEST = 2, 4  # letters of an n-gram
SIGN_BIT = 1 << 16  # far from the bits that choose the dimension
SPELLING = np.float32(0.75)  # the length of a row by spelling: less is known about the word
INFORMATIVE = 10  # letters; longer words carry no more information
_JOINTS = re.compile(r"['’‐‑-]")


class WordRows(NamedTuple):
    """One row per word.

    Attributes:
        rows: float32; the vector of each word, of length 1 or less, or zeros where it has none:
            such a word is similar to nothing but itself. The similarity of two words is the product
            of their vectors.
        information: float32; -ln of each word's frequency, never negative. The rarer a word, the
            larger; words that are not known have that of the rarest.
        known: which words have an entry.
    """

    rows: NDArray[np.float32]
    information: NDArray[np.float32]
    known: NDArray[np.bool_]


class WordTable(Protocol):
    """Vectors of words, from a file of any format."""

    def lookup(self, words: Sequence[str]) -> WordRows:
        """Returns what there is for each word."""


def unit_rows(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    """Scales vectors to length 1; those of length 0 stay."""
    exact = vectors.astype(np.float64)
    lengths = np.sqrt(np.square(exact).sum(axis=1, keepdims=True))
    np.divide(exact, lengths, out=exact, where=lengths > 0)
    return exact.astype(np.float32)


def with_compounds(words: Sequence[str], find: Callable[[Sequence[str]], WordRows]) -> WordRows:
    """Returns the rows of words; of one without an entry, what its parts say.

    Its row has the direction of the sum of its parts' rows and is as long as the longest of them;
    it carries as much information as the part that carries most.
    """
    parts = {word: _parts(word) for word in words if _JOINTS.search(word)}
    asked = dict.fromkeys([*words, *(part for made_of in parts.values() for part in made_of)])
    places = {word: place for place, word in enumerate(asked)}
    rows, information, known = find(list(asked))
    for word, made_of in parts.items():
        found = [places[part] for part in made_of if known[places[part]]]
        if found and not known[places[word]]:
            longest = np.linalg.norm(rows[found], axis=1).max()
            direction = unit_rows(rows[found].sum(axis=0, keepdims=True))[0]
            rows[places[word]] = direction * np.float32(longest)
            information[places[word]] = information[found].max()
            known[places[word]] = True
    chosen = np.array([places[word] for word in words], np.int64)
    return WordRows(rows[chosen], information[chosen], known[chosen])


def _parts(word: str) -> list[str]:
    """Endings and articles of one letter count only if there is nothing else: l'eau, n'a."""
    parts = [part for part in _JOINTS.split(word) if part]
    return [part for part in parts if len(part) > 1] or parts


def completed_rows(words: Sequence[str], table: WordTable | None) -> WordRows:
    """Returns what is known about each word, by a table or else by its spelling.

    Without a table, the longer a word, the more information it carries (Zipf 1935).
    """
    if table is None:
        information = np.array([1 + min(len(word), INFORMATIVE) for word in words], np.float32)
        nothing = np.zeros(len(words), np.bool_)
        return WordRows(SPELLING * spelling_rows(words), information, nothing)
    found = table.lookup(words)
    unknown = np.flatnonzero(~found.known)
    dimensions = found.rows.shape[1]
    rows = np.zeros((len(words), dimensions + DIMENSIONS), np.float32)
    rows[:, :dimensions] = found.rows
    rows[unknown, dimensions:] = SPELLING * spelling_rows([words[k] for k in unknown.tolist()])
    return WordRows(rows, found.information, found.known)


def spelling_rows(words: Sequence[str]) -> NDArray[np.float32]:
    """Returns a row of length 1 for each word: similar letters, similar rows.

    Every n-gram of 2 to 4 letters, the word's boundaries among them, adds or takes 1 in one of a
    few dimensions, which a checksum chooses. Names in another transcription and inflected forms
    come out similar, unrelated words nearly at right angles. Words with a digit have zeros:
    nothing resembles them.
    """
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
