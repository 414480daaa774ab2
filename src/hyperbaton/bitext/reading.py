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
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hyperbaton import _core
from hyperbaton.bitext.links import WordAlignments, first_outside, offsets_of, outside
from hyperbaton.errors import InputError, OptionError
from hyperbaton.permutation import Integers, as_integers
from hyperbaton.text.opening import display_name, read_text, split_lines

SEPARATOR = "|||"
NO_BLANKS = re.compile(rb"[^ \t\r\n]+")
NAACL_LINK = re.compile(r"(\d{1,9})\s+(\d{1,9})\s+(\d{1,9})(?:\s+([SP]))?(?:\s+[\d.]+)?", re.ASCII)
ACCEPTED = "links such as 0-2 (sure), 0?2 or 0p2 (possible) are accepted, with spaces between them"
NAACL_ACCEPTED = (
    "PAIR SOURCE TARGET is accepted, then S or P, then a confidence, such as '18 1 2 P'"
)


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


@dataclass(frozen=True)
class _Links:
    """Links as written, in the order of their sentence pairs.

    Attributes:
        source, target: positions in the base of the file.
        place: the file and the line of a link.
        written: how the file writes a link.
    """

    source: NDArray[np.int64]
    target: NDArray[np.int64]
    sure: NDArray[np.bool_]
    offsets: NDArray[np.int64]
    place: Callable[[int], str]
    written: Callable[[int], str]


