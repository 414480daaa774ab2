"""What a report says about whole systems: scores, distributions, losses and comparisons."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import numpy as np

from hyperbaton import __version__
from hyperbaton.metrics import Metric
from hyperbaton.metrics.base import Statistics
from hyperbaton.metrics.edit_rates import Per
from hyperbaton.metrics.hyperbaton import Hyperbaton
from hyperbaton.metrics.meteor import MeteorFrag
from hyperbaton.metrics.mixed import Full, LRScore
from hyperbaton.metrics.permutation_metric import PermutationMetric
from hyperbaton.metrics.shared_words import F1
from hyperbaton.report.comparison import Comparison
from hyperbaton.report.losses import Losses
from hyperbaton.scoring.results import MetricResult, ScoreReport
from hyperbaton.tables.json_form import Undefinable, to_json

SCHEMA = "hyperbaton-report/1"
PARTS = ("lexical", "order", "total")
BINS = 20
PLACES = 6  # of numbers in the overview

MetricKind = Literal["mixed", "order", "lexical", "other"]


@dataclass(frozen=True)
class ShownMetric:
    """A metric as the page shows it: `low` and `high` are where pictures begin and end."""

    name: str
    heading: str
    higher_is_better: bool
    low: float
    high: float
    decimals: int
    kind: MetricKind
    signature: str


@dataclass(frozen=True)
class SystemScore:
    """A score, what it is the product of, its 95 % interval, and p against the first system."""

    score: Undefinable
    parts: Mapping[str, Undefinable]
    low: Undefinable
    high: Undefinable
    p_value: Undefinable


@dataclass(frozen=True)
class ScoredSystem:
    """A system with its scores, in the order of metrics."""

    name: str
    scores: tuple[SystemScore, ...]


@dataclass(frozen=True)
class Balance:
    """Lexical part, order part and total of the metric `hyperbaton`."""

    system: str
    lexical: Undefinable
    order: Undefinable
    total: Undefinable

    @classmethod
    def of(cls, system: str, statistics: Statistics) -> Balance:
        """How the score of a system is made up, given the statistics of `hyperbaton`."""
        total = statistics.sum(axis=0, keepdims=True)
        return cls(system, *(float(Hyperbaton(part).scores(total)[0]) for part in PARTS))


@dataclass(frozen=True)
class Overview:
    """A report without its segments; systems are in the order of the metric `hyperbaton`.

    Attributes:
        title: the title.
        sentence: what the report shows, in a sentence.
        references: how many references a segment has at most.
        scores: all systems, with intervals and tests against the first.
        order_metric: the metric of order that losses are measured by.
        balance: how the score of each system is made up.
        losses: by system, what word order costs, by kinds of moves.
        comparisons: all pairs of systems.
    """

    JSON: ClassVar = (
        "schema hyperbaton title sentence segments references metrics systems distributions "
        "balance losses comparisons order_metric"
    )
    schema: ClassVar[str] = SCHEMA
    hyperbaton: ClassVar[str] = __version__

    title: str
    sentence: str
    references: int
    scores: ScoreReport
    order_metric: str
    balance: tuple[Balance, ...]
    losses: Mapping[str, Losses]
    comparisons: tuple[Comparison, ...]

    def to_dict(self) -> dict[str, Any]:
        """Everything, ready for JSON, by the schema `hyperbaton-report/1`."""
        found: dict[str, Any] = to_json(self, lambda number: round(number, PLACES))
        return found

    @property
    def segments(self) -> int:
        """The number of segments."""
        return len(self.scores.systems[0].scores[0].statistics)

    @property
    def metrics(self) -> tuple[ShownMetric, ...]:
        """The metrics."""
        return tuple(
            ShownMetric(
                str(metric),
                metric.heading,
                metric.higher_is_better,
                *shown_range(metric),
                metric.decimals,
                kind_of(metric),
                result.signature,
            )
            for metric, result in zip(self.scores.metrics, self.scores.systems[0], strict=True)
        )

    @property
    def systems(self) -> tuple[ScoredSystem, ...]:
        """The systems as the page shows them."""
        return tuple(ScoredSystem(each.name, tuple(map(_shown, each))) for each in self.scores)

    @property
    def distributions(self) -> dict[str, list[list[int]]]:
        """By system and metric, how many segments score how much: counts in bins of one width."""
        return {system.name: list(map(_histogram, system)) for system in self.scores}


def _shown(result: MetricResult) -> SystemScore:
    """A score as the page shows it."""
    bounds = result.interval
    low, high = (math.nan, math.nan) if bounds is None else (bounds.low, bounds.high)
    p_value = math.nan if result.p_value is None else result.p_value
    return SystemScore(result.score, result.parts, low, high, p_value)


def kind_of(metric: Metric) -> MetricKind:
    """Whether a metric sees word choice, word order, both apart, or `other`: both at once."""
    if isinstance(metric, Hyperbaton):
        parts: dict[str, MetricKind] = {"total": "mixed", "lexical": "lexical", "order": "order"}
        return parts.get(metric.part, "other")
    if isinstance(metric, PermutationMetric | MeteorFrag):
        return "order"
    if isinstance(metric, Per | F1):
        return "lexical"
    return "mixed" if isinstance(metric, Full | LRScore) else "other"


def shown_range(metric: Metric) -> tuple[float, float]:
    """Where a picture of scores begins and ends; a rate without bounds is cut off at 1 or 100."""
    low, high = metric.range
    if math.isfinite(high):
        return low, high
    return low, 100.0 if metric.decimals == 2 else 1.0


def _histogram(result: MetricResult) -> list[int]:
    low, high = shown_range(result.metric)
    shares = np.clip((result.segments - low) / (high - low), 0.0, 1.0)
    counts, _ = np.histogram(shares[~np.isnan(shares)], BINS, (0.0, 1.0))
    return list(map(int, counts))
