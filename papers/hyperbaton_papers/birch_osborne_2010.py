"""Birch & Osborne 2010: LRscore tuned to consistency with people, on segments.

The paper's own data is WMT09, of which de-en is available; its protocol runs on other years, too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from hyperbaton.meta import JudgedSet, Tuned, TuningSet, attained, tunable, tune
from hyperbaton.metrics import Metric
from hyperbaton.resources import progress
from hyperbaton_papers.paper import Metrics, Paper, metrics_by_group, notes_of, written
from hyperbaton_papers.published import published_table
from hyperbaton_papers.result import Cell, ComparedTable, Reproduction
from hyperbaton_papers.setup import Setup

NAME = "birch-osborne-2010"
TABLE = f"{NAME}-table-2"
METRICS = metrics_by_group(NAME)
COMPONENTS = METRICS["components"]
VARIANTS = METRICS["variants"]
INTO_ENGLISH = ("de-en", "es-en", "fr-en", "cs-en", "fi-en", "ru-en")
PAIRS = (*INTO_ENGLISH, "en-es", "en-fr", "en-de", "en-cs", "en-ru")
NOT_OFFICIAL = "tuning-task-*"


@dataclass(frozen=True)
class Measured:
    """What one language pair gives.

    Attributes:
        components: the consistency of each component alone.
        tuned: every variant with its weight tuned.
    """

    components: Mapping[str, float]
    tuned: Mapping[str, Tuned]

    def consistency(self, row: str, *, held_out: bool) -> float:
        """The consistency of a row of the table; a component has nothing to hold out."""
        if row in self.components:
            return self.components[row]
        return self.tuned[row].held_out if held_out else self.tuned[row].training


def reproduce(setup: Setup) -> Reproduction:
    """Table 2 on the test sets that the data has, with held-out figures and the weights found."""
    sets = {
        f"{label} {judged.pair}": judged
        for label, found in setup.campaigns(PAPER.test_sets, PAIRS, NOT_OFFICIAL).items()
        for judged in found
    }
    named = progress(sets.items(), "tuning", "language pairs", len(sets))
    found = {name: measure(setup, judged) for name, judged in named}
    scorer = setup.scoring().scorer(next(iter(sets.values())))
    signatures = {str(metric): scorer.signature(metric) for metric in VARIANTS.values()}
    return Reproduction(
        paper=PAPER, tables=_tables(found), notes=_notes(setup, sets), signatures=signatures
    )


def measure(setup: Setup, judged: JudgedSet) -> Measured:
    """Components and tuned variants on one language pair."""
    data = TuningSet.of(judged, setup.scoring())

    def tuned(metric: Metric) -> Tuned:
        return tune(metric, tunable(metric, "alpha"), data, "consistency", seed=setup.seed)

    return Measured(
        {name: attained(metric, data, "consistency") for name, metric in COMPONENTS.items()},
        {name: tuned(metric) for name, metric in VARIANTS.items()},
    )


def _tables(found: Mapping[str, Measured]) -> tuple[ComparedTable, ...]:
    """The paper's figures of WMT09 beside ours, then those of other language pairs and years."""
    published = published_table(TABLE)
    printed = {f"WMT09 {pair}": pair for pair in published.pairs}
    metrics = {**COMPONENTS, **VARIANTS}

    def cell(row: str, column: str) -> Cell:
        ours = found[column].consistency(row, held_out=False) if column in found else None
        return Cell(ours, published.value(row, printed[column]) if column in printed else None)

    def held_out(row: str, column: str) -> Cell:
        return Cell(found[column].consistency(row, held_out=True))

    def alpha(row: str, column: str) -> Cell:
        return Cell(found[column].tuned[row].value)

    columns = (*printed, *(name for name in found if name not in printed))
    title = "consistency in %, tuned and measured on the same data"
    again = "the same by 10-fold cross-validation"
    weight = "the weight of word order that was found"
    return (
        _table(TABLE, title, columns, metrics, cell, 2),
        _table(f"{TABLE}-held-out", again, tuple(found), metrics, held_out, 2),
        _table(f"{NAME}-alpha", weight, tuple(found), VARIANTS, alpha, 3),
    )


def _table(
    name: str,
    title: str,
    columns: tuple[str, ...],
    metrics: Metrics,
    cell: Callable[[str, str], Cell],
    decimals: int,
) -> ComparedTable:
    rows = {row: tuple(cell(row, column) for column in columns) for row in metrics}
    return ComparedTable(name, title, columns, rows, written(metrics), decimals, upright=True)


def _notes(setup: Setup, sets: Mapping[str, JudgedSet]) -> tuple[str, ...]:
    own = [judged for name, judged in sets.items() if name.startswith("WMT09 ")]
    sizes = ", ".join(
        f"{judged.pair} ({len(judged.data.systems)} systems, "
        f"{judged.judgements.preferences.strict} pairs without ties)"
        for judged in own
    )
    groups = ("own" if own else "other", "method")
    return notes_of(NAME, groups, setup, sizes=sizes)


PAPER = Paper.of(NAME, reproduce)
