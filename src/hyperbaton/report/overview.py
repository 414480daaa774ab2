"""Scores as the page of a report shows them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np

from hyperbaton.metrics import Metric
from hyperbaton.metrics.base import Statistics
from hyperbaton.metrics.edit_rates import Per
from hyperbaton.metrics.hyperbaton import Hyperbaton
from hyperbaton.metrics.meteor import MeteorFrag
from hyperbaton.metrics.mixed import Full, LRScore
from hyperbaton.metrics.permutation_metric import PermutationMetric
from hyperbaton.metrics.shared_words import F1
from hyperbaton.scoring.results import MetricResult
from hyperbaton.tables.json_form import Undefinable

PARTS = ("lexical", "order", "total")
BINS = 20

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


def shown_metric(result: MetricResult) -> ShownMetric:
    """A metric as the page shows it."""
    metric = result.metric
    return ShownMetric(
        str(metric),
        metric.heading,
        metric.higher_is_better,
        *shown_range(metric),
        metric.decimals,
        kind_of(metric),
        result.signature,
    )


def shown_score(result: MetricResult) -> SystemScore:
    """A score as the page shows it."""
    bounds = result.interval
    low, high = (math.nan, math.nan) if bounds is None else (bounds.low, bounds.high)
    p_value = math.nan if result.p_value is None else result.p_value
    return SystemScore(result.score, result.parts, low, high, p_value)


def histogram(result: MetricResult) -> list[int]:
    """How many segments score how much, in bins of one width."""
    low, high = shown_range(result.metric)
    shares = np.clip((result.segments - low) / (high - low), 0.0, 1.0)
    counts, _ = np.histogram(shares[~np.isnan(shares)], BINS, (0.0, 1.0))
    return list(map(int, counts))
