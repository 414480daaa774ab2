"""How similar pairs of words are that a translator may exchange, and pairs that he may not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np
from space import Rows
from wordnet import WordNet

SETS = {
    "days": "monday tuesday wednesday thursday friday saturday sunday",
    "months": """january february march april june july august september october november
                 december""",
    "number words": "two three four five six seven eight nine ten eleven twelve twenty hundred",
    "years": "1999 2001 2005 2008 2010 2011 2012 2013",
    "pronouns": "i you he she it we they me him her us them my your his its our their",
    "countries": "germany france italy spain russia china japan greece poland sweden",
    "nationalities": "german french italian spanish russian chinese japanese greek polish swedish",
    "cities": "berlin paris london madrid moscow rome tokyo vienna prague warsaw",
    "first names": "john paul peter michael david maria anna thomas robert barbara",
}


class Similarity(NamedTuple):
    """How similar pairs of one kind are, where less than 0 counts as 0."""

    kind: str
    pairs: int
    mean: float
    above_half: float


def inspect(words: Sequence[str], rows: Rows, wordnet: WordNet) -> list[Similarity]:
    """Synonyms and antonyms of WordNet, and pairs within small sets of English words."""
    places = {word: place for place, word in enumerate(words)}
    kinds: dict[str, Iterable[tuple[int, int]]] = {
        "synonyms": wordnet.synonym_pairs(words),
        "antonyms": wordnet.antonym_pairs(words),
    }
    for kind, members in SETS.items():
        kinds[kind] = combinations([places[word] for word in members.split()], 2)
    return [_similarity(kind, rows, list(pairs)) for kind, pairs in kinds.items()]


def _similarity(kind: str, rows: Rows, pairs: list[tuple[int, int]]) -> Similarity:
    one, other = np.array(pairs).T
    similar = np.maximum(np.einsum("ij,ij->i", rows[one], rows[other]), 0)
    return Similarity(kind, len(pairs), float(similar.mean()), float((similar > 0.5).mean()))
