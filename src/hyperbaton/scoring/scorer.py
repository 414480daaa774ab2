"""Statistics of segments: every score of text comes from here, from a cache where it can.

An entry of the cache holds the statistics of one system by one metric. Its key is a digest of all
that determines them: the metric with all parameters, how text was prepared with the contents of all
files, the texts themselves, and the code that scores them, so that work on a metric never meets its
old figures. See `hyperbaton.cache` for what happens to a cache that cannot be used.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import cache
from hashlib import blake2b
from pathlib import Path

import numpy as np

from hyperbaton import _core
from hyperbaton.cache import Store
from hyperbaton.errors import InputError
from hyperbaton.evidence import Evidence, Output, Preparation, TestSet
from hyperbaton.files import cache_folder, digest_of
from hyperbaton.metrics import Metric
from hyperbaton.metrics.base import Statistics
from hyperbaton.resources import Resources

AFTER_SCORING = ("meta", "cli", "tables", "report", "serve")


class Scorer:
    """Scores outputs against the references of one test set.

    What metrics share is computed once per system for all metrics of one call; with `keep` it stays
    in memory for further calls.

    Attributes:
        test_set: the references.
        preparation: how text becomes evidence, in the language of the test set.
    """

    def __init__(
        self,
        test_set: TestSet,
        preparation: Preparation | None = None,
        *,
        resources: Resources | None = None,
        cache: StatisticsCache | None = None,
        keep: bool = False,
    ) -> None:
        self.test_set = test_set
        self.preparation = (preparation or Preparation()).in_language(test_set.language)
        self.resources = resources or Resources()
        self.cache = cache if self.preparation.can_be_kept else None
        self.keep = keep
        self._kept: dict[Output, Evidence] = {}

    def signature(self, metric: Metric) -> str:
        """Everything that determines a metric's scores here, but for the outputs."""
        return metric.text_signature(self.test_set, self.preparation)

    def statistics(self, output: Output, metrics: Sequence[Metric]) -> list[Statistics]:
        """One row per segment, for each metric.

        Raises:
            InputError: an output does not fit the test set, or a metric cannot score it.
        """
        evidence: Evidence | None = None
        found: dict[Metric, Statistics] = {}
        for metric in dict.fromkeys(metric.computed_as for metric in metrics):
            rows = None
            if self.cache is not None:
                shape = len(self.test_set), len(metric.statistic_names)
                rows = self.cache.find(self._key(output, metric), shape)
            if rows is None:
                evidence = evidence or self._evidence(output)
                rows = self._computed(metric, evidence)
                if self.cache is not None:
                    self.cache.store(self._key(output, metric), rows)
            found[metric] = rows
        return [found[metric.computed_as] for metric in metrics]

    def _computed(self, metric: Metric, evidence: Evidence) -> Statistics:
        try:
            return metric.statistics(evidence)
        except InputError as error:
            reason = f"{metric}: {error.reason}"
            raise InputError(reason, index=error.index, what=error.what) from None

    def _evidence(self, output: Output) -> Evidence:
        if output in self._kept:
            return self._kept[output]
        evidence = Evidence(self.test_set, output, self.preparation, self.resources)
        if self.keep:
            self._kept[output] = evidence
        return evidence

    def _key(self, output: Output, metric: Metric) -> str:
        """A digest of everything that determines the statistics, the code included."""
        return digest_of(
            code_digest(),
            metric.written(explicit=True),
            metric.adapted(self.preparation).fingerprint(metric.needs),
            self.test_set.digest,
            output.digest,
        )


class StatisticsCache:
    """A folder of statistics, so that nothing is computed twice."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or cache_folder()
        self._store = Store(self.folder)

    def find(self, key: str, shape: tuple[int, int] | None = None) -> Statistics | None:
        """The statistics stored under a key, which must have that shape; None where there are none.

        Args:
            key: the digest that they were stored under.
            shape: how many segments and statistics there must be; any number if left out.
        """
        with self._store as store:
            contents = store.find(key.encode())
            if contents is None:
                return None
            try:
                found: Statistics = np.load(io.BytesIO(contents), allow_pickle=False)
            except (ValueError, EOFError, OSError):
                found = np.zeros(0)
            if found.dtype != np.float64 or found.ndim != 2 or shape not in (None, found.shape):
                store.distrust()
                return None
        return found

    def store(self, key: str, statistics: Statistics) -> None:
        """Stores statistics under a key."""
        contents = io.BytesIO()
        np.save(contents, statistics, allow_pickle=False)
        with self._store as store:
            store.add([(key.encode(), contents.getvalue())])


@cache
def code_digest() -> str:
    """A digest of the package's code, less the part that comes after scoring."""
    root = Path(__file__).parents[1]
    files = sorted(root.rglob("*.py"))
    scoring = [p for p in files if p.relative_to(root).parts[0] not in AFTER_SCORING]
    digest = blake2b(digest_size=32)
    for path in [*scoring, Path(_core.__file__)]:
        digest.update(path.read_bytes())
    return digest.hexdigest()
