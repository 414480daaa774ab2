"""Agreement of metrics with people on systems."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hyperbaton.errors import InputError
from hyperbaton.meta.agreement.correlation import CORRELATIONS
from hyperbaton.meta.agreement.metric_scores import MetricScores
from hyperbaton.meta.agreement.protocol import Agreement, Protocol
from hyperbaton.meta.agreement.segment_agreement import spread
from hyperbaton.meta.agreement.soft_accuracy import exchange_p_values, human_p_values, soft_accuracy
from hyperbaton.meta.agreement.system_ranking import human_totals
from hyperbaton.meta.data.judgements import Judgements
from hyperbaton.meta.significance.bootstrap import bootstrap_p_values, system_bootstrap
from hyperbaton.meta.significance.permutation_test import compare_by_systems
from hyperbaton.meta.statistic_names import SOFT_ACCURACY
from hyperbaton.metrics.base import Scores
from hyperbaton.scoring.resampling import interval


def system_agreement(
    pair: str, judgements: Judgements, metrics: Sequence[MetricScores], protocol: Protocol
) -> Agreement:
    """Measures agreement on the systems that people judged and all metrics scored.

    Raises:
        InputError: fewer than two such systems are left.
    """
    if protocol.judged_only:
        judged = judgements.judged()
        metrics = [metric.judged_only(judged) for metric in metrics]
    people = human_totals(judgements, protocol.human).scores
    usable = ~np.isnan(people + np.sum([metric.system_scores for metric in metrics], axis=0))
    systems = [name for name, used in zip(judgements.systems, usable, strict=True) if used]
    if len(systems) < 2:
        raise InputError(f"{pair}: {len(systems)} systems have judgements and scores; 2 are needed")
    judgements = judgements.among(systems)
    some = [metric.among(systems) for metric in metrics]
    samples = p_values = None
    if protocol.statistic == SOFT_ACCURACY:
        values = _soft(judgements, some, protocol)
    else:
        values, samples, p_values = _correlated(judgements, some, protocol)
    return Agreement(
        pair,
        protocol,
        tuple(metric.name for metric in metrics),
        values,
        tuple(_reason(m, v) for m, v in zip(some, values, strict=True)),
        len(systems),
        len(systems) * (len(systems) - 1) // 2,
        None if samples is None else tuple(map(interval, samples)),
        samples,
        p_values,
    )


def _soft(judgements: Judgements, metrics: Sequence[MetricScores], protocol: Protocol) -> Scores:
    """Soft pairwise accuracies; NaN for a metric without scores of segments."""
    samples = protocol.samples or Protocol.samples
    people = human_p_values(judgements, samples, protocol.seed)
    values = [
        np.nan
        if metric.segments is None
        else soft_accuracy(people, exchange_p_values(metric.segments, samples, protocol.seed))
        for metric in metrics
    ]
    return np.array(values)


def _correlated(
    judgements: Judgements, metrics: Sequence[MetricScores], protocol: Protocol
) -> tuple[Scores, Scores | None, Scores | None]:
    """Values, values on resamples and p-values of a correlation."""
    correlation = CORRELATIONS[protocol.statistic]
    totals = human_totals(judgements, protocol.human, protocol.unit)
    people = totals.scores
    values = np.array([float(correlation(people, metric.system_scores)) for metric in metrics])
    if protocol.samples == 0:
        return values, None, None
    drawn = system_bootstrap(totals, metrics, correlation, protocol.samples, protocol.seed)
    if protocol.test == "none" or len(metrics) < 2:
        return values, drawn, None
    if protocol.test == "bootstrap":
        return values, drawn, bootstrap_p_values(drawn)
    scored = [k for k, metric in enumerate(metrics) if metric.segments is not None]
    scores = [s for metric in metrics if (s := metric.segments) is not None]
    if len(scores) < 2:
        return values, drawn, None
    p_values = compare_by_systems(people, scores, correlation, protocol.samples, protocol.seed)
    return values, drawn, spread(p_values, scored, len(metrics))


def _reason(metric: MetricScores, value: float) -> str | None:
    if not np.isnan(value):
        return None
    return (
        "no scores of segments"
        if metric.segments is None
        else "the scores, or people's, do not vary"
    )
