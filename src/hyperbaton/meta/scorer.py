"""Scores the outputs of a test set, and remembers statistics on disk."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hyperbaton.errors import InputError
from hyperbaton.meta.evaluation_set import EvaluationSet
from hyperbaton.meta.metric_scores import MetricScores, of_statistics
from hyperbaton.meta.statistics_cache import StatisticsCache, code_hash, key_of, text_hash
from hyperbaton.metrics import TextMetric
from hyperbaton.metrics.base import Statistics
from hyperbaton.progress import progress
from hyperbaton.text.segments import Preprocessing, References, Segments
from hyperbaton.threads import resolve_threads


class Scorer:
    """Scores one language pair with any metrics.

    Words, and whatever else metrics share, are computed once per system for all metrics of one
    call; with `keep` they stay in memory for further calls.
    """

    def __init__(
        self,
        data: EvaluationSet,
        preprocessing: Preprocessing | None = None,
        *,
        cache: StatisticsCache | None = None,
        threads: int | None = None,
        keep: bool = False,
        settings: Iterable[object] = (),
    ) -> None:
        self.data = data
        self.references = References(data.references, preprocessing, settings)
        self.cache = cache
        self.threads = resolve_threads(threads)
        self.keep = keep
        self._kept: dict[str, Segments] = {}
        self._hashes: dict[str, str] = {}
        self._reference_hash = text_hash(data.references)

    def score(self, metrics: Sequence[TextMetric]) -> list[MetricScores]:
        """The scores of all systems by each metric."""
        statistics: list[list[Statistics]] = [[] for _ in metrics]
        systems = self.data.systems
        for system in progress(systems, f"{self.data.pair}: scoring", "systems", len(systems)):
            for column, rows in zip(statistics, self._of_system(system, metrics), strict=True):
                column.append(rows)
        return [
            of_statistics(
                metric, metric.text_signature(self.references), systems, rows, self.data.available
            )
            for metric, rows in zip(metrics, statistics, strict=True)
        ]

    def _of_system(self, system: str, metrics: Sequence[TextMetric]) -> list[Statistics]:
        keys = [self._key(system, metric) for metric in metrics]
        found = [self.cache.find(key) if self.cache else None for key in keys]
        segments: Segments | None = None
        results = []
        for metric, key, rows in zip(metrics, keys, found, strict=True):
            if rows is None:
                segments = segments or self._segments(system)
                rows = self._compute(system, metric, segments)
                if self.cache:
                    self.cache.store(key, rows)
            results.append(rows)
        return results

    def _compute(self, system: str, metric: TextMetric, segments: Segments) -> Statistics:
        try:
            return metric.statistics(segments, threads=self.threads)
        except InputError as error:
            raise InputError(f"{self.data.pair}: {system}: {metric}: {error}") from None

    def _segments(self, system: str) -> Segments:
        if system in self._kept:
            return self._kept[system]
        segments = Segments(self.data.outputs[system], self.references)
        if self.keep:
            self._kept[system] = segments
        return segments

    def _key(self, system: str, metric: TextMetric) -> str:
        if system not in self._hashes:
            self._hashes[system] = text_hash([self.data.outputs[system]])
        signature = metric.text_signature(self.references)
        return key_of(code_hash(), signature, self._hashes[system], self._reference_hash)
