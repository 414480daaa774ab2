"""Figures that the papers print, to be put beside ours; all in `published.json`, with sources."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files


@dataclass(frozen=True)
class PublishedTable:
    """One table of a paper.

    Attributes:
        id: such as `stanojevic-simaan-2014-table-2`.
        source: the paper and the table.
        level: "segment", "system" or "both".
        statistic: what it prints.
        pairs: its columns, mostly language pairs.
        rows: the figures of each metric, by the paper's name for it; None where it prints none.
        margins: the ± of each figure, where it prints any.
        baselines: the columns of `records`.
        records: wins, losses and draws against each baseline, where it prints any.
        rankings: for each metric the systems from its best to its worst, where it prints them;
            number k is the k-th best for people.
    """

    id: str
    source: str
    level: str
    statistic: str
    pairs: Sequence[str] = ()
    rows: Mapping[str, Sequence[float | None]] = field(default_factory=dict)
    margins: Mapping[str, Sequence[float]] = field(default_factory=dict)
    baselines: Sequence[str] = ()
    records: Mapping[str, Sequence[str]] = field(default_factory=dict)
    rankings: Mapping[str, Sequence[int]] = field(default_factory=dict)

    def value(self, metric: str, pair: str) -> float | None:
        """A figure, by the paper's name for the metric; None where the table has none."""
        row = self.rows.get(metric)
        return row[self.pairs.index(pair)] if row and pair in self.pairs else None

    def margin(self, metric: str, pair: str) -> float | None:
        """The ± of a figure, likewise."""
        row = self.margins.get(metric)
        return row[self.pairs.index(pair)] if row and pair in self.pairs else None


def published_table(name: str) -> PublishedTable:
    """The table of that id."""
    return published_tables()[name]


@cache
def published_tables() -> Mapping[str, PublishedTable]:
    """All tables by id."""
    text = files("hyperbaton_papers").joinpath("published.json").read_text(encoding="utf-8")
    return {record["id"]: PublishedTable(**record) for record in json.loads(text)["tables"]}
