"""Word alignments: which word of a source belongs to which word of its translation.

A word may have any number of links. Links are sure or possible, as in gold alignments; what only
knows one kind has sure links.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hyperbaton.errors import InputError


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
        confidence: float32, how sure an aligner is of each link; 1 where links are given.
    """

    def __init__(
        self,
        source: NDArray[np.integer],
        target: NDArray[np.integer],
        offsets: NDArray[np.integer],
        source_lengths: NDArray[np.int64],
        target_lengths: NDArray[np.int64],
        sure: NDArray[np.bool_] | None = None,
        confidence: NDArray[np.float32] | None = None,
    ) -> None:
        """Takes arrays that belong together; `of` checks links.

        A link given twice counts once, and as sure if one of them is.
        """
        self.offsets = offsets.astype(np.int64)
        self.source_lengths, self.target_lengths = source_lengths, target_lengths
        if sure is None:
            sure = np.ones(len(source), np.bool_)
        if confidence is None:
            confidence = np.ones(len(source), np.float32)
        self._sort(source, target, sure, confidence)

    @classmethod
    def of(
        cls,
        links: Sequence[Iterable[tuple[int, int]]],
        source_lengths: ArrayLike,
        target_lengths: ArrayLike,
    ) -> WordAlignments:
        """Makes alignments from pairs (source position, target position), all of them sure.

        Raises:
            InputError: a link leads to a word that its sentence does not have, or there are not
                as many of each.
        """
        listed = [list(pair) for pair in links]
        lengths = integers(source_lengths), integers(target_lengths)
        if not len(listed) == len(lengths[0]) == len(lengths[1]):
            raise InputError(
                "links, source_lengths, target_lengths: expected one of each for every pair"
            )
        flat = np.array([link for pair in listed for link in pair], np.int64).reshape(-1, 2)
        offsets = np.cumsum([0, *map(len, listed)])
        wrong = first_outside(flat[:, 0], flat[:, 1], offsets, *lengths)
        if wrong is not None:
            pair, (i, j) = pair_of(wrong, offsets), flat[wrong].tolist()
            of_pair = int(lengths[0][pair]), int(lengths[1][pair])
            reason = outside((i, j), of_pair, f"{i}-{j}", base=0)
            raise InputError(reason, index=pair, what="sentence pair")
        return cls(flat[:, 0], flat[:, 1], offsets, *lengths)

    def _sort(
        self,
        source: NDArray[np.integer],
        target: NDArray[np.integer],
        sure: NDArray[np.bool_],
        confidence: NDArray[np.float32],
    ) -> None:
        pairs = self.pairs
        later = (source[1:] > source[:-1]) | (
            (source[1:] == source[:-1]) & (target[1:] > target[:-1])
        )
        if not (later | (pairs[1:] > pairs[:-1])).all():
            order = np.lexsort((~sure, target, source, pairs))
            source, target, sure, pairs = source[order], target[order], sure[order], pairs[order]
            new = differs_from_the_one_before(pairs, source, target)
            source, target, sure = source[new], target[new], sure[new]
            confidence = confidence[order][new]
            self.offsets = offsets_of(pairs[new], len(self))
        self.source = source.astype(np.int32)
        self.target = target.astype(np.int32)
        self.sure = sure
        self.confidence = confidence

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, k: int) -> NDArray[np.int32]:
        """The links of pair k, counted from 0: a row each, source position and target position."""
        place = range(len(self))[k]
        links = slice(self.offsets[place], self.offsets[place + 1])
        return np.column_stack([self.source[links], self.target[links]])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, WordAlignments):
            return NotImplemented
        return all(np.array_equal(column, vars(other)[name]) for name, column in vars(self).items())

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
        """Returns the same without possible links."""
        return self._where(self.sure)

    def confident(self, threshold: float) -> WordAlignments:
        """Returns the links of which an aligner is surer than that."""
        return self._where(self.confidence > threshold)

    def drawn(self, random: np.random.Generator) -> WordAlignments:
        """Draws some of the links, each with the probability that an aligner gives it."""
        return self._where(random.random(len(self.source)) < self.confidence)

    def _where(self, chosen: NDArray[np.bool_]) -> WordAlignments:
        return WordAlignments(
            self.source[chosen],
            self.target[chosen],
            np.concatenate([[0], np.cumsum(chosen)])[self.offsets],
            self.source_lengths,
            self.target_lengths,
            self.sure[chosen],
            self.confidence[chosen],
        )

    def to_pharaoh(self, base: int = 0, *, confidences: bool = False) -> list[str]:
        """Writes a line per pair: `0-1` for a sure link, `0?1` for a possible one.

        With `confidences` each has its own behind a colon, `0-1:0.93`.
        """
        columns = self.source + base, np.where(self.sure, "-", "?"), self.target + base
        written = zip(*(column.tolist() for column in columns), strict=True)
        texts = [f"{source}{mark}{target}" for source, mark, target in written]
        if confidences:
            sure = zip(texts, self.confidence.tolist(), strict=True)
            texts = [f"{text}:{confidence:.2f}" for text, confidence in sure]
        return [" ".join(texts[begin:end]) for begin, end in pairwise(self.offsets.tolist())]

    def chosen(self, pairs: ArrayLike) -> WordAlignments:
        """Returns some sentence pairs, in the order given and as often as they are named."""
        rows = integers(pairs)
        counts = self.link_counts[rows]
        offsets = np.concatenate([[0], np.cumsum(counts)])
        links = np.arange(offsets[-1]) + np.repeat(self.offsets[rows] - offsets[:-1], counts)
        return WordAlignments(
            self.source[links],
            self.target[links],
            offsets,
            self.source_lengths[rows],
            self.target_lengths[rows],
            self.sure[links],
            self.confidence[links],
        )


