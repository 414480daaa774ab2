"""What a reproduction gives: tables with the paper's figures beside ours, curves, and notes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

Value = float | str | None


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


@dataclass(frozen=True)
class ComparedTable:
    """A table of a paper beside ours.

    Attributes:
        id: of the published table, such as `paper-000-table-2`, or of one that we add.
        title: what the figures are.
        columns: mostly language pairs.
        rows: the cells of each metric, by the paper's name for it.
        metrics: what the metric is called here, by the paper's name for it.
        decimals: how many to print.
        notes: what else to know of this table.
        published: the published tables that it shows, where that is not the one of its id.
    """

    id: str
    title: str
    columns: tuple[str, ...]
    rows: Mapping[str, tuple[Cell, ...]]
    metrics: Mapping[str, str] = field(default_factory=dict)
    decimals: int = 3
    notes: tuple[str, ...] = ()
    published: tuple[str, ...] = ()

    @property
    def shown(self) -> tuple[str, ...]:
        """The ids of the published tables whose figures it has."""
        return self.published or (self.id,)


@dataclass(frozen=True)
class Curve:
    """A statistic over a parameter.

    Attributes:
        id: such as `paper-000-figure-7`.
        title: what it shows.
        statistic: its name.
        parameter: the parameter.
        values: where it was measured.
        lines: by the paper's name for the metric, the statistic at each value.
    """

    id: str
    title: str
    statistic: str
    parameter: str
    values: Sequence[float]
    lines: Mapping[str, Sequence[float]]


@dataclass(frozen=True)
class Reproduction:
    """Everything that one paper's command prints.

    Attributes:
        tables: its tables beside ours.
        curves: its figures, as far as they are curves.
        notes: what differs in method.
        signatures: everything that determines our figures, by metric.
    """

    tables: tuple[ComparedTable, ...]
    notes: tuple[str, ...]
    curves: tuple[Curve, ...] = ()
    signatures: Mapping[str, str] = field(default_factory=dict)
