"""Permutations: validated once, then kept as flat arrays that native code can read.

A permutation says where each word of one sentence is in the other: `[2, 4, 1, 3]` puts the
word that comes second in the reference first. Integers count from 1 or from 0; a permutation
counts from 0 exactly when it contains a 0, so the base never needs to be declared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hyperbaton import _core
from hyperbaton.checks import shown
from hyperbaton.errors import InputError

if TYPE_CHECKING:
    from hyperbaton.alignment import Alignments

Integers: TypeAlias = Sequence[int] | NDArray[np.integer]

MAX_LENGTH = 2**31 - 2


class PermutationBatch:
    """Many permutations in two flat arrays.

    Permutation k is `values[offsets[k]:offsets[k + 1]]`, counted from 0 in any case.
    A batch owns its arrays, which cannot be written to.

    Attributes:
        values: all permutations one after the other, each on 0..n-1.
        offsets: where each begins, and the end of the last.
        bases: the base each permutation was given in; 1 for an empty one.
        native: what native code reads: the same two arrays, and the trees once they are built.
    """

    def __init__(self, values: Integers, offsets: Integers) -> None:
        """Checks a flat array of integers, each permutation counted from 0 or from 1.

        Raises:
            InputError: a permutation is not a bijection, or offsets do not partition the values.
        """
        raw = _as_integers(values, "values")
        ends = _as_offsets(offsets, len(raw))
        native, bases, wrong = _core.validate_permutations(raw, ends)
        if wrong >= 0:
            given = raw[ends[wrong] : ends[wrong + 1]].tolist()
            raise InputError(_what_is_wrong(given), index=wrong, what="permutation")
        self._own(native, bases)

    def _own(self, native: _core.Permutations, bases: NDArray[np.int8]) -> None:
        self.native, self.values, self.offsets = native, native.values, native.offsets
        bases.flags.writeable = False
        self.bases = bases

    @classmethod
    def of(cls, permutations: PermutationBatch | Sequence[Integers]) -> PermutationBatch:
        """Returns a batch of several permutations; a batch is returned as it is."""
        if isinstance(permutations, PermutationBatch):
            return permutations
        listed = [_as_integers(each, "permutations") for each in permutations]
        offsets = np.cumsum([0, *map(len, listed)])
        return cls(np.concatenate([np.zeros(0, np.int64), *listed]), offsets)

    @classmethod
    def single(cls, permutation: Integers) -> PermutationBatch:
        """Returns a batch of one permutation."""
        return cls(permutation, np.array([0, len(permutation)]))

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, k: int) -> NDArray[np.int32]:
        """Permutation k, counted from 0."""
        place = range(len(self))[k]
        return self.values[self.offsets[place] : self.offsets[place + 1]]

    def __iter__(self) -> Iterator[NDArray[np.int32]]:
        return (self.values[begin:end] for begin, end in pairwise(self.offsets))

    @property
    def lengths(self) -> NDArray[np.int64]:
        """The length of each permutation."""
        return np.diff(self.offsets)

    def parts(self, elements: int) -> Iterator[PermutationBatch]:
        """Cuts the batch into parts of about that many elements.

        A small batch is its own only part, with the trees that were built of it.
        """
        if len(self) > 0 and len(self.values) <= elements:
            yield self
            return
        begin = 0
        while begin < len(self):
            limit = self.offsets[begin] + elements
            end = max(begin + 1, int(np.searchsorted(self.offsets, limit, side="right")) - 1)
            yield self.part(begin, end)
            begin = end

    def part(self, begin: int, end: int) -> PermutationBatch:
        """Returns permutations begin..end-1 as a batch that shares this one's memory."""
        part = object.__new__(PermutationBatch)
        part._own(self.native.part(begin, end), self.bases[begin:end])
        return part

    def repeated(self, counts: NDArray[np.integer]) -> PermutationBatch:
        """Repeats each permutation as often as its count says, one after the other."""
        if (counts == 1).all():
            return self
        chosen: list[int] = np.repeat(np.arange(len(self)), counts).tolist()
        return PermutationBatch.of([self[k] for k in chosen])


def order_of(alignments: Alignments) -> PermutationBatch:
    """Returns, for each alignment, the places of its links in the reference, in hypothesis order.

    Words without a link do not take part.

        >>> from hyperbaton.alignment import Aligner
        >>> order_of(Aligner().align_all(["b c a"], ["a b x c"]))[0].tolist()
        [1, 2, 0]
    """
    links, offsets = alignments.links, alignments.link_offsets
    pair = np.repeat(np.arange(len(alignments)), np.diff(offsets))
    at = alignments.reference_offsets[pair] + links[:, 1]
    linked = np.zeros(alignments.reference_offsets[-1] + 1, np.int64)
    linked[at + 1] = 1
    before = np.cumsum(linked)  # links before each word of the references
    return PermutationBatch(before[at] - offsets[pair], offsets)


def _as_integers(values: Integers, name: str) -> NDArray[np.int64]:
    try:
        array = np.asarray(values)
    except (ValueError, OverflowError):  # of different lengths, or too large
        array = np.asarray(None)
    if array.size == 0:
        return np.zeros(0, np.int64)
    if array.ndim != 1 or array.dtype.kind not in "iu":
        raise InputError(f"{name}: expected integers in one dimension, got {shown(values)}")
    return np.ascontiguousarray(array, np.int64)


def _as_offsets(offsets: Integers, elements: int) -> NDArray[np.int64]:
    array = _as_integers(offsets, "offsets")
    lengths = np.diff(array)
    if len(array) == 0 or array[0] != 0 or array[-1] != elements or (lengths < 0).any():
        raise InputError(
            f"offsets: expected a non-decreasing array from 0 to the number of values, {elements}"
        )
    if (lengths > MAX_LENGTH).any():
        raise InputError(f"permutation longer than {MAX_LENGTH} elements")
    return array


def _what_is_wrong(given: list[int]) -> str:
    n = len(given)
    base = 0 if 0 in given else 1
    accepted = f"each of 1..{n} (or of 0..{n - 1}) must occur exactly once"
    for value in given:
        if not base <= value < n + base:
            return f"{value} is outside {base}..{n - 1 + base}; {accepted}"
    counts = Counter(given)
    repeated = next(value for value in given if counts[value] > 1)
    return f"{repeated} occurs more than once; {accepted}"
