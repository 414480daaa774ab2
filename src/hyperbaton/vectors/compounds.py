"""Words without an entry of their own that are made of words with one: world's, ill-treatment."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from hyperbaton.vectors.rows import WordRows, unit_rows

_JOINTS = re.compile(r"['’‐‑-]")
_SHORT = 1  # letters of endings and articles, which count only if there is nothing else: l'eau, n'a


def with_compounds(words: Sequence[str], find: Callable[[Sequence[str]], WordRows]) -> WordRows:
    """The rows of words; of one without an entry, what its parts say.

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
            rows[places[word]] = _sum(rows[found])
            information[places[word]] = information[found].max()
            known[places[word]] = True
    chosen = np.array([places[word] for word in words], np.int64)
    return WordRows(rows[chosen], information[chosen], known[chosen])


def _parts(word: str) -> list[str]:
    parts = [part for part in _JOINTS.split(word) if part]
    return [part for part in parts if len(part) > _SHORT] or parts


def _sum(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    """In the direction of the sum of some rows, as long as the longest."""
    longest = np.linalg.norm(rows, axis=1).max()
    direction: NDArray[np.float32] = unit_rows(rows.sum(axis=0, keepdims=True))[0]
    return direction * np.float32(longest)
