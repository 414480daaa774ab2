"""Each language pair into English with weights fitted to the others, over all years."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from agreement import measured
from scored import NEW, OLD, SUB_PARTS, score_sets
from sets import INTO_ENGLISH
from tables import number, print_note, print_table, print_title

from hyperbaton.meta import Feature, MixtureOptions, fit_features

OTHERS = (OLD, "chrf")


def print_pairs(data: Path) -> None:
    """One row per set."""
    sets = score_sets(data, INTO_ENGLISH, rivals=OTHERS)
    features = [Feature(name) for name in SUB_PARTS]
    options = MixtureOptions(hold_out=("pair",))
    found = fit_features(features, [each.features() for each in sets], options).held_out("pair")
    rows = []
    for each, agreement in zip(sets, found.sets, strict=True):
        others = measured(each, [each.metrics[name] for name in OTHERS], samples=0).values
        rows.append([agreement.mixture, *others.tolist(), agreement.equal, agreement.ceiling])
    print_title("tau-wmt14 with weights fitted to all other language pairs, in all years")
    header = ["set", NEW, *OTHERS, "equal weights", "ceiling"]
    labels = [*(each.label for each in sets), "mean"]
    values = [*rows, np.mean(rows, axis=0).tolist()]
    body = [[label, *map(number, row)] for label, row in zip(labels, values, strict=True)]
    print_table(header, body)
    print_note(
        "`equal weights` makes all sub-parts equally important; `ceiling` has free weights, fitted "
        "to the very set they are measured on."
    )
