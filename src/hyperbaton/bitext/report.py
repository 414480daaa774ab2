"""Measures of reordering for several systems, with all ways of writing them down."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from hyperbaton import __version__
from hyperbaton.tables.layout import Rows, aligned, decimal, tab_separated
from hyperbaton.tables.tabular import Record, Tabular, or_none

DECIMALS = 4


class Column(NamedTuple):
    """One measure of one system; NaN where it is not defined."""

    name: str
    corpus: float
    segments: list[float]


class SystemMeasures(NamedTuple):
    """All measures of one system, of which some segments may have no links."""

    name: str
    unlinked: int
    columns: list[Column]


@dataclass(frozen=True, eq=False, repr=False)
class ReorderingReport(Tabular):
    """Measures by systems."""

    systems: tuple[SystemMeasures, ...]

    def records(self) -> list[Record]:
        """Returns one record per system and measure."""
        return [
            {"system": system.name, "measure": column.name, "value": column.corpus}
            for system in self.systems
            for column in system.columns
        ]

    def to_dict(self, *, segments: bool = True) -> Record:
        """Returns a JSON-ready dict; undefined values are None."""

        def record(column: Column) -> Record:
            listed = {"segments": list(map(or_none, column.segments))} if segments else {}
            return {"measure": column.name, "value": or_none(column.corpus), **listed}

        systems = [
            {"name": name, "unlinked": unlinked, "measures": list(map(record, columns))}
            for name, unlinked, columns in self.systems
        ]
        return {"hyperbaton": __version__, "systems": systems}

    def table(self) -> Rows:
        """Returns measures by systems."""
        return self._measure_rows(_rounded)

    def to_text(self, *, segments: bool = False) -> str:
        """Writes a table of measures by systems; one more for segments."""
        tables = [self.table(), *([self._segment_rows(_rounded)] if segments else [])]
        return "\n\n".join(map(aligned, tables))

    def to_tsv(self, *, segments: bool = False) -> str:
        """Writes a row per measure, or per system and segment; numbers in full precision."""
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
