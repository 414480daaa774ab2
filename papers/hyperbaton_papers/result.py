"""What a reproduction gives: tables with the paper's figures beside ours, figures, and notes."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from hyperbaton import __version__
from hyperbaton.errors import NotFoundError
from hyperbaton.tables.layout import (
    UNDEFINED,
    Rows,
    aligned,
    decimal,
    html,
    markdown,
    tab_separated,
)
from hyperbaton.tables.tabular import Record, Tabular, or_none
from hyperbaton_papers.charts import Series, chart

if TYPE_CHECKING:
    from hyperbaton_papers.paper import Paper

Value = float | str | None

NOTHING = "–"


@dataclass(frozen=True)
class Cell:
    """One figure of a paper and ours.

    Attributes:
        ours: what we measure; NaN where it is not defined, None where the data is missing.
        published: what the paper prints; None where it prints nothing comparable.
        margin: half of our 95 % interval, where there is one.
        published_margin: the ± that the paper prints.
    """

    ours: Value
    published: Value = None
    margin: float | None = None
    published_margin: float | None = None

    @property
    def difference(self) -> float | None:
        """Ours less the paper's, as far as both are numbers."""
        if isinstance(self.ours, float) and isinstance(self.published, float):
            return self.ours - self.published
        return None

    def figures(self) -> Record:
        """All figures by name."""
        return {
            "ours": self.ours,
            "margin": self.margin,
            "published": self.published,
            "published_margin": self.published_margin,
            "difference": self.difference,
        }

    def written(self, decimals: int) -> str:
        """Such as `0.231 ±0.010 (0.196, +0.035)`; what is missing is left out."""
        ours = _with_margin(self.ours, self.margin, decimals)
        paper = _with_margin(self.published, self.published_margin, decimals)
        if self.published is None:
            return ours
        if self.difference is None:
            return f"({paper})" if self.ours is None else f"{ours} ({paper})"
        return f"{ours} ({paper}, {self.difference:+.{decimals}f})"


@dataclass(frozen=True, repr=False)
class ComparedTable(Tabular):
    """A table of a paper beside ours; `table["PEFs", "de-en"]` is a cell.

    Attributes:
        id: of the published table, like `stanojevic-simaan-2014-table-2`, or of one that we add.
        title: what the figures are.
        columns: mostly language pairs.
        rows: the cells of each metric, by the paper's name for it.
        metrics: what the metric is called here, by the paper's name for it.
        decimals: how many to print.
        notes: what else to know of this table.
        published: the published tables that it shows, where that is not the one of its id.
        upright: whether to print one row per column, which suits a table with many of them.
    """

    id: str
    title: str
    columns: tuple[str, ...]
    rows: Mapping[str, tuple[Cell, ...]]
    metrics: Mapping[str, str] = field(default_factory=dict)
    decimals: int = 3
    notes: tuple[str, ...] = ()
    published: tuple[str, ...] = ()
    upright: bool = False

    def __getitem__(self, key: tuple[str, str]) -> Cell:
        """The cell of a metric, by the paper's name for it, and a column."""
        metric, column = key
        if metric not in self.rows or column not in self.columns:
            known = f"{', '.join(self.rows)} by {', '.join(self.columns)}"
            raise NotFoundError(key, f"{key!r} is not in {self.id}", [known])
        return self.rows[metric][self.columns.index(column)]

    @property
    def shown(self) -> tuple[str, ...]:
        """The ids of the published tables whose figures it has."""
        return self.published or (self.id,)

    @property
    def heading(self) -> str:
        """Title and id, and what stands in brackets."""
        cells = [cell for row in self.rows.values() for cell in row]
        if any(cell.difference is not None for cell in cells):
            return f"{self.title} ({self.id}): ours (the paper's, difference)"
        printed = ": the paper's in brackets" if any(cell.published for cell in cells) else ""
        return f"{self.title} ({self.id}){printed}"

    def records(self) -> list[Record]:
        """One record per metric and column."""
        return [
            {"table": self.id, "metric": name, "column": column, **cell.figures()}
            for name, cells in self.rows.items()
            for column, cell in zip(self.columns, cells, strict=True)
        ]

    def to_dict(self) -> Record:
        """Everything, ready for JSON; what is not defined is None."""
        return {
            "id": self.id,
            "title": self.title,
            "columns": list(self.columns),
            "metrics": dict(self.metrics),
            "rows": {name: [_json_cell(cell) for cell in row] for name, row in self.rows.items()},
            "published": list(self.shown),
            "notes": list(self.notes),
        }

    def table(self) -> Rows:
        """Metrics by columns, each cell with the paper's figure and the difference."""
        rows = [["metric", *self.columns]]
        for name, cells in self.rows.items():
            rows.append([name, *(cell.written(self.decimals) for cell in cells)])
        if self.upright:
            header, *others = map(list, zip(*rows, strict=True))
            return [["", *header[1:]], *others]
        return rows

    def to_text(self) -> str:
        """The table under its heading, with notes below."""
        return "\n".join([self.heading, aligned(self.table()), *self.notes])

    def to_markdown(self) -> str:
        """The same as Markdown."""
        return "\n\n".join([f"**{self.heading}**", markdown(self.table()), *self.notes])


