"""The figure of a report for papers, drawn by matplotlib; the page saves all other pictures."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from hyperbaton.files import check_target_folder, make_folder, replacement
from hyperbaton.metrics.hyperbaton import Hyperbaton
from hyperbaton.tables.layout import printable
from hyperbaton.tables.plots import WIDTH, check_installed, picture, styled

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from hyperbaton.report.report import Report

LEXICAL, ORDER = "#0072b2", "#d55e00"  # two meanings, two hues, everywhere
ORDER_WEIGHT = Hyperbaton().order_weight


def write_plots(report: Report, folder: str | PathLike[str], *, pdf: bool = False) -> list[Path]:
    """Writes the figure `losses` of a report to a folder, as SVG and with `pdf` as PDF too.

    Raises:
        InputError: a file cannot be written.
        MissingDependencyError: matplotlib is not installed.
    """
    check_installed()
    check_target_folder(folder)
    figure, target = losses(report), make_folder(folder)
    written = [target / f"losses.{kind}" for kind in (("svg", "pdf") if pdf else ("svg",))]
    for path in written:
        with replacement(path) as file:
            file.write(picture(figure, path.suffix[1:]))
    return written


@styled()
def losses(report: Report) -> Figure:
    """For every system what word choice and word order cost it, by the metric `hyperbaton`."""
    from matplotlib.figure import Figure

    systems = report.balance
    choice = [100 * (1 - ORDER_WEIGHT) * (1 - each.lexical) for each in systems]
    order = [100 * ORDER_WEIGHT * (1 - each.order) for each in systems]
    rows = range(len(systems))
    figure = Figure(figsize=(WIDTH, 0.9 + 0.3 * len(systems)), layout="constrained")
    axes = figure.subplots()
    axes.set_title("What word choice and word order cost")
    axes.set_xlabel("loss by hyperbaton (%)")
    axes.set_yticks(rows, labels=[printable(each.system) for each in systems])
    axes.invert_yaxis()
    axes.barh(rows, choice, color=LEXICAL, label="word choice", height=0.7)
    bars = axes.barh(rows, order, left=choice, color=ORDER, label="word order", height=0.7)
    axes.bar_label(bars, [f"{mine:.1f} by order" for mine in order], padding=4)
    axes.margins(x=0.2)
    figure.legend(loc="outside lower right", ncols=2)
    return figure
