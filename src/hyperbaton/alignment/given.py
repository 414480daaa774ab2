"""Links of hypotheses and references that come with the text, instead of an aligner's.

A file has one line per segment in Pharaoh's format, `0-1 1-0`: the word of the hypothesis, then
that of the reference, counted from 0. `0-1:stem`, as `hyperbaton align --names` writes it, says
which matcher found a link, and `0-1:soft:0.62` how similar the words are. What METEOR writes with
`-writeAlignments` is read as well.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hyperbaton.alignment.aligner import WEIGHTS
from hyperbaton.alignment.alignments import Alignments, chunk_counts
from hyperbaton.alignment.meteor_files import (
    DEFAULT_MODULES,
    Match,
    parse_meteor_alignments,
)
from hyperbaton.checks import is_list, shown
from hyperbaton.errors import InputError
from hyperbaton.files import display_name, read_text, split_lines
from hyperbaton.text.languages import DEFAULT_LANGUAGE
from hyperbaton.text.segments import Segments, offsets_of

GIVEN = "given"  # the matcher of a link that does not name one
MATCHERS = (*WEIGHTS, GIVEN)
METEOR_HEADER = "Alignment\t"
ACCEPTED = (
    "links such as 0-1, 0-1:stem or 0-1:soft:0.62, separated by spaces, are accepted, one line per "
    "segment"
)
_LINK = re.compile(
    r"(\d{1,9})-(\d{1,9})(?::([a-z]+)(?::(0(?:\.\d{1,9})?|1(?:\.0{1,9})?))?)?", re.ASCII
)


Matches = tuple[Match, ...]  # of one hypothesis and one reference


@dataclass(frozen=True, eq=False)
class LinkStream:
    """Links of a system's hypotheses with the references of one stream.

    Attributes:
        name: what errors call them: a file, or which stream it is.
        segments: the links of each segment; None where it has no reference.
        words: how many words hypothesis and reference of each segment had where the links were
            made; None where that is not known.
    """

    name: str
    segments: Sequence[Matches | None]
    words: Sequence[tuple[int, int]] | None = None

    @classmethod
    def read(cls, path: str, language: str = DEFAULT_LANGUAGE) -> LinkStream:
        """The links of every line of a file, or of every segment in one that METEOR wrote.

        Args:
            path: the file.
            language: that of the text; METEOR's files number its matchers by language.

        Raises:
            InputError: the file cannot be read; names file and line.
        """
        text, name = read_text(path), display_name(path)
        if text.startswith(METEOR_HEADER):
            modules = DEFAULT_MODULES.get(language, DEFAULT_MODULES["other"])
            found = parse_meteor_alignments(text, name, modules)
            words = [(len(each.hypothesis), len(each.reference)) for each in found]
            return cls(name, [each.matches for each in found], words)
        lines = enumerate(split_lines(text), start=1)
        return cls(name, [_matches(line, f"{name}:{number}") for number, line in lines])

    def chosen(self, segments: Sequence[int]) -> LinkStream:
        """The links of some segments, in the order given."""
        words = None if self.words is None else [self.words[k] for k in segments]
        return LinkStream(self.name, [self.segments[k] for k in segments], words)

    def of_reference(self, segment: int, words: tuple[int, int]) -> Matches:
        """The links with a reference that is there, and those words on either side.

        Raises:
            InputError: there are none, they were made with another number of words, a link leads to
                a word that is not there, or a word is in two links.
        """
        place, found = f"{self.name}: segment {segment + 1}", self.segments[segment]
        if found is None:
            raise InputError(
                f"{place}: has a reference, but None in place of links; an empty text stands for "
                "no links"
            )
        if self.words is not None and self.words[segment] != words:
            theirs, ours = (" and ".join(map(str, pair)) for pair in (self.words[segment], words))
            raise InputError(
                f"{place}: the file has {theirs} words in hypothesis and reference, but the "
                f"tokenizer makes {ours}; choose the tokenizer with which the links were made, "
                "such as meteor"
            )
        _check(found, words, place)
        return tuple(sorted(found))


def links_of(written: str | Iterable[tuple[int, int]], place: str) -> Matches:
    """The links of one segment, from Pharaoh's format or from pairs of positions.

    Raises:
        InputError: they are neither.
    """
    if isinstance(written, str):
        return _matches(written, place)
    if not is_list(written):
        raise InputError(f"{place}: expected links such as '0-1 1-0', got {shown(written)}")
    found: list[Match] = []
    for link in written:
        if isinstance(link, Match):
            found.append(link)
            continue
        try:
            hypothesis, reference = map(operator.index, link)
        except (TypeError, ValueError):
            reason = f"a link is a pair of positions, got {shown(link)}"
            raise InputError(f"{place}: {reason}") from None
        found.append(Match(hypothesis, 1, reference, 1, GIVEN, 1.0))
    return tuple(found)


def _matches(line: str, place: str) -> Matches:
    found = []
    for written in line.split():
        link = _LINK.fullmatch(written)
        if link is None:
            raise InputError(f"{place}: {written[:40]!r} is not a link; {ACCEPTED}")
        matcher = link[3] or GIVEN
        if matcher not in MATCHERS:
            known = ", ".join(MATCHERS)
            raise InputError(f"{place}: there is no matcher {matcher!r}; there are {known}")
        found.append(Match(int(link[1]), 1, int(link[2]), 1, matcher, float(link[4] or 1)))
    return tuple(found)


def given_alignments(
    streams: Sequence[LinkStream], segments: Segments, stream_of: NDArray[np.int64]
) -> Alignments:
    """Links of every reference as alignments.

    Args:
        streams: links for every stream of references.
        segments: the words that are linked.
        stream_of: the stream of every reference.

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
    rows = np.array(
        [(*m[:4], MATCHERS.index(m.matcher)) for group in found for m in group], np.int32
    ).reshape(-1, 5)
    offsets = np.cumsum([0, *map(len, found)], dtype=np.int64)
    by_matcher = np.array([WEIGHTS.get(name, 1.0) for name in MATCHERS], np.float32)
    scores = np.array([match.score for group in found for match in group], np.float32)
    return Alignments(
        MATCHERS,
        rows,
        by_matcher[rows[:, 4]] * scores,
        offsets,
        chunk_counts(rows, offsets),
        np.ones(len(found), np.bool_),
        segments.arrays.reference_offsets,
    )


