"""Texts whose words stand in another order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hyperbaton.text.tokenizers import has_unspaced_script


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
        begin = text.find(token, place)
        if begin < 0 or text[place:begin].strip():
            begin = searched.find(token.lower(), place)
        gap = text[place:begin]
        if begin < 0 or gap.strip():
            return [Piece(each, True) for each in tokens]
        found.append(Piece(text[begin : begin + len(token)], bool(gap) or place == 0))
        place = begin + len(token)
    return [Piece(each, True) for each in tokens] if text[place:].strip() else found


def rearranged(pieces: Sequence[Piece], order: Sequence[int]) -> str:
    """The pieces in another order, each with the space that stood before it.

    A word gets one where it would otherwise grow together with a new neighbour, such as a word that
    stood after an opening bracket.
    """
    written: list[str] = []
    before = -1
    for k in order:
        piece = pieces[k]
        spaced = piece.spaced or (k != before + 1 and _would_join(pieces, before, piece.text))
        written.append(f" {piece.text}" if spaced else piece.text)
        before = k
    return "".join(written).strip()


def _would_join(pieces: Sequence[Piece], before: int, text: str) -> bool:
    """Whether a word has to be kept apart from what stands before it."""
    if before < 0 or not text[:1].isalnum():
        return False
    return not has_unspaced_script(text[0]) and not has_unspaced_script(pieces[before].text[-1:])
