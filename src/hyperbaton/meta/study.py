"""Studies: metrics against people, over language pairs and protocols.

A study is data: which folder, pairs, metrics and protocols. Running it gives one `Agreement` per
protocol and pair, and tables that bring those of one protocol together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from hyperbaton.errors import OptionError
from hyperbaton.meta.agreement.evaluation import evaluate
from hyperbaton.meta.agreement.metric_scores import MetricScores
from hyperbaton.meta.agreement.protocol import Agreement, Protocol
from hyperbaton.meta.data.judged_set import JudgedSet
from hyperbaton.meta.data.omissions import Omissions
from hyperbaton.meta.data.score_reader import read_metric_scores
from hyperbaton.meta.significance.comparison import Record, mean_ranks, record
from hyperbaton.metrics import TextMetric
from hyperbaton.metrics.base import Scores
from hyperbaton.scoring.cache import StatisticsCache
from hyperbaton.scoring.scorer import Scorer
from hyperbaton.text.segments import Preprocessing


@dataclass(frozen=True)
class Scoring:
    """Which scores are evaluated.

    Attributes:
        metrics: metrics to compute.
        scores: files of scores by others, see `read_metric_scores`.
        errors: such files where lower is better.
        preprocessing: how text is prepared.
        cache: where statistics are kept; nowhere by default.
        threads: how many threads to use; all cores by default.
        settings: an `Aligner`, a `Parsing`, for metrics that need them.
    """

    metrics: tuple[TextMetric, ...] = ()
    scores: tuple[str, ...] = ()
    errors: tuple[str, ...] = ()
    preprocessing: Preprocessing = field(default_factory=Preprocessing)
    cache: StatisticsCache | None = None
    threads: int | None = None
    settings: tuple[object, ...] = ()


@dataclass(frozen=True, eq=False)
class AgreementTable:
    """The agreement of metrics with people by one protocol, over language pairs.

    Attributes:
        protocol: how it was measured.
        agreements: one per language pair, of the same metrics.
    """

    protocol: Protocol
    agreements: tuple[Agreement, ...]

    @property
    def metrics(self) -> tuple[str, ...]:
        """The names of the metrics."""
        return self.agreements[0].metrics

    @property
    def values(self) -> Scores:
        """One row per language pair, one column per metric."""
        return np.array([agreement.values for agreement in self.agreements])

    @property
    def means(self) -> Scores:
        """The mean of each metric over language pairs."""
        return np.asarray(self.values.mean(axis=0))

    @property
    def mean_ranks(self) -> Scores:
        """The mean rank of each metric over language pairs."""
        return mean_ranks(self.values)

    def record(self, new: str, baseline: str) -> Record:
        """On how many language pairs one metric beats another, loses or draws.

        Raises:
            OptionError: a metric is not in the table, or nothing was tested.
        """
        i, j = self._position(new), self._position(baseline)
        tables = [agreement.p_values for agreement in self.agreements]
        known = [table for table in tables if table is not None]
        if len(known) < len(tables):
            raise OptionError("wins and losses need a significance test")
        return record([table[i, j] for table in known], [table[j, i] for table in known])

    def _position(self, metric: str) -> int:
        if metric not in self.metrics:
            raise OptionError(f"there is no metric {metric} among {', '.join(self.metrics)}")
        return self.metrics.index(metric)


@dataclass(frozen=True, eq=False)
class StudyResult:
    """All tables of a study.

    Attributes:
        tables: one per protocol.
        scores: for each language pair the scores of all metrics.
    """

    tables: tuple[AgreementTable, ...]
    scores: dict[str, list[MetricScores]]


def score_judged_set(
    judged: JudgedSet, scoring: Scoring, omissions: Omissions
) -> list[MetricScores]:
    """The scores of one language pair: metrics first, then files."""
    scorer = Scorer(
        judged.data,
        scoring.preprocessing,
        cache=scoring.cache,
        threads=scoring.threads,
        settings=scoring.settings,
    )
    found = scorer.score(scoring.metrics)
    for files, lower_is_better in ((scoring.scores, False), (scoring.errors, True)):
        for source in files:
            found += read_metric_scores(
                source, judged.data, omissions, lower_is_better=lower_is_better
            )
    return found


def run_study(
    sets: Sequence[JudgedSet],
    scoring: Scoring,
    protocols: Sequence[Protocol],
    omissions: Omissions | None = None,
) -> StudyResult:
    """Scores all language pairs and measures agreement by every protocol.

    Raises:
        InputError: scores and judgements do not fit together.
        OptionError: language pairs have scores of different metrics, or two have the same name.
    """
    omitted = omissions or Omissions()
    scores = {judged.pair: score_judged_set(judged, scoring, omitted) for judged in sets}
    names = {pair: [metric.name for metric in found] for pair, found in scores.items()}
    if any(other != next(iter(names.values())) for other in names.values()):
        raise OptionError(
            "language pairs have scores of different metrics: "
            + "; ".join(f"{pair}: {', '.join(found)}" for pair, found in names.items())
        )
    _check_distinct(next(iter(names.values()), []))
    tables = [
        AgreementTable(
            protocol,
            tuple(
                evaluate(judged.pair, judged.judgements, scores[judged.pair], protocol, omitted)
                for judged in sets
            ),
        )
        for protocol in protocols
    ]
    return StudyResult(tuple(tables), scores)


def _check_distinct(names: Sequence[str]) -> None:
    for name in names:
        if names.count(name) > 1:
            raise OptionError(f"several scores named {name}; each metric is accepted once")
