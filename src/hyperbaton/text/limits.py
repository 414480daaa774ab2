"""How much of one segment is computed with: what is more is refused before it begins.

The numbers are far beyond sentences and documents. Within them nothing takes more than about a
minute and two gigabytes for each thread; docs/reliability.md has them as a table.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from hyperbaton.errors import InputError

if TYPE_CHECKING:
    from hyperbaton.text.segments import SegmentArrays

WORDS = 1 << 20  # of one text
CHARACTERS = 5 << 19  # of one text, where n-grams have up to 6: 2,621,440
PAIRS = 1 << 34  # of words of a hypothesis and words of its reference: 131,072 with as many
SOFT_PAIRS = 1 << 31  # of the same, where vectors are compared: 46,340 with as many
BLOCK_STEPS = 1 << 32  # of one permutation: blocks of a longer one, times the elements of that
LISTED_PAIRS = 1 << 22  # of the same, where all that match are listed: 2,048 with as many


def check_words(offsets: NDArray[np.int64], groups: NDArray[np.int64] | None = None) -> None:
    """Refuses texts with more words than `WORDS`.

    Args:
        offsets: where the words of each text begin among all words, and the end.
        groups: where the texts of each segment begin, and the end; one text each if None.

    Raises:
        InputError: names the segment and how many words it has.
    """
    lengths = np.diff(offsets)
    for text in np.flatnonzero(lengths > WORDS)[:1]:
        reason = f"has {lengths[text]:,} words; up to {WORDS:,} are accepted: split it"
        raise InputError(reason, index=int(text) if groups is None else _segment(text, groups))


def check_pairs(
    arrays: SegmentArrays, what: str, most: int = PAIRS, remedy: str | None = None
) -> None:
    """Refuses segments for what compares all words of a hypothesis with all of its reference.

    Args:
        arrays: the words.
        what: what compares them: a metric, or how words are matched.
        most: how many pairs of words one segment may have.
        remedy: what to do besides splitting the segment; to leave out `what` if None.

    Raises:
        InputError: names the segment, its numbers of words and the limit.
    """
    of_reference = np.diff(arrays.reference_offsets)
    of_hypothesis = np.repeat(np.diff(arrays.hypothesis_offsets), np.diff(arrays.groups))
    for k in np.flatnonzero(of_hypothesis.astype(float) * of_reference > most)[:1]:
        reason = too_many_pairs(int(of_hypothesis[k]), int(of_reference[k]), what, most)
        remedy = remedy or f"leave {what} out"
        segment = _segment(k, arrays.groups)
        raise InputError(f"{reason}; split the segment or {remedy}", index=segment)


def too_many_pairs(words: int, reference_words: int, what: str, most: int) -> str:
    """What is wrong with a hypothesis and a reference that have more pairs of words."""
    side = math.isqrt(most)
    return (
        f"{words:,} words against {reference_words:,} are too many for {what}, which takes up to "
        f"{side:,} against {side:,}"
    )


def check_characters(arrays: SegmentArrays, n: int, what: str) -> None:
    """Refuses texts with more than `CHARACTERS` times 6 n-grams of up to n characters.

    Raises:
        InputError: names the segment, its number of characters and the limit.
    """
    most = 6 * CHARACTERS // n
    one_each = np.arange(len(arrays.groups))
    for offsets, groups in (
        (arrays.hypothesis_offsets, one_each),
        (arrays.reference_offsets, arrays.groups),
    ):
        lengths = np.diff(offsets)
        for text in np.flatnonzero(lengths > most)[:1]:
            raise InputError(
                f"{lengths[text]:,} characters are too many for {what}, which takes up to "
                f"{most:,}; split the segment or leave {what} out",
                index=_segment(text, groups),
            )


def _segment(text: int, groups: NDArray[np.int64]) -> int:
    """The segment that a text belongs to, counted from 0."""
    return int(np.searchsorted(groups, text, side="right")) - 1
