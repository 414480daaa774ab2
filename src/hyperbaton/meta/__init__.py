"""Meta-evaluation: does a metric agree with people?

The data path: references and outputs (`data.evaluation_set`) with what people said of them
(`data.judgement_files`) make a `data.judged_set`; metrics score it (`agreement.metric_scores`);
`agreement.evaluation` measures agreement by a protocol, with intervals and tests (`significance`);
`study` does so over language pairs. `tuning` fits parameters of metrics, or the weights of several,
to the same judgements.
"""

from hyperbaton.meta.agreement.evaluation import STATISTICS, Agreement, Protocol, evaluate
from hyperbaton.meta.agreement.metric_scores import (
    MetricScores,
    SystemScorer,
    of_segments,
    of_systems,
)
from hyperbaton.meta.data.evaluation_set import (
    DataOptions,
    EvaluationSet,
    GivenFiles,
    read_evaluation_set,
)
from hyperbaton.meta.data.judged_set import JudgedSet, read_judged_folders, read_judged_sets
from hyperbaton.meta.data.judgement_files import read_judgements
from hyperbaton.meta.data.judgements import Judgements, Preferences
from hyperbaton.meta.data.outputs import Omissions
from hyperbaton.meta.significance.comparison import Record, clusters, mean_ranks, record
from hyperbaton.meta.study import Scoring, run_study
from hyperbaton.meta.study_result import AgreementTable, StudyResult
from hyperbaton.meta.tuning.logistic import LogisticFit, fit_logistic
from hyperbaton.meta.tuning.mixture import (
    FeatureSet,
    MixtureOptions,
    fit_features,
    fit_mixture,
    make_feature_set,
)
from hyperbaton.meta.tuning.mixture_result import Feature, HeldOut, Mixture
from hyperbaton.meta.tuning.parameters import Tunable, tunable
from hyperbaton.meta.tuning.tuning import (
    Tuned,
    TuningReport,
    TuningSet,
    attained,
    parameter_counts,
    tune,
    tune_all,
)
from hyperbaton.scoring.statistics_cache import StatisticsCache

__all__ = [
    "STATISTICS",
    "Agreement",
    "AgreementTable",
    "DataOptions",
    "EvaluationSet",
    "Feature",
    "FeatureSet",
    "GivenFiles",
    "HeldOut",
    "JudgedSet",
    "Judgements",
    "LogisticFit",
    "MetricScores",
    "Mixture",
    "MixtureOptions",
    "Omissions",
    "Preferences",
    "Protocol",
    "Record",
    "Scoring",
    "StatisticsCache",
    "StudyResult",
    "SystemScorer",
    "Tunable",
    "Tuned",
    "TuningReport",
    "TuningSet",
    "attained",
    "clusters",
    "evaluate",
    "fit_features",
    "fit_logistic",
    "fit_mixture",
    "make_feature_set",
    "mean_ranks",
    "of_segments",
    "of_systems",
    "parameter_counts",
    "read_evaluation_set",
    "read_judged_folders",
    "read_judged_sets",
    "read_judgements",
    "record",
    "run_study",
    "tunable",
    "tune",
    "tune_all",
]
