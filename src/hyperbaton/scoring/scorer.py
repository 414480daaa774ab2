"""Statistics of segments: every score of text, whoever asks for it, comes from here."""

from __future__ import annotations

from collections.abc import Sequence

from hyperbaton.errors import InputError, ResourceError
from hyperbaton.evidence import Evidence, Output, Preparation, TestSet
from hyperbaton.files import digest_of
from hyperbaton.metrics import Metric
from hyperbaton.metrics.base import Statistics
from hyperbaton.resources import Resources
from hyperbaton.scoring.cache import StatisticsCache, code_digest


class Scorer:
    """Scores outputs against the references of one test set.

    What metrics share is computed once per system for all metrics of one call; with `keep` it stays
    in memory for further calls.

    Attributes:
        test_set: the references.
        context: how text becomes evidence, in the language of the test set.
    """

    def __init__(
        self,
        test_set: TestSet,
        context: Preparation | None = None,
        *,
        resources: Resources | None = None,
        cache: StatisticsCache | None = None,
        keep: bool = False,
    ) -> None:
        self.test_set = test_set
        self.context = (context or Preparation()).in_language(test_set.language)
        self.resources = resources or Resources()
        self.cache = cache
        self.keep = keep
        self._kept: dict[Output, Evidence] = {}

    def signature(self, metric: Metric) -> str:
        """Everything that determines a metric's scores here, but for the outputs."""
        return metric.text_signature(self.test_set, self.context)

    def statistics(self, output: Output, metrics: Sequence[Metric]) -> list[Statistics]:
        """One row per segment, for each metric.

        Raises:
            InputError: an output does not fit the test set, or a metric cannot score it.
        """
        evidence: Evidence | None = None
        found: dict[Metric, Statistics] = {}
        cache = self.cache if self.context.can_be_kept else None
        for metric in dict.fromkeys(metric.computed_as for metric in metrics):
            rows = None if cache is None else self._found(cache, output, metric)
            if rows is None:
                evidence = evidence or self._evidence(output)
                rows = self._computed(metric, evidence)
                if cache:
                    cache.store(self._key(output, metric), rows)
            found[metric] = rows
        return [found[metric.computed_as] for metric in metrics]

    def _found(self, cache: StatisticsCache, output: Output, metric: Metric) -> Statistics | None:
        shape = len(self.test_set), len(metric.statistic_names)
        return cache.find(self._key(output, metric), shape)

    def _computed(self, metric: Metric, evidence: Evidence) -> Statistics:
        try:
            return metric.statistics(evidence)
        except ResourceError:
            raise
        except InputError as error:
            reason = f"{metric}: {error.reason}"
            raise InputError(reason, index=error.index, what=error.what) from None

    def _evidence(self, output: Output) -> Evidence:
        if output in self._kept:
            return self._kept[output]
        evidence = Evidence(self.test_set, output, self.context, self.resources)
        if self.keep:
            self._kept[output] = evidence
        return evidence

    def _key(self, output: Output, metric: Metric) -> str:
        """A digest of everything that determines the statistics, the code included."""
        adapted = metric.adapted(self.context)
        return digest_of(
            code_digest(),
            metric.written(explicit=True),
            adapted.fingerprint(metric.needs),
            self.test_set.digest,
            output.digest,
        )
