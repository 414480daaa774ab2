"""Soft matches of words by vectors, against the same with a matrix product of NumPy per pair."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from timing import best_seconds

from hyperbaton.alignment.matchers.matcher import MINIMUM, NEARNESS
from hyperbaton.alignment.matchers.soft import STEM_SIMILARITY, soft_matches
from hyperbaton.text.segments import Segments
from hyperbaton.vectors import unit_rows

PAIRS, WORDS, DIMENSIONS = 4000, 25, 64
VOCABULARY = 5000
PER_SECOND_FLOOR = 125_000

Floats = NDArray[np.float32]


def sentences(generator: np.random.Generator) -> list[list[str]]:
    return generator.integers(0, VOCABULARY, (PAIRS, WORDS)).astype(str).tolist()


def with_numpy(
    h: NDArray[np.int32], r: NDArray[np.int32], vectors: Floats, stems: NDArray[np.int32]
) -> Floats:
    """What NumPy needs at least for one pair, without words that are repeated."""
    values = np.minimum(vectors[h] @ vectors[r].T, 1)
    values = np.where(stems[h][:, None] == stems[r], np.maximum(values, STEM_SIMILARITY), values)
    values[h[:, None] == r] = 1
    places = (np.arange(WORDS) + 0.5) / WORDS
    near = values - NEARNESS * abs(places[:, None] - places)
    diagonals = np.minimum(values[:-1, :-1], values[1:, 1:])
    for each in (values, near):
        each.argmax(axis=0), each.argmax(axis=1)
    diagonals.max(axis=0), diagonals.max(axis=1)
    mutual = near.argmax(axis=0)[near.argmax(axis=1)] == np.arange(WORDS)
    linked: Floats = values.max(axis=1)[mutual]
    return linked[linked >= MINIMUM]


def run() -> list[dict[str, Any]]:
    generator = np.random.default_rng(1)
    segments = Segments.of(sentences(generator), sentences(generator))
    size = len(segments.hypotheses.vocabulary)
    vectors = unit_rows(generator.normal(size=(size, DIMENSIONS)).astype(np.float32))
    stems = (np.arange(size) // 2).astype(np.int32)
    ours = best_seconds(lambda: soft_matches(segments, vectors, stems, threads=1), 3)
    arrays = segments.arrays
    pairs = list(
        zip(
            arrays.hypothesis_values.reshape(PAIRS, WORDS),
            arrays.reference_values.reshape(PAIRS, WORDS),
            strict=True,
        )
    )
    theirs = best_seconds(lambda: [with_numpy(h, r, vectors, stems) for h, r in pairs], 1)
    what = f"soft matches, {WORDS} by {WORDS} words of {DIMENSIONS} dimensions, one core"
    return [
        {"what": what, "per_second": PAIRS / ours, "at_least_per_second": PER_SECOND_FLOOR},
        {"what": what, "against": "NumPy, pair by pair", "ratio": theirs / ours},
    ]
