"""Weights fitted to one year, measured on another: against other metrics, with tests."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from agreement import NOTE, measured, tau_of
from scored import NEW, RIVALS, ScoredSet, Weights, fitted, score_sets, title
from sets import INTO_ENGLISH
from tables import metric_rows, print_note, print_table, print_title, with_mean, written

from hyperbaton.meta import MetricScores

TESTS = (("wmt13", "wmt15"), ("wmt15", "wmt13"), ("wmt13", "wmt12"))
YEARS = ("wmt12", "wmt13", "wmt15")


def score_years(data: Path, rivals: Sequence[str] = ()) -> dict[str, list[ScoredSet]]:
    """All language pairs into English of the three years."""
    sets = score_sets(data, {year: INTO_ENGLISH[year] for year in YEARS}, rivals=rivals)
    return {year: [each for each in sets if each.folder == year] for year in YEARS}


def print_years(data: Path) -> None:
    """One table of segments and one of systems per year that is measured."""
    years = score_years(data, RIVALS)
    for fitted_to, tested in TESTS:
        weights = fitted(years[fitted_to])
        print_title(f"{title(tested)}, with weights fitted to {title(fitted_to)}: tau-wmt14")
        print_segments(years[tested], weights)
        print_title(f"{title(tested)}: Pearson's r of systems, with people's ratio of wins")
        print_systems(years[tested], weights)
        print_note(f"Weights fitted to {title(fitted_to)}: {written(weights)}.")
    print_note(NOTE)
    print_note("`ceiling` has free weights, fitted to the very language pair they are measured on.")


def compared(data: ScoredSet, weights: Weights) -> list[MetricScores]:
    """The scores of the mixture, then those of the other metrics."""
    return [data.mixed(NEW, weights), *(data.metrics[name] for name in RIVALS)]


def print_segments(sets: Sequence[ScoredSet], weights: Weights) -> None:
    """tau-wmt14 of all metrics, and the ceiling of the mixture."""
    agreements = [measured(each, compared(each, weights)) for each in sets]
    ceiling = [tau_of(each, fitted([each], nonnegative=False)) for each in sets]
    rows = metric_rows([NEW, *RIVALS], agreements)
    header = ["metric", *(each.pair for each in sets), "mean", "wins/losses/draws"]
    print_table(header, [*rows, ["ceiling", *with_mean(ceiling), ""]])


def print_systems(sets: Sequence[ScoredSet], weights: Weights) -> None:
    """Pearson's r of all metrics."""
    agreements = [
        measured(each, compared(each, weights), "pearson", level="system", samples=0)
        for each in sets
    ]
    rows = [
        [name, *with_mean([float(agreement.values[k]) for agreement in agreements])]
        for k, name in enumerate([NEW, *RIVALS])
    ]
    print_table(["metric", *(each.pair for each in sets), "mean"], rows)
