"""The weights to ship, fitted to all rankings, beside those of the metric."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from scored import LEXICAL, ORDER, SUB_PARTS, ScoredSet, Weights, fitted, score_sets
from sets import INTO_ENGLISH, OUT_OF_ENGLISH
from tables import print_note, print_table, print_title

from hyperbaton.metrics.flagship.version_2 import WITH_VECTORS, WITHOUT_VECTORS, Version2
from hyperbaton.vectors import languages_with_vectors


def print_weights(data: Path) -> None:
    """Weights with word vectors, then those by spelling alone."""
    known = languages_with_vectors()
    with_vectors = [
        each
        for folders in (INTO_ENGLISH, OUT_OF_ENGLISH)
        for each in score_sets(data, folders)
        if each.judged.data.language in known
    ]
    print_title(f"With word vectors ({', '.join(known)}): {len(with_vectors)} sets")
    _print_fit(with_vectors, WITH_VECTORS)
    without = [
        each
        for folders in (INTO_ENGLISH, OUT_OF_ENGLISH)
        for each in score_sets(data, folders, vectors=False)
    ]
    print_title(f"Without word vectors: {len(without)} sets")
    _print_fit(without, WITHOUT_VECTORS)
    print_note(
        "`fitted` sums to 1. `within its part` is the weight of a sub-part among those of its "
        "part, and `shipped` what the metric has there. WMT21 TED was fitted to by nothing."
    )


def within_parts(weights: Weights) -> dict[str, float]:
    """Weights that sum to 1 within the lexical and within the order part."""
    sums = {name: sum(weights[n] for n in part) for part in (LEXICAL, ORDER) for name in part}
    return {name: weight / sums[name] for name, weight in weights.items()}


def _print_fit(sets: Sequence[ScoredSet], shipped: Weights) -> None:
    weights = fitted(sets)
    inner = within_parts(weights)
    rows = [
        [name, *(f"{found:.3f}" for found in (weights[name], inner[name], shipped[name]))]
        for name in SUB_PARTS
    ]
    order = sum(weights[name] for name in ORDER)
    rows.append(["order part", f"{order:.3f}", "", f"{Version2.order_weight:.3f}"])
    print_table(["sub-part", "fitted", "within its part", "shipped"], rows)
