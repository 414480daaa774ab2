"""Word vectors in the package's own format: a NumPy archive (.npz) without pickled objects.

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
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hyperbaton.errors import InputError
from hyperbaton.files import fingerprint, opened, replacement
from hyperbaton.vectors.rows import WordRows, with_compounds

ENDING = ".npz"
FIRST_BYTES = b"PK"  # of any zip archive, which a file of this format is
MEMBERS = {
    "words": (np.uint8, 1),
    "vectors": (np.int8, 2),
    "information": (np.float16, 1),
    "description": (np.uint8, 1),
}


@dataclass(frozen=True, eq=False)
class WordVectors:
    """Vectors of words, and how much information each word carries.

    Attributes:
        words: the words, all different.
        rows: int8, a row for each word, `unit` long or shorter; zeros for a word that is similar
            to nothing but itself, such as a number.
        information: float32, for each word -ln of its frequency.
        name: the language, or the name of a file.
        fingerprint: a digest of the file.
        description: where the vectors come from: language, sources, licence, recipe, unit.
    """

    words: tuple[str, ...]
    rows: NDArray[np.int8]
    information: NDArray[np.float32]
    name: str
    fingerprint: str
    description: Mapping[str, Any]

    def __len__(self) -> int:
        return len(self.words)

    def __repr__(self) -> str:
        return f"<{self.name}: {len(self):,} words of {self.rows.shape[1]} dimensions>"

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


def read_archive(path: str | Path, name: str | None = None) -> WordVectors:
    """Reads the vectors of a file, under the name of the file if no other is given.

    Raises:
        InputError: the file cannot be read, is damaged or is something else.
    """
    contents = fingerprint(path)
    with opened(path, as_it_is=True) as file:
        try:
            if file.read(len(FIRST_BYTES)) != FIRST_BYTES:
                raise ValueError("not an archive")
            file.seek(0)
            archive = np.load(file, allow_pickle=False)
            members = {member: archive[member] for member in MEMBERS if member in archive}
            return _vectors(members, name or Path(path).name, contents)
        except Exception as error:  # NumPy reads headers as Python, and raises whatever that raises
            reason = str(error) or type(error).__name__
            raise InputError(
                f"{path}: not an intact file of word vectors ({reason}); get it again, or give "
                "vectors as text, with a word and its numbers on each line"
            ) from None


def write_archive(
    path: str | Path,
    words: Sequence[str],
    vectors: NDArray[np.int8],
    information: NDArray[np.floating[Any]],
    description: Mapping[str, Any],
) -> None:
    """Writes vectors to a file; the same vectors always make the same bytes.

    The file appears only when it is complete.

    Raises:
        ValueError: they would not be read back.
        InputError: the file cannot be written.
    """
    members: dict[str, NDArray[Any]] = {
        "words": _bytes("\n".join(words)),
        "vectors": vectors,
        "information": information.astype(np.float16),
        "description": _bytes(json.dumps(description, ensure_ascii=False, sort_keys=True)),
    }
    _vectors(members, str(path), "")
    with replacement(path) as file:
        np.savez_compressed(file, **members)  # type: ignore[arg-type]


def _vectors(members: Mapping[str, NDArray[Any]], name: str, contents: str) -> WordVectors:
    """The vectors in the members of an archive.

    Raises:
        ValueError: they are not those of this format.
    """
    for member, (kind, dimensions) in MEMBERS.items():
        found = members.get(member)
        if found is None:
            raise ValueError(f"there is no {member!r}")
        if found.dtype != kind or found.ndim != dimensions:
            raise ValueError(f"{member!r} is of another type")
    words, description = (members[key].tobytes().decode() for key in ("words", "description"))
    listed, described = tuple(words.split("\n")), json.loads(description)
    rows, information = members["vectors"], members["information"].astype(np.float32)
    if len(set(listed)) != len(listed) or not all(listed):
        raise ValueError("a word is empty or there twice")
    if not len(listed) == len(rows) == len(information):
        raise ValueError("the numbers of words, vectors and values of information differ")
    if not described["unit"] > 0:
        raise ValueError("the unit is not a positive number")
    return WordVectors(listed, rows, information, name, contents, described)


def _bytes(text: str) -> NDArray[np.uint8]:
    return np.frombuffer(text.encode("utf-8"), np.uint8)
