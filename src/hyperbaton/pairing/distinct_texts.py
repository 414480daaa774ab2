"""Texts without repetitions: what was said twice is scored once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from hyperbaton.pairing.pairs import Indices


@dataclass(frozen=True)
class DistinctTexts:
    """The different texts of a list.

    Attributes:
        texts: each once, in the order in which they first occur.
        first: where each occurs first.
        place_of: for every text of the list its place among the different ones.
    """

    texts: list[str]
    first: Indices
    place_of: Indices

    @classmethod
    def of(cls, texts: Sequence[str]) -> DistinctTexts:
        """The different ones among texts."""
        places: dict[str, int] = {}
        first: list[int] = []
        place_of = np.empty(len(texts), np.int64)
        for k, text in enumerate(texts):
            place_of[k] = place = places.setdefault(text, len(places))
            if place == len(first):
                first.append(k)
        return cls(list(places), np.array(first, np.int64), place_of)
