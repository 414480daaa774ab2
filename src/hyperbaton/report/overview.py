"""What a report says about whole systems: scores, distributions, losses and comparisons."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from hyperbaton import __version__
from hyperbaton.metrics import TextMetric
from hyperbaton.metrics.base import Statistics
from hyperbaton.metrics.edit_rates import Per
from hyperbaton.metrics.hyperbaton import Hyperbaton
from hyperbaton.metrics.meteor import MeteorFrag
from hyperbaton.metrics.mixed import Full, LRScore
from hyperbaton.metrics.permutation_metric import PermutationMetric
from hyperbaton.metrics.shared_words import F1
from hyperbaton.report.comparison import Comparison
from hyperbaton.report.corpus import Losses
from hyperbaton.report.sentence import opening
from hyperbaton.scoring.resampling import bootstrap, interval, paired_bootstrap
from hyperbaton.scoring.results import NO_TEST, SIGNIFICANT, ScoreReport
from hyperbaton.tables.layout import UNDEFINED
from hyperbaton.tables.tabular import or_none

SCHEMA = "hyperbaton-report/1"
PARTS = ("lexical", "order", "total")
BINS = 20
PLACES = 6  # of numbers in the overview

WHY_UNDEFINED = f"{UNDEFINED}, and no mark, where {NO_TEST}"


@dataclass(frozen=True)
class Overview:
    """A report without its segments.

    Attributes:
        title: the title.
        scores: the scores of all systems.
        order_metric: the metric of order that losses are measured by.
        moved: by system, how many segments have something to move.
        balance: by system, statistics of the metric `hyperbaton`.
        losses: by system, what word order costs, by kinds of moves.
        comparisons: all pairs of systems.
        references: how many references a segment has at most.
        language: the language of the text.
        has_source: whether the source is known.
        samples: how many resamples intervals and tests are from.
        seed: where random numbers start.
    """

    title: str
    scores: ScoreReport
    order_metric: str
    moved: Mapping[str, int]
    balance: Mapping[str, Statistics]
    losses: Mapping[str, Losses]
    comparisons: Sequence[Comparison]
    references: int
    language: str
    has_source: bool
    samples: int
    seed: int

    @property
    def segments(self) -> int:
        """The number of segments."""
        return len(self.scores.systems[0].scores[0].statistics)

    @cached_property
    def parts(self) -> dict[str, list[float]]:
        """By system, lexical part, order part and total of the metric `hyperbaton`."""
        metrics = [Hyperbaton(part) for part in PARTS]
        return {
            name: [_score(metric, rows) for metric in metrics]
            for name, rows in self.balance.items()
        }

    @property
    def sentence(self) -> str:
        """What the report shows, in a sentence."""
        totals = {name: total for name, (*_, total) in self.parts.items()}
        first = next(iter(self.moved.values()), 0)
        return opening(totals, self.segments, first, self.comparisons)

    def to_dict(self) -> dict[str, Any]:
        """As JSON has it, by the schema `hyperbaton-report/1`."""
        return {
            "schema": SCHEMA,
            "hyperbaton": __version__,
            "title": self.title,
            "sentence": self.sentence,
            "segments": self.segments,
            "references": self.references,
            "language": self.language,
            "has_source": self.has_source,
            "metrics": [
                _metric(metric, result.signature)
                for metric, result in zip(self.scores.metrics, self.scores.systems[0], strict=True)
            ],
            "systems": [
                {"name": system.name, "scores": cells}
                for system, cells in zip(self.scores, self.cells, strict=True)
            ],
            "distributions": self._distributions(),
            "balance": [
                {"system": name, **dict(zip(PARTS, map(rounded, parts), strict=True))}
                for name, parts in self.parts.items()
            ],
            "losses": {
                name: {
                    kind: None if classes is None else [_rounded(c.to_dict()) for c in classes]
                    for kind, classes in losses.items()
                }
                for name, losses in self.losses.items()
            },
            "comparisons": [_rounded(each.to_dict()) for each in self.comparisons],
            "order_metric": self.order_metric,
        }

    def table(self) -> list[list[str]]:
        """Systems by metrics, with intervals and marks."""
        header = ["system", *(metric.heading for metric in self.scores.metrics)]
        rows = [
            [system.name, *map(_written, self.scores.metrics, cells)]
            for system, cells in zip(self.scores, self.cells, strict=True)
        ]
        return [header, *rows]

    def notes(self) -> list[str]:
        """What the table needs to be understood."""
        first = self.scores.systems[0].name
        test = f"bootstrap, {self.samples} resamples"
        marks = [f"* differs from {first} with p < {SIGNIFICANT} ({test})"]
        return [
            f"± is half a 95 % confidence interval ({test})",
            *(marks if len(self.scores) > 1 else []),
            *([WHY_UNDEFINED] if self.has_undefined else []),
            *self.scores.notes(),
        ]

    @property
    def has_undefined(self) -> bool:
        """Whether some score, interval or test is undefined."""
        undefined = [
            None in (cell["score"], cell["low"]) or (place > 0 and cell["p_value"] is None)
            for place, cells in enumerate(self.cells)
            for cell in cells
        ]
        return any(undefined)

    @cached_property
    def cells(self) -> list[list[dict[str, float | None]]]:
        """By system and metric: score, interval, and p-value against the first system."""
        if self.segments == 0:
            return [[_cell(math.nan, math.nan, math.nan, None) for _ in s] for s in self.scores]
        columns = [(result.metric, result.statistics) for s in self.scores for result in s]
        drawn = bootstrap(columns, self.samples, self.seed)
        width = len(self.scores.metrics)
        found = []
        for place, system in enumerate(self.scores):
            cells = []
            for k, result in enumerate(system):
                scores = drawn[place * width + k]
                bounds = interval(scores)
                difference = result.score - self.scores.systems[0].scores[k].score
                p_value = paired_bootstrap(drawn[k], scores, difference) if place else None
                cells.append(_cell(result.score, bounds.low, bounds.high, p_value))
            found.append(cells)
        return found

    def _distributions(self) -> dict[str, Any]:
        edges = [k / BINS for k in range(BINS + 1)]
        counts = {
            system.name: [
                _histogram(metric, result.segments, edges)
                for metric, result in zip(self.scores.metrics, system, strict=True)
            ]
            for system in self.scores
        }
        return {"edges": edges, "counts": counts}


def _score(metric: TextMetric, statistics: Statistics) -> float:
    return float(metric.scores(statistics.sum(axis=0, keepdims=True))[0])


def _cell(score: float, low: float, high: float, p_value: float | None) -> dict[str, float | None]:
    return {
        "score": rounded(score),
        "low": rounded(low),
        "high": rounded(high),
        "p_value": None if p_value is None else rounded(p_value),
    }


def _written(metric: TextMetric, cell: Mapping[str, float | None]) -> str:
    """A score with its interval, and whether it differs significantly."""
    score, low, high, p_value = (cell[key] for key in ("score", "low", "high", "p_value"))
    if score is None:
        return UNDEFINED
    if low is None or high is None:
        return f"{score:.{metric.decimals}f} ± {UNDEFINED}"
    mark = "*" if p_value is not None and p_value < SIGNIFICANT else ""
    return f"{score:.{metric.decimals}f} ± {(high - low) / 2:.{metric.decimals}f}{mark}"


def _metric(metric: TextMetric, signature: str) -> dict[str, Any]:
    low, high = shown_range(metric)
    return {
        "name": str(metric),
        "heading": metric.heading,
        "higher_is_better": metric.higher_is_better,
        "low": low,
        "high": high,
        "decimals": metric.decimals,
        "kind": kind_of(metric),
        "signature": signature,
    }


def kind_of(metric: TextMetric) -> str:
    """Whether a metric sees word choice, word order, both apart, or `other`: both at once."""
    if isinstance(metric, Hyperbaton):
        return "mixed" if metric.part == "total" else metric.part
    if isinstance(metric, PermutationMetric | MeteorFrag):
        return "order"
    if isinstance(metric, Per | F1):
        return "lexical"
    return "mixed" if isinstance(metric, Full | LRScore) else "other"


def shown_range(metric: TextMetric) -> tuple[float, float]:
    """Where a picture of scores begins and ends; a rate without bounds is cut off at 1 or 100."""
    low, high = metric.range
    if math.isfinite(high):
        return low, high
    return low, 100.0 if metric.decimals == 2 else 1.0


def _histogram(metric: TextMetric, scores: Any, edges: Sequence[float]) -> list[int]:
    low, high = shown_range(metric)
    shares = np.clip((scores - low) / (high - low), 0.0, 1.0)
    counts, _ = np.histogram(shares[~np.isnan(shares)], edges)
    return [int(count) for count in counts]


def rounded(number: float) -> float | None:
    """A number as a report writes it; None where it is not defined."""
    found = or_none(number)
    return None if found is None else round(found, PLACES)


def _rounded(record: Any) -> Any:
    """A record whose numbers are so."""
    if isinstance(record, float):
        return rounded(record)
    if isinstance(record, dict):
        return {name: _rounded(value) for name, value in record.items()}
    return record
