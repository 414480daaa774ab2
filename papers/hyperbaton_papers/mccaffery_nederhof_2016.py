"""McCaffery & Nederhof 2016: tree edit distance and other metrics, systems of WMT15."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from hyperbaton.meta import JudgedSet, MetricScores, Protocol
from hyperbaton.meta.measures import pearson
from hyperbaton.meta.scores import human_totals
from hyperbaton_papers.paper import (
    Campaign,
    Metrics,
    Paper,
    compared,
    distinct,
    matchers_note,
    metrics_of,
    notes_of,
    signatures_of,
    study,
)
from hyperbaton_papers.published import described, published_table
from hyperbaton_papers.result import Cell, ComparedTable, Reproduction
from hyperbaton_papers.setup import Setup

NAME = "mccaffery-nederhof-2016"
HOLISTIC, WORD_ORDER = described(NAME)["metrics"].values()
NOT_OFFICIAL = "tuning-task-*"
HUMAN = "ranking-score"
SIZES = f"{NAME}-table-5"
POOLED = "all"
PAIRS = published_table(f"{NAME}-table-3").pairs[:-1]


def reproduce(setup: Setup) -> Reproduction:
    """Tables 3 to 5, for the language pairs that the data has."""
    holistic, order = metrics_of(HOLISTIC), metrics_of(WORD_ORDER)
    protocol = Protocol(
        "system",
        "pearson",
        setup.human or HUMAN,
        judged_only=True,
        test="none",
        samples=setup.samples,
        seed=setup.seed,
    )
    metrics = distinct(holistic, order)
    (found,) = study(setup, PAPER.test_sets, PAIRS, metrics, protocol, NOT_OFFICIAL)
    scores = [found.scores[pair] for pair in found.pairs]
    values = pooled_correlations(found.sets, scores, protocol)
    pooled = dict(zip(found.agreement.metrics, values, strict=True))
    return Reproduction(
        paper=PAPER,
        tables=(
            _with_pooled(3, "holistic metrics", found, holistic, pooled),
            _with_pooled(4, "metrics of word order", found, order, pooled),
            _sizes(found.sets),
        ),
        notes=_notes(setup),
        signatures=signatures_of(found.scores),
    )


def pooled_correlations(
    sets: Sequence[JudgedSet], scores: Sequence[Sequence[MetricScores]], protocol: Protocol
) -> list[float]:
    """Pearson's r of all systems of all language pairs together, for each metric."""
    people, metrics = [], []
    for judged, found in zip(sets, scores, strict=True):
        human = human_totals(judged.judgements, protocol.human).scores
        mask = judged.judgements.preferences.judged()
        some = ~np.isnan(human)
        people.append(human[some])
        metrics.append(np.array([m.judged_only(mask).system_scores[some] for m in found]))
    values: list[float] = pearson(np.concatenate(people), np.concatenate(metrics, axis=1)).tolist()
    return values


def _with_pooled(
    number: int, kind: str, found: Campaign, metrics: Metrics, pooled: Mapping[str, float]
) -> ComparedTable:
    """A table with all systems together in place of the mean over language pairs."""
    name, title = f"{NAME}-table-{number}", f"Pearson's correlation of systems, {kind}"
    table = compared(name, title, found.agreement, metrics, found.pairs)
    if len(found.pairs) == 1:
        return table
    rows = {
        metric: (
            *cells[:-1],
            Cell(pooled[str(metrics[metric])], _of_all(name, metric, found.pairs)),
        )
        for metric, cells in table.rows.items()
    }
    return replace(table, columns=(*found.pairs, POOLED), rows=rows)


def _sizes(sets: Sequence[JudgedSet]) -> ComparedTable:
    """Table 5: how many systems and judged segments there are."""
    published = published_table(SIZES)
    counts = {
        "systems": [len(judged.data.systems) for judged in sets],
        "sentences": [len(np.unique(judged.judgements.preferences.segment)) for judged in sets],
    }
    pairs = [judged.pair for judged in sets]
    rows = {}
    for name, numbers in counts.items():
        cells = [
            Cell(float(number), published.value(name, pair))
            for number, pair in zip(numbers, pairs, strict=True)
        ]
        rows[name] = (*cells, Cell(float(sum(numbers)), _of_all(SIZES, name, pairs)))
    title = "systems, and segments that were judged"
    return ComparedTable(SIZES, title, (*pairs, POOLED), rows, decimals=0)


def _of_all(table: str, row: str, pairs: Sequence[str]) -> float | None:
    """The paper's figure of all language pairs; of others than its own there is none."""
    return published_table(table).value(row, POOLED) if set(pairs) == set(PAIRS) else None


def _notes(setup: Setup) -> tuple[str, ...]:
    used = setup.used
    trees = f"come from {used.used_parser.signature.removeprefix('parser:')}"
    trees = "were given" if used.given_trees else trees
    links = "links that were given" if used.given_links else matchers_note(used.aligner)
    values = {"human": setup.human or HUMAN, "trees": trees, "links": links}
    return notes_of(NAME, ["method"], setup, **values)


PAPER = Paper.of(NAME, reproduce)
