"""Charts as SVG, with nothing but text: lines and points over numbers or over names."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

WIDTH, HEIGHT = 640, 400
LEFT, RIGHT, TOP, BOTTOM = 64, 190, 40, 48
# Distinct for colour-blind readers too (Okabe & Ito 2008), with a dash pattern once they run out.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
TICKS = 5
RADIUS = 3
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
    across = _Axis(left, right, LEFT, WIDTH - RIGHT, tight=bool(names))
    up = _Axis(min(values, default=0.0), max(values, default=1.0), HEIGHT - BOTTOM, TOP)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}" height="{HEIGHT}" font-family="sans-serif" font-size="12" role="img">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        _text(LEFT, TOP - 18, title, weight="bold"),
        _text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 10, x_label, anchor="middle"),
        _text(14, (TOP + HEIGHT - BOTTOM) / 2, y_label, anchor="middle", rotated=True),
        *_grid(across, up, names),
    ]
    for number, (name, each) in enumerate(series.items()):
        parts.extend(_drawn(number, name, each, across, up))
    return "\n".join([*parts, "</svg>"])


class _Axis:
    """Turns values into places on the page, with round ticks."""

    def __init__(
        self, low: float, high: float, begin: float, end: float, *, tight: bool = False
    ) -> None:
        if high <= low:
            low, high = low - 0.5, high + 0.5
        rough = (high - low) / TICKS
        power = 10.0 ** math.floor(math.log10(rough))
        self.step = power * next(k for k in (1, 2, 5, 10) if k * power >= rough * (1 - 1e-9))
        self.low = low if tight else math.floor(low / self.step + 1e-9) * self.step
        self.high = high if tight else math.ceil(high / self.step - 1e-9) * self.step
        self.begin, self.end = begin, end

    def place(self, value: float) -> float:
        share = (value - self.low) / (self.high - self.low)
        return self.begin + share * (self.end - self.begin)

    def ticks(self) -> list[tuple[float, str]]:
        number = round((self.high - self.low) / self.step)
        digits = max(0, -math.floor(math.log10(self.step) + 1e-9))
        values = [self.low + k * self.step for k in range(number + 1)]
        return [(self.place(value), f"{value:.{digits}f}") for value in values]


def _grid(across: _Axis, up: _Axis, names: Sequence[str]) -> list[str]:
    parts = []
    for place, label in up.ticks():
        parts.append(_stroke(LEFT, place, WIDTH - RIGHT, place))
        parts.append(_text(LEFT - 8, place + 4, label, anchor="end"))
    named = [(across.place(k), name) for k, name in enumerate(names)]
    for place, label in named or across.ticks():
        parts.append(_stroke(place, HEIGHT - BOTTOM, place, HEIGHT - BOTTOM + 5))
        parts.append(_text(place, HEIGHT - BOTTOM + 19, label, anchor="middle"))
    return parts


def _drawn(number: int, name: str, series: Series, across: _Axis, up: _Axis) -> list[str]:
    colour = COLOURS[number % len(COLOURS)]
    dash = number // len(COLOURS)
    style = f'stroke="{colour}" stroke-width="2" fill="none"'
    style += f' stroke-dasharray="{6 * dash} 4"' if dash else ""
    places = [
        (across.place(x), up.place(y)) if math.isfinite(y) else None
        for x, y in zip(series.x, series.y, strict=True)
    ]
    parts = [f'<path d="{_path(places)}" {style}/>'] if series.joined else []
    if not series.joined:
        parts += [_dot(*place, colour) for place in places if place is not None]
    for x, y, bar in zip(series.x, series.y, series.bars, strict=False):
        if math.isfinite(y) and math.isfinite(bar):
            parts.append(_bar(across.place(x), up.place(y - bar), up.place(y + bar), colour))
    height = TOP + 16 * number
    begin = WIDTH - RIGHT + 14
    sample = f'<path d="M{begin} {height}H{begin + 22}" {style}/>'
    return [
        *parts,
        sample if series.joined else _dot(begin + 11, height, colour),
        _text(begin + 28, height + 4, name),
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


def _dot(x: float, y: float, colour: str) -> str:
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{RADIUS}" fill="{colour}"/>'


def _bar(x: float, bottom: float, top: float, colour: str) -> str:
    ends = "".join(f"M{x - CAP:.1f} {y:.1f}H{x + CAP:.1f}" for y in (bottom, top))
    return f'<path d="M{x:.1f} {bottom:.1f}V{top:.1f}{ends}" stroke="{colour}" fill="none"/>'


def _stroke(x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<path d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}" stroke="#ccc" fill="none"/>'


def _text(
    x: float, y: float, text: str, *, anchor: str = "start", weight: str = "", rotated: bool = False
) -> str:
    extra = f' font-weight="{weight}"' if weight else ""
    extra += f' transform="rotate(-90 {x:.1f} {y:.1f})"' if rotated else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{extra}>{escape(text)}</text>'
