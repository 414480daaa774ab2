"""Files of word vectors: the package's own format, and text of a word and its numbers on each line.

The own format is a NumPy archive (.npz) without pickled objects:

| member | type | contents |
| --- | --- | --- |
| words | uint8 | the words in UTF-8, separated by line feeds |
| vectors | int8 | a row for each word |
| information | float16 | for each word, -ln of its frequency |
| description | uint8 | a JSON object in UTF-8: language, sources, licence, recipe, unit |

`unit` is how long a row of bytes is that has length 1. Most are; a shorter one makes its word less
similar to all others.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hyperbaton.errors import InputError
from hyperbaton.files import fingerprint, numbered_lines, opened
from hyperbaton.resources import progress
from hyperbaton.vectors.rows import WordRows, unit_rows, with_compounds

ENDING = ".npz"
OWN_DATA = Path(__file__).parent / "data"
PACKAGE = "hyperbaton_vectors"  # has further languages
IN_SOURCES = Path(__file__).parents[3] / "models" / "vectors"
HEADER = re.compile(rb"\s*[0-9]{1,9}\s+[0-9]{1,9}\s*")  # how many words, and dimensions


@dataclass(frozen=True, eq=False)
class WordVectors:
    """Vectors of words, and how much information each word carries.

    Attributes:
        words: the words, all different.
        rows: int8, a row for each word, `unit` long or shorter; zeros for a word that is similar
            to nothing but itself, such as a number.
        information: float32, for each word -ln of its frequency.
        fingerprint: a digest of the file.
        description: where the vectors come from: language, sources, licence, recipe, unit.
    """

    words: tuple[str, ...]
    rows: NDArray[np.int8]
    information: NDArray[np.float32]
    fingerprint: str
    description: Mapping[str, Any]

    @cached_property
    def _places(self) -> dict[str, int]:
        return {word: place for place, word in enumerate(self.words)}

    def lookup(self, words: Sequence[str]) -> WordRows:
        """Returns what there is for each word: its own entry, its lower-case form's, or its parts'.

        Rows have length 1 (up to rounding) or less. A word without any of them has a row of zeros
        and the information of the rarest word.
        """
        return with_compounds(words, self._entries)

    def _entries(self, words: Sequence[str]) -> WordRows:
        own = self._places
        found = (own.get(word, own.get(word.lower(), -1)) for word in words)
        places = np.fromiter(found, np.int64, len(words))
        known = places >= 0
        rows = self.rows[places].astype(np.float32) / np.float32(self.description["unit"])
        rows[~known] = 0
        information = np.where(known, self.information[places], self.information.max())
        return WordRows(rows, information, known)


def read_archive(path: str | Path) -> WordVectors:
    """Reads a file in the package's own format.

    Raises:
        InputError: the file cannot be read, is damaged or is something else.
    """
    contents = fingerprint(path)
    with opened(path, as_it_is=True) as file:
        try:
            archive = np.load(file, allow_pickle=False)
            text, about = (archive[key].tobytes().decode() for key in ("words", "description"))
            words, description = tuple(text.split("\n")), json.loads(about)
            rows, information = archive["vectors"], archive["information"].astype(np.float32)
            if rows.dtype != np.int8 or rows.ndim != 2:
                raise ValueError("the vectors are not rows of bytes")
            if not len(words) == len(rows) == len(information):
                raise ValueError("the numbers of words, vectors and values of information differ")
            if not description["unit"] > 0:
                raise ValueError("the unit is not a positive number")
        except Exception as error:  # NumPy reads headers as Python, and raises whatever that raises
            reason = str(error) or type(error).__name__
            raise InputError(
                f"{path}: not an intact file of word vectors ({reason}); get it again, or give "
                "vectors as text, with a word and its numbers on each line"
            ) from None
    return WordVectors(words, rows, information, contents, description)


@dataclass(frozen=True)
class TextVectors:
    """The vectors of a text file (GloVe, word2vec, fastText), which is read for every question.

    A first line with the number of words and of dimensions may be there or not. Words stand from
    the most to the least frequent, so the place of a word says how much information it carries.
    """

    file: str

    def lookup(self, words: Sequence[str]) -> WordRows:
        """Returns the vector of each word, or of its parts, of length 1 or 0, and its information.

        By Zipf's law, of V words the one in place r, counted from 1, has the frequency 1 / (r H),
        where H = 1 + 1/2 + … + 1/V, and so the information ln r + ln H. A word that is not in the
        file has that of the last one. Where a word is there twice, the first counts.

        Raises:
            InputError: the file cannot be read or holds no such vectors; names file and line.
        """
        return with_compounds(words, self._entries)

    def _entries(self, words: Sequence[str]) -> WordRows:
        wanted = {form.encode() for word in words for form in (word, word.lower())}
        found: dict[bytes, tuple[int, NDArray[np.float32]]] = {}
        size = dimensions = 0
        for number, line in progress(numbered_lines(self.file), "reading word vectors", "words"):
            if number == 1 and HEADER.fullmatch(line):
                continue
            size += 1
            word, _, numbers = line.partition(b" ")
            if size == 1:
                dimensions = len(numbers.split())
            elif word not in wanted or word in found or len(numbers.split()) > dimensions:
                continue  # longer lines are of several words, for which nobody asks
            found[word] = size, self._vector(number, numbers, dimensions)
        if not size:
            raise InputError(f"{self.file}: there are no word vectors")
        nothing = size, np.zeros(dimensions, np.float32)
        chosen = [
            found.get(word.encode(), found.get(word.lower().encode(), nothing)) for word in words
        ]
        rows = np.array([row for _, row in chosen]).reshape(len(words), dimensions)
        known = np.array([entry is not nothing for entry in chosen], np.bool_)
        places = np.array([place for place, _ in chosen], np.int64)
        harmonic = (1.0 / np.arange(1, size + 1)).sum()
        information = (np.log(places) + np.log(harmonic)).astype(np.float32)
        return WordRows(unit_rows(rows), information, known)

    def _vector(self, line: int, numbers: bytes, dimensions: int) -> NDArray[np.float32]:
        try:
            with np.errstate(over="ignore"):
                vector = np.array([float(field) for field in numbers.split()], np.float32)
        except ValueError:
            vector = np.zeros(0, np.float32)
        if len(vector) != dimensions or dimensions == 0 or not np.isfinite(vector).all():
            raise InputError(
                f"{self.file}:{line}: expected a word and {dimensions or 'some'} finite numbers, "
                "separated by spaces"
            )
        return vector


# Languages, and files of users


def languages_with_vectors() -> list[str]:
    """Lists the codes of all languages that have vectors here."""
    return sorted(_files())


def vectors_of_language(code: str) -> WordVectors | None:
    """Returns the vectors of a language, read once per process; None where there are none.

    Raises:
        InputError: the installed file is damaged.
    """
    file = _files().get(code)
    return None if file is None else _read(str(file))


def vectors_of_file(file: str) -> WordVectors | TextVectors:
    """Returns the vectors of a user's file: an archive if it ends in .npz, else text.

    Raises:
        InputError: an archive cannot be read.
    """
    return _read(file, fingerprint(file)) if file.lower().endswith(ENDING) else TextVectors(file)


def install_command() -> str:
    """Returns the command that installs the vectors of further languages."""
    return f"pip install {IN_SOURCES if IN_SOURCES.is_dir() else 'hyperbaton-vectors'}"


def _files() -> dict[str, Path]:
    """The file of each language; the package's own come before those of the other package."""
    package, folders = find_spec(PACKAGE), [OWN_DATA]
    if package is not None and package.origin is not None:
        folders.insert(0, Path(package.origin).parent / "data")
    return {file.stem: file for folder in folders for file in folder.glob(f"*{ENDING}")}


@lru_cache(maxsize=4)
def _read(file: str, _contents: str = "") -> WordVectors:
    return read_archive(file)
