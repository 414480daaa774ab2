"""Charts of figures in papers and of measurements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hyperbaton.tables.layout import printable
from hyperbaton.tables.plots import COLOURS, WIDTH, picture, styled


@dataclass(frozen=True)
class Series:
    """Values that belong together in a chart.

    Attributes:
        x: where they stand; over names, the index of each.
        y: the values; NaN leaves a gap.
        bars: half the length of an error bar for each value, or nothing.
        joined: as a line; single points otherwise.
    """

    x: Sequence[float]
    y: Sequence[float]
    bars: Sequence[float] = ()
    joined: bool = True


@styled()
def chart(
    title: str,
    x_label: str,
    y_label: str,
    series: Mapping[str, Series],
    names: Sequence[str] = (),
    kind: str = "svg",
) -> bytes:
    """A chart of several series by name; `names` label the whole numbers of the x-axis."""
    from cycler import cycler
    from matplotlib.figure import Figure

    figure = Figure(figsize=(WIDTH, WIDTH * 0.6), layout="constrained")
    axes = figure.subplots()
    axes.set_prop_cycle(cycler(linestyle=["-", "--", ":"]) * cycler(color=COLOURS))
    axes.set(title=printable(title), xlabel=printable(x_label), ylabel=printable(y_label))
    for name, each in series.items():
        points: dict[str, Any] = {} if each.joined else {"marker": "o", "linestyle": "none"}
        bars = list(each.bars) or None
        axes.errorbar(list(each.x), list(each.y), yerr=bars, label=printable(name), **points)
    if names:
        axes.set_xticks(range(len(names)), labels=list(map(printable, names)))
        axes.set_xlim(-0.5, len(names) - 0.5)
    if series:
        figure.legend(loc="outside right upper")
    return picture(figure, kind)
