"""Figures of a report for papers: what systems lose, and which words of a segment moved.

Everything is drawn by matplotlib; see `hyperbaton.tables.plots`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence, Set
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from hyperbaton.explanation.rescoring import Piece, pieces_of
from hyperbaton.explanation.segment import Explanation, PricedMove, TreeBlock
from hyperbaton.files import check_target_folder, make_folder, replacement
from hyperbaton.metrics.hyperbaton import Hyperbaton
from hyperbaton.report.overview import Overview
from hyperbaton.tables.layout import display_width
from hyperbaton.tables.plots import COLOURS, GREY, PALE, WIDTH, check_installed, picture, styled
from hyperbaton.tables.printable import printable

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LEXICAL, ORDER = "#0072b2", "#d55e00"  # two meanings, two hues, everywhere
DARK_ORDER = "#a84300"  # for text, dark enough to be read
ORDER_WEIGHT = Hyperbaton().order_weight
PATTERNS = 10
LONGEST_NAME = 50  # of a system, in characters; a file system takes 255 bytes
POINTS = 72  # of an inch
SIZE, MARGIN, LEVEL = 10, 18.0, 36  # of words, around them, of the levels of trees; in points
HUES = COLOURS[:-1]  # of moves; black is for words


def write_plots(
    overview: Overview,
    folder: str | PathLike[str],
    segments: Sequence[int] = (),
    *,
    pdf: bool = False,
) -> list[Path]:
    """Writes the figures of a report to a folder, which is made if need be.

    Args:
        overview: what the report says about whole systems.
        folder: where to write them.
        segments: the numbers of segments to draw, each for every system.
        pdf: whether to write PDF beside SVG.

    Returns:
        The files.

    Raises:
        InputError: a file cannot be written, or there is no such segment.
        MissingDependencyError: matplotlib is not installed.
    """
    check_installed()
    check_target_folder(folder)
    figures = dict(_figures(overview, segments))
    target = make_folder(folder)
    written = []
    for name, figure in figures.items():
        for kind in ("svg", "pdf") if pdf else ("svg",):
            written.append(target / f"{name}.{kind}")
            with replacement(written[-1]) as file:
                file.write(picture(figure, kind))
    return written


def _figures(overview: Overview, segments: Sequence[int]) -> Iterator[tuple[str, Figure]]:
    yield "losses", losses(overview)
    yield "balance", balance(overview)
    yield "patterns", patterns(overview)
    names = _file_names([system.name for system in overview.scores])
    for segment in segments:
        for system, written in names.items():
            explanation = overview.scores.explain(system, segment)
            name = f"segment-{segment}-{written}"
            yield f"{name}-slope", slope(explanation)
            yield f"{name}-tree", tree(explanation)


def _file_names(systems: Sequence[str]) -> dict[str, str]:
    """The names of systems without what file systems do not like, no two of them the same."""
    found: dict[str, str] = {}
    for number, system in enumerate(systems, start=1):
        name = re.sub(r"[^\w.+-]+", "_", system)[:LONGEST_NAME] or "system"
        found[system] = f"{name}-{number}" if name in found.values() else name
    return found


# Systems


@styled()
def losses(overview: Overview) -> Figure:
    """For every system what word choice and word order cost it, by the metric `hyperbaton`."""
    parts = overview.parts
    figure, axes = _drawing(WIDTH, 0.8 + 0.3 * len(parts), "What word choice and word order cost")
    choice = [(1 - ORDER_WEIGHT) * (1 - lexical) for lexical, *_ in parts.values()]
    order = [ORDER_WEIGHT * (1 - order) for _, order, _ in parts.values()]
    rows = range(len(parts))
    axes.barh(rows, choice, color=LEXICAL, label="word choice", height=0.7)
    bars = axes.barh(rows, order, left=choice, color=ORDER, label="word order", height=0.7)
    totals = [
        f"{mine:.3f} of {1 - total:.3f}"
        for mine, (*_, total) in zip(order, parts.values(), strict=True)
    ]
    axes.bar_label(bars, totals, padding=4)
    axes.set_yticks(rows, labels=list(map(printable, parts)))
    axes.invert_yaxis()
    axes.margins(x=0.2)
    axes.legend(loc="lower right", bbox_to_anchor=(1, 1), ncols=2, borderaxespad=0)
    return figure


@styled()
def balance(overview: Overview) -> Figure:
    """Word choice against word order, one point per system, with lines of equal total."""
    figure, axes = _drawing(WIDTH * 0.65, WIDTH * 0.55, "Word choice and word order")
    axes.margins(0.25)
    for name, (lexical, order, _) in overview.parts.items():
        axes.plot(lexical, order, "o", color="#000000")
        axes.annotate(
            printable(name), (lexical, order), (5, 0), textcoords="offset points", va="center"
        )
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
    """The dearest patterns of moves, one bar per system, with confidence intervals."""
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


def _drawing(
    width: float, height: float, title: str, *, in_points: bool = False
) -> tuple[Figure, Axes]:
    """A figure with one plot, or with one area that is measured in points."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout=None if in_points else "constrained")
    axes = figure.add_axes((0, 0, 1, 1)) if in_points else figure.subplots()
    if in_points:
        axes.axis("off")
    place: dict[str, Any] = {"x": 0.02, "y": 1, "pad": -14} if in_points else {}
    axes.set_title(printable(title), **place)
    return figure, axes


