"""Folds of segments: all judgements of a segment are in the same fold."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from hyperbaton.errors import OptionError
from hyperbaton.limits import FOLDS
from hyperbaton.meta.data.judgements import Preferences

Fold = list[NDArray[np.bool_]]  # for each language pair, which segments are held out


def split_segments(sets: Sequence[Preferences], folds: int, seed: int) -> list[Fold]:
    """Splits judged segments at random into folds of equal size; none for 0 folds.

    Raises:
        OptionError: there is one fold only, or there are more than judged segments.
    """
    folds = FOLDS.check(folds, "folds")
    if folds == 0:
        return []
    random = np.random.default_rng(seed)
    numbers = []
    for preferences in sets:
        judged = np.unique(preferences.segment)
        if len(judged) < folds:
            raise OptionError(f"folds: {folds} are too many for {len(judged)} judged segments")
        number = np.full(preferences.segments, -1)
        number[random.permutation(judged)] = np.arange(len(judged)) % folds
        numbers.append(number)
    return [[number == fold for number in numbers] for fold in range(folds)]
