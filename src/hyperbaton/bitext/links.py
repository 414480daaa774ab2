"""Word alignments: which word of a source belongs to which word of its translation.

A word may have any number of links. Links are sure or possible, as in gold alignments; what only
knows one kind has sure links.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from hyperbaton.checks import as_index, as_list, check_length, shown
from hyperbaton.errors import ArgumentTypeError, InputError, LinkError
from hyperbaton.limits import WORDS
from hyperbaton.permutation import Integers, as_integers, as_offsets


class WordAlignments:
    """The word alignments of many sentence pairs, in flat arrays.

    The links of pair k are those from `offsets[k]` to `offsets[k + 1] - 1`, sorted by source
    position, then by target position, each once. Positions count from 0.

        >>> alignments = WordAlignments.of([[(0, 1), (1, 0)], []], [2, 3], [2, 1])
        >>> alignments[0].tolist()
        [[0, 1], [1, 0]]

    Attributes:
        source: int32, the source position of each link.
        target: int32, the target position of each link.
        sure: bool, whether a link is sure.
        offsets: int64, where the links of each pair begin, and the end of the last.
        source_lengths: int64, the number of source words of each pair.
        target_lengths: int64, the number of target words of each pair.
    """

    __slots__ = ("offsets", "source", "source_lengths", "sure", "target", "target_lengths")

    def __init__(
        self,
        source: Integers,
        target: Integers,
        offsets: Integers,
        source_lengths: Integers,
        target_lengths: Integers,
        sure: Sequence[bool] | NDArray[np.bool_] | None = None,
    ) -> None:
        """Validates flat arrays; a link given twice counts once, and as sure if one of them is.

        Raises:
            LinkError: a link leads to a word that its sentence does not have.
            InputError: the arrays do not belong together.
        """
        self.offsets = as_offsets(offsets, len(source))
        self.source_lengths = _lengths(source_lengths, "source_lengths")
        self.target_lengths = _lengths(target_lengths, "target_lengths")
        sources, targets = as_integers(source, "source"), as_integers(target, "target")
        certain = np.ones(len(sources), np.bool_) if sure is None else _truth_values(sure)
        if not len(sources) == len(targets) == len(certain):
            raise InputError("source, target and sure: expected as many of each as there are links")
        if not len(self.source_lengths) == len(self.target_lengths) == len(self):
            raise InputError(
                "source_lengths, target_lengths: expected one each for every sentence pair"
            )
        wrong = first_outside(
            sources, targets, self.offsets, self.source_lengths, self.target_lengths
        )
        if wrong is not None:
            raise LinkError(*self._what_is_wrong(wrong, int(sources[wrong]), int(targets[wrong])))
        self._sort(sources, targets, certain)

    @classmethod
    def of(
        cls,
        links: Sequence[Iterable[tuple[int, int]]],
        source_lengths: Integers,
        target_lengths: Integers,
    ) -> WordAlignments:
        """Alignments from pairs (source position, target position), all of them sure."""
        listed = [list(pair) for pair in links]
        flat = [link for pair in listed for link in pair]
        return cls(
            [source for source, _ in flat],
            [target for _, target in flat],
            np.cumsum([0, *map(len, listed)], dtype=np.int64),
            source_lengths,
            target_lengths,
        )

    def _sort(
        self, source: NDArray[np.int64], target: NDArray[np.int64], sure: NDArray[np.bool_]
    ) -> None:
        pairs = self.pairs
        if not _in_order(pairs, source, target):
            order = np.lexsort((~sure, target, source, pairs))
            source, target, sure, pairs = source[order], target[order], sure[order], pairs[order]
            new = differs_from_the_one_before(pairs, source, target)
            source, target, sure = source[new], target[new], sure[new]
            self.offsets = offsets_of(pairs[new], len(self))
        self.source = source.astype(np.int32)
        self.target = target.astype(np.int32)
        self.sure = sure

    def _what_is_wrong(self, link: int, source: int, target: int) -> tuple[int, str]:
        pair = int(np.searchsorted(self.offsets, link, side="right")) - 1
        lengths = int(self.source_lengths[pair]), int(self.target_lengths[pair])
        return pair, outside((source, target), lengths, f"{source}-{target}", base=0)

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, k: int) -> NDArray[np.int32]:
        """The links of pair k, counted from 0: a row each, source position and target position."""
        place = as_index(k, len(self), f"alignments of {len(self)} sentence pairs")
        links = slice(self.offsets[place], self.offsets[place + 1])
        return np.column_stack([self.source[links], self.target[links]])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, WordAlignments):
            return NotImplemented
        return all(
            np.array_equal(getattr(self, name), getattr(other, name)) for name in self.__slots__
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<WordAlignments of {len(self)} sentence pairs, {len(self.source)} links>"

    @property
    def pairs(self) -> NDArray[np.int64]:
        """The sentence pair of each link."""
        return np.repeat(np.arange(len(self)), np.diff(self.offsets))

    @property
    def link_counts(self) -> NDArray[np.int64]:
        """The number of links of each pair."""
        return np.diff(self.offsets)

    def sure_only(self) -> WordAlignments:
        """The same without possible links."""
        return self.select(self.sure)

    def select(self, chosen: NDArray[np.bool_]) -> WordAlignments:
        """The same with only the links for which `chosen` is true."""
        check_length(chosen, len(self.source), "chosen", "truth values, one for each link")
        return WordAlignments(
            self.source[chosen],
            self.target[chosen],
            offsets_of(self.pairs[chosen], len(self)),
            self.source_lengths,
            self.target_lengths,
            self.sure[chosen],
        )

    def transposed(self) -> WordAlignments:
        """The alignments of the opposite direction: source and target change places."""
        return WordAlignments(
            self.target,
            self.source,
            self.offsets,
            self.target_lengths,
            self.source_lengths,
            self.sure,
        )

    def to_pharaoh(self, base: int = 0) -> list[str]:
        """One line per pair: `0-1` for a sure link, `0?1` for a possible one."""
        texts = [
            f"{source}{'-' if sure else '?'}{target}"
            for source, target, sure in zip(
                (self.source + base).tolist(),
                (self.target + base).tolist(),
                self.sure.tolist(),
                strict=True,
            )
        ]
        ends = self.offsets.tolist()
        return [" ".join(texts[begin:end]) for begin, end in pairwise(ends)]


def _truth_values(sure: object) -> NDArray[np.bool_]:
    listed = as_list(sure, "sure", "a list of truth values")
    try:
        array = np.asarray(listed)
    except ValueError:
        raise ArgumentTypeError("sure", "a list of truth values", shown(sure)) from None
    if array.ndim != 1 or (array.size and array.dtype.kind not in "biu"):
        raise ArgumentTypeError("sure", "a list of truth values", shown(array))
    return array.astype(np.bool_)


def first_outside(
    source: NDArray[np.int64],
    target: NDArray[np.int64],
    offsets: NDArray[np.int64],
    source_lengths: NDArray[np.int64],
    target_lengths: NDArray[np.int64],
) -> int | None:
    """The first link, counted from 0, to a word that is not there; None where all words are."""
    counts = np.diff(offsets)
    wrong = (source < 0) | (source >= np.repeat(source_lengths, counts))
    wrong |= (target < 0) | (target >= np.repeat(target_lengths, counts))
    return int(wrong.argmax()) if wrong.any() else None


def outside(link: tuple[int, int], lengths: tuple[int, int], written: str, base: int) -> str:
    """Says of a link, as positions from 0, to which word that is not there it leads."""
    for side, position, length in zip(("source", "target"), link, lengths, strict=True):
        if not 0 <= position < length:
            words = "1 word" if length == 1 else f"{length} words"
            accepted = f"{base}..{length - 1 + base}" if length else "no position"
            return (
                f"link {written}: {side} position {position + base} is not in a sentence of "
                f"{words}; counted from {base}, {accepted} is accepted"
            )
    raise ValueError(f"link {written} is inside")


def _in_order(
    pairs: NDArray[np.int64], source: NDArray[np.int64], target: NDArray[np.int64]
) -> bool:
    """Whether links ascend strictly by pair, source and target."""
    same_pair = pairs[1:] == pairs[:-1]
    later = (source[1:] > source[:-1]) | ((source[1:] == source[:-1]) & (target[1:] > target[:-1]))
    return bool((later | ~same_pair).all())


def differs_from_the_one_before(*columns: NDArray[np.integer]) -> NDArray[np.bool_]:
    """For each row of several columns, whether any of them differs from the row before."""
    new = np.ones(len(columns[0]), np.bool_)
    new[1:] = np.logical_or.reduce([column[1:] != column[:-1] for column in columns])
    return new


def offsets_of(pairs: NDArray[np.int64], count: int) -> NDArray[np.int64]:
    """Where the links of each of `count` sentence pairs begin, given the pair of each link."""
    return np.concatenate([[0], np.cumsum(np.bincount(pairs, minlength=count))]).astype(np.int64)


def _lengths(lengths: Integers, name: str) -> NDArray[np.int64]:
    """Numbers of words, of which no sentence has more than there is room for."""
    found = as_integers(lengths, name)
    outside_range = (found < WORDS.low) | (found > WORDS.high)
    if outside_range.any():
        raise InputError(f"{name}: expected {WORDS} for each, got {found[outside_range][0]}")
    return found
