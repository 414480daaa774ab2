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
        found.append(Piece(text[begin : begin + len(token)], bool(gap)))
        place = begin + len(token)
    return [Piece(each, True) for each in tokens] if text[place:].strip() else found


def rearranged(pieces: Sequence[Piece], order: Sequence[int]) -> str:
    """The pieces in another order, each with the space that stood before it.

    A piece also gets one where it would grow together with a new neighbour: a word that stood after
    an opening bracket, or the bracket with its word.
    """
    written: list[str] = []
    for place, k in enumerate(order):
        spaced = pieces[k].spaced
        if not spaced and place > 0 and order[place - 1] != k - 1:
            after = order[place + 1] if place + 1 < len(order) else -1
            holds_next = after == k + 1 and not pieces[after].spaced
            spaced = _would_join(pieces[order[place - 1]].text, pieces[k].text, holds_next)
        written.append(f" {pieces[k].text}" if spaced else pieces[k].text)
    return "".join(written).strip()


def _would_join(before: str, text: str, holds_next: bool) -> bool:
    """Whether a piece has to be kept apart from what now stands before it."""
    if not (text[:1].isalnum() or holds_next):
        return False
    return not has_unspaced_script(text[:1]) and not has_unspaced_script(before[-1:])
