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

_COLUMNS = "Line2Start:Length\tLine1Start:Length\tModule\t\tScore"
_MATCH = re.compile(
    r"(\d{1,9}):(\d{1,9})\t+(\d{1,9}):(\d{1,9})\t+(\d{1,9})\t+(\d+(?:\.\d+)?(?:E-?\d+)?)", re.ASCII
)
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
    """
    return parse_meteor_alignments(read_text(path), display_name(path), modules)


def parse_meteor_alignments(
    text: str, name: str, modules: Sequence[str] = DEFAULT_MODULES["en"]
) -> list[MeteorAlignment]:
    """Reads the same from the text of a file; errors call it `name`."""
    lines = enumerate(split_lines(text), start=1)
    alignments = []
    for number, header in lines:
        if not header.startswith("Alignment"):
            raise InputError(
                f"{name}:{number}: {header[:200]!r} does not begin an entry; expected 'Alignment', "
                "the number of the segment and four statistics, tab-separated"
            )
        hypothesis, reference, heading = (next(lines, (number, ""))[1] for _ in range(3))
        if heading != _COLUMNS:
            got = repr(heading[:200])
            raise InputError(f"{name}:{number + 3}: expected the heading {_COLUMNS!r}, got {got}")
        matches = tuple(_matches(lines, name, modules))
        alignments.append(MeteorAlignment(_words(hypothesis), _words(reference), matches))
    if not alignments:
        raise InputError(
            f"{name}: holds no alignment; METEOR leaves such a file when it stops with an error"
        )
    return alignments


def _words(line: str) -> tuple[str, ...]:
    return tuple(line.split(" ")) if line else ()


def _matches(
    lines: Iterator[tuple[int, str]], name: str, modules: Sequence[str]
) -> Iterator[Match]:
    """The matches up to a blank line."""
    for number, line in lines:
        if not line:
            return
        columns = _MATCH.fullmatch(line)
        if columns is None:
            raise InputError(
                f"{name}:{number}: {line[:200]!r} is not a match; expected {_MATCH_FORM}"
            )
        reference, words, hypothesis, others, module = map(int, columns.groups()[:5])
        if module >= len(modules):
            known = " ".join(modules)
            raise InputError(f"{name}:{number}: there is no module {module}; from 0, {known}")
        yield Match(hypothesis, others, reference, words, modules[module], float(columns[6]))
    raise InputError(f"{name}: the file ends inside an entry; expected {_MATCH_FORM}")
