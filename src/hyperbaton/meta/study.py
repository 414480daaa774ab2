"""Studies: metrics against people, over language pairs and protocols.

A study is data: which sets, metrics and protocols. Running it gives one `Agreement` per protocol
and pair, and tables that bring those of one protocol together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from hyperbaton.checks import as_list, check_some, each_once
from hyperbaton.errors import OptionError
from hyperbaton.evidence import Preparation
from hyperbaton.meta.agreement.evaluation import Protocol, evaluate
from hyperbaton.meta.agreement.metric_scores import MetricScores, SystemScorer
from hyperbaton.meta.data.judged_set import JudgedSet
from hyperbaton.meta.data.outputs import Omissions
from hyperbaton.meta.data.score_files import read_metric_scores
from hyperbaton.meta.study_result import AgreementTable, StudyResult
from hyperbaton.meta.tuning.tuning import TuningSet
from hyperbaton.metrics import Metric
from hyperbaton.metrics.registry import as_metrics
from hyperbaton.resources import Resources
from hyperbaton.scoring.statistics_cache import StatisticsCache


@dataclass(frozen=True)
class Scoring:
    """Which scores are evaluated, and how they are computed.

    Attributes:
        metrics: metrics to compute, or metric strings like `pef(beta=0.6)`.
        scores: files of scores by others, see `read_metric_scores`.
        errors: such files where lower is better.
        preparation: how text becomes evidence; the language is that of each language pair.
        cache: where statistics are kept; nowhere by default.
        resources: what may be used of the machine.
    """

    metrics: Sequence[str | Metric] = ()
    scores: tuple[str, ...] = ()
    errors: tuple[str, ...] = ()
    preparation: Preparation = field(default_factory=Preparation)
    cache: StatisticsCache | None = None
    resources: Resources = field(default_factory=Resources)

    def __post_init__(self) -> None:
        for name in ("scores", "errors"):
            as_list(getattr(self, name), name)
        object.__setattr__(self, "metrics", self.text_metrics)

    @property
    def text_metrics(self) -> tuple[Metric, ...]:
        """The metrics to compute."""
        return tuple(each_once(as_metrics(self.metrics), "metrics"))

    def scorer(self, judged: JudgedSet, *, keep: bool = False) -> SystemScorer:
        """Returns what scores a language pair; with `keep`, again and again."""
        return SystemScorer(
            judged.data, self.preparation, resources=self.resources, cache=self.cache, keep=keep
        )

    def tuning_set(self, judged: JudgedSet) -> TuningSet:
        """Returns a language pair to tune on."""
        return TuningSet(self.scorer(judged, keep=True), judged.judgements.preferences)


def score_judged_set(
    judged: JudgedSet, scoring: Scoring, omissions: Omissions
) -> list[MetricScores]:
    """Scores one language pair: metrics first, then files."""
    found = scoring.scorer(judged).score(scoring.text_metrics) if scoring.metrics else []
    for source in scoring.scores:
        found += read_metric_scores(source, judged.data, omissions)
    for source in scoring.errors:
        found += read_metric_scores(source, judged.data, omissions, lower_is_better=True)
    return found


def run_study(
    sets: Sequence[JudgedSet],
    scoring: Scoring,
    protocols: Sequence[Protocol],
    omissions: Omissions | None = None,
) -> StudyResult:
    """Scores all language pairs and measures agreement by every protocol.

    Args:
        sets: the language pairs.
        scoring: which scores are evaluated.
        protocols: how agreement is measured.
        omissions: what to do with judgements that cannot be used; they are refused by default.

    Raises:
        InputError: scores and judgements do not fit together.
        OptionError: language pairs have scores of different metrics, or two have the same name.
    """
    omitted = omissions or Omissions()
    check_some(sets=sets)
    if any(protocol.human == "weighted-mean" for protocol in protocols):
        sets = [judged.with_lengths(scoring.preparation.text) for judged in sets]
    scores = {judged.pair: score_judged_set(judged, scoring, omitted) for judged in sets}
    names = [[metric.name for metric in found] for found in scores.values()]
    if any(other != names[0] for other in names):
        raise OptionError(
            "language pairs have scores of different metrics: "
            + "; ".join(f"{pair}: {', '.join(n)}" for pair, n in zip(scores, names, strict=True))
        )
    each_once(names[0], "scores")
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
