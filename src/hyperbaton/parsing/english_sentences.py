"""Where one English sentence of a segment ends and the next begins, told from the words alone."""

from __future__ import annotations

import re
from collections.abc import Sequence

_ENDS = frozenset([".", "!", "?", "?!", "!?", "!!", "??", "!!!", "???"])
_CLOSERS = frozenset(["'", '"', "’", "”", "»", "''", ")", "]"])
_OPENERS = frozenset("'\"‘“„«`([")

# Words after which a full stop, where it is a word of its own, ends no sentence.
_ABBREVIATION = re.compile(
    r"(?i)[a-z]|mrs?|ms|dr|st|prof|gen|lt|col|sgt|capt|rev|hon|sen|rep|gov|messrs|vs|etc|inc|ltd"
    r"|corp|co|nos?|fig|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec"
)


def divide(words: Sequence[str]) -> list[Sequence[str]]:
    """The sentences of a segment.

    A sentence ends with `.`, `!` or `?` and the quotation marks and brackets that close after it,
    if a word follows that begins with a capital, a digit or an opening mark; not with dots of
    which there are several, and not after abbreviations and single letters (`U . S .`).

    >>> divide("She left . He stayed with Mr . Gray !".split())
    [['She', 'left', '.'], ['He', 'stayed', 'with', 'Mr', '.', 'Gray', '!']]
    """
    sentences = []
    begin = 0
    for position in range(2, len(words)):
        if _may_begin(words[position]) and _has_ended(words[begin:position]):
            sentences.append(words[begin:position])
            begin = position
    sentences.append(words[begin:])
    return sentences


def _may_begin(word: str) -> bool:
    first = word[0]
    return first.isupper() or first.isdigit() or (first in _OPENERS and word not in _CLOSERS)


def _has_ended(words: Sequence[str]) -> bool:
    last = len(words) - 1
    while last > 0 and words[last] in _CLOSERS:
        last -= 1
    if last == 0 or words[last] not in _ENDS:
        return False
    before = words[last - 1]
    return words[last] != "." or not (before == "." or _ABBREVIATION.fullmatch(before))
