"""Alignments in the form that METEOR 1.5 writes with `-writeAlignments`.

METEOR writes one entry per segment, with the reference that gave the best score:

    Alignment  4  0.96  0.96  0.54  0.44                        number, and METEOR's statistics
    where are the automobile drivers today ?                    words of the hypothesis
    the car drivers are where today ?                           words of the reference
    Line2Start:Length  Line1Start:Length  Module      Score     "line 2" is the reference
    0:1                2:1                0           1.0       one match per line
                                                                a blank line

Words of longer matches are paired from the left, as everywhere in hyperbaton.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hyperbaton.text.reading import read_segments

Links = set[tuple[int, int]]


class MeteorAlignment(NamedTuple):
    """The words that METEOR aligned, and its links."""

    hypothesis: list[str]
    reference: list[str]
    links: Links


def read_meteor_alignments(path: str) -> Iterator[MeteorAlignment]:
    """Yields the alignment of each segment."""
    lines = iter(read_segments(path))
    for header in lines:
        if not header.startswith("Alignment"):
            raise SystemExit(f"{path}: not written by METEOR's -writeAlignments: {header[:80]!r}")
        hypothesis, reference, _heading = (next(lines) for _ in range(3))
        links: Links = set()
        while match := next(lines, ""):
            theirs, ours = (tuple(map(int, span.split(":"))) for span in match.split()[:2])
            paired = range(min(ours[1], theirs[1]))
            links |= {(ours[0] + k, theirs[0] + k) for k in paired}
        yield MeteorAlignment(_words(hypothesis), _words(reference), links)


def _words(line: str) -> list[str]:
    return line.split(" ") if line else []