# Segments


@styled()
def slope(explanation: Explanation) -> Figure:
    """The slope chart: reference above, output below, and between them what moved.

    Words in order are grey; every moved block has a colour, a number and a ribbon as wide as it is.
    A hollow frame marks a word that has no counterpart, a dotted line one that is not the same.
    """
    above, below = 56.0, 160.0  # baselines of the two rows
    figure, axes = _drawing(WIDTH, 1, _title(explanation), in_points=True)
    moves = sorted(explanation.moves, key=lambda move: move.start - move.stop)  # outer ones first
    owner = {k: move for move in moves for k in range(move.start, move.stop)}
    links = explanation.links
    moved = [links[k] for k in owner]
    reference = _Row(axes, above, pieces_of(explanation.reference, explanation.reference_tokens))
    reference.mark({link.reference for link in links}, {link.reference for link in moved})
    output = _Row(axes, below, pieces_of(explanation.hypothesis, explanation.hypothesis_tokens))
    output.mark({link.hypothesis for link in links}, {link.hypothesis for link in moved})
    width = _fit(figure, axes, [reference, output], below + 30)
    if is_right_to_left(explanation.reference):
        reference.mirror(width)
        output.mirror(width)
    top, bottom = above + 5, below - SIZE - 4
    for k, link in enumerate(links):
        same = link.matcher == "exact" or link.credit == 1.0
        if k not in owner or not same:
            ends = reference.centre(link.reference), output.centre(link.hypothesis)
            colour = _hue(owner[k]) if k in owner else PALE
            axes.plot(ends, (top, bottom), color=colour, linestyle="-" if same else ":")
    for move in moves:
        block = links[move.start : move.stop]
        ends = reference.span([link.reference for link in block])
        _ribbon(axes, top, ends, bottom, output.span([link.hypothesis for link in block]), move)
    for move in moves:  # beside the first word of its block that no inner block moves
        own = [k for k in range(move.start, move.stop) if owner[k] is move]
        link = links[own[0] if own else move.start]
        _number(axes, reference.centre(link.reference), above - SIZE - 8, move)
        _number(axes, output.centre(link.hypothesis), below + 12, move)
    return figure


@styled()
def tree(explanation: Explanation) -> Figure:
    """The permutation tree with nodes and edges, above the words of the output."""
    figure, axes = _drawing(WIDTH, 1, _title(explanation), in_points=True)
    root = explanation.tree
    leaves = 48.0 + (0 if root is None else LEVEL * _height(root))
    words = [explanation.hypothesis_tokens[link.hypothesis] for link in explanation.links]
    row = _Row(axes, leaves + SIZE + 2, [Piece(word, True) for word in words], gap=14)
    _fit(figure, axes, [row], leaves + 36)
    for k, value in enumerate(explanation.permutation):
        axes.text(row.centre(k), leaves + 24, str(value), color=GREY, ha="center", va="baseline")

    def draw(block: TreeBlock, y: float) -> float:
        """Draws a block and what is below it; where its middle stands."""
        if not block.children:
            return row.centre(block.start)
        below = [(y + LEVEL if child.children else leaves) for child in block.children]
        middles = list(map(draw, block.children, below))
        middle = (middles[0] + middles[-1]) / 2
        quiet = block.kind == "monotone"
        for x, end in zip(middles, below, strict=True):
            axes.plot((middle, x), (y + 4, end - 6), color=GREY if quiet else ORDER, linewidth=0.8)
        operator = f"⟨{','.join(map(str, block.operator))}⟩"
        style: dict[str, Any] = (
            {"color": GREY} if quiet else {"color": DARK_ORDER, "weight": "bold"}
        )
        axes.text(middle, y, operator, ha="center", va="center", **style)
        return middle

    if root is not None:
        draw(root, 40.0)
    return figure


