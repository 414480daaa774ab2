"""What word order costs a system over a whole test set, by kinds of moves.

The loss of a kind is the mean over all segments of what its moves cost by one metric of order, so
the losses by distance, by block, by pattern, by tag and by relation each add up to the same number.
By sentence length it is the mean over the segments of that length. Intervals come from a bootstrap
over segments.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hyperbaton.explanation.patterns import kinds_of
from hyperbaton.explanation.segment import Explanation, PricedMove
from hyperbaton.explanation.sentences import quoted
from hyperbaton.metrics import TextMetric
from hyperbaton.metrics.base import divide
from hyperbaton.scoring.resampling import interval, resample_weights
from hyperbaton.tables.tabular import or_none

WORD_BOUNDS = (1, 2, 3, 4, 6, 10)  # where classes of distances and of blocks begin
LENGTH_BOUNDS = (1, 6, 11, 21, 31, 41, 61)  # where classes of sentence lengths begin
PHRASES = 20  # how many of the most frequent ones are listed


@dataclass(frozen=True)
class LossClass:
    """Moves of one kind.

    Attributes:
        label: the kind.
        loss: what they cost, on average over segments.
        low: where its 95 % confidence interval begins.
        high: where it ends.
        moves: how many there are.
        segments: the numbers of the segments in which they occur.
    """

    label: str
    loss: float
    low: float
    high: float
    moves: int
    segments: tuple[int, ...]

    def to_dict(self) -> dict[str, Any]:
        """As JSON has it."""
        numbers = {name: or_none(getattr(self, name)) for name in ("loss", "low", "high")}
        moves = {"moves": self.moves, "segments": list(self.segments)}
        return {"label": self.label, **numbers, **moves}


class MoveRecord(NamedTuple):
    """What is remembered of a move."""

    segment: int  # from 0
    price: float  # what it costs by the metric of order, not below 0 where it does harm
    words: int
    distance: int
    pattern: str
    phrase: str
    tag: str | None
    relation: str | None


@dataclass
class SystemMoves:
    """The moves of one system, collected segment by segment.

    Attributes:
        metric: the metric of order by which moves are weighed.
        records: the moves.
        lengths: the words of each segment's reference.
        counts: how many moves each segment has.
        farthest: the longest way of a move in each segment, in words.
        moved_words: how many linked words stand in moved blocks, in each segment.
        patterns: the patterns that occur in each segment, those of the dearest moves first.
        errors: for each segment what the comparison of two systems asks for.
    """

    metric: TextMetric
    records: list[MoveRecord] = field(default_factory=list)
    lengths: list[int] = field(default_factory=list)
    counts: list[int] = field(default_factory=list)
    farthest: list[int] = field(default_factory=list)
    moved_words: list[int] = field(default_factory=list)
    patterns: list[list[str]] = field(default_factory=list)
    errors: list[OrderErrors] = field(default_factory=list)

    def __len__(self) -> int:
        """The number of segments."""
        return len(self.counts)

    def add(self, explanation: Explanation) -> None:
        """Adds the next segment."""
        segment, name = len(self), str(self.metric)
        sign = 1.0 if self.metric.higher_is_better else -1.0
        kinds = kinds_of(explanation)
        for move, kind in zip(explanation.moves, kinds, strict=True):
            price = sign * (move.prices[name] or 0.0)
            size = move.stop - move.start
            phrase = " ".join(move.text.casefold().split())
            shape = (size, move.distance, kind.pattern, phrase, kind.tag, kind.relation)
            self.records.append(MoveRecord(segment, price, *shape))
        self.lengths.append(len(explanation.reference_tokens))
        self.counts.append(len(explanation.moves))
        self.farthest.append(max((move.distance for move in explanation.moves), default=0))
        moved = {k for move in explanation.moves for k in range(move.start, move.stop)}
        self.moved_words.append(len(moved))
        self.patterns.append(list(dict.fromkeys(kind.pattern for kind in kinds)))
        self.errors.append(OrderErrors.of(explanation))


class OrderErrors(NamedTuple):
    """Which words of the reference stand in the wrong order; sets of words are bits of numbers.

    Attributes:
        reference: the reference, from 1.
        linked: the words that the output has.
        blocks: for every move the words of its block.
    """

    reference: int
    linked: int
    blocks: tuple[int, ...]

    @classmethod
    def of(cls, explanation: Explanation) -> OrderErrors:
        """Those of one segment."""
        bits = [1 << link.reference for link in explanation.links]

        def words(move: PricedMove) -> int:
            return sum(bits[move.start : move.stop])

        return cls(explanation.reference_number, sum(bits), tuple(map(words, explanation.moves)))

    def has_right(self, other: OrderErrors) -> bool:
        """Whether it has all words of some block that is moved in the other, and moves none."""
        moved = 0
        for block in self.blocks:
            moved |= block
        return self.reference == other.reference and any(
            block & self.linked == block and not block & moved for block in other.blocks
        )


class _Classes:
    """Moves sorted into classes: what they cost in each segment, one column per class."""

    def __init__(self, system: SystemMoves, label_of: Callable[[MoveRecord], str | None]) -> None:
        self.segments: dict[str, set[int]] = {}
        self.moves: dict[str, int] = {}
        self._costs: list[tuple[int, int, float]] = []
        places: dict[str, int] = {}
        for record in system.records:
            label = label_of(record)
            if label is not None:
                place = places.setdefault(label, len(places))
                self.segments.setdefault(label, set()).add(record.segment)
                self.moves[label] = self.moves.get(label, 0) + 1
                self._costs.append((record.segment, place, record.price))
        self.labels = list(places)
        self._rows = len(system)

    def costs(self) -> NDArray[np.float64]:
        """What the moves of each class cost in each segment."""
        table = np.zeros((self._rows, len(self.labels)))
        for segment, place, price in self._costs:
            table[segment, place] += price
        return table


Losses = dict[str, list[LossClass] | None]


def losses_of(system: SystemMoves, samples: int, seed: int) -> Losses:
    """What word order costs, by distance, block, length, tag, relation, pattern and phrase.

    `tag` and `relation` are None where there are no dependency trees.
    """
    tagged = any(record.tag is not None for record in system.records)
    lengths = system.lengths
    frequent = _frequent(record.phrase for record in system.records)
    kinds: Mapping[str, Callable[[MoveRecord], str | None]] = {
        "distance": lambda record: class_label(record.distance, WORD_BOUNDS),
        "block": lambda record: class_label(record.words, WORD_BOUNDS),
        "length": lambda record: class_label(lengths[record.segment], LENGTH_BOUNDS),
        "tag": lambda record: record.tag,
        "relation": lambda record: record.relation,
        "pattern": lambda record: record.pattern,
        "phrase": lambda record: quoted(record.phrase) if record.phrase in frequent else None,
    }
    found: Losses = {}
    for name, label_of in kinds.items():
        if name in ("tag", "relation") and not tagged:
            found[name] = None
            continue
        classes = _Classes(system, label_of)
        counted = _segments_by_length(classes, lengths) if name == "length" else None
        found[name] = _sorted(_with_intervals(classes, counted, samples, seed), name)
    return found


def class_label(number: int, bounds: Sequence[int]) -> str:
    """The class of a whole number, such as `4–5`, `1` or `10 or more`."""
    k = bisect_right(bounds, number) - 1
    if k < 0:
        return str(number)
    if k + 1 == len(bounds):
        return f"{bounds[k]} or more"
    last = bounds[k + 1] - 1
    return str(last) if bounds[k] == last else f"{bounds[k]}–{last}"


def _frequent(phrases: Iterable[str]) -> set[str]:
    """The phrases that move most often."""
    counts: dict[str, int] = {}
    for phrase in phrases:
        counts[phrase] = counts.get(phrase, 0) + 1
    return set(sorted(counts, key=lambda phrase: (-counts[phrase], phrase))[:PHRASES])


def _segments_by_length(classes: _Classes, lengths: Sequence[int]) -> NDArray[np.float64]:
    """For every class of lengths, which segments are of it."""
    labels = [class_label(length, LENGTH_BOUNDS) for length in lengths]
    table = [[float(label == each) for each in classes.labels] for label in labels]
    return np.array(table).reshape(len(lengths), len(classes.labels))


def _with_intervals(
    classes: _Classes, counted: NDArray[np.float64] | None, samples: int, seed: int
) -> list[LossClass]:
    """The classes with their means and intervals; `counted` are the segments that a mean is of."""
    costs = classes.costs()
    if not classes.labels:
        return []
    counts = np.ones_like(costs) if counted is None else counted
    blocks = list(resample_weights(len(costs), samples, seed))
    drawn = np.concatenate([divide(weights @ costs, weights @ counts) for weights in blocks])
    means = divide(costs.sum(axis=0), counts.sum(axis=0))
    found = []
    for k, label in enumerate(classes.labels):
        bounds = interval(drawn[~np.isnan(drawn[:, k]), k])
        segments = tuple(segment + 1 for segment in sorted(classes.segments[label]))
        found.append(
            LossClass(
                label, float(means[k]), bounds.low, bounds.high, classes.moves[label], segments
            )
        )
    return found


def _sorted(classes: list[LossClass], name: str) -> list[LossClass]:
    """Numbers in order, phrases by how often they move, everything else by loss."""
    if name in ("distance", "block", "length"):
        return sorted(classes, key=lambda each: int(each.label.split()[0].split("–")[0]))
    if name == "phrase":
        return sorted(classes, key=lambda each: (-each.moves, -each.loss, each.label))
    return sorted(classes, key=lambda each: (-each.loss, each.label))
