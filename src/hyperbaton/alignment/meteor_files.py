"""Alignments in the form that METEOR 1.5 writes with `-writeAlignments`.

METEOR writes one entry per segment, with the reference that gave the best score:

    Alignment  4  0.96  0.96  0.54  0.44                        number, and METEOR's statistics
    where are the automobile drivers today ?                    words of the hypothesis
    the car drivers are where today ?                           words of the reference
    Line2Start:Length  Line1Start:Length  Module      Score     "line 2" is the reference
    0:1                2:1                0           1.0       one match per line
    1:1                3:1                2           1.0
                                                                a blank line

In a match the span of the *reference* comes first. Positions count from 0, and a module's number is
its place among the modules that were in use: with `-m 'exact paraphrase'`, 1 is the paraphrases.
The statistics are precision, recall, fragmentation penalty and score.

Michael Denkowski and Alon Lavie, Meteor Universal: Language Specific Translation Evaluation for Any
Target Language (WMT 2014).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from hyperbaton.checks import as_choice
from hyperbaton.errors import InputError
from hyperbaton.files import display_name, read_text, split_lines

MATCHERS = ("exact", "stem", "synonym", "paraphrase")

# The modules that METEOR uses for a language where `-m` does not name them.
DEFAULT_MODULES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "en": MATCHERS,
        **dict.fromkeys(("de", "es", "fr", "ru"), ("exact", "stem", "paraphrase")),
        "cs": ("exact", "paraphrase"),
        **dict.fromkeys(
            ("da", "fi", "hu", "it", "nl", "no", "pt", "ro", "sv", "tr"), ("exact", "stem")
        ),
        "other": ("exact",),
    }
)

SHOWN = 200  # characters of a line that is not as expected

_COLUMNS = "Line2Start:Length\tLine1Start:Length\tModule\t\tScore"
_NUMBER = r"(?:NaN|-?Infinity|-?\d+(?:\.\d+)?(?:E-?\d+)?)"
_HEADER = re.compile(
    rf"""Alignment(?:
        \t (?P<plain>\d+) (?:\t{_NUMBER}){{4}}        # of plain text
        | (?:\t[^\t]*){{4}} (?:\t{_NUMBER}){{4}}      # of SGML: test set, system, document, segment
        | [ ]\d+                                     # of METEOR's class Matcher
    )""",
    re.ASCII | re.VERBOSE,
)
_MATCH = re.compile(
    r"(\d{1,9}):(\d{1,9})\t+(\d{1,9}):(\d{1,9})\t+(\d{1,9})\t+(\d+(?:\.\d+)?(?:E-?\d+)?)", re.ASCII
)
_HEADER_FORM = "'Alignment', the number of the segment and four statistics, tab-separated"
_MATCH_FORM = (
    "START:LENGTH in the reference, START:LENGTH in the hypothesis, module and score, "
    "tab-separated, or a blank line after the last match"
)


class Match(NamedTuple):
    """Words of the hypothesis and the words of the reference that they stand for.

    Attributes:
        hypothesis_start: position of the first word, counted from 0.
        hypothesis_length: how many words.
        reference_start: position of the first word, counted from 0.
        reference_length: how many words.
        matcher: one of `MATCHERS`.
        score: how well they match, from 0 to 1; METEOR 1.5 writes 1 for all of them.
    """

    hypothesis_start: int
    hypothesis_length: int
    reference_start: int
    reference_length: int
    matcher: str
    score: float


@dataclass(frozen=True)
class MeteorAlignment:
    """How METEOR aligned a hypothesis with its reference.

    Attributes:
        hypothesis: its words, as METEOR split them; none where the segment was blank.
        reference: its words.
        matches: in the order of the file, which is that of the reference; no word is in two.
    """

    hypothesis: tuple[str, ...]
    reference: tuple[str, ...]
    matches: tuple[Match, ...]


def read_meteor_alignments(
    path: str, modules: Sequence[str] = DEFAULT_MODULES["en"]
) -> list[MeteorAlignment]:
    """Reads the alignments in a file of METEOR's, one per segment.

    Args:
        path: the file, also with .gz; `-` is standard input.
        modules: those that METEOR used, in the order of its `-m`; `DEFAULT_MODULES` has the ones
            that it uses for a language without that option.

    Raises:
        InputError: the file is not as METEOR writes it; names file and line.
        OptionError: METEOR has no module of that name.
    """
    return parse_meteor_alignments(read_text(path), display_name(path), modules)


def parse_meteor_alignments(
    text: str, name: str, modules: Sequence[str] = DEFAULT_MODULES["en"]
) -> list[MeteorAlignment]:
    """Reads the same from the text of a file; errors call it `name`."""
    for module in modules:
        as_choice(module, MATCHERS, "METEOR's modules")
    alignments = list(_Entries(name, split_lines(text), tuple(modules)))
    if not alignments:
        raise InputError(
            f"{name}: holds no alignment; METEOR leaves such a file when it stops with an error"
        )
    return alignments


class _Entries:
    """The entries of a file, read from top to bottom."""

    def __init__(self, name: str, lines: list[str], modules: tuple[str, ...]) -> None:
        self.name = name
        self.lines = lines
        self.modules = modules
        self.line = 0  # the one that was read last, counted from 1

    def __iter__(self) -> Iterator[MeteorAlignment]:
        number = 0
        while self.line < len(self.lines):
            number += 1
            self._read_header(number)
            hypothesis, reference = self._read_words("hypothesis"), self._read_words("reference")
            line = self._next(f"the heading {_COLUMNS!r}")
            if line != _COLUMNS:
                raise self._error(f"{line[:SHOWN]!r} is not the heading; expected {_COLUMNS!r}")
            free = {"reference": [True] * len(reference), "hypothesis": [True] * len(hypothesis)}
            matches = []
            while line := self._next(_MATCH_FORM):
                match = self._match(line)
                self._take("reference", free, match.reference_start, match.reference_length)
                self._take("hypothesis", free, match.hypothesis_start, match.hypothesis_length)
                matches.append(match)
            yield MeteorAlignment(hypothesis, reference, tuple(matches))

    def _next(self, expected: str) -> str:
        if self.line == len(self.lines):
            raise self._error(f"the file ends inside an entry; expected {expected}")
        self.line += 1
        return self.lines[self.line - 1]

    def _error(self, reason: str) -> InputError:
        return InputError(f"{self.name}:{self.line}: {reason}")

    def _read_header(self, number: int) -> None:
        line = self._next(_HEADER_FORM)
        header = _HEADER.fullmatch(line)
        if header is None:
            raise self._error(f"{line[:SHOWN]!r} does not begin an entry; expected {_HEADER_FORM}")
        if header["plain"] not in (None, str(number)):
            raise self._error(f"segment {header['plain']}, expected segment {number}")

    def _read_words(self, side: str) -> tuple[str, ...]:
        line = self._next(f"the words of the {side}")
        words = tuple(line.split(" ")) if line else ()
        if not all(words):
            raise self._error(
                f"{line[:SHOWN]!r} has double spaces or a space at an end; expected the words of "
                f"the {side} with one space between them"
            )
        return words

    def _take(self, side: str, free: Mapping[str, list[bool]], start: int, length: int) -> None:
        """Marks words of a sentence as matched."""
        words, end = free[side], start + length
        if length == 0 or end > len(words) or not all(words[start:end]):
            raise self._error(
                f"{start}:{length} of the {side} is empty, overlaps another match or is not in "
                f"its words, which are 0 to {len(words) - 1}"
            )
        words[start:end] = [False] * length

    def _match(self, line: str) -> Match:
        columns = _MATCH.fullmatch(line)
        if columns is None:
            raise self._error(f"{line[:SHOWN]!r} is not a match; expected {_MATCH_FORM}")
        reference, words, hypothesis, others, module = map(int, columns.groups()[:5])
        if module >= len(self.modules):
            known = " ".join(self.modules) or "none"
            raise self._error(f"there is no module {module}; from 0, they are {known}")
        score = float(columns[6])
        if score > 1:
            raise self._error(f"score {columns[6]} is above 1; expected one from 0 to 1")
        return Match(hypothesis, others, reference, words, self.modules[module], score)
