"""Meta-evaluation: does a metric agree with people?

The data path: a test set (`evaluation_set`) and what people said of it (`judgement_files`) make a
`judged_set`; metrics score it (`scorer`); `evaluation` measures agreement by a `protocol`, with
intervals (`bootstrap`) and tests (`permutation_test`); `study` does so over language pairs.
`tuning` fits parameters of metrics to the same judgements.
"""

from __future__ import annotations

from hyperbaton.meta.comparison import Record, clusters, mean_ranks, record
from hyperbaton.meta.evaluation import evaluate
from hyperbaton.meta.evaluation_set import EvaluationSet, read_evaluation_set
from hyperbaton.meta.judged_set import DataOptions, JudgedSet, read_judged_sets
from hyperbaton.meta.judgement_files import read_judgements
from hyperbaton.meta.judgements import Judgements, Preferences
from hyperbaton.meta.metric_scores import MetricScores, of_segments, of_systems
from hyperbaton.meta.omissions import Omissions
from hyperbaton.meta.parameters import Tunable, tunable
from hyperbaton.meta.protocol import STATISTICS, Agreement, Protocol
from hyperbaton.meta.scorer import Scorer
from hyperbaton.meta.statistics_cache import StatisticsCache
from hyperbaton.meta.study import AgreementTable, Scoring, StudyResult, run_study
from hyperbaton.meta.tuning import Tuned, parameter_curve, tune
from hyperbaton.meta.tuning_problem import TuningSet

__all__ = [
    "STATISTICS",
    "Agreement",
    "AgreementTable",
    "DataOptions",
    "EvaluationSet",
    "JudgedSet",
    "Judgements",
    "MetricScores",
    "Omissions",
    "Preferences",
    "Protocol",
    "Record",
    "Scorer",
    "Scoring",
    "StatisticsCache",
    "StudyResult",
    "Tunable",
    "Tuned",
    "TuningSet",
    "clusters",
    "evaluate",
    "mean_ranks",
    "of_segments",
    "of_systems",
    "parameter_curve",
    "read_evaluation_set",
    "read_judged_sets",
    "read_judgements",
    "record",
    "run_study",
    "tunable",
    "tune",
]
