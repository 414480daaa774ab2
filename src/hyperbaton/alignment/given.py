"""Links of hypotheses and references that come with the text, instead of an aligner's.

A file has one line per segment in Pharaoh's format, `0-1 1-0`: the word of the hypothesis, then
that of the reference, counted from 0. `0-1:stem`, as `hyperbaton align --names` writes it, says
which matcher found a link, and `0-1:soft:0.62` how similar the words are.
"""

from __future__ import annotations

import operator
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np

from hyperbaton.alignment.aligner import WEIGHTS
from hyperbaton.alignment.alignments import Alignments, Link
from hyperbaton.checks import is_list, shown
from hyperbaton.errors import InputError
from hyperbaton.files import display_name, read_text, split_lines
from hyperbaton.text.segments import Indices, Segments, offsets_of

GIVEN = "given"  # the matcher of a link that does not name one
MATCHERS = {**WEIGHTS, GIVEN: 1.0}
ACCEPTED = (
    "links such as 0-1, 0-1:stem or 0-1:soft:0.62, separated by spaces, are accepted, one line per "
    "segment"
)
_LINK = re.compile(
    r"(\d{1,9})-(\d{1,9})(?::([a-z]+)(?::(0(?:\.\d{1,9})?|1(?:\.0{1,9})?))?)?", re.ASCII
)


Links = tuple[Link, ...]  # of one segment; a weight is a share of the matcher's


@dataclass(frozen=True, eq=False)
class LinkStream:
    """Links of a system's hypotheses with the references of one stream."""

    name: str  # what errors call them
    segments: Sequence[Links | None]  # None where there is no reference

    @classmethod
    def read(cls, path: str) -> LinkStream:
        """The links of every line of a file.

        Raises:
            InputError: the file cannot be read; names file and line.
        """
        text, name = read_text(path), display_name(path)
        lines = enumerate(split_lines(text), start=1)
        return cls(name, [links_of(line, f"{name}:{number}") for number, line in lines])

    def of_reference(self, segment: int, words: tuple[int, int]) -> Links:
        """The links with a reference that is there, and those words on either side.

        Raises:
            InputError: there are none, a link leads to a word that is not there, or a word is in
                two links.
        """
        place, found = f"{self.name}: segment {segment + 1}", self.segments[segment]
        if found is None:
            raise InputError(
                f"{place}: has a reference, but None in place of links; an empty text stands for "
                "no links"
            )
        for name, length, positions in zip(
            ("hypothesis", "reference"), words, list(zip(*found, strict=True))[:2], strict=False
        ):
            for position, times in Counter(positions).items():
                if not 0 <= position < length:
                    raise InputError(
                        f"{place}: a link leads to word {position} of the {name}, which has "
                        f"{length} words, counted from 0; links count words as the chosen "
                        "tokenizer splits them, or the words of trees that are given"
                    )
                if times > 1:
                    raise InputError(
                        f"{place}: word {position} of the {name} is in two links; links are one "
                        "to one"
                    )
        return tuple(sorted(found))


def links_of(written: str | Iterable[tuple[int, int]], place: str) -> Links:
    """The links of one segment, from Pharaoh's format or from pairs of positions.

    Raises:
        InputError: they are neither.
    """
    if isinstance(written, str):
        return tuple(_link(each, place) for each in written.split())
    if not is_list(written):
        raise InputError(f"{place}: expected links such as '0-1 1-0', got {shown(written)}")
    found = []
    for link in written:
        try:
            hypothesis, reference = map(operator.index, link)
        except (TypeError, ValueError):
            reason = f"a link is a pair of positions, got {shown(link)}"
            raise InputError(f"{place}: {reason}") from None
        found.append(Link(hypothesis, reference, GIVEN, 1.0))
    return tuple(found)


def _link(written: str, place: str) -> Link:
    parts = _LINK.fullmatch(written)
    if parts is None:
        raise InputError(f"{place}: {written[:40]!r} is not a link; {ACCEPTED}")
    matcher = parts[3] or GIVEN
    if matcher not in MATCHERS:
        known = ", ".join(MATCHERS)
        raise InputError(f"{place}: there is no matcher {matcher!r}; there are {known}")
    return Link(int(parts[1]), int(parts[2]), matcher, float(parts[4] or 1))


def given_alignments(
    streams: Sequence[LinkStream], segments: Segments, stream_of: Indices
) -> Alignments:
    """The links with every reference, each from the stream that the reference is in.

    Raises:
        InputError: a stream or a segment has no links, or they do not fit the words.
    """
    used = int(stream_of.max(initial=-1)) + 1
    if len(streams) < used:
        raise InputError(
            f"links: there are {len(streams)} streams of links but {used} of references; "
            "every stream of references needs one"
        )
    found = [
        streams[stream].of_reference(segment, (int(words), int(reference_words)))
        for stream, segment, words, reference_words in zip(
            stream_of.tolist(),
            segments.hypothesis_of.tolist(),
            segments.lengths_by_reference.tolist(),
            segments.references.lengths.tolist(),
            strict=True,
        )
    ]
    links = list(chain.from_iterable(found))
    names = list(MATCHERS)
    rows = [(link.hypothesis, 1, link.reference, 1, names.index(link.matcher)) for link in links]
    weights = np.array([MATCHERS[link.matcher] for link in links], np.float32)
    return Alignments.certain(
        tuple(names),
        np.array(rows, np.int32).reshape(-1, 5),
        weights * np.array([link.weight for link in links], np.float32),
        offsets_of(np.array([len(each) for each in found], np.int64)),
        segments.arrays.reference_offsets,
    )


def restricted(
    alignments: Alignments,
    before: tuple[Indices, Indices],
    words: tuple[Indices, Indices],
    reference_offsets: Indices,
) -> Alignments:
    """Links among some of the words only.

    Args:
        alignments: the alignments of all words, each match of one word on either side.
        before: for every word of the hypotheses, and of the references, and after the last, how
            many words remain before it.
        words: where the words of each alignment begin among those, on either side.
        reference_offsets: where the remaining words of each reference begin, and the end.
    """
    rows = alignments.matches.copy()
    pair = np.repeat(np.arange(len(alignments)), np.diff(alignments.offsets))
    remains = np.ones(len(rows), np.bool_)
    for column, remaining, begin in zip((0, 2), before, words, strict=True):
        first = begin[pair]
        place = first + rows[:, column]
        remains &= remaining[place + 1] > remaining[place]
        rows[:, column] = remaining[place] - remaining[first]
    return Alignments.certain(
        alignments.matchers,
        rows[remains],
        alignments.weights[remains],
        offsets_of(np.bincount(pair[remains], minlength=len(alignments))),
        reference_offsets,
    )