def _check(matches: Matches, lengths: tuple[int, int], place: str) -> None:
    """Refuses links to words that are not there, and words in two links."""
    sides = (
        ("hypothesis", lengths[0], [(m.hypothesis_start, m.hypothesis_length) for m in matches]),
        ("reference", lengths[1], [(m.reference_start, m.reference_length) for m in matches]),
    )
    for name, length, spans in sides:
        free = np.ones(length, np.bool_)
        for start, words in spans:
            if start < 0 or start + words > length:
                raise InputError(
                    f"{place}: a link leads to word {start + words - 1} of the {name}, which has "
                    f"{length} words, counted from 0; links count words as the chosen tokenizer "
                    "splits them, or the words of trees that are given"
                )
            if not free[start : start + words].all():
                raise InputError(
                    f"{place}: word {start} of the {name} is in two links; links are one to one"
                )
            free[start : start + words] = False


class Remaining(NamedTuple):
    """Which words of sentences remain, and which sentences are aligned.

    Attributes:
        before: for every word of all sentences, and after the last, how many remain before it.
        offsets: where the words of each sentence begin, and the end.
        sentences: the sentence of every alignment.
    """

    before: NDArray[np.int64]
    offsets: NDArray[np.int64]
    sentences: NDArray[np.int64]


def restricted(
    alignments: Alignments,
    hypotheses: Remaining,
    references: Remaining,
    reference_offsets: NDArray[np.int64],
) -> Alignments:
    """Alignments among some of the words only; a match of several words keeps those that remain.

    Args:
        alignments: the alignments of all words.
        hypotheses: which words of the hypotheses remain.
        references: which words of the references remain.
        reference_offsets: where the remaining words of each reference begin, and the end.
    """
    matches = alignments.matches
    pair = np.repeat(np.arange(len(alignments)), np.diff(alignments.offsets))
    columns = []
    for side, kept in enumerate((hypotheses, references)):
        begin = kept.offsets[kept.sentences[pair]]
        first = begin + matches[:, 2 * side]
        end = first + matches[:, 2 * side + 1]
        columns += [kept.before[first] - kept.before[begin], kept.before[end] - kept.before[first]]
    remains = (columns[1] > 0) & (columns[3] > 0)
    rows = np.column_stack([*columns, matches[:, 4]])[remains].astype(np.int32)
    offsets = offsets_of(np.bincount(pair[remains], minlength=len(alignments)))
    return Alignments(
        alignments.matchers,
        rows,
        alignments.weights[remains],
        offsets,
        chunk_counts(rows, offsets),
        alignments.exact,
        reference_offsets,
    )
