"""The three kinds of languages for which the metric has weights, with the sets to fit them to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from scored import ScoredSet, Weights, score_sets
from sets import INTO_ENGLISH, OUT_OF_ENGLISH

from hyperbaton.meta.evaluation_set import target_language
from hyperbaton.metrics.hyperbaton import ENGLISH, NO_VECTORS, OTHER_VECTORS
from hyperbaton.vectors import languages_with_vectors


class Kind(NamedTuple):
    """Languages that share their weights.

    Attributes:
        title: which they are.
        shipped: the weights of the metric.
        scored: scores all sets of this kind, given the folder of data and rivals.
    """

    title: str
    shipped: Weights
    scored: Callable[[Path, Sequence[str]], list[ScoredSet]]


def english(data: Path, rivals: Sequence[str]) -> list[ScoredSet]:
    """All rankings of translations into English."""
    return score_sets(data, INTO_ENGLISH, rivals=rivals)


def others(data: Path, rivals: Sequence[str]) -> list[ScoredSet]:
    """All rankings of translations into other languages that have word vectors here."""
    known = languages_with_vectors()
    folders = {
        folder: [pair for pair in pairs if target_language(pair) in known]
        for folder, pairs in OUT_OF_ENGLISH.items()
    }
    return score_sets(data, folders, rivals=rivals)


def without_vectors(data: Path, rivals: Sequence[str]) -> list[ScoredSet]:
    """All rankings, as if no language had vectors."""
    return [
        each
        for folders in (INTO_ENGLISH, OUT_OF_ENGLISH)
        for each in score_sets(data, folders, rivals=rivals, vectors=False)
    ]


KINDS = (
    Kind("English", ENGLISH, english),
    Kind("Other languages with word vectors", OTHER_VECTORS, others),
    Kind("All languages without word vectors", NO_VECTORS, without_vectors),
)