def integers(values: ArrayLike) -> NDArray[np.int64]:
    """Returns an array of integers; floats are a `TypeError`."""
    array = np.asarray(values)
    return array.astype(np.int64, casting="same_kind") if array.size else np.zeros(0, np.int64)


def first_outside(
    source: NDArray[np.int64],
    target: NDArray[np.int64],
    offsets: NDArray[np.int64],
    source_lengths: NDArray[np.int64],
    target_lengths: NDArray[np.int64],
) -> int | None:
    """Finds the first link, counted from 0, to a word that is not there."""
    counts = np.diff(offsets)
    wrong = (source < 0) | (source >= np.repeat(source_lengths, counts))
    wrong |= (target < 0) | (target >= np.repeat(target_lengths, counts))
    return int(wrong.argmax()) if wrong.any() else None


def pair_of(link: int, offsets: NDArray[np.int64]) -> int:
    """Returns the sentence pair of a link."""
    return int(np.searchsorted(offsets, link, side="right")) - 1


def outside(link: tuple[int, int], lengths: tuple[int, int], written: str, base: int) -> str:
    """Says to which word that is not there a link leads, given as positions from 0."""
    side = 0 if not 0 <= link[0] < lengths[0] else 1
    position, length = link[side] + base, lengths[side]
    words = "1 word" if length == 1 else f"{length} words"
    accepted = f"{base}..{length - 1 + base}" if length else "no position"
    return (
        f"link {written}: {('source', 'target')[side]} position {position} is not in a sentence "
        f"of {words}; counted from {base}, {accepted} is accepted"
    )


def differs_from_the_one_before(*columns: NDArray[np.integer]) -> NDArray[np.bool_]:
    """Says for each row of several columns whether any of them differs from the row before."""
    new = np.ones(len(columns[0]), np.bool_)
    new[1:] = np.logical_or.reduce([column[1:] != column[:-1] for column in columns])
    return new


def offsets_of(pairs: NDArray[np.int64], count: int) -> NDArray[np.int64]:
    """Returns where the links of each of `count` pairs begin, given the pair of each link."""
    return np.concatenate([[0], np.cumsum(np.bincount(pairs, minlength=count))]).astype(np.int64)
