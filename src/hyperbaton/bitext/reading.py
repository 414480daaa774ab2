"""Word alignments from files in Pharaoh's format, checked against the sentences they belong to.

A line per sentence pair, source position before target position: `0-0 1-2 3?1`, where `-` is a
sure link, `?` or `p` a possible one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from hyperbaton import _core
from hyperbaton.bitext.links import WordAlignments, first_outside, integers, outside, pair_of
from hyperbaton.errors import InputError, OptionError
from hyperbaton.files import display_name, read_text

NO_BLANKS = re.compile(rb"[^ \t\r\n]+")
ACCEPTED = "links such as 0-2 (sure), 0?2 or 0p2 (possible) are accepted, with spaces between them"


def read_alignments(
    path: str,
    source_lengths: ArrayLike,
    target_lengths: ArrayLike | None = None,
    *,
    base: int | None = None,
) -> WordAlignments:
    """Reads a file of links; `.gz` is unpacked, `-` is standard input.

    Args:
        path: the file.
        source_lengths: the number of words of each source sentence.
        target_lengths: the number of words of each translation. Without them a translation is
            taken to end at its last linked word.
        base: whether positions count from 0 (default) or from 1.

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
        base: whether positions count from 0 (default) or from 1.
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
        data, sources = self.text.encode(), integers(source_lengths)
        positions, others, sure, offsets, wrong = _core.parse_links(data)
        source, target = positions.astype(np.int64), others.astype(np.int64)
        if wrong >= 0:
            line = data.count(b"\n", 0, wrong) + 1
            shown = NO_BLANKS.findall(data, wrong, wrong + 160)[0].decode("utf-8", "ignore")[:40]
            raise InputError(f"{self.name}:{line}: {shown!r} is not a link; {ACCEPTED}")
        if len(offsets) - 1 != len(sources):
            raise InputError(
                f"{self.name}: expected one line per source sentence ({len(sources)}), got "
                f"{len(offsets) - 1}; leave a line blank if nothing is linked"
            )
        base = self.base or 0
        ends = np.zeros(len(sources), np.int64)
        np.maximum.at(ends, np.repeat(np.arange(len(sources)), np.diff(offsets)), target + 1)

        linked = np.maximum(ends - base, 0)
        targets = linked if target_lengths is None else integers(target_lengths)
        arrays = source - base, target - base, offsets, sources, targets
        link = first_outside(*arrays)
        if link is None:
            return WordAlignments(*arrays, sure.astype(np.bool_))
        pair = pair_of(link, offsets)
        i, j = int(source[link]), int(target[link])
        written = f"{i}{'-' if sure[link] else '?'}{j}"
        lengths = int(sources[pair]), int(targets[pair])
        reason = outside((i - base, j - base), lengths, written, base)
        raise InputError(
            f"{self.name}:{pair + 1}: {reason}; if positions count from {1 - base}, say base "
            f"{1 - base}"
        )


def words_between_blanks(text: str) -> list[str]:
    """Splits text at spaces and tabs, as word aligners do.

    Any other white space, such as the ideographic space of Japanese, is a word or part of one.
    """
    return [word for word in text.replace("\t", " ").split(" ") if word]
