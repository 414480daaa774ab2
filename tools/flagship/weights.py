"""The weights to ship, fitted to all rankings, beside those of the metric."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from kinds import KINDS
from scored import SUB_PARTS, ScoredSet, Weights, fitted
from tables import print_note, print_table, print_title

from hyperbaton.metrics.hyperbaton import LEXICAL_PARTS, ORDER_PARTS, ORDER_WEIGHT

NOTE = (
    "`fitted` sums to 1. `within its part` is the weight of a sub-part among those of its part, "
    "and `shipped` what the metric has there."
)


def print_weights(data: Path) -> None:
    """One table for each kind of languages."""
    for kind in KINDS:
        sets = kind.scored(data, ())
        print_title(f"{kind.title}, fitted to {len(sets)} sets")
        if sets:
            print_fit(sets, kind.shipped)
    print_note(NOTE)


def print_fit(sets: Sequence[ScoredSet], shipped: Weights) -> None:
    """Fitted weights beside those of the metric."""
    weights = fitted(sets)
    inner = within_parts(weights)
    rows = [
        [name, *(f"{found:.3f}" for found in (weights[name], inner[name], shipped[name]))]
        for name in SUB_PARTS
    ]
    order = sum(weights[name] for name in ORDER_PARTS)
    rows.append(["order part", f"{order:.3f}", "", f"{ORDER_WEIGHT:.3f}"])
    print_table(["sub-part", "fitted", "within its part", "shipped"], rows)


def within_parts(weights: Weights) -> dict[str, float]:
    """Weights that sum to 1 within the lexical and within the order part."""
    sums = {
        name: sum(weights[n] for n in part)
        for part in (LEXICAL_PARTS, ORDER_PARTS)
        for name in part
    }
    return {name: weight / sums[name] for name, weight in weights.items()}
