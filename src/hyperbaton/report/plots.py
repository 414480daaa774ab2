"""Figures of a report for papers: what systems lose, and to what.

They are drawn by matplotlib; see `hyperbaton.tables.plots`. Pictures of segments are saved from the
page.
"""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from hyperbaton.files import check_target_folder, make_folder, replacement
from hyperbaton.metrics.hyperbaton import Hyperbaton
from hyperbaton.report.overview import Overview
from hyperbaton.tables.layout import printable
from hyperbaton.tables.plots import COLOURS, GREY, PALE, WIDTH, check_installed, picture, styled

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LEXICAL, ORDER = "#0072b2", "#d55e00"  # two meanings, two hues, everywhere
ORDER_WEIGHT = Hyperbaton().order_weight
PATTERNS = 10


def write_plots(
    overview: Overview, folder: str | PathLike[str], *, pdf: bool = False
) -> list[Path]:
    """Writes the figures of a report to a folder, which is made if need be.

    Args:
        overview: what the report says about whole systems.
        folder: where to write them.
        pdf: whether to write PDF as well as SVG.

    Returns:
        The files.

    Raises:
        InputError: a file cannot be written.
        MissingDependencyError: matplotlib is not installed.
    """
    check_installed()
    check_target_folder(folder)
    figures = {draw.__name__: draw(overview) for draw in (losses, balance, patterns)}
    target = make_folder(folder)
    written = []
    for name, figure in figures.items():
        for kind in ("svg", "pdf") if pdf else ("svg",):
            written.append(target / f"{name}.{kind}")
            with replacement(written[-1]) as file:
                file.write(picture(figure, kind))
    return written


@styled()
def losses(overview: Overview) -> Figure:
    """For every system what word choice and word order cost it, by the metric `hyperbaton`."""
    systems = overview.balance
    figure, axes = _drawing(WIDTH, 0.8 + 0.3 * len(systems), "What word choice and word order cost")
    choice = [(1 - ORDER_WEIGHT) * (1 - each.lexical) for each in systems]
    order = [ORDER_WEIGHT * (1 - each.order) for each in systems]
    rows = range(len(systems))
    axes.barh(rows, choice, color=LEXICAL, label="word choice", height=0.7)
    bars = axes.barh(rows, order, left=choice, color=ORDER, label="word order", height=0.7)
    totals = [
        f"{mine:.3f} of {1 - each.total:.3f}" for mine, each in zip(order, systems, strict=True)
    ]
    axes.bar_label(bars, totals, padding=4)
    axes.set_yticks(rows, labels=[printable(each.system) for each in systems])
    axes.invert_yaxis()
    axes.margins(x=0.2)
    axes.legend(loc="lower right", bbox_to_anchor=(1, 1), ncols=2, borderaxespad=0)
    return figure


@styled()
def balance(overview: Overview) -> Figure:
    """Word choice against word order, one point per system, with lines of equal total."""
    figure, axes = _drawing(WIDTH * 0.65, WIDTH * 0.55, "Word choice and word order")
    axes.margins(0.25)
    for each in overview.balance:
        point = each.lexical, each.order
        axes.plot(*point, "o", color="#000000")
        name = printable(each.system)
        axes.annotate(name, point, (5, 0), textcoords="offset points", va="center")
    across, up = axes.get_xlim(), axes.get_ylim()
    x, y = np.meshgrid(np.linspace(*across), np.linspace(*up))
    total = (1 - ORDER_WEIGHT) * x + ORDER_WEIGHT * y
    lines = axes.contour(x, y, total, 5, colors=PALE, linestyles="dashed", linewidths=0.6, zorder=0)
    axes.clabel(lines, fmt="%.2f", colors=GREY, fontsize=7)
    axes.set_xlabel("lexical part", color=LEXICAL)
    axes.set_ylabel("order part", color=ORDER)
    return figure


@styled()
def patterns(overview: Overview) -> Figure:
    """The most costly patterns of moves, one bar per system, with confidence intervals."""
    by_system = {
        name: {each.label: each for each in found["pattern"] or ()}
        for name, found in overview.losses.items()
    }
    totals: dict[str, float] = {}
    for classes in by_system.values():
        for label, each in classes.items():
            totals[label] = totals.get(label, 0.0) + each.loss
    labels = sorted(totals, key=lambda label: (-totals[label], label))[:PATTERNS]
    height = 0.8 + (0.15 * len(by_system) + 0.15) * len(labels)
    title = f"What moves cost, by pattern ({overview.order_metric}, per segment)"
    figure, axes = _drawing(WIDTH, height, title)
    thick = 0.8 / max(1, len(by_system))
    for k, (name, classes) in enumerate(by_system.items()):
        shown = [(row, classes[label]) for row, label in enumerate(labels) if label in classes]
        axes.barh(
            [row + (k - (len(by_system) - 1) / 2) * thick for row, _ in shown],
            [each.loss for _, each in shown],
            thick * 0.9,
            xerr=[[e.loss - e.low for _, e in shown], [e.high - e.loss for _, e in shown]],
            color=COLOURS[k % len(COLOURS)],
            error_kw={"elinewidth": 0.6},
            label=printable(name),
        )
    axes.set_yticks(range(len(labels)), labels=labels)
    axes.invert_yaxis()
    axes.legend(loc="lower right")
    return figure


def _drawing(width: float, height: float, title: str) -> tuple[Figure, Axes]:
    """A figure with one plot."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    axes = figure.subplots()
    axes.set_title(printable(title))
    return figure, axes
