"""Scoring permutations as they are: many metrics over the same ones, trees built once."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hyperbaton import __version__
from hyperbaton.checks import each_once
from hyperbaton.errors import HyperbatonError, NotFoundError, OptionError
from hyperbaton.metrics import Metric, PermutationMetric, as_metric, as_metrics
from hyperbaton.metrics.permutation_metric import scores_by_metric
from hyperbaton.permutation import Integers, PermutationBatch
from hyperbaton.tables.layout import Rows, decimal
from hyperbaton.tables.tabular import Record, Tabular, or_none

ROWS_SHOWN = 20


@dataclass(frozen=True, eq=False, repr=False)
class PermutationReport(Tabular):
    """Scores of permutations."""

    metrics: tuple[PermutationMetric, ...]
    scores: NDArray[np.float64]  # one row per permutation, one column per metric
    averages: tuple[float, ...]  # of each metric; NaN without permutations

    def __getitem__(self, metric: str | Metric) -> NDArray[np.float64]:
        """The scores of a metric, by its string or the metric itself."""
        try:
            wanted = as_metric(metric)
        except HyperbatonError:
            wanted = None
        if wanted not in self.metrics:
            raise NotFoundError(metric, f"{metric} was not scored", self.metrics)
        return self.scores[:, self.metrics.index(wanted)]

    def records(self) -> list[Record]:
        """One record per permutation, with a key for each metric."""
        names = list(map(str, self.metrics))
        return [
            {"permutation": k, **dict(zip(names, row, strict=True))}
            for k, row in enumerate(self.scores.tolist(), start=1)
        ]

    def to_dict(self) -> Record:
        """Everything, ready for JSON; what is not defined is None."""
        return {
            "hyperbaton": __version__,
            "metrics": [
                {"metric": str(metric), "signature": metric.signature, "average": or_none(average)}
                for metric, average in zip(self.metrics, self.averages, strict=True)
            ],
            "scores": self.scores.tolist(),
        }

    def table(self) -> Rows:
        """The first permutations and the mean."""
        rows = [["permutation", *map(str, self.metrics)]]
        for k, scores in enumerate(self.scores[:ROWS_SHOWN].tolist(), start=1):
            rows.append([str(k), *(decimal(score, 4) for score in scores)])
        if len(self.scores) > ROWS_SHOWN:
            rows.append(["…", *("" for _ in self.metrics)])
        return [*rows, ["mean", *(decimal(average, 4) for average in self.averages)]]


def score_permutations(
    permutations: PermutationBatch | Sequence[Integers],
    metrics: str | Metric | Sequence[str | Metric],
    *,
    threads: int | None = None,
) -> PermutationReport:
    """Scores permutations with several metrics; trees are built once for all of them.

        >>> report = score_permutations([[1, 2, 3], [2, 3, 1]], ["kendall", "pef"])
        >>> report.scores[1].tolist()
        [0.3333333333333333, 0.4]

    Raises:
        InputError: a permutation is not a bijection.
        NotationError: a metric string is wrong.
        OptionError: a metric does not score permutations.
    """
    batch = PermutationBatch.of(permutations)
    asked = as_metrics(metrics)
    chosen = tuple(metric for metric in asked if isinstance(metric, PermutationMetric))
    for metric in asked:
        if metric not in chosen:
            raise OptionError(f"{metric}: cannot score a permutation; it needs the text")
    each_once(chosen, "metrics")
    scores = scores_by_metric(batch, chosen, threads)
    averages = tuple(
        float(np.cumsum(row)[-1]) / len(row) if len(row) else math.nan for row in scores
    )
    rows = np.array(scores).reshape(len(chosen), len(batch)).T
    return PermutationReport(chosen, np.ascontiguousarray(rows), averages)
