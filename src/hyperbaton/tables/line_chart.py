"""Line charts as SVG, with nothing but text: for curves over a parameter."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape

WIDTH, HEIGHT = 640, 400
LEFT, RIGHT, TOP, BOTTOM = 64, 190, 40, 48
# Distinct for colour-blind readers too (Okabe & Ito 2008), with a dash pattern once they run out.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
TICKS = 5


def line_chart(
    title: str,
    x_label: str,
    y_label: str,
    x: Sequence[float],
    lines: Mapping[str, Sequence[float]],
) -> str:
    """A chart of one or more lines over the same x; values that are NaN leave a gap."""
    known = [value for values in lines.values() for value in values if math.isfinite(value)]
    across = _Axis(min(x), max(x), LEFT, WIDTH - RIGHT)
    up = _Axis(min(known, default=0.0), max(known, default=1.0), HEIGHT - BOTTOM, TOP)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}" height="{HEIGHT}" font-family="sans-serif" font-size="12" role="img">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        _text(LEFT, TOP - 18, title, weight="bold"),
        _text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 10, x_label, anchor="middle"),
        _text(14, (TOP + HEIGHT - BOTTOM) / 2, y_label, anchor="middle", rotated=True),
        *_grid(across, up),
    ]
    for number, (name, values) in enumerate(lines.items()):
        parts.extend(_line(number, name, [across.place(value) for value in x], values, up))
    return "\n".join([*parts, "</svg>"])


class _Axis:
    """Turns values into places on the page, with round ticks."""

    def __init__(self, low: float, high: float, begin: float, end: float) -> None:
        if high <= low:
            low, high = low - 0.5, high + 0.5
        rough = (high - low) / TICKS
        power = 10.0 ** math.floor(math.log10(rough))
        self.step = power * next(k for k in (1, 2, 5, 10) if k * power >= rough * (1 - 1e-9))
        self.low = math.floor(low / self.step + 1e-9) * self.step
        self.high = math.ceil(high / self.step - 1e-9) * self.step
        self.begin, self.end = begin, end

    def place(self, value: float) -> float:
        share = (value - self.low) / (self.high - self.low)
        return self.begin + share * (self.end - self.begin)

    def ticks(self) -> list[tuple[float, str]]:
        number = round((self.high - self.low) / self.step)
        digits = max(0, -math.floor(math.log10(self.step) + 1e-9))
        values = [self.low + k * self.step for k in range(number + 1)]
        return [(self.place(value), f"{value:.{digits}f}") for value in values]


def _grid(across: _Axis, up: _Axis) -> list[str]:
    parts = []
    for place, label in up.ticks():
        parts.append(_stroke(LEFT, place, WIDTH - RIGHT, place))
        parts.append(_text(LEFT - 8, place + 4, label, anchor="end"))
    for place, label in across.ticks():
        parts.append(_stroke(place, HEIGHT - BOTTOM, place, HEIGHT - BOTTOM + 5))
        parts.append(_text(place, HEIGHT - BOTTOM + 19, label, anchor="middle"))
    return parts


def _line(
    number: int, name: str, places: Sequence[float], values: Sequence[float], up: _Axis
) -> list[str]:
    colour = COLOURS[number % len(COLOURS)]
    dash = number // len(COLOURS)
    style = f'stroke="{colour}" stroke-width="2" fill="none"'
    style += f' stroke-dasharray="{6 * dash} 4"' if dash else ""
    commands, pen = [], "M"
    for place, value in zip(places, values, strict=True):
        if math.isfinite(value):
            commands.append(f"{pen}{place:.1f} {up.place(value):.1f}")
            pen = "L"
        else:
            pen = "M"
    height = TOP + 16 * number
    begin = WIDTH - RIGHT + 14
    return [
        f'<path d="{" ".join(commands)}" {style}/>',
        f'<path d="M{begin} {height}H{begin + 22}" {style}/>',
        _text(begin + 28, height + 4, name),
    ]


def _stroke(x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<path d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}" stroke="#ccc" fill="none"/>'


def _text(
    x: float, y: float, text: str, *, anchor: str = "start", weight: str = "", rotated: bool = False
) -> str:
    extra = f' font-weight="{weight}"' if weight else ""
    extra += f' transform="rotate(-90 {x:.1f} {y:.1f})"' if rotated else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{extra}>{escape(text)}</text>'
