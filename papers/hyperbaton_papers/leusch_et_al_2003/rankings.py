"""Rankings of systems by measures, as in tables 2 and 4.

A ranking is a list of systems from the best to the worst for a measure, where number k is the k-th
best for people.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from hyperbaton.meta.agreement.correlation import spearman
from hyperbaton_papers.leusch_et_al_2003.data import Experiments, short_names
from hyperbaton_papers.leusch_et_al_2003.measures import (
    MEASURES,
    NAME,
    RANK,
    RANKING_TABLES,
    TIDES_B,
    VERBMOBIL,
    WEIGHTED,
    printed,
)
from hyperbaton_papers.paper import written
from hyperbaton_papers.published import published_table
from hyperbaton_papers.result import Cell, ComparedTable

TITLE = "systems from best to worst, numbered by people's ranking"


def rank_correlation(ranking: Sequence[int]) -> float:
    """Spearman's correlation of a ranking with people's."""
    numbers = np.array(ranking, np.float64)
    return float(spearman(numbers, np.arange(len(numbers), dtype=np.float64)))


def table_2() -> ComparedTable:
    """The paper's rankings of 22 systems, with the rank correlation that follows from each."""
    published = published_table(RANKING_TABLES[VERBMOBIL])
    rows = {
        measure: (
            Cell(None, _text(ranking)),
            Cell(rank_correlation(ranking), printed(RANK, measure, VERBMOBIL)),
        )
        for measure, ranking in published.rankings.items()
    }
    return ComparedTable(
        published.id,
        f"{TITLE}, on {VERBMOBIL}, and the rank correlation that follows",
        ("ranking", "rank correlation"),
        rows,
    )


def table_4(found: Experiments) -> ComparedTable:
    """The paper's rankings in experiment B, then ours."""
    published = published_table(RANKING_TABLES[TIDES_B])
    paper = [published.rankings.get(measure) for measure in MEASURES]
    cells = [Cell(None, None if ranking is None else _text(ranking)) for ranking in paper]
    return _table(published.id, "experiment B", {TIDES_B: cells, **_columns(found)})


def rankings_of_a(found: Experiments) -> ComparedTable:
    """Our rankings in experiment A, of which the paper prints none."""
    return _table(f"{NAME}-rankings-A", "experiment A", _columns(found))


def _table(name: str, experiment: str, columns: Mapping[str, Sequence[Cell]]) -> ComparedTable:
    rows = zip(*columns.values(), strict=True)
    return ComparedTable(
        name,
        f"{TITLE}, {experiment}",
        tuple(columns),
        dict(zip(MEASURES, rows, strict=True)),
        written(WEIGHTED),
    )


def _columns(found: Experiments) -> dict[str, list[Cell]]:
    """Our rankings by each measure, for every language pair."""
    return {
        pair: [Cell(_text(ranking)) for ranking in each.by_length.rankings()]
        for pair, each in zip(short_names(found), found.values(), strict=True)
    }


def _text(ranking: Sequence[int]) -> str:
    return " ".join(map(str, ranking))