@dataclass(frozen=True, repr=False, kw_only=True)
class Figure(Tabular):
    """A figure of a paper, drawn again from our values.

    Attributes:
        id: like `stanojevic-simaan-2014-figure-7`.
        title: what it shows.
        x_label: what lies on the horizontal axis.
        y_label: what lies on the vertical axis.
        series: our values, by name.
        names: what the whole numbers on the horizontal axis stand for, like language pairs.
        published: the paper's values for some of the series, at the same places.
    """

    id: str
    title: str
    x_label: str
    y_label: str
    series: Mapping[str, Series]
    names: tuple[str, ...] = ()
    published: Mapping[str, tuple[float, ...]] = field(default_factory=dict)

    def points(self) -> Iterator[tuple[str, str, Cell]]:
        """Every value: the name of its series, its place, and the value beside the paper's."""
        for name, each in self.series.items():
            nothing = (None,) * len(each.x)
            printed, bars = self.published.get(name, nothing), each.bars or nothing
            for x, y, bar, paper in zip(each.x, each.y, bars, printed, strict=True):
                place = self.names[int(x)] if self.names else f"{x:g}"
                yield name, place, Cell(y, paper, bar)

    def records(self) -> list[Record]:
        """One record per series and value, with the keys of a table's."""
        return [
            {"table": self.id, "metric": name, "column": place, **cell.figures()}
            for name, place, cell in self.points()
        ]

    def to_dict(self) -> Record:
        """Everything, ready for JSON; what is not defined is None."""
        return {
            "id": self.id,
            "title": self.title,
            "x_label": self.x_label,
            "y_label": self.y_label,
            "names": list(self.names),
            "series": {
                name: {
                    "x": list(each.x),
                    "y": list(map(or_none, each.y)),
                    "bars": list(map(or_none, each.bars)),
                }
                for name, each in self.series.items()
            },
            "published": {name: list(values) for name, values in self.published.items()},
        }

    @property
    def heading(self) -> str:
        """Title and id."""
        printed = ": ours (the paper's)" if self.published else ""
        return f"{self.title} ({self.id}){printed}"

    def table(self) -> Rows:
        """One row per series and one column per place, or one row per point where places differ."""
        points = [(name, place, _point(cell)) for name, place, cell in self.points()]
        if len({tuple(each.x) for each in self.series.values()}) > 1:
            return [["", self.x_label, self.y_label], *map(list, points)]
        first = next(iter(self.series), "")
        rows = [[self.x_label, *(place for name, place, _ in points if name == first)]]
        for series in self.series:
            rows.append([series, *(text for name, _, text in points if name == series)])
        return rows

    def to_text(self) -> str:
        """The table under its heading."""
        return f"{self.heading}\n{aligned(self.table())}"

    def to_markdown(self) -> str:
        """The same as Markdown."""
        return f"**{self.heading}**\n\n{markdown(self.table())}"

    def to_tsv(self) -> str:
        """One row per series and value, in full precision."""
        rows = [["series", self.x_label, self.y_label, "bar"]]
        for name, each in self.series.items():
            bars = [*map(repr, each.bars)] or [""] * len(each.x)
            for x, y, bar in zip(each.x, each.y, bars, strict=True):
                rows.append([name, self.names[int(x)] if self.names else repr(x), repr(y), bar])
        return tab_separated(rows)

    def to_svg(self) -> str:
        """A chart of our values."""
        return chart(self.title, self.x_label, self.y_label, self.series, self.names).decode()


