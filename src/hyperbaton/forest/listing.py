"""The chart of a forest and the weak factorisations of a permutation, as tables and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hyperbaton.errors import InputError
from hyperbaton.forest.drawing import operator_text
from hyperbaton.forest.forest import ForestEntry, PermutationForest
from hyperbaton.forest.weak import (
    Ground,
    WeakFactorization,
    average,
    factorizations,
    maximum,
)
from hyperbaton.tables.layout import Rows

MAX_CHARTED = 100  # the splits of n inverted words are n³ / 6
MAX_WEAK = 8

Record = dict[str, Any]


def chart_rows(forest: PermutationForest, *, ascii_only: bool) -> Rows:
    """The blocks of all trees, the longest first: operator, and every way to split it."""
    rows = [("start", "stop", "operator", "splits")]
    for entry in _chart(forest):
        ways = " | ".join(",".join(map(str, way)) for way in entry.inferences)
        operator = operator_text(entry.operator, ascii_only=ascii_only)
        rows.append((str(entry.start), str(entry.stop), operator, ways))
    return rows


def chart_record(forest: PermutationForest) -> Record:
    """The chart as JSON has it."""
    entries = [
        {
            "start": entry.start,
            "stop": entry.stop,
            "operator": list(entry.operator),
            "splits": [list(way) for way in entry.inferences],
        }
        for entry in _chart(forest)
    ]
    return {"permutation": list(forest.tree.permutation), "entries": entries}


def _chart(forest: PermutationForest) -> list[ForestEntry]:
    _check_length(forest.tree.permutation, MAX_CHARTED, "a chart")
    return sorted(forest.entries(), key=lambda entry: (entry.start - entry.stop, entry.start))


def weak_rows(permutation: tuple[int, ...], ground: Ground, *, ascii_only: bool) -> Rows:
    """The weak factorisations, those of fewest nodes first, with AVG and MAX of a ground measure.

    The last column marks permutation trees.
    """
    rows = [("factorisation", "nodes", "AVG", "MAX", "PET")]
    for each in _weak(permutation):
        rows.append(
            (
                weak_text(each, iter(permutation), ascii_only=ascii_only),
                str(each.node_count),
                f"{average(each, ground):g}",
                f"{maximum(each, ground):g}",
                "yes" if each.is_permutation_tree else "no",
            )
        )
    return rows


def weak_record(permutation: tuple[int, ...], ground: Ground) -> Record:
    """The weak factorisations as JSON has them."""
    found = [
        {
            "factorization": _nested(each, iter(permutation)),
            "nodes": each.node_count,
            "average": average(each, ground),
            "maximum": maximum(each, ground),
            "pet": each.is_permutation_tree,
        }
        for each in _weak(permutation)
    ]
    return {"permutation": list(permutation), "factorizations": found}


def weak_text(factorization: WeakFactorization, words: Iterator[int], *, ascii_only: bool) -> str:
    """A factorisation as the paper writes it, σ[π₁ … πₘ], such as ⟨2,1⟩[3 ⟨1,2⟩[1 2]]."""
    parts = [
        str(next(words)) if child is None else weak_text(child, words, ascii_only=ascii_only)
        for child in factorization.children
    ]
    return f"{operator_text(factorization.operator, ascii_only=ascii_only)}[{' '.join(parts)}]"


def _nested(factorization: WeakFactorization, words: Iterator[int]) -> Record:
    children = [
        next(words) if child is None else _nested(child, words) for child in factorization.children
    ]
    return {"operator": list(factorization.operator), "children": children}


def _weak(permutation: tuple[int, ...]) -> list[WeakFactorization]:
    _check_length(permutation, MAX_WEAK, "a list of weak factorisations")
    return sorted(factorizations(permutation), key=lambda each: each.node_count)


def _check_length(permutation: tuple[int, ...], most: int, what: str) -> None:
    if len(permutation) > most:
        raise InputError(
            f"a permutation of {len(permutation)} words is too long for {what}; "
            f"up to {most} are accepted"
        )
