"""The slope chart of a segment: reference above, output below, and between them what moved.

Words in order are grey; every moved block has a colour, a number and a ribbon as wide as it is. A
hollow frame marks a word that has no counterpart, a dotted line one that is not the same word.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hyperbaton.explanation.segment import Explanation, PricedMove
from hyperbaton.report.plots.words import SIZE, Row, is_right_to_left, row_of
from hyperbaton.tables.svg import COLOURS, GREY, PALE, dot, drawing, line, rectangle, text

MARGIN = 24
ABOVE, BELOW = 64.0, 204.0  # baselines of the two rows
HEIGHT = 240
HUES = COLOURS[:-1]  # black is for words
PAD = 6  # between a baseline and what hangs from it


def hue(move: PricedMove) -> str:
    """The colour of a move, the same in every picture of the segment."""
    return HUES[(move.number - 1) % len(HUES)]


def slope(explanation: Explanation) -> str:
    """The slope chart, as SVG."""
    rows = [
        row_of(explanation.reference, explanation.reference_tokens).shifted(MARGIN),
        row_of(explanation.hypothesis, explanation.hypothesis_tokens).shifted(MARGIN),
    ]
    width = max([rows[0].width, rows[1].width, 300.0]) + MARGIN
    if is_right_to_left(explanation.reference):
        rows = [row.mirrored(width) for row in rows]
    reference, output = rows
    title = f"{explanation.system}, segment {explanation.segment}"
    moves = sorted(explanation.moves, key=lambda move: move.start - move.stop)  # outer ones first
    owner = {k: move for move in moves for k in range(move.start, move.stop)}
    parts = [
        text(MARGIN, 24, title, weight="bold"),
        *_unmoved(explanation, reference, output, owner),
        *(_ribbon(explanation, move, reference, output) for move in moves),
        *_words(explanation, reference, output, owner),
        *_numbers(explanation, moves, reference, output, owner),
    ]
    return drawing(width, HEIGHT, f"{title}: which words moved", parts)


def _unmoved(
    explanation: Explanation, reference: Row, output: Row, owner: dict[int, PricedMove]
) -> Iterator[str]:
    """Thin lines of words in order, and dotted ones of words that are not the same."""
    for k, link in enumerate(explanation.links):
        same = link.matcher == "exact" or link.credit == 1.0
        if k in owner and same:
            continue
        colour = hue(owner[k]) if k in owner else PALE
        dotted = "" if same else 'stroke-dasharray="2 3"'
        ends = reference.centre(link.reference), output.centre(link.hypothesis)
        yield line(ends[0], ABOVE + PAD, ends[1], BELOW - SIZE - PAD, colour, dotted)


def _ribbon(explanation: Explanation, move: PricedMove, reference: Row, output: Row) -> str:
    links = explanation.links[move.start : move.stop]
    (a, b) = reference.span([link.reference for link in links])
    (c, d) = output.span([link.hypothesis for link in links])
    top, bottom = ABOVE + PAD, BELOW - SIZE - PAD
    half = (top + bottom) / 2
    path = (
        f"M{a:.1f} {top:.1f}C{a:.1f} {half:.1f} {c:.1f} {half:.1f} {c:.1f} {bottom:.1f}"
        f"H{d:.1f}C{d:.1f} {half:.1f} {b:.1f} {half:.1f} {b:.1f} {top:.1f}Z"
    )
    return f'<path d="{path}" fill="{hue(move)}" fill-opacity="0.35" stroke="{hue(move)}"/>'


def _words(
    explanation: Explanation, reference: Row, output: Row, owner: dict[int, PricedMove]
) -> Iterator[str]:
    sides = (
        (reference, ABOVE, {link.reference: k for k, link in enumerate(explanation.links)}),
        (output, BELOW, {link.hypothesis: k for k, link in enumerate(explanation.links)}),
    )
    for row, baseline, position in sides:
        for word, (content, (begin, end)) in enumerate(zip(row.words, row.places, strict=True)):
            moved = position.get(word) in owner
            colour, weight = ("#000000", "bold") if moved else (GREY, "")
            if word not in position:
                frame = f'stroke="{GREY}" rx="3"'
                yield rectangle(
                    begin - 2, baseline - SIZE, end - begin + 4, SIZE + PAD, "none", frame
                )
            yield text(
                begin,
                baseline,
                content,
                size=SIZE,
                colour=colour,
                weight=weight,
                length=end - begin,
            )


def _numbers(
    explanation: Explanation,
    moves: Sequence[PricedMove],
    reference: Row,
    output: Row,
    owner: dict[int, PricedMove],
) -> Iterator[str]:
    """The number of every move, beside the first word of its block that no inner block moves."""
    for move in moves:
        own = [k for k in range(move.start, move.stop) if owner[k] is move]
        link = explanation.links[own[0] if own else move.start]
        places = (
            (reference.centre(link.reference), ABOVE - SIZE - PAD),
            (output.centre(link.hypothesis), BELOW + SIZE),
        )
        for x, y in places:
            yield dot(x, y, hue(move), 8)
            yield text(x, y + 4, str(move.number), anchor="middle", colour="#ffffff", weight="bold")
