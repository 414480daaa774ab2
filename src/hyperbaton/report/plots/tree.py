"""The permutation tree of a segment with nodes and edges, above the words of the output."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hyperbaton.explanation.segment import Explanation, TreeBlock
from hyperbaton.report.plots.words import SIZE
from hyperbaton.tables.svg import GREY, drawing, line, text, text_width

MARGIN, TOP, LEVEL, GAP = 24, 56, 52, 18
ORDER = "#d55e00"  # the colour of what word order costs, everywhere
DARK = "#a84300"  # the same for text, dark enough to be read


class _Placed(NamedTuple):
    """A block with its place."""

    block: TreeBlock
    x: float
    depth: int
    children: tuple[_Placed, ...]


def tree(explanation: Explanation) -> str:
    """The tree, as SVG."""
    title = f"{explanation.system}, segment {explanation.segment}"
    words = [explanation.hypothesis_tokens[link.hypothesis] for link in explanation.links]
    centres, place = [], float(MARGIN)
    for word in words:
        width = max(text_width(word, SIZE), 16.0)
        centres.append(place + width / 2)
        place += width + GAP
    width = max(place - GAP + MARGIN, 300.0)
    parts = [text(MARGIN, 24, title, weight="bold")]
    levels = 0
    if explanation.tree is not None:
        root = _placed(explanation.tree, centres, 0)
        levels = _depth(root)
        parts += _edges(root, levels)
        parts += _labels(root, levels)
    base = TOP + LEVEL * levels
    for word, centre, value in zip(words, centres, explanation.permutation, strict=True):
        parts.append(text(centre, base + SIZE, word, anchor="middle", size=SIZE))
        parts.append(text(centre, base + 2 * SIZE + 4, str(value), anchor="middle", colour=GREY))
    return drawing(width, base + 3 * SIZE + 8, f"{title}: permutation tree", parts)


def _placed(block: TreeBlock, centres: list[float], depth: int) -> _Placed:
    children = tuple(_placed(child, centres, depth + 1) for child in block.children)
    if not children:
        return _Placed(block, centres[block.start], depth, ())
    return _Placed(block, (children[0].x + children[-1].x) / 2, depth, children)


def _depth(node: _Placed) -> int:
    return max((_depth(child) for child in node.children), default=node.depth)


def _y(node: _Placed, levels: int) -> float:
    """Leaves stand below all others."""
    return TOP + LEVEL * (node.depth if node.children else levels)


def _edges(node: _Placed, levels: int) -> Iterator[str]:
    colour = GREY if node.block.kind == "monotone" else ORDER
    for child in node.children:
        gap = 8 if child.children else 4
        y = _y(node, levels) + 6
        yield line(node.x, y, child.x, _y(child, levels) - gap, colour)
        yield from _edges(child, levels)


def _labels(node: _Placed, levels: int) -> Iterator[str]:
    if not node.children:
        return
    operator = f"⟨{','.join(map(str, node.block.operator))}⟩"
    colour = GREY if node.block.kind == "monotone" else DARK
    weight = "" if node.block.kind == "monotone" else "bold"
    y = _y(node, levels)
    yield text(node.x, y + 2, operator, anchor="middle", colour=colour, weight=weight)
    for child in node.children:
        yield from _labels(child, levels)