class _Row:
    """Words in a row, as they are written, from the left margin on.

    Attributes:
        texts: the words on the page.
        places: where each begins and ends.
    """

    def __init__(self, axes: Axes, y: float, pieces: Sequence[Piece], gap: float = 6) -> None:
        self.texts, self.places, place = [], [], MARGIN
        for k, piece in enumerate(pieces):
            text = axes.text(0, y, printable(piece.text), fontsize=SIZE, va="baseline", ha="center")
            place += (gap if piece.spaced else 1) if k else 0
            drawn = text.get_window_extent().width
            width = max(drawn, SIZE * display_width(piece.text) / 2, SIZE / 2)
            self.texts.append(text)
            self.places.append((place, place + width))
            place += width
        self._put()

    def _put(self) -> None:
        for k, text in enumerate(self.texts):
            text.set_x(self.centre(k))

    def mark(self, linked: Set[int], moved: Set[int]) -> None:
        """Greys words that stay in place, and frames those without a counterpart."""
        for k, text in enumerate(self.texts):
            if k not in moved:
                text.set_color(GREY)
            if k not in linked:
                text.set_bbox({"boxstyle": "round,pad=0.1", "fill": False, "edgecolor": GREY})

    def mirror(self, width: float) -> None:
        """Runs from right to left, in a figure of that width."""
        self.places = [(width - end, width - begin) for begin, end in self.places]
        self._put()

    def span(self, words: Sequence[int]) -> tuple[float, float]:
        """Where some words begin and end."""
        return min(self.places[k][0] for k in words), max(self.places[k][1] for k in words)

    def centre(self, word: int) -> float:
        """The middle of a word."""
        return sum(self.places[word]) / 2


def _fit(figure: Figure, axes: Axes, rows: Sequence[_Row], height: float) -> float:
    """Makes a figure in points large enough for some rows; how wide it is."""
    width = max([end for row in rows for _, end in row.places] + [4 * POINTS]) + MARGIN
    figure.set_size_inches(width / POINTS, height / POINTS)
    axes.set(xlim=(0, width), ylim=(height, 0))
    return width


def _ribbon(
    axes: Axes,
    top: float,
    upper: tuple[float, float],
    bottom: float,
    lower: tuple[float, float],
    move: PricedMove,
) -> None:
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path as Outline

    (a, b), (c, d), half = upper, lower, (top + bottom) / 2
    down = [(a, top), (a, half), (c, half), (c, bottom)]
    up = [(d, bottom), (d, half), (b, half), (b, top), (a, top)]
    curve = [Outline.CURVE4] * 3
    codes = [Outline.MOVETO, *curve, Outline.LINETO, *curve, Outline.CLOSEPOLY]
    colour = _hue(move)
    outline = Outline([*down, *up], codes)
    axes.add_patch(PathPatch(outline, facecolor=(colour, 0.35), edgecolor=colour, linewidth=0.8))


def _number(axes: Axes, x: float, y: float, move: PricedMove) -> None:
    disc = {"boxstyle": "circle,pad=0.25", "facecolor": _hue(move), "edgecolor": "none"}
    style: dict[str, Any] = {"color": "white", "weight": "bold", "fontsize": 7, "bbox": disc}
    axes.text(x, y, str(move.number), ha="center", va="center_baseline", **style)


def _hue(move: PricedMove) -> str:
    """The colour of a move, the same in every picture of the segment."""
    return HUES[(move.number - 1) % len(HUES)]


def _height(block: TreeBlock) -> int:
    return 1 + max(map(_height, block.children)) if block.children else 0


def _title(explanation: Explanation) -> str:
    return f"{explanation.system}, segment {explanation.segment}"


def is_right_to_left(text: str) -> bool:
    """Whether the first letter belongs to a script that is written from right to left."""
    kinds = (unicodedata.bidirectional(character) for character in text)
    return next((kind != "L" for kind in kinds if kind in ("L", "R", "AL")), False)
