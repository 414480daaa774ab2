"""How figures are printed: Markdown tables with four places."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from agreement import mark, wins
from scored import Weights

from hyperbaton.meta import Agreement
from hyperbaton.tables.layout import markdown


def number(value: float) -> str:
    """A figure with four places; a dash where there is none."""
    return "–" if np.isnan(value) else f"{value:.4f}"


def with_mean(values: Sequence[float]) -> list[str]:
    """Figures, and their mean at the end."""
    return [number(value) for value in [*values, float(np.mean(values))]]


def print_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Prints a table and a blank line."""
    print(markdown([header, *rows]), end="\n\n", flush=True)


def print_title(text: str) -> None:
    """Prints what the next table is about."""
    print(f"**{text}**", end="\n\n")


def print_note(text: str) -> None:
    """Prints what a reader of the tables must know."""
    print(text, end="\n\n")


def written(weights: Weights) -> str:
    """Weights in a line, such as `chrf 0.20, precision 0.13`."""
    return ", ".join(f"{name} {weight:.3f}" for name, weight in weights.items())


def metric_rows(names: Sequence[str], agreements: Sequence[Agreement]) -> list[list[str]]:
    """One row per metric: its agreement on every set, tested against the first metric."""
    rows = []
    for metric, name in enumerate(names):
        cells = [_tested_cell(agreement, metric) for agreement in agreements]
        values = [float(agreement.values[metric]) for agreement in agreements]
        won = wins(agreements, metric) if metric else ""
        rows.append([name, *cells, number(float(np.mean(values))), won])
    return rows


def _tested_cell(agreement: Agreement, metric: int) -> str:
    value = float(agreement.values[metric])
    if np.isnan(value) or agreement.intervals is None:
        return number(value)
    found = agreement.intervals[metric]
    return f"{number(value)} ±{(found.high - found.low) / 2:.4f}{mark(agreement, metric)}"
