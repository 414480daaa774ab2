"""Meta-evaluation of real judgements, where those are at hand."""

import numpy as np

from hyperbaton.meta import (
    DataOptions,
    read_judged_sets,
    read_judgements,
)


def test_rankings_hold_the_same_preferences_as_pairs(wmt13):
    (judged,) = read_judged_sets(str(wmt13), ["fr-en"])
    path = wmt13 / "rankings" / "fr-en.judgments.csv.gz"
    pairs, rankings = (
        judged.judgements.preferences,
        read_judgements(judged.data, DataOptions(str(path))).preferences,
    )
    found, expected = (
        np.unique(np.column_stack(p.wins()), axis=0, return_counts=True) for p in (rankings, pairs)
    )
    assert (found[0] == expected[0]).all()
    assert (found[1] == expected[1]).all()
