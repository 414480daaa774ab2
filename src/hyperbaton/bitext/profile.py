"""What reordering consists of: how far words move, in sentences of which length, by which swaps."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from hyperbaton.bitext.links import WordAlignments
from hyperbaton.bitext.reordering import Measurement, monotonicity, source_orders
from hyperbaton.resources import resolve_threads

MOVED = (0, 1, 2, 4, 8)  # places; the last bin is open, as below
LENGTHS = (1, 11, 21, 31, 41)  # words of the source
SWAPPED = (2, 4, 8, 16)  # words of both blocks together
INVERTED, PRIME, KINDS = 1, 2, 3  # operators of the native trees, and the bits that tell them


def profile(alignments: WordAlignments, *, threads: int | None = None) -> tuple[Measurement, ...]:
    """Breaks reordering down.

    - moved: of the source words, the share that moves so many places (|π(i) - i|);
    - monotonicity by the number of words of the source;
    - swaps: of the operators of the permutation tree of π, the share that swaps two neighbouring
      blocks of so many words together, and the share with four or more blocks that are neither in
      order nor swapped. Others are in order.
    """
    orders = source_orders(alignments)
    sentences = np.repeat(np.arange(len(orders)), orders.lengths)
    places = np.arange(len(sentences)) - orders.offsets[sentences]
    starts, stops, _, kinds, counts = orders.native.trees(resolve_threads(threads))
    is_node = places < np.repeat(counts, orders.lengths)
    is_swap = is_node & ((kinds & KINDS) == INVERTED)
    swapped = np.where(is_swap, stops - starts, -1)

    def share(name: str, chosen: NDArray[np.bool_], wholes: NDArray[np.integer]) -> Measurement:
        parts = np.bincount(sentences[chosen], minlength=len(orders))
        return Measurement.of(name, parts, wholes, alignments)

    moved = np.abs(orders.values - places)
    ordered = monotonicity(alignments, threads=threads)
    return (
        *(share(f"moved {name}", within, orders.lengths) for name, within in _bins(moved, MOVED)),
        *(
            Measurement(
                f"monotonicity, {name} words", ordered.parts * within, ordered.wholes * within
            )
            for name, within in _bins(alignments.source_lengths, LENGTHS)
        ),
        *(
            share(f"swaps of {name} words", within, counts)
            for name, within in _bins(swapped, SWAPPED)
        ),
        share("other operators", is_node & ((kinds & KINDS) == PRIME), counts),
    )


def _bins(
    values: NDArray[np.integer], begins: tuple[int, ...]
) -> list[tuple[str, NDArray[np.bool_]]]:
    named = [
        (
            f"{begin}" if end == begin + 1 else f"{begin}-{end - 1}",
            (values >= begin) & (values < end),
        )
        for begin, end in pairwise(begins)
    ]
    return [*named, (f"{begins[-1]}+", values >= begins[-1])]
