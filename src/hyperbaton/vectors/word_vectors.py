"""Word vectors in memory: a small table of bytes for the frequent words of a language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hyperbaton.checks import check_same_number
from hyperbaton.errors import InputError
from hyperbaton.vectors.compounds import with_compounds
from hyperbaton.vectors.rows import WordRows

DESCRIBED = ("language", "sources", "licence", "recipe", "unit")


@dataclass(frozen=True, eq=False)
class WordVectors:
    """Vectors of words, and how much information each word carries.

    Attributes:
        words: the words, all different.
        rows: int8, a row for each word, `unit` long or shorter. A shorter one makes its word less
            similar to all others; zeros stand for a word that is similar to nothing but itself,
            such as a number.
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

    def __post_init__(self) -> None:
        check_same_number(words=self.words, rows=self.rows, information=self.information)
        for name in DESCRIBED:
            if name not in self.description:
                raise InputError(f"description: expected {', '.join(DESCRIBED)}, got no {name}")

    def __len__(self) -> int:
        return len(self.words)

    def __repr__(self) -> str:
        return f"<{self.name}: {len(self):,} words of {self.rows.shape[1]} dimensions>"

    @property
    def licence(self) -> str:
        """The terms under which the vectors may be used."""
        return str(self.description["licence"])

    @property
    def sources(self) -> str:
        """What the vectors were made from."""
        return str(self.description["sources"])

    @property
    def unit(self) -> float:
        """How long a row is that stands for a vector of length 1."""
        return float(self.description["unit"])

    @cached_property
    def _places(self) -> dict[str, int]:
        return {word: place for place, word in enumerate(self.words)}

    def lookup(self, words: Sequence[str]) -> WordRows:
        """What there is for each word: its own entry, that of its lower-case form, or its parts'.

        Rows have length 1 (up to rounding) or less. A word without any of them has a row of zeros
        and the information of the rarest word.
        """
        return with_compounds(words, self._entries)

    def _entries(self, words: Sequence[str]) -> WordRows:
        own = self._places
        found = (own.get(word, own.get(word.lower(), -1)) for word in words)
        places = np.fromiter(found, np.int64, len(words))
        known = places >= 0
        rows = self.rows[places].astype(np.float32) / np.float32(self.unit)
        rows[~known] = 0
        information = np.where(known, self.information[places], self.information.max())
        return WordRows(rows, information, known)
