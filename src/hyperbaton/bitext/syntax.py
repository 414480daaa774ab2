"""How far two dependency trees of a source and its translation agree, over their links.

Vanroy, De Clercq, Tezcan, Daems & Macken 2021, Metrics of Syntactic Equivalence to Assess
Translation Difficulty, in Carl (ed.), Explorations in Empirical Translation Process Research;
counted as by their package astred.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from hyperbaton.bitext.links import WordAlignments
from hyperbaton.bitext.reordering import Measurement, crossings_of, groups_of, parts_of
from hyperbaton.trees import DependencyTree, OrderedTrees, TreeBatch, labelled_distances

Trees: TypeAlias = TreeBatch | Sequence[DependencyTree]


def syntactic_cross(
    alignments: WordAlignments, source: Trees, target: Trees, *, threads: int | None = None
) -> Measurement:
    """Crossings of groups that are subtrees on both sides: the syntactically aware cross (SACr).

    Groups are those of `sequence_cross`. One whose words are not connected in either tree is taken
    apart: its largest stretch that is a group with connected words on both sides stays together,
    the first of several equally large ones, and so on with what is left; other links are alone.
    Groups linked all with all stay. For a corpus it is the mean of its sentence pairs.
    """
    first, in_order = groups_of(alignments)
    part_begins = np.flatnonzero(np.diff(parts_of(alignments), prepend=-1))
    for k, (begin, end) in enumerate(pairwise(alignments.offsets.tolist())):
        connected = _connected(source[k]), _connected(target[k])
        groups = [*(begin + np.flatnonzero(first[begin:end])).tolist(), end]
        for group, after in pairwise(groups):
            if after - group > 1 and in_order[group]:
                inner = part_begins[(part_begins > group) & (part_begins < after)]
                first[group:after] = True
                _keep_connected(alignments, [group, *inner.tolist(), after], connected, first)
    counts = crossings_of(alignments, first, threads)
    return Measurement.of("SACr", counts, np.ones_like(counts), alignments)


def _keep_connected(
    alignments: WordAlignments,
    bounds: list[int],
    connected: tuple[NDArray[np.bool_], NDArray[np.bool_]],
    first: NDArray[np.bool_],
) -> None:
    """Marks stretches of links, from bound to bound, as groups if their words are connected."""
    stretches = sorted(
        (begin - end, begin, a, b)
        for b, end in enumerate(bounds)
        for a, begin in enumerate(bounds[:b])
        if end - begin > 1
    )
    for _, begin, a, b in stretches:
        last = bounds[b] - 1
        if all(
            table[words[begin], words[last]]
            for table, words in zip(connected, (alignments.source, alignments.target), strict=True)
        ):
            first[begin + 1 : last + 1] = False
            _keep_connected(alignments, bounds[: a + 1], connected, first)
            _keep_connected(alignments, bounds[b:], connected, first)
            return


def _connected(tree: DependencyTree) -> NDArray[np.bool_]:
    """Says for each pair of words whether those from the first to the second are connected.

    They are if there are as many words with a head among them as there are words, but one.
    """
    words, heads = np.arange(len(tree)), np.array(tree.heads, int) - 1
    words, heads = words[heads >= 0], heads[heads >= 0]
    inside = np.zeros((len(tree), len(tree)), int)
    np.add.at(inside, (np.minimum(words, heads), np.maximum(words, heads)), 1)
    inside = inside[::-1].cumsum(0)[::-1].cumsum(1)
    places = np.arange(len(tree))
    connected: NDArray[np.bool_] = inside == places - places[:, None]
    return connected


def tree_distance(
    alignments: WordAlignments, source: Trees, target: Trees, *, threads: int | None = None
) -> Measurement:
    """The aligned syntactic tree edit distance (ASTrED): edits that make one tree the other.

    Words that links join, also by way of others, are one part and match; so do words without links
    on both sides. Deleting, inserting and renaming a word cost 1 (Zhang & Shasha 1989). For a
    corpus it is the mean of its sentence pairs.
    """
    part = parts_of(alignments)
    named = np.full(int(part.max(initial=-1)) + 1, np.iinfo(np.int64).max)
    np.minimum.at(named, part, alignments.source + 1)  # 0 is the part of words without links
    labels = []
    for words, lengths in (
        (alignments.source, alignments.source_lengths),
        (alignments.target, alignments.target_lengths),
    ):
        labels.append(np.zeros(int(lengths.sum()), np.int32))
        labels[-1][(np.cumsum(lengths) - lengths)[alignments.pairs] + words] = named[part]
    distances = labelled_distances(
        OrderedTrees(source), OrderedTrees(target), labels, threads=threads
    )
    return Measurement.of("ASTrED", distances, np.ones_like(distances), alignments)
