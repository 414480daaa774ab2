"""Word alignments from files, checked against the sentences they belong to.

The first line of a file tells which of three formats it has:

    0-0 1-2 3?1                         Pharaoh: a line per sentence pair, source before target;
                                        `-` is a sure link, `?` or `p` a possible one
    das Haus ||| the house ||| 0-0 1-1  the same behind its sentences
    18 1 2 P                            NAACL 2003 gold (Mihalcea & Pedersen 2003): a line per link,
                                        with the number of its pair and S or P, or nothing for S
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hyperbaton import _core
from hyperbaton.bitext.links import (
    WordAlignments,
    first_outside,
    integers,
    offsets_of,
    outside,
    pair_of,
)
from hyperbaton.errors import InputError, OptionError
from hyperbaton.files import display_name, read_text, split_lines

SEPARATOR = "|||"
NO_BLANKS = re.compile(rb"[^ \t\r\n]+")
NAACL_LINK = re.compile(r"(\d{1,9})\s+(\d{1,9})\s+(\d{1,9})(?:\s+([SP]))?(?:\s+[\d.]+)?", re.ASCII)
ACCEPTED = "links such as 0-2 (sure), 0?2 or 0p2 (possible) are accepted, with spaces between them"
NAACL_ACCEPTED = (
    "PAIR SOURCE TARGET is accepted, then S or P, then a confidence, such as '18 1 2 P'"
)

Lengths = NDArray[np.int64]  # of the sentences on one side
Arrays = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], Lengths, Lengths]


@dataclass(frozen=True)
class Bitext:
    """Sentences, their translations and the links between them.

    Attributes:
        source: the words of each source sentence.
        target: the words of each translation.
        alignments: their links; there are none where the file has no third field.
    """

    source: tuple[tuple[str, ...], ...]
    target: tuple[tuple[str, ...], ...]
    alignments: WordAlignments


def read_bitext(path: str, *, base: int = 0) -> Bitext:
    """Reads lines `source ||| target ||| links`, words between blanks; links may be missing.

    Raises:
        InputError: as for `read_alignments`.
    """
    return LinkText.read(path, base).bitext()


def read_alignments(
    path: str,
    source_lengths: ArrayLike,
    target_lengths: ArrayLike | None = None,
    *,
    base: int | None = None,
) -> WordAlignments:
    """Reads a file in any of the module's formats; `.gz` is unpacked, `-` is standard input.

    Args:
        path: the file.
        source_lengths: the number of words of each source sentence.
        target_lengths: the number of words of each translation. Without them a translation is
            taken to end at its last linked word, or where the file says if it holds sentences.
        base: whether positions count from 0 or from 1: 0 by default, but 1 in NAACL files, where a
            position 0 then means no word, and its link is left out.

    Raises:
        InputError: the file cannot be read, something in it is not a link, or a link leads to a
            word that is not there; names file, line and link.
    """
    return LinkText.read(path, base).alignments(source_lengths, target_lengths)


@dataclass(frozen=True)
class LinkText:
    """A file of links that has been read, but not yet compared with its sentences.

    Attributes:
        name: what errors call it.
        text: its whole text.
        base: whether positions count from 0 or from 1; see `read_alignments`.
        learned: whether these are links of `align_sentences`, not given ones.
    """

    name: str
    text: str
    base: int | None = None
    learned: bool = False

    def __post_init__(self) -> None:
        if self.base not in (None, 0, 1):
            raise OptionError(f"base: positions count from 0 or from 1, got {self.base!r}")

    @classmethod
    def read(cls, path: str, base: int | None = None) -> LinkText:
        """Reads the text of a file."""
        return cls(display_name(path), read_text(path), base)

    @classmethod
    def of(cls, links: Sequence[str | Iterable[tuple[int, int]]], name: str) -> LinkText:
        """Takes links from Python, for each sentence in Pharaoh's format or as pairs."""
        lines = [
            written if isinstance(written, str) else " ".join(f"{i}-{j}" for i, j in written)
            for written in links
        ]
        return cls(name, "".join(f"{line}\n" for line in lines))

    def alignments(
        self, source_lengths: ArrayLike, target_lengths: ArrayLike | None = None
    ) -> WordAlignments:
        """Returns the links, compared with the lengths of sentences; see `read_alignments`."""
        sources = integers(source_lengths)
        targets = None if target_lengths is None else integers(target_lengths)
        first_line = self.text.lstrip().partition("\n")[0]
        if SEPARATOR in first_line:
            return self._fitting(self.bitext().alignments, sources, targets)
        if NAACL_LINK.fullmatch(first_line.rstrip()):
            base = 1 if self.base is None else self.base
            return self._checked(self._naacl_links(len(sources), base), sources, targets, base)
        links = self._pharaoh_links(self.text)
        self._check_count(len(links.offsets) - 1, len(sources))
        return self._checked(links, sources, targets, self.base or 0)

    def bitext(self) -> Bitext:
        """Returns the sentences of lines `source ||| target ||| links`; see `read_bitext`."""
        sources, targets, links = [], [], []
        for number, line in enumerate(split_lines(self.text), start=1):
            fields = line.split(SEPARATOR)
            if len(fields) not in (2, 3):
                raise InputError(
                    f"{self.name}:{number}: the number of fields is {len(fields)}; "
                    "'source ||| target' or 'source ||| target ||| links' is accepted"
                )
            sources.append(tuple(words_between_blanks(fields[0])))
            targets.append(tuple(words_between_blanks(fields[1])))
            links.append(fields[2] if len(fields) == 3 else "")
        found = self._pharaoh_links("".join(f"{line}\n" for line in links))
        ours, theirs = (np.fromiter(map(len, side), np.int64) for side in (sources, targets))
        checked = self._checked(found, ours, theirs, self.base or 0)
        return Bitext(tuple(sources), tuple(targets), checked)

    def _fitting(
        self, alignments: WordAlignments, sources: Lengths, targets: Lengths | None
    ) -> WordAlignments:
        """The alignments, if the sentences in the file have these lengths."""
        self._check_count(len(alignments), len(sources))
        for side, found, expected in (
            ("source", alignments.source_lengths, sources),
            ("target", alignments.target_lengths, targets),
        ):
            if expected is None:
                continue
            for pair in np.flatnonzero(found != expected)[:1]:
                raise InputError(
                    f"{self.name}:{pair + 1}: the number of words of the {side} is {found[pair]} "
                    f"here but {expected[pair]} in the text; the same words are needed"
                )
        return alignments

    def _check_count(self, lines: int, pairs: int) -> None:
        if lines != pairs:
            raise InputError(
                f"{self.name}: expected one line per source sentence ({pairs}), got {lines}; "
                "leave a line blank if nothing is linked"
            )

    def _pharaoh_links(self, text: str) -> _Links:
        data = text.encode()
        source, target, sure, offsets, wrong = _core.parse_links(data)
        if wrong >= 0:
            line = data.count(b"\n", 0, wrong) + 1
            shown = NO_BLANKS.findall(data, wrong, wrong + 160)[0].decode("utf-8", "ignore")[:40]
            raise InputError(f"{self.name}:{line}: {shown!r} is not a link; {ACCEPTED}")
        lines = np.repeat(np.arange(1, len(offsets)), np.diff(offsets))
        columns = source.astype(np.int64), target.astype(np.int64), sure.astype(np.bool_)
        return _Links(*columns, offsets, lines, "-?")

    def _naacl_links(self, pairs: int, base: int) -> _Links:
        rows = []
        for number, line in enumerate(split_lines(self.text), start=1):
            if not line.strip():
                continue
            match = NAACL_LINK.fullmatch(line.strip())
            if match is None:
                reason = f"{line[:40]!r} is not a link; {NAACL_ACCEPTED}"
                raise InputError(f"{self.name}:{number}: {reason}")
            pair, source, target = map(int, match.groups()[:3])
            if not 1 <= pair <= pairs:
                reason = f"there is no sentence pair {pair}; there are 1..{pairs}"
                raise InputError(f"{self.name}:{number}: {reason}")
            if base == 0 or (source and target):
                rows.append((pair - 1, source, target, match[4] != "P", number))
        rows.sort(key=lambda row: row[0])
        pair_of_each, sources, targets, sure, lines = np.array(rows, np.int64).reshape(-1, 5).T
        offsets = offsets_of(pair_of_each, pairs)
        return _Links(sources, targets, sure.astype(np.bool_), offsets, lines, "  ")

    def _checked(
        self, links: _Links, sources: Lengths, targets: Lengths | None, base: int
    ) -> WordAlignments:
        """Alignments of which every link leads to words that are there."""

        def counted_from(base: int) -> Arrays:
            lengths = _last_linked(links, base) if targets is None else targets
            return links.source - base, links.target - base, links.offsets, sources, lengths

        arrays = counted_from(base)
        wrong = first_outside(*arrays)
        if wrong is None:
            return WordAlignments(*arrays, links.sure)
        i, j = int(links.source[wrong]), int(links.target[wrong])
        pair, other = pair_of(wrong, links.offsets), 1 - base
        lengths = int(arrays[3][pair]), int(arrays[4][pair])
        written = f"{i}{links.marks[0 if links.sure[wrong] else 1]}{j}"
        reason = outside((i - base, j - base), lengths, written, base)
        fit = "fit" if first_outside(*counted_from(other)) is None else "not fit either"
        raise InputError(
            f"{self.name}:{links.lines[wrong]}: {reason}; counted from {other} (base {other}), the "
            f"links of this file would {fit}"
        )


class _Links(NamedTuple):
    """Links as written, in the order of their sentence pairs.

    Attributes:
        source, target: positions in the base of the file.
        lines: the line of each link.
        marks: what the file writes between the positions of a sure link and of a possible one.
    """

    source: NDArray[np.int64]
    target: NDArray[np.int64]
    sure: NDArray[np.bool_]
    offsets: NDArray[np.int64]
    lines: NDArray[np.int64]
    marks: str


def _last_linked(links: _Links, base: int) -> Lengths:
    """The shortest lengths of translations that have room for the links."""
    lengths = np.zeros(len(links.offsets) - 1, np.int64)
    linked = np.diff(links.offsets) > 0
    if linked.any():
        last = np.maximum.reduceat(links.target, links.offsets[:-1][linked])
        lengths[linked] = last - base + 1
    return lengths


def words_between_blanks(text: str) -> list[str]:
    """Splits text at spaces and tabs, as word aligners do.

    Any other white space, such as the ideographic space of Japanese, is a word or part of one.
    """
    return [word for word in text.replace("\t", " ").split(" ") if word]
