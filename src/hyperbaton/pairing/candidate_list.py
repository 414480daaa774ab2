"""The candidates of one segment, and what they are compared with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from hyperbaton.checks import as_list, as_texts
from hyperbaton.errors import InputError
from hyperbaton.limits import WEIGHT, check_pair_count
from hyperbaton.metrics.base import Scores


@dataclass(frozen=True, eq=False)
class CandidateList:
    """What one segment may be translated as, and by what that is judged.

    Attributes:
        candidates: the translations to choose from, at least one.
        references: what stands for references: the candidates themselves unless others are given.
        weights: how much each of these counts, by default alike.
        own: whether the references are the candidates themselves.
        place: what errors call the segment, with a colon and a space after it; empty where there
            is only one.
    """

    candidates: tuple[str, ...]
    references: tuple[str, ...]
    weights: Scores
    own: bool
    place: str

    @classmethod
    def of(
        cls, candidates: Any, references: Any = None, weights: Any = None, place: str = ""
    ) -> CandidateList:
        """Lists as users write them.

        Raises:
            InputError: a list is empty, or of something else; names the segment.
            OptionError: a weight is no number in its range, or there is not one per reference.
        """
        texts = _some_texts(candidates, f"{place}candidates")
        judges = (
            texts if references is None else _some_texts(references, f"{place}pseudo_references")
        )
        check_pair_count(len(texts), len(judges), place)
        used = np.ones(len(judges)) if weights is None else _weights(weights, len(judges), place)
        return cls(texts, judges, used, references is None, place)


def _some_texts(value: Any, name: str) -> tuple[str, ...]:
    texts = tuple(as_texts(value, name))
    if not texts:
        raise InputError(f"{name}: expected at least one text, got none")
    return texts


def _weights(value: Any, references: int, place: str) -> Scores:
    name = f"{place}weights"
    listed: Sequence[Any] = as_list(value, name, "a list of numbers")
    if len(listed) != references:
        raise InputError(
            f"{name}: {len(listed)} numbers for {references} texts to compare with; each needs one"
        )
    found = np.array([WEIGHT.check(w, f"{name}: item {k}") for k, w in enumerate(listed, 1)])
    if not found.any():
        raise InputError(f"{name}: all are 0; at least one must be larger")
    return found
