"""Explanations for the terminal: two lines with the blocks that moved, a tree, moves in words.

Colour is never the only sign: moved blocks carry the number of their move, words without a
counterpart stand in brackets. Without colour the text is the same, so that it can be compared.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass

from hyperbaton.explanation.segment import Explanation, PricedMove, TreeBlock
from hyperbaton.tables.layout import display_width, printable

# Hues that hold for colour-blind readers (Okabe & Ito 2008), as near as 256 colours come to them.
HUES = (208, 32, 36, 170, 178, 75)
BASIC_HUES = (33, 34, 36, 35, 32, 31)
MOST_RAILS = 6  # with more of them a drawing says nothing
RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})
LABEL = 11  # columns of `reference  `
SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


@dataclass(frozen=True)
class Palette:
    """How to colour: not at all, with 16 colours or with 256."""

    colours: int = 0

    def moved(self, number: int, text: str) -> str:
        """A text in the hue of a move, counted from 1."""
        if self.colours == 0:
            return text
        hue = (number - 1) % len(HUES)
        code = f"38;5;{HUES[hue]}" if self.colours == 256 else f"{BASIC_HUES[hue]}"
        return f"\x1b[1;{code}m{text}\x1b[0m"

    def quiet(self, text: str) -> str:
        """A text that steps back."""
        return text if self.colours == 0 else f"\x1b[2m{text}\x1b[0m"


PLAIN = Palette()


@dataclass(frozen=True)
class Chunk:
    """Words that follow each other on both sides: tokens of both, and the move they belong to."""

    hypothesis: tuple[int, int]
    reference: tuple[int, int]
    move: int  # 0 for words that stay


def to_text(explanation: Explanation, *, width: int = 80, palette: Palette = PLAIN) -> str:
    """Everything about one segment that is worth seeing at once.

    Args:
        explanation: of the segment.
        width: how many columns there are; lines that need more are wrapped, and then there is no
            drawing between them.
        palette: how to colour.
    """
    names = explanation.headline
    scores = ((name, explanation.scores[name]) for name in names)
    texts = (f"{name} {'n/a' if score is None else f'{score:.3f}'}" for name, score in scores)
    where = f"{printable(explanation.system)}, segment {explanation.segment}"
    parts = [
        " · ".join([where, *map(palette.quiet, texts)]),
        _lines(explanation, width, palette),
    ]
    if explanation.tree is not None and explanation.moves:
        parts.append("\n".join(_block_lines(explanation, explanation.tree, "", "", palette)))
    return "\n\n".join([*parts, _moves(explanation, palette)])


# The two lines


def _lines(explanation: Explanation, width: int, palette: Palette) -> str:
    """Reference and output below each other, with a drawing in between if it fits."""
    chunks, links = chunks_of(explanation), explanation.links
    moves = [chunk.move for chunk in chunks]
    upper = _Side(
        "reference",
        explanation.reference_tokens,
        {link.reference for link in links},
        [chunk.reference for chunk in chunks],
        moves,
    )
    lower = _Side(
        "output",
        explanation.hypothesis_tokens,
        {link.hypothesis for link in links},
        [chunk.hypothesis for chunk in chunks],
        moves,
    )
    drawing = []
    fits = max(upper.width, lower.width) <= width
    if fits and 0 < sum(move > 0 for move in moves) <= MOST_RAILS:
        words = "".join([*explanation.reference_tokens, *explanation.hypothesis_tokens])
        if not any(unicodedata.bidirectional(character) in RIGHT_TO_LEFT for character in words):
            drawing = _rails(chunks, upper.centres, lower.centres, palette)
    return "\n".join([upper.written(width, palette), *drawing, lower.written(width, palette)])


class _Side:
    """A line of words with the marks of their chunks: `[in the lobby]¹`, `(oh)` without a link.

    Attributes:
        label: what stands before it.
        words: each with the move that its chunk belongs to.
        width: how many columns it takes.
        centres: the column in which the middle of each chunk stands.
    """

    def __init__(
        self,
        label: str,
        tokens: Sequence[str],
        linked: Set[int],
        spans: Sequence[tuple[int, int]],
        moves: Sequence[int],
    ) -> None:
        opens = {first: move for (first, _), move in zip(spans, moves, strict=True)}
        closes = {last - 1: move for (_, last), move in zip(spans, moves, strict=True)}
        self.label = label
        self.words: list[tuple[str, int]] = []
        starts, column, inside = [], LABEL, 0
        for k, token in enumerate(map(printable, tokens)):
            inside = opens.get(k, inside)
            text = token if k in linked else f"({token})"
            if opens.get(k):
                text = f"[{text}"
            if closes.get(k):
                text = f"{text}]{str(closes[k]).translate(SUPERSCRIPTS)}"
            self.words.append((text, inside))
            starts.append(column)
            column += display_width(text) + 1
            if k in closes:
                inside = 0
        starts.append(column)
        self.width = column
        self.centres = [(starts[first] + starts[last] - 2) // 2 for first, last in spans]

    def written(self, width: int, palette: Palette) -> str:
        """The label and the words, on as many lines as they need."""
        lines: list[list[str]] = [[]]
        used = LABEL
        for text, move in self.words:
            columns = display_width(text) + 1
            if used + columns > width and lines[-1]:
                lines.append([])
                used = LABEL
            lines[-1].append(palette.moved(move, text) if move else palette.quiet(text))
            used += columns
        texts = [" ".join(line) for line in lines]
        head = f"{self.label:<{LABEL}}" + (texts[0] or palette.quiet("(nothing)"))
        return "\n".join([head, *(" " * LABEL + text for text in texts[1:])])


def chunks_of(explanation: Explanation) -> list[Chunk]:
    """The words that stayed together, in the order of the output."""
    permutation, links = explanation.permutation, explanation.links
    breaks = [
        k
        for k in range(1, len(permutation))
        if permutation[k] != permutation[k - 1] + 1
        or _move_at(explanation.moves, k) != _move_at(explanation.moves, k - 1)
    ]
    found = []
    for first, last in zip([0, *breaks], [*breaks, len(permutation)], strict=True):
        if first == last:
            continue
        ours = [link.hypothesis for link in links[first:last]]
        theirs = [link.reference for link in links[first:last]]
        found.append(
            Chunk(
                (min(ours), max(ours) + 1),
                (min(theirs), max(theirs) + 1),
                _move_at(explanation.moves, first),
            )
        )
    return found


def _move_at(moves: Sequence[PricedMove], position: int) -> int:
    """The number of the smallest moved block that holds a position; 0 if none does."""
    holding = [move for move in moves if move.start <= position < move.stop]
    return min(holding, key=lambda move: move.stop - move.start).number if holding else 0


def _rails(
    chunks: Sequence[Chunk], upper: Sequence[int], lower: Sequence[int], palette: Palette
) -> list[str]:
    """One row for each chunk that moved: down from the reference, across, down to the output."""
    moved = [k for k, chunk in enumerate(chunks) if chunk.move]
    width = max([*upper, *lower], default=0) + 1
    cells: list[list[tuple[str, int]]] = [[(" ", 0)] * width for _ in moved]

    def put(row: int, column: int, character: str, move: int) -> None:
        crossing = {character, cells[row][column][0]} == {"│", "─"}
        cells[row][column] = ("┼" if crossing else character, move)

    for row, k in enumerate(moved):
        begin, end, move = upper[k], lower[k], chunks[k].move
        for above in range(row):
            put(above, begin, "│", move)
        for below in range(row + 1, len(moved)):
            put(below, end, "│", move)
        if begin == end:
            put(row, begin, "│", move)
            continue
        for column in range(min(begin, end) + 1, max(begin, end)):
            put(row, column, "─", move)
        put(row, begin, "╰" if end > begin else "╯", move)
        put(row, end, "╮" if end > begin else "╭", move)
    return [
        "".join(palette.moved(move, text) if move else text for text, move in row).rstrip()
        for row in cells
    ]


# The tree


def _block_lines(
    explanation: Explanation, block: TreeBlock, lead: str, below: str, palette: Palette
) -> Iterator[str]:
    if _in_order(block):
        links = explanation.links[block.start : block.stop]
        words = [printable(explanation.hypothesis_tokens[link.hypothesis]) for link in links]
        move = _move_at(explanation.moves, block.start)
        text = " ".join(words)
        yield palette.quiet(lead) + (palette.moved(move, f"{text} [{move}]") if move else text)
        return
    operator = ",".join(map(str, block.operator))
    marks = {"inverted": "swapped", "prime": "scrambled", "monotone": "in order"}
    loss = f"  {block.loss:.3f} of the pairs" if block.inversions else ""
    yield palette.quiet(lead) + f"⟨{operator}⟩ {marks[block.kind]}{palette.quiet(loss)}"
    for k, child in enumerate(block.children):
        last = k == len(block.children) - 1
        yield from _block_lines(
            explanation,
            child,
            below + ("└─ " if last else "├─ "),
            below + ("   " if last else "│  "),
            palette,
        )


def _in_order(block: TreeBlock) -> bool:
    return block.inversions == 0 and all(map(_in_order, block.children))


# The moves


def _moves(explanation: Explanation, palette: Palette) -> str:
    if not explanation.links:
        return "No word of the output is aligned with the reference."
    if not explanation.moves:
        return "All aligned words are in order."
    lines = []
    for move in explanation.moves:
        number = palette.moved(move.number, f"{move.number:>3}")
        costs = map(palette.quiet, move.costs(explanation.headline))
        lines.append(f"{number}  " + " · ".join([move.where, *costs]))
    together = [
        f"{name} {abs(value):.2f} {'more' if value > 0 else 'less'}"
        for name, value in ((name, explanation.interaction[name]) for name in explanation.headline)
        if value is not None and abs(value) >= 0.005
    ]
    if len(explanation.moves) > 1 and together:  # prices that do not add up
        text = f"     together they cost {', '.join(together)} than one by one"
        lines.append(palette.quiet(text))
    return "\n".join(lines)
