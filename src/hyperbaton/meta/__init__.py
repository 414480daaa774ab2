"""Meta-evaluation: does a metric agree with people?

The data path: references and outputs (`evaluation_set`) with what people said of them make a judged
set (`judged_sets`); metrics score it (`metric_scores`); `evaluation` measures agreement by a
protocol, with intervals and tests (`significance`); `study` does so over language pairs. `tuning`
fits parameters of metrics, `mixture` the weights of several, to the same judgements.
"""

from hyperbaton.meta.annotators import AnnotatorReport, annotator_agreement
from hyperbaton.meta.evaluation import STATISTICS, Agreement, Protocol, evaluate
from hyperbaton.meta.evaluation_set import (
    DataOptions,
    EvaluationSet,
    GivenFiles,
    read_evaluation_set,
)
from hyperbaton.meta.judged_sets import (
    JudgedSet,
    Omissions,
    read_judged_sets,
    read_judgements,
)
from hyperbaton.meta.judgements import Judgements, Preferences
from hyperbaton.meta.logistic import LogisticFit, fit_logistic
from hyperbaton.meta.metric_scores import (
    MetricScores,
    SystemScorer,
    of_segments,
    of_systems,
)
from hyperbaton.meta.mixture import FeatureSet, Mixture, fit_features, fit_mixture, fit_weights
from hyperbaton.meta.significance import Record, clusters, mean_ranks, record
from hyperbaton.meta.study import AgreementTable, Scoring, StudyResult, run_study
from hyperbaton.meta.tuning import (
    Tunable,
    Tuned,
    TuningReport,
    TuningSet,
    attained,
    parameter_counts,
    tunable,
    tune,
    tune_all,
)

__all__ = [
    "STATISTICS",
    "Agreement",
    "AgreementTable",
    "AnnotatorReport",
    "DataOptions",
    "EvaluationSet",
    "FeatureSet",
    "GivenFiles",
    "JudgedSet",
    "Judgements",
    "LogisticFit",
    "MetricScores",
    "Mixture",
    "Omissions",
    "Preferences",
    "Protocol",
    "Record",
    "Scoring",
    "StudyResult",
    "SystemScorer",
    "Tunable",
    "Tuned",
    "TuningReport",
    "TuningSet",
    "annotator_agreement",
    "attained",
    "clusters",
    "evaluate",
    "fit_features",
    "fit_logistic",
    "fit_mixture",
    "fit_weights",
    "mean_ranks",
    "of_segments",
    "of_systems",
    "parameter_counts",
    "read_evaluation_set",
    "read_judged_sets",
    "read_judgements",
    "record",
    "run_study",
    "tunable",
    "tune",
    "tune_all",
]
