"""What a report says about whole systems: scores, distributions, losses and comparisons."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
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
from hyperbaton.report.comparison import Comparison, opening
from hyperbaton.report.losses import Losses
from hyperbaton.scoring.results import NO_TEST, SIGNIFICANT, MetricResult, ScoreReport
from hyperbaton.scoring.score import Resampling, report_of
from hyperbaton.tables.json_form import Undefinable, to_json
from hyperbaton.tables.layout import UNDEFINED

SCHEMA = "hyperbaton-report/1"
PARTS = ("lexical", "order", "total")
BINS = 20
PLACES = 6  # of numbers in the overview

WHY_UNDEFINED = f"{UNDEFINED}, and no mark, where {NO_TEST}"

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
    """A score, its 95 % confidence interval, and the p-value against the first system."""

    score: Undefinable
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


@dataclass(frozen=True)
class Distributions:
    """How many segments score how much: by system and metric, counts between edges."""

    edges: tuple[float, ...]
    counts: Mapping[str, tuple[tuple[int, ...], ...]]


@dataclass(frozen=True)
class Overview:
    """A report without its segments.

    Attributes:
        title: the title.
        scores: the scores of all systems.
        order_metric: the metric of order that losses are measured by.
        moved: by system, how many segments have something to move.
        statistics: by system, those of the metric `hyperbaton`.
        losses: by system, what word order costs, by kinds of moves.
        comparisons: all pairs of systems.
        references: how many references a segment has at most.
        language: the language of the text.
        has_source: whether the source is known.
        samples: how many resamples intervals and tests are from.
        seed: where random numbers start.
    """

    JSON: ClassVar = (
        "schema hyperbaton title sentence segments references language has_source metrics systems "
        "distributions balance losses comparisons order_metric"
    )
    schema: ClassVar[str] = SCHEMA
    hyperbaton: ClassVar[str] = __version__

    title: str
    scores: ScoreReport
    order_metric: str
    moved: Mapping[str, int]
    statistics: Mapping[str, Statistics]
    losses: Mapping[str, Losses]
    comparisons: tuple[Comparison, ...]
    references: int
    language: str
    has_source: bool
    samples: int
    seed: int

    def to_dict(self) -> dict[str, Any]:
        """Everything, ready for JSON, by the schema `hyperbaton-report/1`."""
        found: dict[str, Any] = to_json(self, lambda number: round(number, PLACES))
        return found

    @property
    def segments(self) -> int:
        """The number of segments."""
        return len(self.scores.systems[0].scores[0].statistics)

    @cached_property
    def balance(self) -> tuple[Balance, ...]:
        """How the score of each system is made up."""
        metrics = [Hyperbaton(part) for part in PARTS]
        return tuple(
            Balance(name, *(_score(metric, rows) for metric in metrics))
            for name, rows in self.statistics.items()
        )

    @property
    def sentence(self) -> str:
        """What the report shows, in a sentence."""
        totals = {each.system: each.total for each in self.balance}
        first = next(iter(self.moved.values()), 0)
        return opening(totals, self.segments, first, self.comparisons)

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

    @cached_property
    def tested(self) -> ScoreReport:
        """The scores with intervals, and with tests against the first system."""
        rows = {system.name: [result.statistics for result in system] for system in self.scores}
        resampling = Resampling(True, "bootstrap", self.samples, self.seed)
        return report_of(rows, self.scores.metrics, self.scores.preparations, "", resampling)

    @property
    def systems(self) -> tuple[ScoredSystem, ...]:
        """The same as the page shows it."""
        return tuple(ScoredSystem(each.name, tuple(map(_shown, each))) for each in self.tested)

    @property
    def distributions(self) -> Distributions:
        """How many segments score how much."""
        edges = tuple(k / BINS for k in range(BINS + 1))
        counts = {
            system.name: tuple(
                _histogram(metric, result.segments, edges)
                for metric, result in zip(self.scores.metrics, system, strict=True)
            )
            for system in self.scores
        }
        return Distributions(edges, counts)

    def table(self) -> list[list[str]]:
        """Systems by metrics, with intervals and marks."""
        header = ["system", *(metric.heading for metric in self.scores.metrics)]
        return [header, *([each.name, *(r.cell for r in each)] for each in self.tested)]

    def notes(self) -> list[str]:
        """What the table needs to be understood."""
        first = self.scores.systems[0].name
        test = f"bootstrap, {self.samples} resamples"
        marks = [f"* differs from {first} with p < {SIGNIFICANT} ({test})"]
        return [
            f"± is half a 95 % confidence interval ({test})",
            *(marks if len(self.scores) > 1 else []),
            *([WHY_UNDEFINED] if self._has_undefined else []),
            *self.scores.notes(),
        ]

    @property
    def _has_undefined(self) -> bool:
        """Whether some score, interval or test is undefined."""
        return any(
            math.isnan(cell.score + cell.low) or (place > 0 and math.isnan(cell.p_value))
            for place, system in enumerate(self.systems)
            for cell in system.scores
        )


def _score(metric: Metric, statistics: Statistics) -> float:
    return float(metric.scores(statistics.sum(axis=0, keepdims=True))[0])


def _shown(result: MetricResult) -> SystemScore:
    """A score as the page shows it."""
    bounds = result.interval
    low, high = (math.nan, math.nan) if bounds is None else (bounds.low, bounds.high)
    p_value = math.nan if result.p_value is None else result.p_value
    return SystemScore(result.score, low, high, p_value)


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


def _histogram(metric: Metric, scores: Any, edges: Sequence[float]) -> tuple[int, ...]:
    low, high = shown_range(metric)
    shares = np.clip((scores - low) / (high - low), 0.0, 1.0)
    counts, _ = np.histogram(shares[~np.isnan(shares)], edges)
    return tuple(counts.tolist())
