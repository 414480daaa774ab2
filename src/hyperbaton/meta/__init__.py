"""Meta-evaluation: does a metric agree with people?

The data path: references and outputs (`data.evaluation_set`) with what people said of them
(`data.judgement_files`) make a `data.judged_set`; metrics score it (`agreement.pair_scorer`);
`agreement.evaluation` measures agreement by an `agreement.protocol`, with intervals and tests
(`significance`); `study` does so over language pairs. `tuning` fits parameters of metrics to the
same judgements, and `mixture` the weights of several.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

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
    "PairScorer",
    "ParameterCurve",
    "Preferences",
    "Protocol",
    "Record",
    "Scoring",
    "StatisticsCache",
    "StudyResult",
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
    "logistic_weights",
    "make_feature_set",
    "mean_ranks",
    "of_segments",
    "of_systems",
    "parameter_counts",
    "parameter_curve",
    "read_evaluation_set",
    "read_judged_folders",
    "read_judged_sets",
    "read_judgements",
    "record",
    "run_study",
    "tunable",
    "tune",
    "tune_all",
    "tuning_curve",
]

if TYPE_CHECKING:
    from hyperbaton.meta.agreement.evaluation import evaluate
    from hyperbaton.meta.agreement.metric_scores import MetricScores, of_segments, of_systems
    from hyperbaton.meta.agreement.pair_scorer import PairScorer
    from hyperbaton.meta.agreement.protocol import Agreement, Protocol
    from hyperbaton.meta.data.evaluation_set import EvaluationSet, read_evaluation_set
    from hyperbaton.meta.data.given_files import GivenFiles
    from hyperbaton.meta.data.judged_set import (
        DataOptions,
        JudgedSet,
        read_judged_folders,
        read_judged_sets,
    )
    from hyperbaton.meta.data.judgement_files import read_judgements
    from hyperbaton.meta.data.judgements import Judgements, Preferences
    from hyperbaton.meta.data.omissions import Omissions
    from hyperbaton.meta.mixture.feature_set import Feature, FeatureSet, make_feature_set
    from hyperbaton.meta.mixture.fitting import MixtureOptions, fit_features, fit_mixture
    from hyperbaton.meta.mixture.logistic import LogisticFit, fit_logistic, logistic_weights
    from hyperbaton.meta.mixture.result import HeldOut, Mixture
    from hyperbaton.meta.significance.comparison import Record, clusters, mean_ranks, record
    from hyperbaton.meta.statistic_names import STATISTICS
    from hyperbaton.meta.study import Scoring, run_study
    from hyperbaton.meta.study_result import AgreementTable, StudyResult
    from hyperbaton.meta.tuning.curve import ParameterCurve, tuning_curve
    from hyperbaton.meta.tuning.parameters import Tunable, tunable
    from hyperbaton.meta.tuning.report import TuningReport, tune_all
    from hyperbaton.meta.tuning.tuning import (
        Tuned,
        attained,
        parameter_counts,
        parameter_curve,
        tune,
    )
    from hyperbaton.meta.tuning.tuning_problem import TuningSet
    from hyperbaton.scoring.cache import StatisticsCache

# Imported on first use: `hyperbaton meta --help` must not wait for NumPy.
_HOMES = {
    "STATISTICS": "hyperbaton.meta.statistic_names",
    "Agreement": "hyperbaton.meta.agreement.protocol",
    "AgreementTable": "hyperbaton.meta.study_result",
    "DataOptions": "hyperbaton.meta.data.judged_set",
    "EvaluationSet": "hyperbaton.meta.data.evaluation_set",
    "Feature": "hyperbaton.meta.mixture.feature_set",
    "FeatureSet": "hyperbaton.meta.mixture.feature_set",
    "GivenFiles": "hyperbaton.meta.data.given_files",
    "HeldOut": "hyperbaton.meta.mixture.result",
    "JudgedSet": "hyperbaton.meta.data.judged_set",
    "Judgements": "hyperbaton.meta.data.judgements",
    "LogisticFit": "hyperbaton.meta.mixture.logistic",
    "MetricScores": "hyperbaton.meta.agreement.metric_scores",
    "Mixture": "hyperbaton.meta.mixture.result",
    "MixtureOptions": "hyperbaton.meta.mixture.fitting",
    "Omissions": "hyperbaton.meta.data.omissions",
    "PairScorer": "hyperbaton.meta.agreement.pair_scorer",
    "ParameterCurve": "hyperbaton.meta.tuning.curve",
    "Preferences": "hyperbaton.meta.data.judgements",
    "Protocol": "hyperbaton.meta.agreement.protocol",
    "Record": "hyperbaton.meta.significance.comparison",
    "Scoring": "hyperbaton.meta.study",
    "StatisticsCache": "hyperbaton.scoring.cache",
    "StudyResult": "hyperbaton.meta.study_result",
    "Tunable": "hyperbaton.meta.tuning.parameters",
    "Tuned": "hyperbaton.meta.tuning.tuning",
    "TuningReport": "hyperbaton.meta.tuning.report",
    "TuningSet": "hyperbaton.meta.tuning.tuning_problem",
    "attained": "hyperbaton.meta.tuning.tuning",
    "clusters": "hyperbaton.meta.significance.comparison",
    "evaluate": "hyperbaton.meta.agreement.evaluation",
    "fit_features": "hyperbaton.meta.mixture.fitting",
    "fit_logistic": "hyperbaton.meta.mixture.logistic",
    "fit_mixture": "hyperbaton.meta.mixture.fitting",
    "logistic_weights": "hyperbaton.meta.mixture.logistic",
    "make_feature_set": "hyperbaton.meta.mixture.feature_set",
    "mean_ranks": "hyperbaton.meta.significance.comparison",
    "of_segments": "hyperbaton.meta.agreement.metric_scores",
    "of_systems": "hyperbaton.meta.agreement.metric_scores",
    "parameter_counts": "hyperbaton.meta.tuning.tuning",
    "parameter_curve": "hyperbaton.meta.tuning.tuning",
    "read_evaluation_set": "hyperbaton.meta.data.evaluation_set",
    "read_judged_folders": "hyperbaton.meta.data.judged_set",
    "read_judged_sets": "hyperbaton.meta.data.judged_set",
    "read_judgements": "hyperbaton.meta.data.judgement_files",
    "record": "hyperbaton.meta.significance.comparison",
    "run_study": "hyperbaton.meta.study",
    "tunable": "hyperbaton.meta.tuning.parameters",
    "tune": "hyperbaton.meta.tuning.tuning",
    "tune_all": "hyperbaton.meta.tuning.report",
    "tuning_curve": "hyperbaton.meta.tuning.curve",
}


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'hyperbaton.meta' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
