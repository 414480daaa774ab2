"""Phrase tables in METEOR's format: entries of three lines, probability, phrase and paraphrase.

Such tables are large (METEOR's English one has five million entries), so they are read a block at a
time, and of a block only what occurs in the text at hand is kept.
"""

from __future__ import annotations

import math
from codecs import BOM_UTF8
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hyperbaton.checks import shown
from hyperbaton.errors import InputError
from hyperbaton.resources import progress
from hyperbaton.text.opening import decoded, whole_lines

LINES = 3
LONGEST_PHRASE = 50  # words; METEOR's tables have up to 7
ACCEPTED = "an entry is three lines: a probability, a phrase and its paraphrase"


class Entries(NamedTuple):
    """Phrases in lower case, and the paraphrase of each."""

    phrases: list[str]
    paraphrases: list[str]

    def where(self, mask: NDArray[np.bool_]) -> Entries:
        """The entries for which the mask is true."""
        kept = np.flatnonzero(mask).tolist()
        return Entries([self.phrases[k] for k in kept], [self.paraphrases[k] for k in kept])


class PhraseSet:
    """The phrases that occur in sentences, whatever their length.

    They are known by 64-bit hashes, so that a phrase takes eight bytes. Two phrases with the same
    hash are hardly ever met; where they are, one entry too many is kept and matches nothing.
    """

    def __init__(self, sentences: Sequence[Sequence[str]]) -> None:
        self._sentences = sentences
        self._lengths: set[int] = set()
        self._hashes = np.zeros(0, np.int64)

    def has(self, phrases: list[str]) -> NDArray[np.bool_]:
        """For each phrase, whether it occurs."""
        self._reach({phrase.count(" ") + 1 for phrase in phrases})
        wanted = np.fromiter(map(hash, phrases), np.int64, len(phrases))
        if len(self._hashes) == 0:
            return np.zeros(len(phrases), np.bool_)
        at = np.searchsorted(self._hashes, wanted)
        found: NDArray[np.bool_] = self._hashes[at % len(self._hashes)] == wanted
        return found

    def _reach(self, lengths: set[int]) -> None:
        """Makes phrases of that many words known."""
        new = lengths - self._lengths
        if not new:
            return
        hashes = (
            hash(" ".join(words[start : start + n]))
            for words in self._sentences
            for n in new
            for start in range(len(words) - n + 1)
        )
        self._hashes = np.unique(np.concatenate([self._hashes, np.fromiter(hashes, np.int64)]))
        self._lengths |= new


def read_table(file: str) -> Iterator[Entries]:
    """All entries, some at a time, in the order of the file.

    Raises:
        InputError: the file cannot be read, or is no such table; names file and line.
    """
    rest, line = b"", 1
    for _, block in progress(whole_lines(file), "reading paraphrases", "MB"):
        whole, rest = _split_at_entry(rest + block)
        yield _entries(whole, file, line)
        line += whole.count(b"\n")
    if rest:
        yield _entries(rest.removesuffix(b"\n") + b"\n", file, line)


def _split_at_entry(data: bytes) -> tuple[bytes, bytes]:
    """As many whole entries as there are, and what comes after them."""
    end = len(data)
    for _ in range(data.count(b"\n") % LINES + 1):
        end = data.rfind(b"\n", 0, max(end, 0))
    return data[: end + 1], data[end + 1 :]


def _entries(data: bytes, file: str, first_line: int) -> Entries:
    text = decoded(data, file, first_line).removeprefix(BOM_UTF8.decode())
    lines = text.lower().replace("\r\n", "\n").split("\n")[:-1]
    probabilities = lines[::LINES]
    try:
        found = np.fromiter(map(float, probabilities), np.float64, len(probabilities))
        if not np.isfinite(found).all():
            raise ValueError
    except ValueError:
        at = next(k for k, written in enumerate(probabilities) if not _is_number(written))
        raise InputError(
            f"{file}:{first_line + LINES * at}: expected a probability, got "
            f"{shown(probabilities[at])}; {ACCEPTED}"
        ) from None
    if "" in lines:
        raise InputError(f"{file}:{first_line + lines.index('')}: is blank; {ACCEPTED}")
    if len(lines) % LINES:
        last = first_line + len(lines) - 1
        raise InputError(f"{file}:{last}: the table ends within an entry; {ACCEPTED}")
    _check_lengths(lines, file, first_line)
    return Entries(lines[1::LINES], lines[2::LINES])


def _check_lengths(lines: list[str], file: str, first_line: int) -> None:
    if max((line.count(" ") for line in lines), default=0) < LONGEST_PHRASE:
        return
    at = next(k for k, line in enumerate(lines) if line.count(" ") >= LONGEST_PHRASE)
    raise InputError(
        f"{file}:{first_line + at}: the phrase has {lines[at].count(' ') + 1} words; up to "
        f"{LONGEST_PHRASE} are accepted"
    )


def _is_number(written: str) -> bool:
    try:
        return math.isfinite(float(written))
    except ValueError:
        return False
