"""What word order costs a system over a whole test set, by kinds of moves.

The loss of a kind is the mean over all segments of what its moves cost by one metric of order, so
the losses by pattern, by distance and by block each add up to the same number, and so do words,
phrases and marks together where they are few. Parts of speech and relations leave marks out. By
sentence length it is the mean over the segments of that length. Intervals come from a bootstrap
over segments.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

from hyperbaton.explanation.kinds import kinds_of
from hyperbaton.explanation.segment import Explanation, quoted
from hyperbaton.metrics import Metric
from hyperbaton.metrics.base import divide
from hyperbaton.scoring.resampling import interval, resample_weights
from hyperbaton.tables.json_form import Undefinable

LossKind = Literal[
    "pattern", "distance", "block", "length", "word", "phrase", "mark", "tag", "relation"
]
KINDS: tuple[LossKind, ...] = get_args(LossKind)
NUMBERED = ("distance", "block", "length")  # whose classes are in the order of their numbers
WRITTEN = ("word", "phrase", "mark")  # of which only the most costly are listed
LISTED = 20
WORD_BOUNDS = (1, 2, 3, 4, 6, 10)  # where classes of distances and of blocks begin
LENGTH_BOUNDS = (1, 6, 11, 21, 31, 41, 61)  # where classes of sentence lengths begin


@dataclass(frozen=True)
class LossClass:
    """Moves of one kind.

    Attributes:
        label: the kind.
        loss: what they cost, on average over segments.
        low: where its 95 % confidence interval begins.
        high: where it ends.
        moves: how many there are.
        segments: the numbers of the segments in which they occur, most costly first.
    """

    label: str
    loss: float
    low: Undefinable
    high: Undefinable
    moves: int
    segments: tuple[int, ...]


Losses = dict[LossKind, list[LossClass]]


class MoveRecord(NamedTuple):
    """What is remembered of a move."""

    segment: int  # from 0
    cost: float  # by the metric of order; below 0 where undoing the move does harm
    labels: Mapping[LossKind, str]


@dataclass
class SystemMoves:
    """The moves of one system, collected segment by segment.

    Attributes:
        metric: the metric of order by which moves are weighed.
        records: the moves.
        lengths: the words of each segment's reference.
        counts: how many moves each segment has.
        farthest: the longest way of a move in each segment, in words.
        patterns: the patterns that occur in each segment, those of the most costly moves first.
    """

    metric: Metric
    records: list[MoveRecord] = field(default_factory=list)
    lengths: list[int] = field(default_factory=list)
    counts: list[int] = field(default_factory=list)
    farthest: list[int] = field(default_factory=list)
    patterns: list[list[str]] = field(default_factory=list)

    def add(self, explanation: Explanation) -> None:
        """Adds the next segment."""
        segment, length = len(self.counts), len(explanation.reference.tokens)
        name, sign = str(self.metric), 1.0 if self.metric.higher_is_better else -1.0
        kinds = kinds_of(explanation)
        for move, kind in zip(explanation.moves, kinds, strict=True):
            tokens = explanation.hypothesis.tokens[slice(*move.tokens)]
            words = sum(any(map(str.isalnum, token)) for token in tokens)
            labels: dict[LossKind, str] = {
                "pattern": kind.pattern,
                "distance": class_label(move.distance, WORD_BOUNDS),
                "block": class_label(move.stop - move.start, WORD_BOUNDS),
                "length": class_label(length, LENGTH_BOUNDS),
            }
            written: LossKind = "phrase" if words > 1 else "word" if words else "mark"
            labels[written] = quoted(" ".join(move.text.casefold().split()))
            if words and kind.tag:
                labels["tag"] = kind.tag
            if words and kind.relation:
                labels["relation"] = kind.relation
            self.records.append(MoveRecord(segment, sign * (move.prices[name] or 0.0), labels))
        self.lengths.append(length)
        self.counts.append(len(explanation.moves))
        self.farthest.append(max((move.distance for move in explanation.moves), default=0))
        self.patterns.append(list(dict.fromkeys(kind.pattern for kind in kinds)))


def losses_of(systems: Sequence[SystemMoves], samples: int, seed: int) -> list[Losses]:
    """What word order costs each system, by all of `KINDS`."""
    columns = [(kind, label) for kind in KINDS for label in _labels(systems, kind)]
    tables = [_tabulated(system, columns) for system in systems]
    costs, counted = (np.concatenate(each, axis=1) for each in zip(*tables, strict=True))
    blocks = resample_weights(len(costs), samples, seed) if costs.size else iter(())
    means = (divide(weights @ costs, weights @ counted) for weights in blocks)
    drawn = np.concatenate([np.empty((0, costs.shape[1])), *means])
    totals = divide(costs.sum(axis=0), counted.sum(axis=0))
    found: list[Losses] = []
    for system in systems:
        own = slice(len(found) * len(columns), (len(found) + 1) * len(columns))
        found.append(_losses(system, columns, costs[:, own], totals[own], drawn[:, own]))
    return found


def _labels(systems: Sequence[SystemMoves], kind: LossKind) -> list[str]:
    """The classes of a kind, most costly first; numbers in their order."""
    totals: dict[str, float] = {}
    for system in systems:
        for record in system.records:
            if kind in record.labels:
                label = record.labels[kind]
                totals[label] = totals.get(label, 0.0) + record.cost
    if kind in NUMBERED:
        return sorted(totals, key=lambda label: int(label.split()[0].split("–")[0]))
    costly = sorted(totals, key=lambda label: (-totals[label], label))
    return costly[:LISTED] if kind in WRITTEN else costly


def _tabulated(
    system: SystemMoves, columns: Sequence[tuple[LossKind, str]]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """For every segment and class what its moves cost, and whether it counts in the mean."""
    places = {column: k for k, column in enumerate(columns)}
    costs = np.zeros((len(system.counts), len(columns)))
    for record in system.records:
        for column in record.labels.items():
            if column in places:
                costs[record.segment, places[column]] += record.cost
    lengths = [class_label(length, LENGTH_BOUNDS) for length in system.lengths]
    counted = [[kind != "length" or label == own for kind, label in columns] for own in lengths]
    return costs, np.array(counted, float).reshape(costs.shape)


def _losses(
    system: SystemMoves,
    columns: Sequence[tuple[LossKind, str]],
    costs: NDArray[np.float64],
    totals: NDArray[np.float64],
    drawn: NDArray[np.float64],
) -> Losses:
    """The classes with means and intervals, given the means in resamples of the test set."""
    where: dict[tuple[LossKind, str], list[int]] = {}
    for record in system.records:
        for column in record.labels.items():
            where.setdefault(column, []).append(record.segment)
    losses: Losses = {kind: [] for kind in KINDS}
    for k, (kind, label) in enumerate(columns):
        moves = where.get((kind, label))
        if moves:
            bounds = interval(drawn[~np.isnan(drawn[:, k]), k])
            costly = sorted(sorted(set(moves)), key=lambda segment: -costs[segment, k])
            segments = tuple(segment + 1 for segment in costly)
            loss = float(totals[k])
            losses[kind].append(
                LossClass(label, loss, bounds.low, bounds.high, len(moves), segments)
            )
    for kind in KINDS:
        if kind not in NUMBERED:
            losses[kind].sort(key=lambda each: (-each.loss, each.label))
    return losses


def class_label(number: int, bounds: Sequence[int]) -> str:
    """The class of a whole number, such as `4–5`, `1` or `10 or more`."""
    k = bisect_right(bounds, number) - 1
    if k < 0:
        return str(number)
    if k + 1 == len(bounds):
        return f"{bounds[k]} or more"
    last = bounds[k + 1] - 1
    return str(last) if bounds[k] == last else f"{bounds[k]}–{last}"
