"""Agreement of metrics with people on segments."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from hyperbaton.errors import InputError
from hyperbaton.meta.agreement.metric_scores import MetricScores
from hyperbaton.meta.agreement.protocol import Agreement, Protocol
from hyperbaton.meta.agreement.segment_statistics import SEGMENT_STATISTICS, SegmentStatistic
from hyperbaton.meta.agreement.system_ranking import with_output_scores
from hyperbaton.meta.data.judgements import Judgements
from hyperbaton.meta.data.omissions import Omissions
from hyperbaton.meta.significance.bootstrap import bootstrap_p_values, segment_bootstrap
from hyperbaton.metrics.base import Scores
from hyperbaton.scoring.resampling import interval


def segment_agreement(
    pair: str,
    judgements: Judgements,
    metrics: Sequence[MetricScores],
    protocol: Protocol,
    omissions: Omissions,
) -> Agreement:
    """Measures agreement on segments; it is undefined for metrics without scores of segments.

    Raises:
        InputError: a judged output has no score, or nothing is left to compare.
    """
    statistic = SEGMENT_STATISTICS[protocol.statistic]
    if statistic.needs_scores:
        judgements = with_output_scores(judgements, protocol.human)
    scored = [k for k, metric in enumerate(metrics) if metric.segments is not None]
    scores = [s for metric in metrics if (s := metric.segments) is not None]
    usable = _usable(pair, judgements, [metrics[k].name for k in scored], scores, omissions)
    rows = [statistic.rows(usable, each) for each in scores]
    values = np.full(len(metrics), np.nan)
    values[scored] = [float(statistic.value(row.sum(axis=0))) for row in rows]
    samples = p_values = None
    if protocol.samples and scores:
        samples = np.full((len(metrics), protocol.samples), np.nan)
        drawn = segment_bootstrap(rows, statistic.value, protocol.samples, protocol.seed)
        samples[scored] = drawn
        p_values = _p_values(statistic, usable, scores, drawn, protocol)
    reasons = [_reason(statistic, m, v) for m, v in zip(metrics, values, strict=True)]
    return Agreement(
        pair,
        protocol,
        tuple(metric.name for metric in metrics),
        values,
        tuple(reasons),
        int(usable.preferences.judged().any(axis=1).sum()),
        len(usable.preferences),
        None if samples is None else tuple(map(interval, samples)),
        samples,
        None if p_values is None else spread(p_values, scored, len(metrics)),
    )


def spread(p_values: Scores, places: list[int], size: int) -> Scores:
    """p-values of some metrics, put into the table of all."""
    table: NDArray[np.float64] = np.full((size, size), np.nan)
    table[np.ix_(places, places)] = p_values
    return table


def _p_values(
    statistic: SegmentStatistic,
    judgements: Judgements,
    scores: Sequence[Scores],
    samples: Scores,
    protocol: Protocol,
) -> Scores | None:
    if protocol.test == "none" or len(scores) < 2:
        return None
    if protocol.test == "bootstrap" or statistic.compare is None:
        return bootstrap_p_values(samples)
    return statistic.compare(judgements, scores, protocol.samples, protocol.seed)


def _reason(statistic: SegmentStatistic, metric: MetricScores, value: float) -> str | None:
    if metric.segments is None:
        return "no scores of segments"
    return f"{statistic.name} is not defined for these judgements" if np.isnan(value) else None


def _usable(
    pair: str,
    judgements: Judgements,
    names: Sequence[str],
    metrics: Sequence[Scores],
    omissions: Omissions,
) -> Judgements:
    """The judgements of outputs that all metrics scored."""
    preferences, people = judgements.preferences, judgements.scores
    judged = preferences.judged()
    undefined = np.zeros(judged.shape, np.bool_)
    for name, scores in zip(names, metrics, strict=True):
        lacking = np.argwhere(judged & np.isnan(scores) & ~undefined)
        if len(lacking):
            system, segment = lacking[0].tolist()
            omissions.add(
                "judged output without a score",
                f"{pair}: {name} has no score for segment {segment + 1} of "
                f"{judgements.systems[system]}, which was judged",
                len(lacking),
            )
        undefined |= np.isnan(scores)
    first, second = preferences.first, preferences.second
    segment = preferences.segment
    kept = preferences.chosen(~(undefined[first, segment] | undefined[second, segment]))
    if len(kept) == 0:
        raise InputError(f"{pair}: {judgements.name} leaves no pair of outputs to compare")
    known = None if people is None else np.where(undefined, np.nan, people)
    return Judgements(judgements.name, kept, known)
