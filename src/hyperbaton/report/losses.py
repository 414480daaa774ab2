"""What word order costs a system over a whole test set, by kinds of moves.

The loss of a kind is the mean over all segments of what its moves cost by one metric of order, so
the losses by distance, by block, by pattern, by tag and by relation each add up to the same number.
By sentence length it is the mean over the segments of that length. Intervals come from a bootstrap
over segments.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
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

LossKind = Literal["distance", "block", "length", "tag", "relation", "pattern", "phrase"]
KINDS: tuple[LossKind, ...] = get_args(LossKind)
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
    low: Undefinable
    high: Undefinable
    moves: int
    segments: tuple[int, ...]


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
        patterns: the patterns that occur in each segment, those of the most costly moves first.
        errors: for each segment what the comparison of two systems asks for.
    """

    metric: Metric
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


class WrongOrder(NamedTuple):
    """Two blocks that are out of order, as words of the reference."""

    block: tuple[int, ...]
    neighbour: tuple[int, ...]
    after: bool  # whether the block belongs after its neighbour


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
    def of(cls, explanation: Explanation) -> OrderErrors:
        """Those of one segment."""
        places = {link.reference: link.hypothesis for link in explanation.links}
        words = {link.hypothesis: link.reference for link in explanation.links}

        def linked(stretch: tuple[int, int]) -> tuple[int, ...]:
            return tuple(words[token] for token in range(*stretch) if token in words)

        moves = (
            WrongOrder(linked(move.tokens), linked(move.neighbour), move.after)
            for move in explanation.moves
        )
        return cls(explanation.reference_number, places, tuple(moves))

    def has_right(self, other: OrderErrors) -> bool:
        """Whether some blocks that are out of order in the other are in order here."""
        return self.reference == other.reference and any(map(self._in_order, other.moves))

    def _in_order(self, error: WrongOrder) -> bool:
        """Whether it has the block and something of its neighbour, and in the right order."""
        block = [self.places.get(word, -1) for word in error.block]
        beside = [self.places[word] for word in error.neighbour if word in self.places]
        if not beside or min(block) < 0:
            return False
        return min(block) > max(beside) if error.after else max(block) < min(beside)


Losses = dict[LossKind, list[LossClass] | None]


class _Classes:
    """Moves sorted into classes: what they cost in each segment, one column per class."""

    def __init__(self, system: SystemMoves, kind: LossKind) -> None:
        label_of = _label_of(system, kind)
        self.kind = kind
        self.segments: dict[str, set[int]] = {}
        self.moves: Counter[str] = Counter()
        costs: list[tuple[int, int, float]] = []
        places: dict[str, int] = {}
        for record in system.records:
            label = label_of(record)
            if label is not None:
                place = places.setdefault(label, len(places))
                self.segments.setdefault(label, set()).add(record.segment)
                self.moves[label] += 1
                costs.append((record.segment, place, record.price))
        self.labels = list(places)
        self.costs = np.zeros((len(system), len(self.labels)))
        for segment, place, price in costs:
            self.costs[segment, place] += price
        self.counted = np.ones_like(self.costs)  # which segments a mean is over
        if kind == "length":
            own = [places.get(class_label(n, LENGTH_BOUNDS), -1) for n in system.lengths]
            self.counted = np.equal.outer(own, np.arange(len(places))).astype(np.float64)

    def losses(self, drawn: NDArray[np.float64]) -> list[LossClass]:
        """The classes with means and intervals, given the means in resamples of the test set."""
        means = divide(self.costs.sum(axis=0), self.counted.sum(axis=0))
        found = []
        for k, label in enumerate(self.labels):
            bounds = interval(drawn[~np.isnan(drawn[:, k]), k])
            segments = tuple(segment + 1 for segment in sorted(self.segments[label]))
            numbers = float(means[k]), bounds.low, bounds.high
            found.append(LossClass(label, *numbers, self.moves[label], segments))
        return _sorted(found, self.kind)


def losses_of(systems: Sequence[SystemMoves], samples: int, seed: int) -> list[Losses]:
    """What word order costs each system, by all of `KINDS`.

    `tag` and `relation` are None where there are no dependency trees.
    """
    kinds = [[kind for kind in KINDS if _applies(system, kind)] for system in systems]
    sorted_in = [
        [_Classes(system, kind) for kind in chosen]
        for system, chosen in zip(systems, kinds, strict=True)
    ]
    drawn = iter(_resampled([each for listed in sorted_in for each in listed], samples, seed))
    return [
        dict.fromkeys(KINDS) | {each.kind: each.losses(next(drawn)) for each in listed}
        for listed in sorted_in
    ]


def _applies(system: SystemMoves, kind: LossKind) -> bool:
    return kind not in ("tag", "relation") or any(record.tag for record in system.records)


def _resampled(
    classes: Sequence[_Classes], samples: int, seed: int
) -> Iterator[NDArray[np.float64]]:
    """The means of all classes in resamples of the test set, which are drawn once."""
    costs = np.concatenate([each.costs for each in classes], axis=1)
    counted = np.concatenate([each.counted for each in classes], axis=1)
    blocks = resample_weights(len(costs), samples, seed) if costs.size else iter(())
    drawn = [divide(weights @ costs, weights @ counted) for weights in blocks]
    widths = np.cumsum([len(each.labels) for each in classes])[:-1]
    yield from np.split(np.concatenate([np.empty((0, costs.shape[1])), *drawn]), widths, axis=1)


def _label_of(system: SystemMoves, kind: LossKind) -> Callable[[MoveRecord], str | None]:
    """How moves are sorted into classes."""
    if kind == "phrase":
        counts = Counter(record.phrase for record in system.records)
        frequent = set(sorted(counts, key=lambda phrase: (-counts[phrase], phrase))[:PHRASES])
        return lambda record: quoted(record.phrase) if record.phrase in frequent else None
    return {
        "distance": lambda record: class_label(record.distance, WORD_BOUNDS),
        "block": lambda record: class_label(record.words, WORD_BOUNDS),
        "length": lambda record: class_label(system.lengths[record.segment], LENGTH_BOUNDS),
        "tag": lambda record: record.tag,
        "relation": lambda record: record.relation,
        "pattern": lambda record: record.pattern,
    }[kind]


def class_label(number: int, bounds: Sequence[int]) -> str:
    """The class of a whole number, such as `4–5`, `1` or `10 or more`."""
    k = bisect_right(bounds, number) - 1
    if k < 0:
        return str(number)
    if k + 1 == len(bounds):
        return f"{bounds[k]} or more"
    last = bounds[k + 1] - 1
    return str(last) if bounds[k] == last else f"{bounds[k]}–{last}"


def _sorted(classes: list[LossClass], kind: LossKind) -> list[LossClass]:
    """Numbers in order, phrases by how often they move, everything else by loss."""
    if kind in ("distance", "block", "length"):
        return sorted(classes, key=lambda each: int(each.label.split()[0].split("–")[0]))
    if kind == "phrase":
        return sorted(classes, key=lambda each: (-each.moves, -each.loss, each.label))
    return sorted(classes, key=lambda each: (-each.loss, each.label))
