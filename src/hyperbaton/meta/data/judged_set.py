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
    """Reads language pairs of one test set.

    Args:
        folder: the folder of the test set, in the layout of mt-metrics-eval.
        pairs: language pairs, like `de-en`.
        options: what to read, and how.
        omissions: what to do with judgements that cannot be used; they are refused by default.

    Raises:
        InputError: something cannot be read, or does not fit together.
        OptionError: a pattern of systems matches none, or leaves fewer than two; or no segment is
            short enough.
    """
    chosen = options or DataOptions()
    each_once(pairs, "language pairs")
    return _read_all([(folder, pair, chosen) for pair in pairs], omissions or Omissions())


def read_judged_folders(
    folders: Mapping[str, DataOptions], pairs: Sequence[str], omissions: Omissions | None = None
) -> list[JudgedSet]:
    """Reads language pairs of several test sets, each of which may lack some of them.

    Args:
        folders: the folders of the test sets, and what to read from each.
        pairs: language pairs, like `de-en`.
        omissions: what to do with judgements that cannot be used; they are refused by default.

    Raises:
        InputError: no test set has a language pair, or a test set has none of them; or as in
            `read_judged_sets`.
        OptionError: as there; a pattern of systems must match one of any test set.
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
    chosen = [
        (folder, pair, options)
        for folder, options in folders.items()
        for pair in pairs
        if pair in present[folder]
    ]
    return _read_all(chosen, omissions or Omissions())


def _read_all(
    chosen: Sequence[tuple[str, str, DataOptions]], omissions: Omissions
) -> list[JudgedSet]:
    sets = []
    for folder, pair, options in chosen:
        data = read_evaluation_set(folder, pair, options)
        sets.append(JudgedSet(data, read_judgements(data, options, omissions)))
    everywhere = {name for each in sets for name in each.data.systems}
    for pattern in dict.fromkeys(p for _, _, options in chosen for p in options.exclude):
        if not any(fnmatchcase(name, pattern) for name in everywhere):
            pairs = dict.fromkeys(pair for _, pair, _ in chosen)
            raise OptionError(f"exclude: no system of {', '.join(pairs)} is named {pattern}")
    return [_limited(each, options) for each, (_, _, options) in zip(sets, chosen, strict=True)]


def _limited(judged: JudgedSet, options: DataOptions) -> JudgedSet:
    """Leaves out systems and long segments."""
    data = judged.data
    if options.exclude:
        kept = [s for s in data.systems if not any(fnmatchcase(s, p) for p in options.exclude)]
        if len(kept) < 2:
            raise OptionError(f"exclude: leaves {len(kept)} systems of {data.pair}; 2 are needed")
        judged = JudgedSet(data.among(kept), judged.judgements.among(kept))
    if not options.max_words:
        return judged
    lengths = judged.data.longest(options.counted)
    short = lengths <= options.max_words
    if len(short) and not short.any():
        raise OptionError(
            f"max words: leaves no segment of {data.pair}; the shortest needs {lengths.min()}"
        )
    return judged.limited_to(short)
