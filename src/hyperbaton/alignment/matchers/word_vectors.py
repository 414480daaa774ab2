"""Word vectors as text: lines of a word and its numbers (GloVe, word2vec, fastText).

A first line with the number of words and of dimensions may be there or not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from hyperbaton.errors import InputError
from hyperbaton.runtime.progress import progress
from hyperbaton.text.reading import opened

Vector = NDArray[np.float32]
Line = tuple[int, bytes]  # with its number

ACCEPTED = "expected a word and its numbers on each line, separated by spaces"
FIELDS_OF_HEADER = 2


def read_vectors(file: str, words: Sequence[str]) -> NDArray[np.float32]:
    """A row for each word: its vector, else that of its lower-case form, else zeros.

    The file is read once from beginning to end, and of its vectors only these are kept. Where a
    word is there twice, the first counts.

    Raises:
        InputError: the file cannot be read or holds no such vectors; names file and line.
    """
    wanted = {form.encode() for word in words for form in (word, word.lower())}
    with opened(file) as stream:
        lines = enumerate(progress(stream, "reading word vectors", "words"), start=1)
        first = _first_vector(lines, file)
        dimensions = len(first[1].split()) - 1
        _vector(first, dimensions, file)  # a file of another kind is noticed here
        found = _found(chain([first], lines), wanted, dimensions, file)
    rows = np.zeros((len(words), dimensions), np.float32)
    for row, word in zip(rows, words, strict=True):
        vector = found.get(word.encode(), found.get(word.lower().encode()))
        if vector is not None:
            row[:] = vector
    return rows


def _first_vector(lines: Iterator[Line], file: str) -> Line:
    first = next(lines, None)
    if first is not None and _is_header(first[1]):
        first = next(lines, None)
    if first is None:
        raise InputError(f"{file}: there are no vectors; {ACCEPTED}")
    return first


def _is_header(line: bytes) -> bool:
    fields = line.split()
    return len(fields) == FIELDS_OF_HEADER and all(field.isdigit() for field in fields)


def _found(
    lines: Iterator[Line], wanted: set[bytes], dimensions: int, file: str
) -> dict[bytes, Vector]:
    found: dict[bytes, Vector] = {}
    for number, line in lines:
        word = line.partition(b" ")[0]
        if word not in wanted or word in found:
            continue
        if len(line.split()) <= dimensions + 1:  # else a word of several words, which none asks for
            found[word] = _vector((number, line), dimensions, file)
    return found


def _vector(line: Line, dimensions: int, file: str) -> Vector:
    number, text = line
    fields = text.split()[1:]
    try:
        vector = np.array([float(field) for field in fields], np.float32)
    except ValueError:
        raise InputError(f"{file}:{number}: not all values are numbers; {ACCEPTED}") from None
    if len(vector) != dimensions or dimensions == 0 or not np.isfinite(vector).all():
        raise InputError(
            f"{file}:{number}: expected {dimensions or 'some'} finite numbers after the word, got "
            f"{len(vector)}; {ACCEPTED}"
        )
    return vector
