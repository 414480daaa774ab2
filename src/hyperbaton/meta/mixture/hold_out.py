"""What is held out while weights are fitted to the rest: years, language pairs, or segments."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from hyperbaton.errors import OptionError
from hyperbaton.meta.mixture.defaults import HOLD_OUTS
from hyperbaton.meta.mixture.feature_set import FeatureSet
from hyperbaton.meta.tuning.cross_validation import split_segments

YEAR, PAIR, SEGMENTS = HOLD_OUTS


class Judged(Protocol):
    """A language pair of a test set."""

    @property
    def folder(self) -> str:
        """Of the test set."""

    @property
    def pair(self) -> str:
        """The language pair."""


@dataclass(frozen=True, eq=False)
class Split:
    """One fit of cross-validation.

    Attributes:
        name: of what is held out.
        fitted: what weights are fitted to.
        held_out: what they are measured on, by the number of its set.
    """

    name: str
    fitted: Sequence[FeatureSet]
    held_out: dict[int, FeatureSet]


def check_hold_out(how: str, sets: Sequence[Judged]) -> None:
    """Refuses to hold out all there is.

    Raises:
        OptionError: there is one year or language pair only.
    """
    if how != SEGMENTS and len(groups := _groups(how, sets)) < 2:
        known = "test set" if how == YEAR else "language pair"
        raise OptionError(
            f"hold out {how}: needs a second {known} to fit on, got {next(iter(groups))} alone"
        )


def splits(how: str, sets: Sequence[FeatureSet], folds: int, seed: int) -> Iterable[Split]:
    """The fits of cross-validation, one after the other.

    Args:
        how: "year" holds out one test set at a time, "pair" one language pair in all of them, and
            "segments" a fold of every set.
        sets: all sets.
        folds: of segments.
        seed: where random numbers start.

    Raises:
        OptionError: there are too few years, language pairs or folds, or too many folds.
    """
    check_hold_out(how, sets)
    if how == SEGMENTS:
        return _folds(sets, folds, seed)
    return [
        Split(
            name,
            [each for number, each in enumerate(sets) if number not in held],
            {number: sets[number] for number in held},
        )
        for name, held in _groups(how, sets).items()
    ]


def _groups(how: str, sets: Sequence[Judged]) -> dict[str, list[int]]:
    """The numbers of sets by year or by language pair."""
    groups: dict[str, list[int]] = {}
    for number, each in enumerate(sets):
        groups.setdefault(each.folder if how == YEAR else each.pair, []).append(number)
    return groups


def _folds(sets: Sequence[FeatureSet], folds: int, seed: int) -> Iterable[Split]:
    for number, fold in enumerate(split_segments([s.preferences for s in sets], folds, seed), 1):
        fitted = [each.limited_to(~held) for each, held in zip(sets, fold, strict=True)]
        rest = [each.limited_to(held) for each, held in zip(sets, fold, strict=True)]
        yield Split(f"fold {number}", fitted, dict(enumerate(rest)))
