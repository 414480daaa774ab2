"""Explanations in notebooks: a piece of HTML without scripts."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from hyperbaton.explanation.segment import Explanation
from hyperbaton.explanation.terminal import Chunk, chunks_of

# Okabe & Ito 2008, dark enough to be read on white and light enough on black.
HUES = ("#b85c00", "#0072b2", "#007a5a", "#a8518a", "#8a6d00", "#2f7fae")
UNLINKED = "border:1px dotted currentColor;border-radius:3px;padding:0 2px;opacity:.7"


def to_html(explanation: Explanation) -> str:
    """Reference and output with the blocks that moved, and the moves in words."""
    chunks = chunks_of(explanation)
    linked = explanation.links
    lines = [
        (
            "reference",
            explanation.reference_tokens,
            [c.reference for c in chunks],
            {link.reference for link in linked},
        ),
        (
            "output",
            explanation.hypothesis_tokens,
            [c.hypothesis for c in chunks],
            {link.hypothesis for link in linked},
        ),
    ]
    rows = "".join(
        f'<tr><th style="text-align:left;padding-right:1em;font-weight:normal;opacity:.7">{name}'
        '</th><td style="text-align:left" dir="auto">'
        f"{_words(tokens, spans, chunks, known)}</td></tr>"
        for name, tokens, spans, known in lines
    )
    scores = " · ".join(
        f"{escape(name)} {'n/a' if score is None else format(score, '.3f')}"
        for name, score in explanation.scores.items()
        if name in explanation.headline
    )
    heading = f"{escape(explanation.system)}, segment {explanation.segment} · {scores}"
    return (
        f'<div style="line-height:1.8"><div>{heading}</div><table>{rows}</table>'
        f"{_moves(explanation)}</div>"
    )


def _words(
    tokens: Sequence[str],
    spans: Sequence[tuple[int, int]],
    chunks: Sequence[Chunk],
    linked: set[int],
) -> str:
    starts = {span[0]: chunk.move for span, chunk in zip(spans, chunks, strict=True)}
    ends = {span[1] - 1 for span in spans}
    parts, inside = [], 0
    for k, token in enumerate(tokens):
        if starts.get(k):
            inside = starts[k]
            parts.append(f'<span style="color:{_hue(inside)};font-weight:bold">')
        text = escape(token)
        parts.append(text if k in linked else f'<span style="{UNLINKED}">{text}</span>')
        if k in ends and inside:
            parts.append(f"<sup>{inside}</sup></span>")
            inside = 0
        parts.append(" ")
    return "".join(parts).rstrip()


def _moves(explanation: Explanation) -> str:
    if not explanation.moves:
        return (
            "<div>All aligned words are in order.</div>"
            if explanation.links
            else ("<div>No word of the output is aligned with the reference.</div>")
        )
    items = "".join(
        f'<li style="color:{_hue(number)}"><span style="color:initial">{escape(sentence)}'
        "</span></li>"
        for number, sentence in enumerate(explanation.sentences(), start=1)
    )
    return f'<ol style="margin:.3em 0">{items}</ol>'


def _hue(number: int) -> str:
    return HUES[(number - 1) % len(HUES)]
