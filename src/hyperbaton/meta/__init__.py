"""Meta-evaluation: does a metric agree with people?

The data path: a test set (`evaluation_set`) and what people said of it (`judgement_files`) make a
`judged_set`; metrics score it (`scorer`); `evaluation` measures agreement by a `protocol`, with
intervals (`bootstrap`) and tests (`permutation_test`); `study` does so over language pairs.
`tuning` fits parameters of metrics to the same judgements.
"""

from __future__ import annotations

from hyperbaton.meta.agreement.evaluation import evaluate
from hyperbaton.meta.agreement.metric_scores import MetricScores, of_segments, of_systems
from hyperbaton.meta.agreement.protocol import STATISTICS, Agreement, Protocol
from hyperbaton.meta.data.evaluation_set import EvaluationSet, read_evaluation_set
from hyperbaton.meta.data.judged_set import DataOptions, JudgedSet, read_judged_sets
from hyperbaton.meta.data.judgement_files import read_judgements
from hyperbaton.meta.data.judgements import Judgements, Preferences
from hyperbaton.meta.data.omissions import Omissions
from hyperbaton.meta.significance.comparison import Record, clusters, mean_ranks, record
from hyperbaton.meta.study import AgreementTable, Scoring, StudyResult, run_study
from hyperbaton.meta.tuning.parameters import Tunable, tunable
from hyperbaton.meta.tuning.tuning import Tuned, parameter_curve, tune
from hyperbaton.meta.tuning.tuning_problem import TuningSet
from hyperbaton.scoring.cache import StatisticsCache
from hyperbaton.scoring.scorer import Scorer

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