@dataclass(frozen=True, repr=False, kw_only=True)
class Reproduction(Tabular):
    """Everything that one paper's command prints; `result["…-table-2"]` is one of its tables.

    Attributes:
        paper: the paper.
        tables: its tables beside ours.
        notes: what differs in method.
        figures: its figures, drawn again.
        signatures: everything that determines our figures, by metric.
    """

    paper: Paper
    tables: tuple[ComparedTable, ...]
    notes: tuple[str, ...]
    figures: tuple[Figure, ...] = ()
    signatures: Mapping[str, str] = field(default_factory=dict)

    def __getitem__(self, name: str) -> ComparedTable:
        """A table, by its id or what follows the paper's name in it, like `table-2`."""
        for table in self.tables:
            if name in (table.id, table.id.removeprefix(f"{self.paper.name}-")):
                return table
        known = [table.id for table in self.tables]
        raise NotFoundError(name, f"there is no table {name!r}", known)

    def __iter__(self) -> Iterator[ComparedTable]:
        return iter(self.tables)

    @property
    def _parts(self) -> tuple[ComparedTable | Figure, ...]:
        return (*self.tables, *self.figures)

    def records(self) -> list[Record]:
        """One record per figure of all tables and figures."""
        return [found for part in self._parts for found in part.records()]

    def to_dict(self) -> Record:
        """Everything, ready for JSON; what is not defined is None."""
        return {
            "hyperbaton": __version__,
            "paper": self.paper.name,
            "source": self.paper.source,
            "signatures": dict(self.signatures),
            "tables": [table.to_dict() for table in self.tables],
            "figures": [figure.to_dict() for figure in self.figures],
            "notes": list(self.notes),
        }

    def table(self) -> Rows:
        """One row per figure, rounded; the tables themselves are easier to read."""
        rows: list[list[str]] = [["table", "metric", "column", "ours (the paper's)"]]
        for table in self.tables:
            for name, cells in table.rows.items():
                for column, cell in zip(table.columns, cells, strict=True):
                    rows.append([table.id, name, column, cell.written(table.decimals)])
        return rows

    def to_text(self) -> str:
        """One table below the other, then what differs in method, then signatures."""
        return "\n\n".join(
            part
            for part in (
                f"{self.paper.name}: {self.paper.source}",
                *(each.to_text() for each in self._parts),
                "\n".join(["What differs in method:", *(f"- {note}" for note in self.notes)]),
                "\n".join(self.signatures.values()),
            )
            if part
        )

    def to_markdown(self) -> str:
        """Tables, figures and what differs in method as Markdown."""
        parts = [each.to_markdown() for each in self._parts]
        return "\n\n".join([*parts, "\n".join(f"- {note}" for note in self.notes)])

    def to_tsv(self) -> str:
        """One row per figure, in full precision."""
        columns = ["table", "metric", "column", *Cell(None).figures()]
        rows = [[_plain(record[name]) for name in columns] for record in self.records()]
        return tab_separated([columns, *rows])

    def _repr_html_(self) -> str:
        return "".join(html(each.table(), each.heading) for each in self._parts)


FORMATS: dict[str, Callable[[Reproduction], str]] = {
    "text": Reproduction.to_text,
    "markdown": Reproduction.to_markdown,
    "json": Reproduction.to_json,
    "tsv": Reproduction.to_tsv,
}


def _with_margin(value: Value, margin: float | None, decimals: int) -> str:
    if value is None:
        return NOTHING
    if isinstance(value, str):
        return value
    if not math.isfinite(value):
        return UNDEFINED
    rounded = round(value, decimals) + 0.0  # no -0.000
    return f"{rounded:.{decimals}f}" + ("" if margin is None else f" ±{decimal(margin, decimals)}")


def _point(cell: Cell) -> str:
    """A value of a figure, like `0.231 ±0.010 (0.196)`."""
    bar = "" if cell.margin is None else f" ±{cell.margin:.3f}"
    paper = "" if cell.published is None else f" ({cell.published:.3f})"
    return f"{cell.ours:.3f}{bar}{paper}"


def _plain(value: Any) -> str:
    return "" if value is None else value if isinstance(value, str) else repr(value)


def _json_cell(cell: Cell) -> Record:
    return {
        name: or_none(value) if isinstance(value, float) else value
        for name, value in cell.figures().items()
    }
