"""Alignments of many segments as flat arrays, and what can be read off them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class Link(NamedTuple):
    """One word of the hypothesis and one of the reference, counted from 0."""

    hypothesis: int
    reference: int
    matcher: str
    weight: float


@dataclass(frozen=True)
class Alignment:
    """The alignment of one hypothesis with one reference."""

    links: tuple[Link, ...]  # by place in the hypothesis; every word is in one link at most
    chunks: int  # series of matches that follow one another in both sentences
    exact: bool  # whether it is certain that there is no better alignment

    def __repr__(self) -> str:
        return f"<{self.pharaoh or 'no links'}, {self.chunks} chunks>"

    @property
    def pharaoh(self) -> str:
        """The links as they are written in files: `0-4 1-2 3-1`."""
        return " ".join(f"{link.hypothesis}-{link.reference}" for link in self.links)


@dataclass(frozen=True, eq=False, repr=False)
class Alignments:
    """Alignments of hypotheses with their references, one per reference.

    A match covers one word of either sentence, or with paraphrases several. For links the
    words of longer matches are paired from the left, as many as both sides have.

    Attributes:
        matchers: the names of the matchers; `matches` refers to them by number.
        matches: int32, a row per match: first word and number of words in the hypothesis, the same
            in the reference, matcher.
        weights: float32, the weight of each match: that of its matcher, times the similarity where
            words are compared by vectors.
        offsets: where the matches of each reference begin, and the end.
        chunks: how many chunks each alignment has.
        exact: for each alignment, whether it is certain that there is no better one.
        reference_offsets: where the words of each reference begin among those of all, and the end.
    """

    matchers: tuple[str, ...]
    matches: NDArray[np.int32]
    weights: NDArray[np.float32]
    offsets: NDArray[np.int64]
    chunks: NDArray[np.int32]
    exact: NDArray[np.bool_]
    reference_offsets: NDArray[np.int64]

    @classmethod
    def certain(
        cls,
        matchers: tuple[str, ...],
        matches: NDArray[np.int32],
        weights: NDArray[np.float32],
        offsets: NDArray[np.int64],
        reference_offsets: NDArray[np.int64],
    ) -> Alignments:
        """Alignments of which there is only one; see the attributes."""
        chunks, exact = chunk_counts(matches, offsets), np.ones(len(offsets) - 1, np.bool_)
        return cls(matchers, matches, weights, offsets, chunks, exact, reference_offsets)

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, reference: int) -> Alignment:
        """The alignment with a reference, by its number among all references.

        Raises:
            IndexError: there are not so many.
        """
        links, offsets = self._links
        reference = range(len(self))[reference]
        begin, end = offsets[reference : reference + 2]
        rows = zip(links[begin:end].tolist(), self._link_weights[begin:end].tolist(), strict=True)
        return Alignment(
            tuple(Link(h, r, self.matchers[m], weight) for (h, r, m), weight in rows),
            int(self.chunks[reference]),
            bool(self.exact[reference]),
        )

    def __iter__(self) -> Iterator[Alignment]:
        return (self[reference] for reference in range(len(self)))

    @property
    def link_offsets(self) -> NDArray[np.int64]:
        """Where the links of each reference begin, and the end."""
        return self._links[1]

    @property
    def links(self) -> NDArray[np.int32]:
        """Rows of hypothesis word, reference word and matcher, those of all references."""
        return self._links[0]

    @cached_property
    def _link_weights(self) -> NDArray[np.float64]:
        # Weights are written with few digits; as doubles they would show float32's rounding.
        return np.repeat(self.weights.astype(np.float64).round(6), self._words_paired)

    @property
    def _words_paired(self) -> NDArray[np.int32]:
        return np.asarray(np.minimum(self.matches[:, 1], self.matches[:, 3]))

    @cached_property
    def _links(self) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        start, _, ref_start, _, matcher = self.matches.T
        counts = self._words_paired
        if (counts == 1).all():
            return np.ascontiguousarray(self.matches[:, [0, 2, 4]]), self.offsets
        step = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
        columns = (np.repeat(start, counts) + step, np.repeat(ref_start, counts) + step)
        offsets = np.concatenate([[0], np.cumsum(counts)])[self.offsets]
        links = np.column_stack([*columns, np.repeat(matcher, counts)]).astype(np.int32)
        return links, offsets.astype(np.int64)


def chunk_counts(matches: NDArray[np.int32], offsets: NDArray[np.int64]) -> NDArray[np.int32]:
    """How many chunks each alignment has: series of matches that follow each other on both sides.

    The matches of an alignment stand in the order of the hypothesis.
    """
    pair = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
    start, length, reference_start, reference_length = matches[:, :4].T
    continues = (
        (start[1:] == start[:-1] + length[:-1])
        & (reference_start[1:] == reference_start[:-1] + reference_length[:-1])
        & (pair[1:] == pair[:-1])
    )
    begins = np.concatenate([[True], ~continues])[: len(pair)]
    return np.bincount(pair, begins, len(offsets) - 1).astype(np.int32)
