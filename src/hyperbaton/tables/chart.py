"""Charts as SVG, with nothing but text: lines and points over numbers or over names."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hyperbaton.tables.svg import COLOURS, Axis, dot, drawing, line, text

WIDTH, HEIGHT = 640, 400
LEFT, RIGHT, TOP, BOTTOM = 64, 190, 40, 48
CAP = 4  # half the width of the end of an error bar
MARGIN = 0.5  # of categories at both ends of an axis


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

    @property
    def extremes(self) -> list[float]:
        """The defined values with the ends of their bars."""
        lengths = self.bars or [0.0] * len(self.y)
        ends = [y + s * e for y, e in zip(self.y, lengths, strict=True) for s in (-1, 1)]
        return [value for value in ends if math.isfinite(value)]


def chart(
    title: str,
    x_label: str,
    y_label: str,
    series: Mapping[str, Series],
    names: Sequence[str] = (),
) -> str:
    """A chart of several series by name; `names` label the whole numbers of the x-axis."""
    places = [x for each in series.values() for x in each.x]
    values = [y for each in series.values() for y in each.extremes]
    left, right = (min(places, default=0.0), max(places, default=1.0))
    if names:
        left, right = -MARGIN, len(names) - 1 + MARGIN
    across = Axis(left, right, LEFT, WIDTH - RIGHT, tight=bool(names))
    up = Axis(min(values, default=0.0), max(values, default=1.0), HEIGHT - BOTTOM, TOP)
    parts = [
        text(LEFT, TOP - 18, title, weight="bold"),
        text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 10, x_label, anchor="middle"),
        text(14, (TOP + HEIGHT - BOTTOM) / 2, y_label, anchor="middle", rotated=True),
        *_grid(across, up, names),
    ]
    for number, (name, each) in enumerate(series.items()):
        parts.extend(_drawn(number, name, each, across, up))
    return drawing(WIDTH, HEIGHT, title, parts)


def _grid(across: Axis, up: Axis, names: Sequence[str]) -> list[str]:
    parts = []
    for place, label in up.ticks():
        parts.append(line(LEFT, place, WIDTH - RIGHT, place))
        parts.append(text(LEFT - 8, place + 4, label, anchor="end"))
    named = [(across.place(k), name) for k, name in enumerate(names)]
    for place, label in named or across.ticks():
        parts.append(line(place, HEIGHT - BOTTOM, place, HEIGHT - BOTTOM + 5))
        parts.append(text(place, HEIGHT - BOTTOM + 19, label, anchor="middle"))
    return parts


def _drawn(number: int, name: str, series: Series, across: Axis, up: Axis) -> list[str]:
    colour = COLOURS[number % len(COLOURS)]
    dash = number // len(COLOURS)  # a pattern once colours run out
    style = f'stroke="{colour}" stroke-width="2" fill="none"'
    style += f' stroke-dasharray="{6 * dash} 4"' if dash else ""
    places = [
        (across.place(x), up.place(y)) if math.isfinite(y) else None
        for x, y in zip(series.x, series.y, strict=True)
    ]
    parts = [f'<path d="{_path(places)}" {style}/>'] if series.joined else []
    if not series.joined:
        parts += [dot(*place, colour) for place in places if place is not None]
    for x, y, bar in zip(series.x, series.y, series.bars, strict=False):
        if math.isfinite(y) and math.isfinite(bar):
            parts.append(_bar(across.place(x), up.place(y - bar), up.place(y + bar), colour))
    height = TOP + 16 * number
    begin = WIDTH - RIGHT + 14
    sample = f'<path d="M{begin} {height}H{begin + 22}" {style}/>'
    return [
        *parts,
        sample if series.joined else dot(begin + 11, height, colour),
        text(begin + 28, height + 4, name),
    ]


def _path(places: Sequence[tuple[float, float] | None]) -> str:
    commands, pen = [], "M"
    for place in places:
        if place is None:
            pen = "M"
        else:
            commands.append(f"{pen}{place[0]:.1f} {place[1]:.1f}")
            pen = "L"
    return " ".join(commands)


def _bar(x: float, bottom: float, top: float, colour: str) -> str:
    ends = "".join(f"M{x - CAP:.1f} {y:.1f}H{x + CAP:.1f}" for y in (bottom, top))
    return f'<path d="M{x:.1f} {bottom:.1f}V{top:.1f}{ends}" stroke="{colour}" fill="none"/>'
