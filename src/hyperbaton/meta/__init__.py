"""Meta-evaluation: does a metric agree with people?

The data path: references and outputs (`evaluation_set`) with what people said of them make a judged
set (`judged_sets`); metrics score it (`scores`); `evaluation` measures agreement by a
protocol, with intervals and tests (`significance`); `study` does so over language pairs. `tuning`
fits parameters of metrics, `mixture` the weights of several, to the same judgements.
"""

from hyperbaton.meta.annotators import annotator_agreement
from hyperbaton.meta.evaluation import STATISTICS, Agreement, Protocol, evaluate
from hyperbaton.meta.evaluation_set import (
    DataOptions,
    EvaluationSet,
    GivenFiles,
    read_evaluation_set,
)
from hyperbaton.meta.judged_sets import JudgedSet, Omissions, read_judged_sets, read_judgements
from hyperbaton.meta.judgements import Judgements, Preferences
from hyperbaton.meta.mixture import (
    FeatureSet,
    fit_features,
    fit_logistic,
    fit_mixture,
    fit_weights,
)
from hyperbaton.meta.scores import MetricScores, SystemScorer, of_segments
from hyperbaton.meta.study import AgreementTable, Scoring, run_study
from hyperbaton.meta.tuning import (
    Tuned,
    TuningSet,
    attained,
    tunable,
    tune,
    tune_all,
)

__all__ = [
    "STATISTICS",
    "Agreement",
    "AgreementTable",
    "DataOptions",
    "EvaluationSet",
    "FeatureSet",
    "GivenFiles",
    "JudgedSet",
    "Judgements",
    "MetricScores",
    "Omissions",
    "Preferences",
    "Protocol",
    "Scoring",
    "SystemScorer",
    "Tuned",
    "TuningSet",
    "annotator_agreement",
    "attained",
    "evaluate",
    "fit_features",
    "fit_logistic",
    "fit_mixture",
    "fit_weights",
    "of_segments",
    "read_evaluation_set",
    "read_judged_sets",
    "read_judgements",
    "run_study",
    "tunable",
    "tune",
    "tune_all",
]
