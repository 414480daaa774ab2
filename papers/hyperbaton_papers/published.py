"""What is known of the papers, as data.

`published.json` holds the figures that they print, with sources; `papers.toml` says where each was
measured, by which metrics, and how our figures differ in method.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any


@dataclass(frozen=True)
class PublishedTable:
    """One table of a paper.

    Attributes:
        id: like `stanojevic-simaan-2014-table-2`.
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
    records = json.loads(_file("published.json"))["tables"]
    return {record["id"]: PublishedTable(**record) for record in records}


def described(paper: str) -> Mapping[str, Any]:
    """What `papers.toml` says of a paper."""
    found: Mapping[str, Any] = tomllib.loads(_file("papers.toml"))[paper]
    return found


@cache
def _file(name: str) -> str:
    return files("hyperbaton_papers").joinpath(name).read_text(encoding="utf-8")
