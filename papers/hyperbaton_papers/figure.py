"""A figure of a paper, drawn again from our figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from hyperbaton.tables.layout import Rows, tab_separated
from hyperbaton.tables.plots import Series, chart
from hyperbaton.tables.tabular import Record, Tabular, or_none


@dataclass(frozen=True, repr=False, kw_only=True)
class Figure(Tabular):
    """A figure of a paper.

    Attributes:
        id: such as `stanojevic-simaan-2014-figure-7`.
        title: what it shows.
        x_label: what lies on the horizontal axis.
        y_label: what lies on the vertical axis.
        series: our values, by name.
        names: what the whole numbers on the horizontal axis stand for, such as language pairs.
        published: the paper's values for some of the series, at the same places.
    """

    id: str
    title: str
    x_label: str
    y_label: str
    series: Mapping[str, Series]
    names: tuple[str, ...] = ()
    published: Mapping[str, tuple[float, ...]] = field(default_factory=dict)

    def records(self) -> list[Record]:
        """One record per series and value, with the keys of a table's."""
        found = []
        for name, each in self.series.items():
            printed = self.published.get(name, (None,) * len(each.x))
            bars = each.bars or (None,) * len(each.x)
            for x, y, bar, paper in zip(each.x, each.y, bars, printed, strict=True):
                found.append(
                    {
                        "table": self.id,
                        "metric": name,
                        "column": self._place(x),
                        "ours": y,
                        "margin": bar,
                        "published": paper,
                        "published_margin": None,
                        "difference": None if paper is None else y - paper,
                    }
                )
        return found

    def to_dict(self) -> Record:
        """Everything, as JSON has it; what is not defined is None."""
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
        places = {tuple(each.x) for each in self.series.values()}
        if len(places) > 1:
            rows = [["", self.x_label, self.y_label]]
            for name, each in self.series.items():
                points = zip(each.x, self._written(name), strict=True)
                rows += [[name, self._place(x), text] for x, text in points]
            return rows
        header = [self.x_label, *(self._place(x) for x in next(iter(places), ()))]
        return [header, *([name, *self._written(name)] for name in self.series)]

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

    def _place(self, x: float) -> str:
        return self.names[int(x)] if self.names else f"{x:g}"

    def _written(self, name: str) -> list[str]:
        each = self.series[name]
        texts = [f"{y:.3f}" for y in each.y]
        if each.bars:
            texts = [f"{text} ±{bar:.3f}" for text, bar in zip(texts, each.bars, strict=True)]
        if name in self.published:
            printed = self.published[name]
            texts = [f"{text} ({paper:.3f})" for text, paper in zip(texts, printed, strict=True)]
        return texts
