"""Draws docs/figures/architecture.svg from the list of folders in docs/architecture.md."""

from __future__ import annotations

import re
from html import escape
from pathlib import Path

PAGE = Path(__file__).parent / "architecture.md"
PICTURE = Path(__file__).parent / "figures" / "architecture.svg"
BLOCK = re.compile(r"^```path\n(.*?)^```", re.M | re.S)

# The way of the data, as opposed to what all folders share.
SHARED = ("errors", "checks", "limits", "values", "once", "tables")
ROW, TOP, LEFT, WIDTH = 34, 24, 24, 760
NAME_WIDTH = 130


def folders(page: str) -> dict[str, str]:
    """The folders from left to right, each with what it is for."""
    (block,) = BLOCK.findall(page)
    return dict(re.split(r"\s{2,}", line, maxsplit=1) for line in block.splitlines())


def drawing(rooms: dict[str, str]) -> str:
    """The folders one below the other, with arrows along the way of the data."""
    height = TOP * 2 + ROW * len(rooms)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" '
        f'height="{height}" font-family="system-ui, sans-serif" font-size="13" role="img">',
        "<title>The data path of hyperbaton</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="white"/>',
    ]
    path = [name for name in rooms if name not in SHARED]
    for k, (name, purpose) in enumerate(rooms.items()):
        y = TOP + ROW * k
        fill = "#eeeeee" if name in SHARED else "#dcecf7"
        parts += [
            f'<rect x="{LEFT}" y="{y}" width="{NAME_WIDTH}" height="{ROW - 10}" rx="4" '
            f'fill="{fill}" stroke="#0072b2" stroke-width="{0 if name in SHARED else 1}"/>',
            f'<text x="{LEFT + NAME_WIDTH / 2}" y="{y + 16}" text-anchor="middle" '
            f'font-weight="600">{escape(name)}</text>',
            f'<text x="{LEFT + NAME_WIDTH + 18}" y="{y + 16}" fill="#444">{escape(purpose)}</text>',
        ]
        if name in path[:-1]:
            x = LEFT + NAME_WIDTH / 2
            parts.append(
                f'<path d="M{x} {y + ROW - 10}v6m-3 -4l3 4l3 -4" stroke="#0072b2" fill="none"/>'
            )
    return "\n".join([*parts, "</svg>"]) + "\n"


def picture() -> str:
    """The picture as it should be."""
    return drawing(folders(PAGE.read_text(encoding="utf-8")))


if __name__ == "__main__":
    PICTURE.write_text(picture(), encoding="utf-8")
