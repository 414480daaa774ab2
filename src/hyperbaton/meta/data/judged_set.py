"""Test sets with what people said of them, ready to be evaluated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase

import numpy as np
from numpy.typing import NDArray

from hyperbaton.checks import each_once
from hyperbaton.errors import InputError, OptionError
from hyperbaton.evidence import Preparation
from hyperbaton.meta.data.evaluation_set import (
    DataOptions,
    EvaluationSet,
    language_pairs,
    read_evaluation_set,
)
from hyperbaton.meta.data.judgement_files import read_judgements
from hyperbaton.meta.data.judgements import Judgements
from hyperbaton.meta.data.outputs import Omissions


@dataclass(frozen=True, eq=False)
class JudgedSet:
    """One language pair: outputs and judgements of the same systems.

    Attributes:
        data: references and outputs.
        judgements: what people said.
    """

    data: EvaluationSet
    judgements: Judgements

    @property
    def pair(self) -> str:
        """The language pair."""
        return self.data.pair

    def limited_to(self, segments: NDArray[np.bool_]) -> JudgedSet:
        """Returns the language pair with outputs and judgements of some segments."""
        return JudgedSet(self.data.limited_to(segments), self.judgements.limited_to(segments))

    def with_lengths(self, counted: Preparation) -> JudgedSet:
        """Returns the same with the lengths of the references beside the judgements."""
        lengths = self.data.mean_lengths(counted)
        return replace(self, judgements=replace(self.judgements, lengths=lengths))


def read_judged_sets(
    folder: str,
    pairs: Sequence[str],
    options: DataOptions | None = None,
    omissions: Omissions | None = None,
) -> list[JudgedSet]:
    """Reads language pairs of the test set in a folder; see `read_judged_folders`."""
    return read_judged_folders({folder: options or DataOptions()}, pairs, omissions)


def read_judged_folders(
    folders: Mapping[str, DataOptions], pairs: Sequence[str], omissions: Omissions | None = None
) -> list[JudgedSet]:
    """Reads language pairs of test sets, each of which may lack some of them.

    Args:
        folders: the folders of the test sets, and what to read from each.
        pairs: language pairs, like `de-en`.
        omissions: what to do with judgements that cannot be used; they are refused by default.

    Raises:
        InputError: no test set has a language pair, or a test set has none of them; or something
            cannot be read, or does not fit together.
        OptionError: a pattern of systems matches none, or leaves fewer than two.
    """
    each_once(pairs, "language pairs")
    present = {folder: language_pairs(folder) for folder in folders}
    known = "; ".join(f"{f} has {', '.join(found) or 'none'}" for f, found in present.items())
    for pair in pairs:
        if not any(pair in found for found in present.values()):
            raise InputError(f"no test set has references/{pair}.NAME.txt; {known}")
    for folder, found in present.items():
        if not set(found) & set(pairs):
            raise InputError(f"{folder}: has none of {', '.join(pairs)}; {known}")
    sets = []
    for folder, options in folders.items():
        for pair in (pair for pair in pairs if pair in present[folder]):
            data = read_evaluation_set(folder, pair, options)
            judged = JudgedSet(data, read_judgements(data, options, omissions or Omissions()))
            sets.append((judged, options))
    names = {name for judged, _ in sets for name in judged.data.systems}
    for pattern in {pattern for options in folders.values() for pattern in options.exclude}:
        if not any(fnmatchcase(name, pattern) for name in names):
            raise OptionError(f"exclude: no system of {', '.join(pairs)} is named {pattern}")
    return [_without(judged, options.exclude) for judged, options in sets]


def _without(judged: JudgedSet, patterns: Sequence[str]) -> JudgedSet:
    """The language pair without the systems of some patterns."""
    systems = judged.data.systems
    kept = [name for name in systems if not any(fnmatchcase(name, p) for p in patterns)]
    if len(kept) < 2:
        raise OptionError(f"exclude: leaves {len(kept)} systems of {judged.pair}; 2 are needed")
    if len(kept) == len(systems):
        return judged
    return replace(judged, data=judged.data.among(kept), judgements=judged.judgements.among(kept))