def read_alignments(
    path: str,
    source_lengths: Integers,
    target_lengths: Integers | None = None,
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
            position 0 then stands for no word, and its link is left out.

    Raises:
        InputError: the file cannot be read, something in it is no link, or a link leads to a word
            that is not there; names file, line and link.
    """
    return LinkText.read(path, base).alignments(source_lengths, target_lengths)


@dataclass(frozen=True)
class LinkText:
    """A file of links that has been read, but not yet compared with its sentences.

    Attributes:
        name: what errors call it.
        text: its whole text.
        base: whether positions count from 0 or from 1; see `read_alignments`.
    """

    name: str
    text: str
    base: int | None = None

    def __post_init__(self) -> None:
        _check_base(self.base)

    @classmethod
    def read(cls, path: str, base: int | None = None) -> LinkText:
        """The text of a file."""
        return cls(display_name(path), read_text(path), base)

    @classmethod
    def of(cls, links: Sequence[str | Iterable[tuple[int, int]]], name: str) -> LinkText:
        """Links from Python, for each sentence in Pharaoh's format or as pairs of positions."""
        lines = [
            written if isinstance(written, str) else " ".join(f"{i}-{j}" for i, j in written)
            for written in links
        ]
        return cls(name, "".join(f"{line}\n" for line in lines))

    def alignments(
        self, source_lengths: Integers, target_lengths: Integers | None = None
    ) -> WordAlignments:
        """The links, checked against the lengths of sentences; see `read_alignments`."""
        sources = as_integers(source_lengths, "source_lengths")
        targets = None if target_lengths is None else as_integers(target_lengths, "target_lengths")
        if targets is not None and len(targets) != len(sources):
            raise InputError("source_lengths, target_lengths: expected equally many of each")
        return _parsed(self.text, self.name, sources, targets, self.base)


def _parsed(
    text: str,
    name: str,
    sources: NDArray[np.int64],
    targets: NDArray[np.int64] | None,
    base: int | None,
) -> WordAlignments:
    """Links in whichever of the formats the first line shows."""
    first_line = text.lstrip().partition("\n")[0]
    if SEPARATOR in first_line:
        return _like(_bitext(text, name, base or 0).alignments, sources, targets, name)
    if NAACL_LINK.fullmatch(first_line.rstrip()):
        counted_from = 1 if base is None else base
        links = _naacl_links(split_lines(text), name, len(sources), counted_from)
        return _checked(links, sources, targets, counted_from)
    links = _pharaoh_links(text, name)
    _check_count(len(links.offsets) - 1, len(sources), name)
    return _checked(links, sources, targets, base or 0)


def read_bitext(path: str, *, base: int = 0) -> Bitext:
    """Reads lines `source ||| target ||| links`, words between blanks; links may be missing.

    Raises:
        InputError: as for `read_alignments`.
    """
    _check_base(base)
    return _bitext(read_text(path), display_name(path), base)


def words_between_blanks(text: str) -> list[str]:
    """What stands between spaces or tabs, as word aligners see it.

    Any other white space, such as the ideographic space of Japanese, is a word or part of one.
    """
    return [word for word in text.replace("\t", " ").split(" ") if word]


def _check_base(base: int | None) -> None:
    if base not in (None, 0, 1):
        raise OptionError(f"base: positions count from 0 or from 1, got {base!r}")


def _check_count(lines: int, pairs: int, name: str) -> None:
    if lines != pairs:
        raise InputError(
            f"{name}: expected one line per source sentence ({pairs}), got {lines}; "
            "leave a line blank if nothing is linked"
        )


def _pharaoh_links(text: str, name: str) -> _Links:
    data = text.encode()
    source, target, sure, offsets, wrong = _core.parse_links(data)
    if wrong >= 0:
        line = data.count(b"\n", 0, wrong) + 1
        shown = NO_BLANKS.findall(data, wrong, wrong + 160)[0].decode("utf-8", "ignore")[:40]
        raise InputError(f"{name}:{line}: {shown!r} is not a link; {ACCEPTED}")
    certain = sure.astype(np.bool_)
    return _Links(
        source.astype(np.int64),
        target.astype(np.int64),
        certain,
        offsets,
        lambda link: f"{name}:{np.searchsorted(offsets, link, side='right')}",
        lambda link: f"{source[link]}{'-' if certain[link] else '?'}{target[link]}",
    )


def _naacl_links(lines: list[str], name: str, pairs: int, base: int) -> _Links:
    rows = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        match = NAACL_LINK.fullmatch(line.strip())
        if match is None:
            raise InputError(f"{name}:{number}: {line[:40]!r} is not a link; {NAACL_ACCEPTED}")
        pair, source, target = map(int, match.groups()[:3])
        if not 1 <= pair <= pairs:
            raise InputError(
                f"{name}:{number}: there is no sentence pair {pair}; there are 1..{pairs}"
            )
        if base == 0 or (source and target):
            rows.append((pair - 1, source, target, match[4] != "P", number))
    rows.sort(key=lambda row: row[0])
    table = np.array(rows, np.int64).reshape(-1, 5)
    return _Links(
        table[:, 1],
        table[:, 2],
        table[:, 3].astype(np.bool_),
        offsets_of(table[:, 0], pairs),
        lambda link: f"{name}:{table[link, 4]}",
        lambda link: f"{table[link, 1]} {table[link, 2]}",
    )


def _bitext(text: str, name: str, base: int) -> Bitext:
    sources, targets, links = [], [], []
    for number, line in enumerate(split_lines(text), start=1):
        fields = line.split(SEPARATOR)
        if len(fields) not in (2, 3):
            raise InputError(
                f"{name}:{number}: the number of fields is {len(fields)}; "
                "'source ||| target' or 'source ||| target ||| links' is accepted"
            )
        sources.append(tuple(words_between_blanks(fields[0])))
        targets.append(tuple(words_between_blanks(fields[1])))
        links.append(fields[2] if len(fields) == 3 else "")
    alignments = _checked(
        _pharaoh_links("".join(f"{line}\n" for line in links), name),
        np.fromiter(map(len, sources), np.int64),
        np.fromiter(map(len, targets), np.int64),
        base,
    )
    return Bitext(tuple(sources), tuple(targets), alignments)


def _like(
    alignments: WordAlignments,
    source_lengths: NDArray[np.int64],
    target_lengths: NDArray[np.int64] | None,
    name: str,
) -> WordAlignments:
    """The alignments, if the sentences beside them have these lengths."""
    _check_count(len(alignments), len(source_lengths), name)
    for side, found, expected in (
        ("source", alignments.source_lengths, source_lengths),
        ("target", alignments.target_lengths, target_lengths),
    ):
        if expected is not None and (found != expected).any():
            pair = int((found != expected).argmax())
            raise InputError(
                f"{name}:{pair + 1}: the number of words of the {side} is {found[pair]} here but "
                f"{expected[pair]} in the text; the same words are needed"
            )
    return alignments


def _checked(
    links: _Links,
    source_lengths: NDArray[np.int64],
    target_lengths: NDArray[np.int64] | None,
    base: int,
) -> WordAlignments:
    """Alignments of which every link leads to words that are there."""
    wrong = _first_wrong(links, source_lengths, target_lengths, base)
    if wrong is not None:
        pair = int(np.searchsorted(links.offsets, wrong, side="right")) - 1
        reason = outside(
            (int(links.source[wrong]) - base, int(links.target[wrong]) - base),
            (int(source_lengths[pair]), int(_lengths(links, target_lengths, base)[pair])),
            links.written(wrong),
            base,
        )
        other = 1 - base
        fit = _first_wrong(links, source_lengths, target_lengths, other) is None
        raise InputError(
            f"{links.place(wrong)}: {reason}; counted from {other} (base {other}), the links of "
            f"this file would {'fit' if fit else 'not fit either'}"
        )
    return WordAlignments(
        links.source - base,
        links.target - base,
        links.offsets,
        source_lengths,
        _lengths(links, target_lengths, base),
        links.sure,
    )


def _first_wrong(
    links: _Links,
    source_lengths: NDArray[np.int64],
    target_lengths: NDArray[np.int64] | None,
    base: int,
) -> int | None:
    return first_outside(
        links.source - base,
        links.target - base,
        links.offsets,
        source_lengths,
        _lengths(links, target_lengths, base),
    )


def _lengths(
    links: _Links, target_lengths: NDArray[np.int64] | None, base: int
) -> NDArray[np.int64]:
    """The lengths given or, without any, the shortest that have room for the links."""
    if target_lengths is not None:
        return target_lengths
    lengths = np.zeros(len(links.offsets) - 1, np.int64)
    linked = np.diff(links.offsets) > 0
    if linked.any():
        last = np.maximum.reduceat(links.target, links.offsets[:-1][linked])
        lengths[linked] = last - base + 1
    return lengths
