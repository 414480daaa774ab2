"""Figures that the papers print, to be put beside ours; all in `published.json`, with sources."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from hyperbaton.errors import OptionError


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
    pairs: tuple[str, ...] = ()
    rows: Mapping[str, tuple[float | None, ...]] = field(default_factory=dict)
    margins: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    baselines: tuple[str, ...] = ()
    records: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    rankings: Mapping[str, tuple[int, ...]] = field(default_factory=dict)

    def value(self, metric: str, pair: str) -> float | None:
        """A figure, by the paper's name for the metric; None where the table has none."""
        row = self.rows.get(metric)
        return row[self.pairs.index(pair)] if row and pair in self.pairs else None


def published_table(name: str) -> PublishedTable:
    """The table of that id.

    Raises:
        OptionError: there is none; lists those there are.
    """
    tables = published_tables()
    if name not in tables:
        raise OptionError(f"there is no published table {name!r}; there are {', '.join(tables)}")
    return tables[name]


@cache
def published_tables() -> Mapping[str, PublishedTable]:
    """All tables by id."""
    text = files("hyperbaton_papers").joinpath("published.json").read_text(encoding="utf-8")
    tables = (PublishedTable(**_frozen(record)) for record in json.loads(text)["tables"])
    return MappingProxyType({table.id: table for table in tables})


def _frozen(record: dict[str, Any]) -> dict[str, Any]:
    """Lists as tuples and tables as read-only."""
    return {key: _freeze(value) for key, value in record.items()}


def _freeze(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(value)
    if isinstance(value, dict):
        return MappingProxyType({key: tuple(row) for key, row in value.items()})
    return value
