"""Dependency trees in a terminal: indented, or with arcs beside the words."""

from __future__ import annotations

from dataclasses import dataclass

from hyperbaton.errors import InputError
from hyperbaton.trees.dependency import ROOT, UNKNOWN, DependencyTree

MAX_DRAWN = 1_000  # words; an indented drawing of a deep tree takes space quadratic in its length

UP, DOWN, LEFT, RIGHT = 1, 2, 4, 8  # where a line leaves a cell
BOXES = " │││─┘┐┤─└┌├─┴┬┼"  # by the sum of these
ASCII_BOXES = " |||-'.+-'.+-+++"


def to_text(tree: DependencyTree, *, ascii_only: bool = False) -> str:
    """The tree with every word below its head, one word per line.

    >>> print(to_text(DependencyTree(("she", "sang", "well"), (2, 0, 2), ("nsubj", "root", "adv"))))
    sang (root)
    ├── she (nsubj)
    └── well (adv)
    """
    _require_drawable(tree)
    branch, corner, pipe = ("|-- ", "`-- ", "|   ") if ascii_only else ("├── ", "└── ", "│   ")
    children = tree.children
    lines: list[str] = []
    waiting = [(root, "", "") for root in reversed(tree.roots)]
    while waiting:
        word, before_word, before_children = waiting.pop()
        lines.append(before_word + _label(tree, word))
        for k, child in enumerate(reversed(children[word])):
            stem, below = (corner, "    ") if k == 0 else (branch, pipe)
            waiting.append((child, before_children + stem, before_children + below))
    return "\n".join(lines)


def to_arcs(tree: DependencyTree, *, ascii_only: bool = False) -> str:
    """The words from top to bottom, with arcs from heads to dependents on their left.

        >>> tree = DependencyTree(("she", "sang", "well"), (2, 0, 2), ("nsubj", "root", "adv"))
        >>> print(to_arcs(tree))
          ┌> she (nsubj)
        ─>├─ sang (root)
          └> well (adv)

    An arrow stands at the end of the arc that leads to a word; roots have one from the margin.
    """
    _require_drawable(tree)
    arcs = _arcs(tree)
    deepest = max((arc.level for arc in arcs), default=0)
    width = 2 * (deepest + 1)
    cells = [[0] * width for _ in tree.words]
    arrows: set[tuple[int, int]] = set()
    for arc in arcs:
        column = width - 2 * arc.level
        for row in range(arc.first, arc.last + 1):
            cells[row - 1][column] |= (UP if row > arc.first else 0) | (
                DOWN if row < arc.last else 0
            )
        for row in (arc.first, arc.last):
            _draw_right(cells[row - 1], column)
        arrows.add((arc.dependent - 1, column + 1))
    for root in tree.roots:
        cells[root - 1][0] |= RIGHT
        cells[root - 1][1] |= LEFT
        arrows.add((root - 1, 1))
    boxes = ASCII_BOXES if ascii_only else BOXES
    lines = []
    for row, line in enumerate(cells):
        drawn = [
            ">" if (row, column) in arrows else boxes[cell] for column, cell in enumerate(line)
        ]
        lines.append("".join(drawn) + " " + _label(tree, row + 1))
    return "\n".join(lines)


@dataclass(frozen=True)
class _Arc:
    """From a head to a dependent, on a level above all shorter ones that it spans."""

    head: int
    dependent: int
    level: int

    @property
    def first(self) -> int:
        return min(self.head, self.dependent)

    @property
    def last(self) -> int:
        return max(self.head, self.dependent)


def _arcs(tree: DependencyTree) -> list[_Arc]:
    """The arcs, shorter ones first; those that meet at a word share a level only as its own."""
    pairs = [(head, word) for word, head in enumerate(tree.heads, start=1) if head != ROOT]
    pairs.sort(key=lambda pair: (abs(pair[0] - pair[1]), min(pair)))
    over_gap = [0] * (len(tree) + 1)  # the highest arc over the gap after each word
    from_word = [0] * (len(tree) + 1)  # the highest one that begins there
    to_word = [0] * (len(tree) + 1)  # the one that ends there
    arcs = []
    for head, word in pairs:
        first, last = min(head, word), max(head, word)
        level = max(*over_gap[first:last], from_word[word], to_word[head]) + 1
        over_gap[first:last] = [level] * (last - first)
        from_word[head] = max(from_word[head], level)
        to_word[word] = level
        arcs.append(_Arc(head, word, level))
    return arcs


def _draw_right(line: list[int], column: int) -> None:
    """A line from a column to the word."""
    line[column] |= RIGHT
    for further in range(column + 1, len(line)):
        line[further] |= LEFT | RIGHT


def _label(tree: DependencyTree, word: int) -> str:
    relation = tree.deprels[word - 1]
    return tree.words[word - 1] + ("" if relation == UNKNOWN else f" ({relation})")


def _require_drawable(tree: DependencyTree) -> None:
    if len(tree) > MAX_DRAWN:
        raise InputError(
            f"a tree of {len(tree)} words is too large to draw; up to {MAX_DRAWN} are accepted"
        )
