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
from hyperbaton.tables.layout import printable
from hyperbaton.tables.plots import GREY, PALE, WIDTH, check_installed, picture, styled

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from hyperbaton.report.report import Report

LEXICAL, ORDER = "#0072b2", "#d55e00"  # two meanings, two hues, everywhere
ORDER_WEIGHT = Hyperbaton().order_weight


def write_plots(report: Report, folder: str | PathLike[str], *, pdf: bool = False) -> list[Path]:
    """Writes the figures of a report to a folder, as SVG and with `pdf` as PDF too.

    Raises:
        InputError: a file cannot be written.
        MissingDependencyError: matplotlib is not installed.
    """
    check_installed()
    check_target_folder(folder)
    figures = {draw.__name__: draw(report) for draw in (losses, balance)}
    target = make_folder(folder)
    written = []
    for name, figure in figures.items():
        for kind in ("svg", "pdf") if pdf else ("svg",):
            written.append(target / f"{name}.{kind}")
            with replacement(written[-1]) as file:
                file.write(picture(figure, kind))
    return written


@styled()
def losses(report: Report) -> Figure:
    """For every system what word choice and word order cost it, by the metric `hyperbaton`."""
    systems = report.balance
    choice = [100 * (1 - ORDER_WEIGHT) * (1 - each.lexical) for each in systems]
    order = [100 * ORDER_WEIGHT * (1 - each.order) for each in systems]
    title = "What word choice and word order cost"
    rows = range(len(systems))
    figure, axes = _drawing(0.9 + 0.3 * len(systems), title, WIDTH)
    axes.set_xlabel("loss by hyperbaton (%)")
    axes.set_yticks(rows, labels=[printable(each.system) for each in systems])
    axes.invert_yaxis()
    axes.barh(rows, choice, color=LEXICAL, label="word choice", height=0.7)
    bars = axes.barh(rows, order, left=choice, color=ORDER, label="word order", height=0.7)
    axes.bar_label(bars, [f"{mine:.1f} by order" for mine in order], padding=4)
    axes.margins(x=0.2)
    figure.legend(loc="outside lower right", ncols=2)
    return figure


@styled()
def balance(report: Report) -> Figure:
    """Word choice against word order, one point per system, with lines of equal total."""
    systems = sorted(report.balance, key=lambda each: each.order)
    figure, axes = _drawing(max(WIDTH * 0.55, 0.2 * len(systems)), "Word choice and word order")
    axes.margins(0.25)
    axes.plot([each.lexical for each in systems], [each.order for each in systems], "o", color="k")
    across, up = axes.get_xlim(), axes.get_ylim()
    lowest, gap = up[0], (up[1] - up[0]) * 0.16 / figure.get_figheight()
    for above, each in zip(reversed(range(len(systems))), systems, strict=True):
        # Names stand to the right, a line apart, and leave room for those above.
        lowest = min(max(lowest + gap, each.order), up[1] - gap * above)
        line = {"arrowstyle": "-", "color": PALE, "linewidth": 0.6}
        name, at = printable(each.system), (across[1], lowest)
        point = each.lexical, each.order
        axes.annotate(name, point, at, va="center", arrowprops=line, annotation_clip=False)
    x, y = np.meshgrid(np.linspace(*across), np.linspace(*up))
    total = (1 - ORDER_WEIGHT) * x + ORDER_WEIGHT * y
    lines = axes.contour(x, y, total, 5, colors=PALE, linestyles="dashed", linewidths=0.6, zorder=0)
    axes.clabel(lines, fmt="%.2f", colors=GREY, fontsize=7)
    axes.set_xlabel("word choice (lexical part)", color=LEXICAL)
    axes.set_ylabel("word order (order part)", color=ORDER)
    return figure


def _drawing(height: float, title: str, width: float = WIDTH * 0.8) -> tuple[Figure, Axes]:
    """A figure with one plot."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    axes = figure.subplots()
    axes.set_title(title)
    return figure, axes
