"""Measures of reordering for several systems, with all ways of writing them down."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hyperbaton import __version__
from hyperbaton.tables.layout import Rows, aligned, decimal, tab_separated
from hyperbaton.tables.tabular import Record, Tabular, or_none

DECIMALS = 4


@dataclass(frozen=True)
class Column:
    """One measure of one system.

    Attributes:
        name: the measure.
        corpus: its value for the whole test set; NaN where it is not defined.
        segments: its value for each segment.
    """

    name: str
    corpus: float
    segments: list[float]


@dataclass(frozen=True)
class SystemMeasures:
    """All measures of one system.

    Attributes:
        name: the system.
        unlinked: how many segments have no links.
        columns: the measures.
    """

    name: str
    unlinked: int
    columns: list[Column]


@dataclass(frozen=True, eq=False, repr=False)
class ReorderingReport(Tabular):
    """Measures by systems."""

    systems: tuple[SystemMeasures, ...]

    def records(self) -> list[Record]:
        """One record per system and measure."""
        return [
            {"system": system.name, "measure": column.name, "value": column.corpus}
            for system in self.systems
            for column in system.columns
        ]

    def to_dict(self, *, segments: bool = True) -> Record:
        """Everything, as JSON has it; what is not defined is None."""
        return {
            "hyperbaton": __version__,
            "systems": [
                {
                    "name": system.name,
                    "unlinked": system.unlinked,
                    "measures": [_record(column, segments) for column in system.columns],
                }
                for system in self.systems
            ],
        }

    def table(self) -> Rows:
        """Measures by systems."""
        return self._measure_rows(_rounded)

    def to_text(self, *, segments: bool = False) -> str:
        """A table of measures by systems; one more for segments."""
        tables = [aligned(self.table())]
        if segments:
            tables.append(aligned(self._segment_rows(_rounded)))
        return "\n\n".join(tables)

    def to_tsv(self, *, segments: bool = False) -> str:
        """One row per measure, or per system and segment; numbers in full precision."""
        return tab_separated(self._segment_rows(repr) if segments else self._measure_rows(repr))

    def _measure_rows(self, written: Callable[[float], str]) -> list[list[str]]:
        rows = [["measure", *(system.name for system in self.systems)]]
        for columns in zip(*(system.columns for system in self.systems), strict=True):
            rows.append([columns[0].name, *(written(column.corpus) for column in columns)])
        return rows

    def _segment_rows(self, written: Callable[[float], str]) -> list[list[str]]:
        rows = [["system", "segment", *(column.name for column in self.systems[0].columns)]]
        for system in self.systems:
            values = zip(*(column.segments for column in system.columns), strict=True)
            for number, row in enumerate(values, start=1):
                rows.append([system.name, str(number), *map(written, row)])
        return rows


def _rounded(value: float) -> str:
    return decimal(value, DECIMALS)


def _record(column: Column, segments: bool) -> dict[str, Any]:
    record: dict[str, Any] = {"measure": column.name, "value": or_none(column.corpus)}
    if segments:
        record["segments"] = [or_none(value) for value in column.segments]
    return record
