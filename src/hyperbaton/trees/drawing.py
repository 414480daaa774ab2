"""Dependency trees for people: as an indented tree, as arcs beside the words, and as SVG."""

from __future__ import annotations

from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr

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


def to_svg(tree: DependencyTree, *, name: str = "tree") -> str:
    """The words from left to right with arcs above them, as one SVG element.

    It has a title and a description for those who cannot see it, no script, and colours for light
    and dark pages.

    Args:
        tree: the tree.
        name: what its ids begin with; give each drawing of a page its own.
    """
    _require_drawable(tree)
    layout = _Layout(tree)
    titles = f"{name}-title", f"{name}-description"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="dependency-tree" role="img" '
        f"aria-labelledby={quoteattr(' '.join(titles))} "
        f'viewBox="0 0 {layout.width} {layout.height}" '
        f'width="{layout.width}" height="{layout.height}">',
        f"<title id={quoteattr(titles[0])}>{escape(' '.join(tree.words)) or 'no words'}</title>",
        f"<desc id={quoteattr(titles[1])}>{escape(_description(tree))}</desc>",
        f"<style>{STYLE}</style>",
        *(layout.arc(arc) for arc in _arcs(tree)),
        *(layout.root(root) for root in tree.roots),
        *(layout.word(word) for word in range(1, len(tree) + 1)),
        "</svg>",
    ]
    return "\n".join(parts)


STYLE = (
    ".dependency-tree{color:#1b1b1b;font-family:sans-serif}"
    "@media(prefers-color-scheme:dark){.dependency-tree{color:#eeeeee}}"
    ".dependency-tree path{fill:none;stroke:currentColor}"
    ".dependency-tree .tip{fill:currentColor}"
    ".dependency-tree text{fill:currentColor;text-anchor:middle;font-size:14px}"
    ".dependency-tree .relation,.dependency-tree .tag{font-size:10px}"
)
GAP, LETTER, SMALL_LETTER = 16, 9, 6  # pixels between words and, about, a character
LEVEL, MARGIN, BELOW = 24, 12, 40  # pixels from arc to arc, at the edges, for the words


class _Layout:
    """Where words and arcs stand in the SVG."""

    def __init__(self, tree: DependencyTree) -> None:
        self.tree = tree
        self.middles = [0]  # by word, counted from 1
        right = MARGIN
        for word, relation, tag in zip(tree.words, tree.deprels, tree.upos, strict=True):
            widest = max(LETTER * len(word), SMALL_LETTER * max(len(relation), len(tag)))
            self.middles.append(right + widest // 2)
            right += widest + GAP
        self.width = right - GAP + MARGIN if tree.words else 2 * MARGIN
        deepest = max((arc.level for arc in _arcs(tree)), default=0)
        self.floor = MARGIN + LEVEL * (deepest + 1)
        self.height = self.floor + BELOW

    def word(self, word: int) -> str:
        x, tag = self.middles[word], self.tree.upos[word - 1]
        text = f'<text x="{x}" y="{self.floor + 18}">{escape(self.tree.words[word - 1])}</text>'
        if tag == UNKNOWN:
            return text
        return f'{text}<text class="tag" x="{x}" y="{self.floor + 32}">{escape(tag)}</text>'

    def arc(self, arc: _Arc) -> str:
        shift = 4 if arc.dependent > arc.head else -4  # so that arcs of one word do not touch
        begin, end = self.middles[arc.head] + shift, self.middles[arc.dependent] - shift
        top = self.floor - LEVEL * arc.level
        path = f"M{begin},{self.floor} C{begin},{top} {end},{top} {end},{self.floor}"
        # A cubic curve reaches three quarters of the height of its control points.
        peak = self.floor - LEVEL * arc.level * 3 // 4
        relation = self.tree.deprels[arc.dependent - 1]
        return f'<path d="{path}"/>{self._tip(end)}' + self._relation(
            (begin + end) // 2, peak - 3, relation
        )

    def root(self, root: int) -> str:
        x = self.middles[root]
        line = f'<path d="M{x},{MARGIN} V{self.floor}"/>{self._tip(x)}'
        return line + self._relation(x, MARGIN - 2, self.tree.deprels[root - 1])

    def _tip(self, x: int) -> str:
        return f'<path class="tip" d="M{x},{self.floor} l-3,-6 h6 z"/>'

    def _relation(self, x: int, y: int, relation: str) -> str:
        if relation == UNKNOWN:
            return ""
        return f'<text class="relation" x="{x}" y="{y}">{escape(relation)}</text>'


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


def _description(tree: DependencyTree) -> str:
    """The tree in words."""
    clauses = []
    for word, head, relation in zip(tree.words, tree.heads, tree.deprels, strict=True):
        named = "" if relation == UNKNOWN else f" as {relation}"
        upper = "is a root" if head == ROOT else f"depends on {tree.words[head - 1]}"
        clauses.append(f"{word} {upper}{named}")
    return "; ".join(clauses) + "." if clauses else "A tree of no words."


def _require_drawable(tree: DependencyTree) -> None:
    if len(tree) > MAX_DRAWN:
        raise InputError(
            f"a tree of {len(tree)} words is too large to draw; up to {MAX_DRAWN} are accepted"
        )
