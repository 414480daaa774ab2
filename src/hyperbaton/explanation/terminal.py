"""Explanations for the terminal: two lines with the blocks that moved, and moves in words.

Colour is never the only sign: moved blocks carry the number of their move, words without a
counterpart are in braces. Without colour the text is the same, so that it can be compared.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import NamedTuple

from hyperbaton.explanation.rescoring import pieces_of
from hyperbaton.explanation.segment import (
    ExplainedSource,
    ExplainedText,
    Explanation,
    PricedMove,
    cost,
)
from hyperbaton.tables.layout import UNDEFINED, display_width, printable
from hyperbaton.text.tokenizers import has_unspaced_script

# Hues that hold for colour-blind readers (Okabe & Ito 2008), as near as 256 colours come to them.
HUES = (208, 32, 36, 170, 178, 75)
MOST_RAILS = 6  # with more of them a drawing says nothing
RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})
LABEL = 11  # columns of `reference  `
INDENT = " " * 5  # of what belongs to a move
SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


@dataclass(frozen=True)
class Palette:
    """How to colour: not at all, or with 256 colours."""

    coloured: bool = False

    def moved(self, number: int, text: str) -> str:
        """A text in the hue of a move, counted from 1; 0 for words that stay."""
        if not self.coloured or not number:
            return text
        return f"\x1b[1;38;5;{HUES[(number - 1) % len(HUES)]}m{text}\x1b[0m"

    def quiet(self, text: str) -> str:
        """A text that steps back."""
        return f"\x1b[2m{text}\x1b[0m" if self.coloured else text


PLAIN = Palette()


class Chunk(NamedTuple):
    """Words that follow each other on both sides: tokens of both, and the move they belong to."""

    hypothesis: tuple[int, int]
    reference: tuple[int, int]
    move: int  # 0 for words that stay


def to_text(explanation: Explanation, *, width: int = 80, palette: Palette = PLAIN) -> str:
    """Everything about one segment that is worth seeing at once.

    Args:
        explanation: of the segment.
        width: how many columns there are; sentences that need more are wrapped, and then there is
            no drawing between them.
        palette: how to colour.
    """
    where = f"{printable(explanation.system)}, segment {explanation.segment}"
    heading = wrapped([where, *_scores(explanation)], "", width, palette)
    lines = _lines(explanation, width, palette)
    return "\n\n".join([heading, lines, _moves(explanation, width, palette)])


def _scores(explanation: Explanation) -> Iterator[str]:
    """The scores, such as `kendall 0.444 (order 0.529 × coverage 0.839)`."""
    for name in explanation.headline:
        score = explanation.scores[name]
        text = f"{name} {UNDEFINED if score is None else f'{score:.3f}'}"
        parts = explanation.parts.get(name, {})
        if (parts.get("coverage") or 0.0) < 0.9995:
            product = [f"{part} {value:.3f}" for part, value in parts.items() if value is not None]
            text += f" ({' × '.join(product)})" if len(product) > 1 else ""
        yield text


# The lines


def _lines(explanation: Explanation, width: int, palette: Palette) -> str:
    """Reference, output and source below each other, with a drawing in between if it fits."""
    chunks, links = chunks_of(explanation), explanation.links
    moves = [chunk.move for chunk in chunks]
    upper = _Side(
        "reference",
        explanation.reference,
        {link.reference for link in links},
        [chunk.reference for chunk in chunks],
        moves,
    )
    lower = _Side(
        "output",
        explanation.hypothesis,
        {link.hypothesis for link in links},
        [chunk.hypothesis for chunk in chunks],
        moves,
    )
    lines = [upper, lower]
    joins = [list(zip(moves, upper.centres, lower.centres, strict=True))]
    if explanation.source is not None:
        source, centres = _source_line(explanation.source, chunks)
        lines.append(source)
        placed = zip(moves, lower.centres, strict=True)
        joins.append([(move, at, centres[move]) for move, at in placed if move in centres])
    written = [upper.written(width, palette)]
    few = sum(move > 0 for move in moves) <= MOST_RAILS
    for (above, below), joined in zip(pairwise(lines), joins, strict=True):
        if few and above.fits(width) and below.fits(width):
            written += _rails([join for join in joined if join[0]], palette)
        written.append(below.written(width, palette))
    return "\n".join(written)


def _source_line(source: ExplainedSource, chunks: Sequence[Chunk]) -> tuple[_Side, dict[int, int]]:
    """The source, and the column of the first words that belong to each move."""
    move_of = {token: chunk.move for chunk in chunks for token in range(*chunk.hypothesis)}
    linked = {word: move_of.get(token, 0) for word, token in source.output or ()}
    runs, end = [], 0
    for move, words in groupby(linked.get(word, 0) for word in range(len(source.tokens))):
        begin, end = end, end + len(list(words))
        if move:
            runs.append((move, (begin, end)))
    moves, spans = [move for move, _ in runs], [span for _, span in runs]
    side = _Side("source", source, set(linked), spans, moves)
    return side, dict(zip(moves[::-1], side.centres[::-1], strict=True))


class _Side:
    """A line of words with the marks of their chunks: `[in the lobby]¹`, `{oh}` without a link.

    Attributes:
        label: what comes before it.
        words: each with the space before it and the move that its chunk belongs to.
        width: how many columns it takes.
        centres: the column of the middle of each chunk.
    """

    def __init__(
        self,
        label: str,
        side: ExplainedText,
        linked: Set[int],
        spans: Sequence[tuple[int, int]],
        moves: Sequence[int],
    ) -> None:
        opens = {first: move for (first, _), move in zip(spans, moves, strict=True)}
        closes = {last - 1: move for (_, last), move in zip(spans, moves, strict=True)}
        chunk = {k: first for first, last in spans for k in range(first, last)}

        def together(left: int, right: int) -> bool:
            """Whether two words without a link share their braces."""
            apart = {left, right} & (linked | {-1, len(side.tokens)})
            return not apart and chunk.get(left) == chunk.get(right)

        self.label = label
        self.words: list[tuple[str, str, int]] = []
        starts, column, inside = [], LABEL, 0
        gaps = gaps_of(side.text, side.tokens)
        for k, token in enumerate(map(printable, side.tokens)):
            inside = opens.get(k, inside)
            word = token
            if k not in linked:
                word = token if together(k - 1, k) else f"{{{token}"
                word += "" if together(k, k + 1) else "}"
            if opens.get(k):
                word = f"[{word}"
            if closes.get(k):
                word = f"{word}]{str(closes[k]).translate(SUPERSCRIPTS)}"
            self.words.append((gaps[k], word, inside))
            column += len(gaps[k])
            starts.append(column)
            column += display_width(word)
            if k in closes:
                inside = 0
        starts.append(column + 1)
        self.width = column
        self.centres = [(starts[first] + starts[last] - 2) // 2 for first, last in spans]

    def fits(self, width: int) -> bool:
        """Whether it takes one line, from left to right, so that lines can lead to its words."""
        text = "".join(word for _, word, _ in self.words)
        return self.width <= width and RIGHT_TO_LEFT.isdisjoint(
            map(unicodedata.bidirectional, text)
        )

    def written(self, width: int, palette: Palette) -> str:
        """The label and the words, on as many lines as they need."""
        lines = [f"{self.label:<{LABEL}}"]
        used = LABEL
        for gap, word, move in self.words:
            columns = len(gap) + display_width(word)
            if used + columns > width and used > LABEL:
                lines.append(" " * LABEL)
                used = LABEL
            before = gap if used > LABEL else ""
            lines[-1] += before + (palette.moved(move, word) if move else palette.quiet(word))
            used += len(before) + display_width(word)
        if not self.words:
            lines[-1] += palette.quiet("{nothing}")
        return "\n".join(lines)


def gaps_of(text: str, tokens: Sequence[str]) -> list[str]:
    """What to write before each token: nothing before the first and within text without spaces."""
    found = []
    for k, piece in enumerate(pieces_of(text, tokens)):
        around = f"{tokens[k - 1][-1:]}{tokens[k][:1]}" if k else ""
        joined = not piece.spaced and has_unspaced_script(around)
        found.append("" if joined or k == 0 else " ")
    return found


def chunks_of(explanation: Explanation) -> list[Chunk]:
    """The words that stayed together, in the order of the output."""
    found = []
    values = explanation.permutation
    moves = [_move_at(explanation.moves, k) for k in range(len(values))]
    for (_, move), places in groupby(range(len(values)), lambda k: (values[k] - k, moves[k])):
        links = [explanation.links[k] for k in places]
        ours, theirs = [link.hypothesis for link in links], [link.reference for link in links]
        found.append(Chunk((min(ours), max(ours) + 1), (min(theirs), max(theirs) + 1), move))
    return found


def _move_at(moves: Sequence[PricedMove], position: int) -> int:
    """The number of the smallest moved block that holds a position; 0 if none does."""
    holding = [move for move in moves if move.start <= position < move.stop]
    return min(holding, key=lambda move: move.stop - move.start).number if holding else 0


def _rails(joins: Sequence[tuple[int, int, int]], palette: Palette) -> list[str]:
    """One row for each move: down from its column above, across, down to its column below."""
    width = max((max(begin, end) for _, begin, end in joins), default=0) + 1
    cells: list[list[tuple[str, int]]] = [[(" ", 0)] * width for _ in joins]

    def put(row: int, column: int, character: str, move: int) -> None:
        crossing = {character, cells[row][column][0]} == {"│", "─"}
        cells[row][column] = ("┼" if crossing else character, move)

    for row, (move, begin, end) in enumerate(joins):
        for above in range(row):
            put(above, begin, "│", move)
        for below in range(row + 1, len(joins)):
            put(below, end, "│", move)
        if begin == end:
            put(row, begin, "│", move)
            continue
        for column in range(min(begin, end) + 1, max(begin, end)):
            put(row, column, "─", move)
        put(row, begin, "╰" if end > begin else "╯", move)
        put(row, end, "╮" if end > begin else "╭", move)
    return ["".join(palette.moved(move, text) for text, move in row).rstrip() for row in cells]


# The moves


def _moves(explanation: Explanation, width: int, palette: Palette) -> str:
    if not explanation.links:
        return "No word of the output is aligned with the reference."
    lines = []
    for move in explanation.moves:
        number = palette.moved(move.number, f"{move.number:>3}")
        costs = move.costs(explanation.headline)
        lines.append(f"{number}  " + wrapped([move.where, *costs], INDENT, width, palette))
    if not lines:
        lines.append("All aligned words are in order.")
    for what, costs in _totals(explanation):
        lines.append(INDENT + wrapped([what, *costs], INDENT, width, palette))
    return "\n".join(lines)


def _totals(explanation: Explanation) -> Iterator[tuple[str, list[str]]]:
    """What moves cost together, and how much of a score they cannot win back."""
    names = explanation.headline
    present, restored = explanation.scores, explanation.restored
    both = [(name, present[name], restored[name]) for name in names]
    costs = [
        f"{name} {cost(then - now)}"
        for name, now, then in both
        if now is not None and then is not None
    ]
    if len(explanation.moves) > 1:
        yield "together", costs
    lost = [(name, 1.0 - then) for name, _, then in both if then and explanation.parts.get(name)]
    if any(loss >= 0.0005 for _, loss in lost):
        yield "words without a counterpart", [f"{name} {cost(loss)}" for name, loss in lost]


def wrapped(parts: Sequence[str], indent: str, width: int, palette: Palette = PLAIN) -> str:
    """A text and what follows it between dots, on as many lines as they need."""
    room = width - len(indent)
    lines, used = [""], 0
    first, *others = parts
    pieces = [(" ", word, word) for word in first.split(" ")]
    pieces += [(" · ", part, palette.quiet(part)) for part in others]
    for gap, plain, coloured in pieces:
        columns = display_width(plain)
        if used and used + len(gap) + columns > room:
            lines.append("")
            used = 0
        lines[-1] += f"{gap if used else ''}{coloured}"
        used += (len(gap) if used else 0) + columns
    return f"\n{indent}".join(lines)
