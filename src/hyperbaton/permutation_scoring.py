"""Scoring: many metrics over the same segments, sharing what they have in common."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hyperbaton.errors import OptionError
from hyperbaton.metrics import Metric, PermutationMetric, parse
from hyperbaton.metrics.permutation_metric import elements_at_once
from hyperbaton.permutation import Integers, PermutationBatch


@dataclass(frozen=True)
class PermutationReport:
    """Scores of permutations.

    Attributes:
        metrics: the metrics, one per column of `scores`.
        scores: one row per permutation, one column per metric.
        averages: the corpus score of each metric: the mean; NaN without permutations.
    """

    metrics: tuple[PermutationMetric, ...]
    scores: NDArray[np.float64]
    averages: tuple[float, ...]


def score_permutations(
    permutations: PermutationBatch | Sequence[Integers],
    metrics: Sequence[str | Metric],
    *,
    threads: int | None = None,
) -> PermutationReport:
    """Scores permutations with several metrics; trees are built once for all of them.

        >>> report = score_permutations([[1, 2, 3], [2, 3, 1]], ["kendall", "pef"])
        >>> report.scores[1].tolist()
        [0.3333333333333333, 0.4]

    Raises:
        PermutationError: some permutation is not a bijection.
        MetricError: a metric string is wrong.
        OptionError: a metric does not score permutations.
    """
    batch = PermutationBatch.of(permutations)
    chosen = tuple(_permutation_metric(metric) for metric in metrics)
    scores = np.empty((len(batch), len(chosen)))
    totals = [np.zeros(len(metric.statistic_names)) for metric in chosen]
    for place, part in batch.parts(elements_at_once(threads)):
        for column, metric in enumerate(chosen):
            statistics = metric.permutation_statistics(part, threads=threads)
            scores[place, column] = statistics[:, 0]
            totals[column] += statistics.sum(axis=0)
    averages = tuple(
        float(metric.scores(total[np.newaxis])[0])
        for metric, total in zip(chosen, totals, strict=True)
    )
    return PermutationReport(chosen, scores, averages)


def _permutation_metric(metric: str | Metric) -> PermutationMetric:
    parsed = parse(metric) if isinstance(metric, str) else metric
    if not isinstance(parsed, PermutationMetric):
        raise OptionError(f"{parsed}: needs more than a permutation")
    return parsed
