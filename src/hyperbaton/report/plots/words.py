"""Words in a row, as they are written, with the place of each."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from hyperbaton.explanation.rearranging import pieces_of
from hyperbaton.tables.svg import text_width

SIZE = 16  # of the font
SPACE = 9  # between words
NARROW = 2  # between a word and a mark that stands directly after it


@dataclass(frozen=True)
class Row:
    """Words in a row.

    Attributes:
        words: the words as they are written.
        places: where each begins and ends.
    """

    words: tuple[str, ...]
    places: tuple[tuple[float, float], ...]

    @property
    def width(self) -> float:
        """How wide the row is."""
        return max((end for _, end in self.places), default=0.0)

    def span(self, words: Sequence[int]) -> tuple[float, float]:
        """Where some words begin and end."""
        return min(self.places[k][0] for k in words), max(self.places[k][1] for k in words)

    def centre(self, word: int) -> float:
        """The middle of a word."""
        return sum(self.places[word]) / 2

    def shifted(self, by: float) -> Row:
        """The same row further to the right."""
        return Row(self.words, tuple((begin + by, end + by) for begin, end in self.places))

    def mirrored(self, width: float) -> Row:
        """The row from right to left, in a picture of that width."""
        return Row(self.words, tuple((width - end, width - begin) for begin, end in self.places))


def row_of(text: str, tokens: Sequence[str]) -> Row:
    """The tokens of a text in a row that begins at 0, from left to right."""
    place, words, places = 0.0, [], []
    for k, piece in enumerate(pieces_of(text, tokens)):
        place += (SPACE if piece.spaced else NARROW) if k else 0.0
        end = place + text_width(piece.text, SIZE)
        words.append(piece.text)
        places.append((place, end))
        place = end
    return Row(tuple(words), tuple(places))


def is_right_to_left(text: str) -> bool:
    """Whether the first letter belongs to a script that is written from right to left."""
    kinds = (unicodedata.bidirectional(character) for character in text)
    return next((kind != "L" for kind in kinds if kind in ("L", "R", "AL")), False)
