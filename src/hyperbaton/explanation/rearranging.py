"""Texts whose words stand in another order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Piece(NamedTuple):
    """A word as it is written in its text, and whether a space stands before it."""

    text: str
    spaced: bool


def pieces_of(text: str, tokens: Sequence[str]) -> list[Piece]:
    """The stretch of a text that each of its tokens comes from, in order.

    Tokens may be in lower case where the text is not. Where they are otherwise not those of the
    text, because a tokenizer rewrote them, the tokens themselves are the pieces, with spaces.
    """
    found: list[Piece] = []
    lowered = text.lower()
    searched = lowered if len(lowered) == len(text) else text
    place = 0
    for token in tokens:
        begin = searched.find(token, place)
        if begin < 0:
            begin = searched.find(token.lower(), place)
        gap = text[place:begin]
        if begin < 0 or gap.strip():
            return [Piece(each, True) for each in tokens]
        found.append(Piece(text[begin : begin + len(token)], bool(gap) or place == 0))
        place = begin + len(token)
    return [Piece(each, True) for each in tokens] if text[place:].strip() else found


def rearranged(pieces: Sequence[Piece], order: Sequence[int]) -> str:
    """The pieces in another order, each with the space that stood before it."""
    written = [(" " if pieces[k].spaced else "") + pieces[k].text for k in order]
    return "".join(written).strip()
