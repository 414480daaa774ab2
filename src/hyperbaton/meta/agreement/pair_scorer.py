"""Scores of one language pair: every system, by any metrics."""

from __future__ import annotations

from collections.abc import Sequence

from hyperbaton.errors import InputError, ResourceError
from hyperbaton.evidence import Context, Output
from hyperbaton.meta.agreement.metric_scores import MetricScores, of_statistics
from hyperbaton.meta.data.evaluation_set import EvaluationSet
from hyperbaton.metrics import TextMetric
from hyperbaton.metrics.base import Statistics
from hyperbaton.resources import Resources, progress
from hyperbaton.scoring.cache import StatisticsCache
from hyperbaton.scoring.scorer import Scorer


class PairScorer:
    """Scores the outputs of a language pair, as `hyperbaton score` does.

    Attributes:
        data: the language pair.
        scorer: which scores single outputs, in the language that the pair translates into.
    """

    def __init__(
        self,
        data: EvaluationSet,
        context: Context | None = None,
        *,
        resources: Resources | None = None,
        cache: StatisticsCache | None = None,
        keep: bool = False,
    ) -> None:
        self.data = data
        adapted = data.adapted(context or Context())
        self.scorer = Scorer(
            data.make_test_set(), adapted, resources=resources, cache=cache, keep=keep
        )
        self._kept: dict[str, Output] = {}

    def signature(self, metric: TextMetric) -> str:
        """Everything that determines a metric's scores here, but for the outputs."""
        return self.scorer.signature(metric)

    def score(self, metrics: Sequence[TextMetric]) -> list[MetricScores]:
        """The scores of all systems by each metric.

        Raises:
            InputError: an output cannot be scored; names language pair and system.
        """
        if not metrics:
            return []
        systems = self.data.systems
        shown = progress(systems, f"{self.data.pair}: scoring", "systems", len(systems))
        found = [self._statistics(system, metrics) for system in shown]
        return [
            of_statistics(metric, self.signature(metric), systems, rows, self.data.available)
            for metric, rows in zip(metrics, zip(*found, strict=True), strict=True)
        ]

    def _statistics(self, system: str, metrics: Sequence[TextMetric]) -> list[Statistics]:
        try:
            return self.scorer.statistics(self._output(system), metrics)
        except ResourceError:
            raise
        except InputError as error:
            raise InputError(f"{self.data.pair}: {system}: {error}") from None

    def _output(self, system: str) -> Output:
        if system in self._kept:
            return self._kept[system]
        output = self.data.make_output(system)
        if self.scorer.keep:
            self._kept[system] = output
        return output
