"""What each sub-part is worth: weights fitted without it to one year, measured on another."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import numpy as np
from agreement import compared_mixtures, tau_of
from scored import SUB_PARTS, ScoredSet, fitted, title
from tables import number, print_note, print_table, print_title
from years import TESTS, score_years

from hyperbaton.meta import Agreement
from hyperbaton.meta.significance import SIGNIFICANT, bootstrap_p_values
from hyperbaton.metrics.base import Scores
from hyperbaton.metrics.hyperbaton import LEXICAL_PARTS, ORDER_PARTS

Years = Mapping[str, Sequence[ScoredSet]]


def subsets() -> dict[str, tuple[str, ...]]:
    """The sub-parts that are left, by what is left out."""
    without = {f"without {out}": tuple(n for n in SUB_PARTS if n != out) for out in SUB_PARTS}
    return {
        "all": SUB_PARTS,
        **without,
        "without the order part": LEXICAL_PARTS,
        "without the lexical part": ORDER_PARTS,
        "precision and recall alone": ("precision", "recall"),
        "chrf alone": ("chrf",),
    }


def print_ablation(data: Path) -> None:
    """Means over language pairs of what is left, then the order part pair by pair."""
    years = score_years(data)
    print_title("Mean tau-wmt14 over language pairs, with weights fitted to another year")
    rows = [[name, *_means(years, parts)] for name, parts in subsets().items()]
    print_table(["sub-parts", *(f"{title(a)} → {title(b)}" for a, b in TESTS)], rows)
    print_title("With and without the order part, both fitted to the other year: tau-wmt14")
    print_order(years)


def print_order(years: Years) -> None:
    """What the order part adds to every set, and to the mean of a year."""
    rows, gains = [], []
    for fitted_to, tested in TESTS:
        whole, lexical = (fitted(years[fitted_to], parts) for parts in (SUB_PARTS, LEXICAL_PARTS))
        found = [compared_mixtures(each, whole, lexical) for each in years[tested]]
        rows += [_row(e.label, fitted_to, a) for e, a in zip(years[tested], found, strict=True)]
        rows.append(_mean_row(f"{title(tested)} mean", fitted_to, found))
        gains += found
    print_table(["set", "weights from", "with", "without", "gain", "p", "p by bootstrap"], rows)
    print_note(
        f"p by permutation tests (PERM-BOTH), {_significant(p_values(a)[0] for a in gains)}; and "
        f"by paired bootstrap over segments, {_significant(p_values(a)[1] for a in gains)}."
    )


def p_values(agreement: Agreement) -> tuple[float, float]:
    """That the first of two metrics is better, by a permutation test and by bootstrap."""
    assert agreement.p_values is not None and agreement.samples is not None
    by_bootstrap = bootstrap_p_values(agreement.samples)
    return float(agreement.p_values[0, 1]), float(by_bootstrap[0, 1])


def _significant(found: Iterable[float]) -> str:
    values = list(found)
    number_below = sum(p < SIGNIFICANT for p in values)
    return f"below {SIGNIFICANT} on {number_below} of {len(values)} sets"


def _means(years: Years, parts: Sequence[str]) -> list[str]:
    found = []
    for fitted_to, tested in TESTS:
        weights = fitted(years[fitted_to], parts)
        found.append(float(np.mean([tau_of(each, weights) for each in years[tested]])))
    return [number(value) for value in found]


def _row(label: str, fitted_to: str, agreement: Agreement) -> list[str]:
    tested = [f"{p:.3f}" for p in p_values(agreement)]
    return [label, title(fitted_to), *_gain(agreement.values), *tested]


def _mean_row(label: str, fitted_to: str, agreements: Sequence[Agreement]) -> list[str]:
    """The means over sets, which the bootstrap resamples each on its own."""
    values = np.mean([a.values for a in agreements], axis=0)
    samples = np.mean([a.samples for a in agreements if a.samples is not None], axis=0)
    p = float(bootstrap_p_values(samples)[0, 1])
    return [label, title(fitted_to), *_gain(values), "", f"{p:.3f}"]


def _gain(values: Scores) -> list[str]:
    one, other = values.tolist()
    return [number(one), number(other), f"{one - other:+.4f}"]
