"""What tuning maximises: a statistic of pairs, averaged over language pairs, over parameters.

A parameter in which all scores of segments are linear can be searched exactly, all others by hill
climbing.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from hyperbaton.meta.agreement.pair_counts import Counts, count_rows
from hyperbaton.meta.agreement.pair_scorer import PairScorer
from hyperbaton.meta.data.judgements import Preferences
from hyperbaton.meta.tuning.hill_climbing import Point, hill_climb
from hyperbaton.meta.tuning.line_search import mean_curve, mixture_curve
from hyperbaton.meta.tuning.parameters import Tunable
from hyperbaton.metrics import TextMetric
from hyperbaton.metrics.base import Scores

LINEAR_PROBES = (0.25, 0.5, 0.8)  # shares of the range at which linearity is checked
LINEAR_SLACK = 1e-9  # relative to the largest score

Values = tuple[float, ...]  # of the parameters
Chosen = Sequence[NDArray[np.bool_]]  # which segments, for each language pair
Ends = Sequence[tuple[Scores, Scores]]  # scores at both ends of a range, for each language pair


@dataclass(frozen=True, eq=False)
class TuningSet:
    """One language pair to tune on.

    Attributes:
        scorer: which scores its outputs.
        preferences: what people said.
    """

    scorer: PairScorer
    preferences: Preferences

    @property
    def pair(self) -> str:
        """The language pair."""
        return self.scorer.data.pair

    def scores(self, metric: TextMetric) -> Scores:
        """The scores of segments."""
        scores = self.scorer.score([metric])[0].segments
        assert scores is not None
        return scores


@dataclass(frozen=True, eq=False)
class TuningProblem(ABC):
    """A metric, its parameters, the data, and the statistic to maximise."""

    method: ClassVar[str]

    metric: TextMetric
    parameters: Sequence[Tunable]
    sets: Sequence[TuningSet]
    value: Callable[[Counts], Scores]

    def applied(self, values: Values) -> TextMetric:
        """The metric with its parameters at some values."""
        metric = self.metric
        for parameter, value in zip(self.parameters, values, strict=True):
            metric = parameter.applied(metric, value)
        return metric

    def mean(self, counts: Sequence[Counts]) -> float:
        """The mean over language pairs of the statistic of their counts."""
        return float(np.mean([self.value(count) for count in counts]))

    @abstractmethod
    def rows(self, values: Values) -> list[Counts]:
        """Counts of every segment with parameters at some values, for each language pair."""

    @abstractmethod
    def best(self, chosen: Chosen) -> tuple[Values, float]:
        """The best values on the chosen segments, and the objective there."""


@dataclass(frozen=True, eq=False)
class LineSearch(TuningProblem):
    """One parameter in which scores are linear: exact.

    Attributes:
        ends: for each language pair the scores at the highest and at the lowest value.
    """

    method = "line search"

    ends: Ends

    def best(self, chosen: Chosen) -> tuple[Values, float]:
        """The best value on the chosen segments, and the objective there."""
        curves = [
            mixture_curve(s.preferences.chosen(keep[s.preferences.segment]), *ends, self.value)
            for s, keep, ends in zip(self.sets, chosen, self.ends, strict=True)
        ]
        found = mean_curve(curves).best()
        (parameter,) = self.parameters
        return (parameter.low + (parameter.high - parameter.low) * found.alpha,), found.value

    def rows(self, values: Values) -> list[Counts]:
        """Counts of every segment with the parameter at a value, for each language pair."""
        return mixed_rows(self.sets, self.ends, self.parameters[0].share(values[0]))


@dataclass(frozen=True, eq=False)
class HillClimbing(TuningProblem):
    """Any parameters; counts are remembered, since all folds look at the same points.

    Attributes:
        restarts: from how many random points to climb.
        seed: where random numbers start.
        ends: for each language pair the scores at the highest and at the lowest value, where those
            between are mixtures of them; they need not be scored then.
    """

    method = "hill climbing"

    restarts: int
    seed: int
    ends: Ends | None = None
    _known: dict[Values, list[Counts]] = field(default_factory=dict)

    def best(self, chosen: Chosen) -> tuple[Values, float]:
        """The best values found on the chosen segments, and the objective there."""

        def height(point: Point) -> float:
            rows = self.rows(self._values(point))
            return self.mean([r[keep].sum(axis=0) for r, keep in zip(rows, chosen, strict=True)])

        sizes = [parameter.size for parameter in self.parameters]
        point, value = hill_climb(height, sizes, restarts=self.restarts, seed=self.seed)
        return self._values(point), value

    def rows(self, values: Values) -> list[Counts]:
        """Counts of every segment with parameters at some values, for each language pair."""
        if values not in self._known:
            self._known[values] = self._counted(values)
        return self._known[values]

    def _counted(self, values: Values) -> list[Counts]:
        if self.ends is not None:
            return mixed_rows(self.sets, self.ends, self.parameters[0].share(values[0]))
        metric = self.applied(values)
        return [count_rows(s.preferences, s.scores(metric)) for s in self.sets]

    def _values(self, point: Point) -> Values:
        return tuple(p.value(step) for p, step in zip(self.parameters, point, strict=True))


def mixed_rows(sets: Sequence[TuningSet], ends: Ends, share: float) -> list[Counts]:
    """Counts of every segment by mixtures of the scores at both ends, for each language pair."""
    return [
        count_rows(s.preferences, share * one + (1.0 - share) * other)
        for s, (one, other) in zip(sets, ends, strict=True)
    ]


def linear_ends(metric: TextMetric, parameter: Tunable, sets: Sequence[TuningSet]) -> Ends | None:
    """Scores at the highest and the lowest value; None if those between are no mixture of them."""
    if parameter.whole:
        return None
    low, high = parameter.low, parameter.high
    ends = []
    for data in sets:
        one, other = (data.scores(parameter.applied(metric, value)) for value in (high, low))
        for share in LINEAR_PROBES:
            between = data.scores(parameter.applied(metric, low + share * (high - low)))
            mixed = share * one + (1.0 - share) * other
            scale = np.nanmax(np.abs(between), initial=1.0)
            if np.nanmax(np.abs(between - mixed), initial=0.0) > LINEAR_SLACK * scale:
                return None
        ends.append((one, other))
    return ends
