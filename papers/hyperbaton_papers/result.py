"""What a reproduction gives: tables with the paper's figures beside ours, figures, and notes."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hyperbaton import __version__
from hyperbaton.checks import check_same_number, shown
from hyperbaton.errors import ArgumentTypeError, NotFoundError, OptionError
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
from hyperbaton_papers.figure import Figure

if TYPE_CHECKING:
    from hyperbaton_papers.paper import Paper

Value = float | str | None

NOTHING = "–"
# Columns of tab-separated values.
COLUMNS = (
    "table",
    "metric",
    "column",
    "ours",
    "margin",
    "published",
    "published_margin",
    "difference",
)


MOST_DECIMALS = 100


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

    def figures(self) -> dict[str, Value]:
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
        if not 0 <= decimals <= MOST_DECIMALS:
            raise OptionError(f"decimals: 0 to {MOST_DECIMALS} are accepted, got {decimals}")
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
        id: of the published table, such as `stanojevic-simaan-2014-table-2`, or of one that we add.
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

    def __post_init__(self) -> None:
        for cells in self.rows.values():
            check_same_number(columns=self.columns, rows=cells)

    def __getitem__(self, key: tuple[str, str]) -> Cell:
        """The cell of a metric, by the paper's name for it, and a column."""
        cells = {(m, c): (m, k) for m in self.rows for k, c in enumerate(self.columns)}
        if key not in cells:
            known = f"{', '.join(self.rows)} by {', '.join(self.columns)}"
            raise NotFoundError(key, f"{key!r} is not in {self.id}", [known])
        metric, place = cells[key]
        return self.rows[metric][place]

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
        """Everything, as JSON has it; what is not defined is None."""
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

    def _repr_html_(self) -> str:
        return html(self.table(), " ".join([self.heading, *self.notes]))


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

    def __post_init__(self) -> None:
        from hyperbaton_papers.paper import Paper

        if not isinstance(self.paper, Paper):
            raise ArgumentTypeError("paper", "a Paper", shown(self.paper))

    def __getitem__(self, name: str) -> ComparedTable:
        """A table, by its id or what follows the paper's name in it, such as `table-2`."""
        for table in self.tables:
            if name in (table.id, table.id.removeprefix(f"{self.paper.name}-")):
                return table
        known = [table.id for table in self.tables]
        raise NotFoundError(name, f"there is no table {name!r}", known)

    def __iter__(self) -> Iterator[ComparedTable]:
        return iter(self.tables)

    def __len__(self) -> int:
        return len(self.tables)

    def records(self) -> list[Record]:
        """One record per figure of all tables and figures."""
        return [found for part in (*self.tables, *self.figures) for found in part.records()]

    def to_dict(self) -> Record:
        """Everything, as JSON has it; what is not defined is None."""
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
                *(table.to_text() for table in self.tables),
                *(f"{figure.heading}\n{aligned(figure.table())}" for figure in self.figures),
                "\n".join(["What differs in method:", *(f"- {note}" for note in self.notes)]),
                "\n".join(self.signatures.values()),
            )
            if part
        )

    def to_markdown(self) -> str:
        """Tables, figures and what differs in method as Markdown."""
        parts = [table.to_markdown() for table in self.tables]
        parts += [f"**{each.heading}**\n\n{markdown(each.table())}" for each in self.figures]
        return "\n\n".join([*parts, "\n".join(f"- {note}" for note in self.notes)])

    def to_tsv(self) -> str:
        """One row per figure, in full precision."""
        rows = [[_plain(found[name]) for name in COLUMNS] for found in self.records()]
        return tab_separated([COLUMNS, *rows])

    def _repr_html_(self) -> str:
        parts = [table._repr_html_() for table in self.tables]
        parts += [html(figure.table(), figure.heading) for figure in self.figures]
        return "".join(parts)


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


def _plain(value: Value) -> str:
    return "" if value is None else value if isinstance(value, str) else repr(value)


def _json_cell(cell: Cell) -> Record:
    return {
        name: or_none(value) if isinstance(value, float) else value
        for name, value in cell.figures().items()
    }
