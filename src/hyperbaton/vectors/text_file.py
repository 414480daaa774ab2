"""Word vectors as text: lines of a word and its numbers (GloVe, word2vec, fastText).

A first line with the number of words and of dimensions may be there or not. Such files list words
from the most to the least frequent, so the place of a word says how much information it carries.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, takewhile
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hyperbaton.errors import InputError
from hyperbaton.files import numbered_lines
from hyperbaton.resources import progress
from hyperbaton.vectors.rows import WordRows, unit_rows, with_compounds

Vector = NDArray[np.float32]
Line = tuple[int, bytes]  # with its number

ACCEPTED = "expected a word and its numbers on each line, separated by spaces"
HEADER = re.compile(rb"\s*[0-9]{1,9}\s+([0-9]{1,9})\s*")  # how many words, and dimensions


class FileRows(NamedTuple):
    """What a file says about some words.

    Attributes:
        rows: the vector of each word, or zeros.
        ranks: the place of each word in the file, counted from 0; -1 where it has none.
        size: how many words the file has.
    """

    rows: NDArray[np.float32]
    ranks: NDArray[np.int64]
    size: int


@dataclass(frozen=True)
class TextVectors:
    """The vectors of a text file, which is read again for every question."""

    file: str

    def lookup(self, words: Sequence[str]) -> WordRows:
        """Returns the vector of each word, or of its parts, of length 1 or 0, and its information.

        By Zipf's law, of V words the one in place r, counted from 1, has the frequency 1 / (r H),
        where H = 1 + 1/2 + … + 1/V, and so the information ln r + ln H. A word that is not in the
        file has that of the last one.

        Raises:
            InputError: the file cannot be read or holds no such vectors; names file and line.
        """
        return with_compounds(words, self._entries)

    def _entries(self, words: Sequence[str]) -> WordRows:
        found = read_vectors(self.file, words)
        known = found.ranks >= 0
        place = np.where(known, found.ranks + 1, found.size)
        harmonic = (1.0 / np.arange(1, found.size + 1)).sum()
        information = (np.log(place) + np.log(harmonic)).astype(np.float32)
        return WordRows(unit_rows(found.rows), information, known)


def read_vectors(file: str, words: Sequence[str]) -> FileRows:
    """Reads the vector of each word, else that of its lower-case form, else zeros.

    The file is read once from beginning to end, and of its vectors only these are kept. Where a
    word is there twice, the first counts.

    Raises:
        InputError: the file cannot be read or holds no such vectors; names file and line.
    """
    wanted = {form.encode() for word in words for form in (word, word.lower())}
    lines = iter(progress(numbered_lines(file), "reading word vectors", "words"))
    first, dimensions = _first_vector(lines, file)
    _vector(first, dimensions, file)  # a file of another kind is noticed here
    found: dict[bytes, tuple[int, Vector]] = {}
    number = first[0]
    for number, line in chain([first], lines):
        word = line.partition(b" ")[0]
        # Longer lines are of several words, for which nobody asks.
        if word in wanted and word not in found and len(line.split()) <= dimensions + 1:
            found[word] = number - first[0], _vector((number, line), dimensions, file)
    rows = np.zeros((len(words), dimensions), np.float32)
    ranks = np.full(len(words), -1, np.int64)
    for k, asked in enumerate(words):
        known = found.get(asked.encode(), found.get(asked.lower().encode()))
        if known is not None:
            ranks[k], rows[k] = known
    return FileRows(rows, ranks, number - first[0] + 1)


def _first_vector(lines: Iterator[Line], file: str) -> tuple[Line, int]:
    """The first line with a vector, and how many numbers belong to it."""
    first, declared = next(lines, None), 0
    header = None if first is None else HEADER.fullmatch(first[1])
    if header:
        declared = int(header[1])
        first = next(lines, None)
    if first is None:
        raise InputError(f"{file}: there are no vectors; {ACCEPTED}")
    return first, declared or _numbers_at_end(first[1])


def _numbers_at_end(line: bytes) -> int:
    """How many numbers follow the word, which may be several, as in GloVe's largest file."""
    fields = line.split()[1:]
    return sum(1 for _ in takewhile(_is_number, reversed(fields))) or len(fields)


def _is_number(field: bytes) -> bool:
    try:
        float(field)
    except ValueError:
        return False
    return True


def _vector(line: Line, dimensions: int, file: str) -> Vector:
    number, text = line
    fields = text.split()[1:][-dimensions or None :]
    try:
        if b"_" in b"".join(fields):  # float() would read 1_0 as ten
            raise ValueError
        with np.errstate(over="ignore"):
            vector = np.array([float(field) for field in fields], np.float32)
    except ValueError:
        raise InputError(f"{file}:{number}: not all values are numbers; {ACCEPTED}") from None
    if len(vector) != dimensions or dimensions == 0 or not np.isfinite(vector).all():
        raise InputError(
            f"{file}:{number}: expected {dimensions or 'some'} finite numbers after the word, got "
            f"{len(vector)}; {ACCEPTED}"
        )
    return vector
