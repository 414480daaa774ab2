"""What word order costs a system over a whole test set, by kinds of moves.

The loss of a kind is the mean over all segments of what its moves cost by one metric of order, so
the losses by distance, by block and by pattern each add up to the same number, and so do words,
phrases and marks together, where they are few. By sentence length it is the mean over the segments
of that length. Intervals come from a bootstrap over segments.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

from hyperbaton.explanation.patterns import kinds_of
from hyperbaton.explanation.segment import Explanation, quoted
from hyperbaton.metrics import Metric
from hyperbaton.metrics.base import divide
from hyperbaton.scoring.resampling import interval, resample_weights
from hyperbaton.tables.json_form import Undefinable

LossKind = Literal[
    "pattern", "distance", "block", "length", "phrase", "word", "mark", "tag", "relation"
]
KINDS: tuple[LossKind, ...] = get_args(LossKind)
NUMBERED = ("distance", "block", "length")  # whose classes are in the order of their numbers
PARSED = ("tag", "relation")  # which dependency trees tell
WRITTEN = ("phrase", "word", "mark")  # of which only the most costly are listed
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


Losses = dict[LossKind, list[LossClass] | None]


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
        errors: for each segment what the comparison of two systems asks for.
    """

    metric: Metric
    records: list[MoveRecord] = field(default_factory=list)
    lengths: list[int] = field(default_factory=list)
    counts: list[int] = field(default_factory=list)
    farthest: list[int] = field(default_factory=list)
    patterns: list[list[str]] = field(default_factory=list)
    errors: list[OrderErrors] = field(default_factory=list)

    def add(self, explanation: Explanation) -> None:
        """Adds the next segment."""
        segment, length = len(self.counts), len(explanation.reference_tokens)
        sign = 1.0 if self.metric.higher_is_better else -1.0
        costs = [sign * (move.prices[str(self.metric)] or 0.0) for move in explanation.moves]
        kinds = kinds_of(explanation)
        for move, kind, cost in zip(explanation.moves, kinds, costs, strict=True):
            words = move.text.casefold().split()
            labels: dict[LossKind, str] = {
                "pattern": kind.pattern,
                "distance": class_label(move.distance, WORD_BOUNDS),
                "block": class_label(move.stop - move.start, WORD_BOUNDS),
                "length": class_label(length, LENGTH_BOUNDS),
            }
            is_mark = not any(map(str.isalnum, move.text))
            labels["mark" if is_mark else "phrase" if len(words) > 1 else "word"] = quoted(
                " ".join(words)
            )
            if kind.tag and kind.relation and not is_mark:
                labels |= {"tag": kind.tag, "relation": kind.relation}
            self.records.append(MoveRecord(segment, cost, labels))
        self.lengths.append(length)
        self.counts.append(len(explanation.moves))
        self.farthest.append(max((move.distance for move in explanation.moves), default=0))
        self.patterns.append(list(dict.fromkeys(kind.pattern for kind in kinds)))
        self.errors.append(OrderErrors.of(explanation, costs))


class WrongOrder(NamedTuple):
    """Two blocks that are out of order, as words of the reference."""

    block: tuple[int, ...]
    neighbour: tuple[int, ...]
    after: bool  # whether the block belongs after its neighbour
    cost: float


class OrderErrors(NamedTuple):
    """What stands in the wrong order in one segment.

    Attributes:
        reference: the reference, from 1.
        places: for words of the reference, where they stand in the output.
        moves: the blocks that are out of order.
    """

    reference: int
    places: Mapping[int, int]
    moves: tuple[WrongOrder, ...]

    @classmethod
    def of(cls, explanation: Explanation, costs: Sequence[float]) -> OrderErrors:
        """Those of one segment, given what its moves cost."""
        places = {link.reference: link.hypothesis for link in explanation.links}
        words = {link.hypothesis: link.reference for link in explanation.links}

        def linked(stretch: tuple[int, int]) -> tuple[int, ...]:
            return tuple(words[token] for token in range(*stretch) if token in words)

        moves = (
            WrongOrder(linked(move.tokens), linked(move.neighbour), move.after, cost)
            for move, cost in zip(explanation.moves, costs, strict=True)
        )
        return cls(explanation.reference_number, places, tuple(moves))

    def right(self, other: OrderErrors) -> list[WrongOrder]:
        """What is out of order in the other and in order here."""
        if self.reference != other.reference:
            return []
        return [error for error in other.moves if self._in_order(error)]

    def _in_order(self, error: WrongOrder) -> bool:
        """Whether it has the block and something of its neighbour, and in the right order."""
        block = [self.places.get(word, -1) for word in error.block]
        beside = [self.places[word] for word in error.neighbour if word in self.places]
        if not beside or min(block) < 0:
            return False
        return min(block) > max(beside) if error.after else max(block) < min(beside)


def losses_of(systems: Sequence[SystemMoves], samples: int, seed: int) -> list[Losses]:
    """What word order costs each system, by all of `KINDS`.

    `tag` and `relation` are None where there are no dependency trees.
    """
    columns = [(kind, label) for kind in KINDS for label in _labels(systems, kind)]
    tables = [_tabulated(system, columns) for system in systems]
    costs, counted = (np.concatenate(each, axis=1) for each in zip(*tables, strict=True))
    blocks = resample_weights(len(costs), samples, seed) if costs.size else iter(())
    means = (divide(weights @ costs, weights @ counted) for weights in blocks)
    drawn = np.concatenate([np.empty((0, costs.shape[1])), *means])
    totals = divide(costs.sum(axis=0), counted.sum(axis=0))
    found: list[Losses] = []
    for system in systems:
        begin, end = len(found) * len(columns), (len(found) + 1) * len(columns)
        part = costs[:, begin:end], totals[begin:end], drawn[:, begin:end]
        found.append(_losses(system, columns, *part))
    return found


def _labels(systems: Sequence[SystemMoves], kind: LossKind) -> list[str]:
    """The classes of a kind; of what is written as it is, those that cost most."""
    totals: dict[str, float] = {}
    for system in systems:
        for record in system.records:
            label = record.labels.get(kind)
            if label is not None:
                totals[label] = totals.get(label, 0.0) + record.cost
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
    kinds = {kind for kind, _ in where} | {kind for kind in KINDS if kind not in PARSED}
    losses: Losses = {kind: [] if kind in kinds else None for kind in KINDS}
    for k, (kind, label) in enumerate(columns):
        moves, listed = where.get((kind, label), ()), losses[kind]
        if moves and listed is not None:
            bounds = interval(drawn[~np.isnan(drawn[:, k]), k])
            costly = sorted(sorted(set(moves)), key=lambda segment: -costs[segment, k])
            segments = tuple(segment + 1 for segment in costly)
            loss = float(totals[k])
            listed.append(LossClass(label, loss, bounds.low, bounds.high, len(moves), segments))
    for kind, listed in losses.items():
        if kind in NUMBERED:
            (listed or []).sort(key=lambda each: int(each.label.split()[0].split("–")[0]))
        elif listed:
            listed.sort(key=lambda each: (-each.loss, each.label))
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
