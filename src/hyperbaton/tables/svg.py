"""What pictures are drawn with: SVG as text, axes with round ticks, colours, widths of words."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable
from html import escape

# Distinct for colour-blind readers too (Okabe & Ito 2008).
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
GREY, PALE = "#666666", "#cccccc"
FONT_SIZE = 12
_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
TICKS = 5


def drawing(
    width: float, height: float, title: str, parts: Iterable[str], font: str = "sans-serif"
) -> str:
    """A picture of that size, on white."""
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
            f'width="{width:g}" height="{height:g}" font-family="{font}" '
            f'font-size="{FONT_SIZE}" role="img">',
            f"<title>{escaped(title)}</title>",
            f'<rect width="{width:g}" height="{height:g}" fill="white"/>',
            *parts,
            "</svg>",
        ]
    )


class Axis:
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
        """Where a value stands."""
        share = (value - self.low) / (self.high - self.low)
        return self.begin + share * (self.end - self.begin)

    def ticks(self) -> list[tuple[float, str]]:
        """Where the ticks stand, and what is written there."""
        number = round((self.high - self.low) / self.step)
        digits = max(0, -math.floor(math.log10(self.step) + 1e-9))
        values = [self.low + k * self.step for k in range(number + 1)]
        return [(self.place(value), f"{value:.{digits}f}") for value in values]


def escaped(content: str) -> str:
    """Text for XML, which has no place for control characters."""
    return escape(_NOT_IN_XML.sub("\N{REPLACEMENT CHARACTER}", content))


def text(
    x: float,
    y: float,
    content: str,
    *,
    anchor: str = "start",
    weight: str = "",
    rotated: bool = False,
    colour: str = "",
    size: float = 0,
    length: float = 0,
) -> str:
    """A line of text; with `length` it is made to take up exactly that width."""
    extra = f' font-weight="{weight}"' if weight else ""
    extra += f' transform="rotate(-90 {x:.1f} {y:.1f})"' if rotated else ""
    extra += f' fill="{colour}"' if colour else ""
    extra += f' font-size="{size:g}"' if size else ""
    extra += f' textLength="{length:.1f}" lengthAdjust="spacingAndGlyphs"' if length else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{extra}>{escaped(content)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, colour: str = "#ccc", more: str = "") -> str:
    """A straight line."""
    extra = f" {more}" if more else ""
    return f'<path d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}" stroke="{colour}" fill="none"{extra}/>'


def rectangle(x: float, y: float, width: float, height: float, fill: str, more: str = "") -> str:
    """A rectangle."""
    extra = f" {more}" if more else ""
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" '
        f'fill="{fill}"{extra}/>'
    )


def dot(x: float, y: float, colour: str, radius: float = 3) -> str:
    """A point."""
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}" fill="{colour}"/>'


def text_width(content: str, size: float = FONT_SIZE) -> float:
    """About how wide a text is in a sans-serif font, whichever it is."""
    return size * sum(map(_share, content))


def _share(character: str) -> float:
    """The width of a character as a share of the font size."""
    if unicodedata.combining(character):
        return 0.0
    if unicodedata.east_asian_width(character) in "WF":
        return 1.0
    if character in " .,:;'’!|fijlrIt()[]":
        return 0.32
    if character in "mwMW—…%@":
        return 0.88
    return 0.68 if character.isupper() else 0.56
