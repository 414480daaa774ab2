"""Two systems: how much of their difference is word choice and how much word order.

The metric `hyperbaton` is a weighted mean of a lexical and an order part, so a difference of totals
is the sum of what each part contributes. Each contribution has its own paired test.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from hyperbaton.metrics.base import Scores, Statistics
from hyperbaton.metrics.hyperbaton import Hyperbaton
from hyperbaton.report.corpus import OrderErrors
from hyperbaton.scoring.resampling import bootstrap, interval, paired_bootstrap
from hyperbaton.tables.tabular import or_none

TOTAL = Hyperbaton()
WEIGHTS = {"total": 1.0, "lexical": 1.0 - TOTAL.order_weight, "order": TOTAL.order_weight}


@dataclass(frozen=True)
class Contribution:
    """What one part contributes to the difference of two systems.

    Attributes:
        difference: the first system's part less the second's, times the weight of the part.
        low: where its 95 % confidence interval begins.
        high: where it ends.
        p_value: how likely such a difference is to arise by chance.
    """

    difference: float
    low: float
    high: float
    p_value: float

    def to_dict(self) -> dict[str, float | None]:
        """As JSON has it."""
        return {name: or_none(value) for name, value in vars(self).items()}


@dataclass(frozen=True)
class Comparison:
    """Two systems beside each other.

    Attributes:
        first: the name of one.
        second: the name of the other.
        total: the difference of their scores by `hyperbaton`.
        lexical: how much of it is word choice.
        order: how much of it is word order.
        fixes: the segments in which the first has blocks in order that the second has not.
        breaks: those in which it is the other way round.
    """

    first: str
    second: str
    total: Contribution
    lexical: Contribution
    order: Contribution
    fixes: tuple[int, ...]
    breaks: tuple[int, ...]

    @property
    def difference(self) -> float:
        """The first system's score less the second's."""
        return self.total.difference

    def to_dict(self) -> dict[str, Any]:
        """As JSON has it."""
        return {
            "first": self.first,
            "second": self.second,
            "metric": str(TOTAL),
            "difference": or_none(self.difference),
            "p_value": or_none(self.total.p_value),
            "lexical": self.lexical.to_dict(),
            "order": self.order.to_dict(),
            "fixes": list(self.fixes),
            "breaks": list(self.breaks),
        }


@dataclass(frozen=True)
class _Part:
    """A part of the metric for every system: its score, and those of all resamples."""

    scores: Sequence[float]
    drawn: Sequence[Scores]

    def contribution(self, first: int, second: int) -> Contribution:
        difference = self.scores[first] - self.scores[second]
        ours, theirs = self.drawn[first], self.drawn[second]
        bounds = interval(ours - theirs)
        p_value = paired_bootstrap(theirs, ours, difference)
        return Contribution(difference, bounds.low, bounds.high, p_value)


def compared(
    statistics: Mapping[str, Statistics],
    errors: Mapping[str, Sequence[OrderErrors]],
    samples: int,
    seed: int,
) -> list[Comparison]:
    """All pairs of systems, the earlier of which comes first.

    Args:
        statistics: by system, those of the metric `hyperbaton`.
        errors: by system, what is out of order in each segment.
        samples: how many resamples.
        seed: where random numbers start.
    """
    names = list(statistics)
    if not all(len(rows) for rows in statistics.values()):
        return []
    parts = _parts(list(statistics.values()), samples, seed)
    found = []
    for first, second in combinations(range(len(names)), 2):
        ours, theirs = errors[names[first]], errors[names[second]]
        found.append(
            Comparison(
                names[first],
                names[second],
                **{name: part.contribution(first, second) for name, part in parts.items()},
                fixes=_right_where_wrong(ours, theirs),
                breaks=_right_where_wrong(theirs, ours),
            )
        )
    return found


def _parts(statistics: Sequence[Statistics], samples: int, seed: int) -> dict[str, _Part]:
    """The total and both parts, over the same resamples."""
    metrics = {part: Hyperbaton(part) for part in WEIGHTS}
    columns = [(metric, rows) for metric in metrics.values() for rows in statistics]
    drawn = iter(bootstrap(columns, samples, seed))
    found = {}
    for part, metric in metrics.items():
        sums = [metric.scores(rows.sum(axis=0, keepdims=True))[0] for rows in statistics]
        found[part] = _Part(
            [WEIGHTS[part] * float(score) for score in sums],
            [WEIGHTS[part] * next(drawn) for _ in statistics],
        )
    return found


def _right_where_wrong(
    ours: Sequence[OrderErrors], theirs: Sequence[OrderErrors]
) -> tuple[int, ...]:
    pairs = zip(ours, theirs, strict=True)
    return tuple(k for k, (our, their) in enumerate(pairs, start=1) if our.has_right(their))
