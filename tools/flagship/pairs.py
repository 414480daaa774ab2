"""Each language pair with weights fitted to the others, over all years."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from agreement import measured
from kinds import KINDS
from scored import NEW, SUB_PARTS, ScoredSet
from tables import number, print_note, print_table, print_title

from hyperbaton.meta import fit_features

OTHERS = ("chrf",)
NOTE = (
    "`equal weights` makes all sub-parts equally important; `ceiling` has free weights, fitted to "
    "the very set they are measured on."
)


def print_pairs(data: Path) -> None:
    """One table for each kind of languages."""
    for kind in KINDS:
        sets = kind.scored(data, OTHERS)
        if sets:
            print_title(f"{kind.title}: tau-wmt14 with weights fitted to all other language pairs")
            print_held_out(sets)
    print_note(NOTE)


def print_held_out(sets: Sequence[ScoredSet]) -> None:
    """One row per set, and the mean."""
    found = fit_features(SUB_PARTS, [each.features() for each in sets], hold_out="pair").values
    rows = []
    for k, each in enumerate(sets):
        others = measured(each, [each.metrics[name] for name in OTHERS], samples=0).values.tolist()
        ours = (found[name][k] for name in ("equal weights", "ceiling"))
        rows.append([found["mixture"][k], *others, *ours])
    labels = [*(each.label for each in sets), "mean"]
    values = [*rows, np.mean(rows, axis=0).tolist()]
    body = [[label, *map(number, row)] for label, row in zip(labels, values, strict=True)]
    print_table(["set", NEW, *OTHERS, "equal weights", "ceiling"], body)
