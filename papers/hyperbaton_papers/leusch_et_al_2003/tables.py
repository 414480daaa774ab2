"""Correlations beside those of tables 1 and 3, by corpus and by language pair."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from hyperbaton.metrics.base import Scores
from hyperbaton_papers.leusch_et_al_2003.data import COLUMNS, Results, campaigns, short_names
from hyperbaton_papers.leusch_et_al_2003.measures import (
    BY_LENGTH,
    CORPORA,
    EQUALLY,
    MEASURES,
    NAME,
    SENTENCE,
    TIDES_A,
    TIDES_B,
    TITLES,
    UNWEIGHTED,
    WEIGHTED,
    printed,
    tables_with,
)
from hyperbaton_papers.paper import MEAN, written
from hyperbaton_papers.result import Cell, ComparedTable

WITHOUT_WORST = (
    "The paper's correlations rise to between 0.75 and 0.82 for all measures. n/a: two systems are "
    "left, and any two have a correlation of 1 or -1."
)


def overview(kind: str, results: Results) -> ComparedTable:
    """The paper's correlations of one kind for its corpora, then ours."""
    ours = {}
    for letter, found in (("A", results.a), ("B", results.b)):
        if found:
            ours[f"{campaigns(found)} {letter}"] = _mean(
                e.correlations(kind) for e in found.values()
            )
    ours |= {f"{pair} (wins)": e.correlations(kind) for pair, e in results.wins.items()}
    rows = {
        measure: (
            *(Cell(None, printed(kind, measure, corpus)) for corpus in CORPORA),
            *(Cell(float(values[k])) for values in ours.values()),
        )
        for k, measure in enumerate(MEASURES)
    }
    return ComparedTable(
        _id(kind),
        TITLES[kind],
        (*CORPORA, *ours),
        rows,
        _metrics(kind),
        published=tuple(tables_with(kind).values()),
    )


def by_pair(kind: str, results: Results) -> ComparedTable:
    """Our correlations of one kind on every rated language pair, in experiments A and B."""
    rows, metrics = {}, {}
    for letter, found, corpus in (("A", results.a, TIDES_A), ("B", results.b, TIDES_B)):
        values = np.array([each.correlations(kind) for each in found.values()])
        for k, measure in enumerate(MEASURES):
            row = f"{letter} {measure}"
            paper = Cell(None, printed(kind, measure, corpus))
            rows[row] = (paper, *_cells(values[:, k]))
            metrics[row] = _metrics(kind)[measure]
    return ComparedTable(
        f"{_id(kind)}-by-pair",
        f"{TITLES[kind]}, by language pair",
        ("TIDES zh-en", *short_names(results.a), MEAN),
        rows,
        metrics,
        published=tuple(v for c, v in tables_with(kind).items() if c in (TIDES_A, TIDES_B)),
    )


def without_worst(results: Results) -> ComparedTable:
    """Experiment B without the system that people find worst in each language pair."""
    values = np.array([each.without_worst() for each in results.b.values()])
    return ComparedTable(
        f"{NAME}-without-worst",
        "Pearson's correlation of systems, sentences weighted by length, experiment B without the "
        "system that people find worst",
        (*short_names(results.b), MEAN),
        {measure: _cells(values[:, k]) for k, measure in enumerate(MEASURES)},
        written(WEIGHTED),
        notes=(WITHOUT_WORST,),
    )


def apart(results: Results) -> ComparedTable:
    """Experiment A with adequacy alone and with fluency alone, as means over language pairs."""
    ours = {
        f"{kind.partition(',')[0]}, {reading}": _mean(
            each.correlations(kind) for each in getattr(results, reading).values()
        )
        for kind in (SENTENCE, BY_LENGTH)
        for reading in COLUMNS
    }
    return ComparedTable(
        f"{NAME}-adequacy-and-fluency",
        "Pearson's correlation with adequacy alone and with fluency alone, experiment A, systems "
        "weighted by length; means over language pairs",
        tuple(ours),
        {
            measure: tuple(Cell(float(values[k])) for values in ours.values())
            for k, measure in enumerate(MEASURES)
        },
        written(WEIGHTED),
        notes=("The paper found no significant difference, and prints no figures.",),
    )


def _id(kind: str) -> str:
    return f"{NAME}-{kind.replace(', ', '-')}"


def _metrics(kind: str) -> dict[str, str]:
    return written(UNWEIGHTED if kind == EQUALLY else WEIGHTED)


def _cells(values: Scores) -> tuple[Cell, ...]:
    """A cell per language pair, then their mean."""
    mean = float(_mean(values))
    return (*(Cell(float(value)) for value in values), Cell(mean))


def _mean(values: Iterable[Scores]) -> Scores:
    """The mean over language pairs, as far as they are defined."""
    stacked = np.array(list(values))
    defined = ~np.isnan(stacked)
    number = defined.sum(axis=0)
    total = np.where(defined, stacked, 0.0).sum(axis=0)
    return np.where(number == 0, np.nan, total / np.maximum(number, 1))
