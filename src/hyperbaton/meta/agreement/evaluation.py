"""Does a metric agree with people? One language pair, one statistic, any number of metrics."""

from __future__ import annotations

from collections.abc import Sequence

from hyperbaton.errors import InputError
from hyperbaton.meta.agreement.metric_scores import MetricScores
from hyperbaton.meta.agreement.protocol import Agreement, Protocol
from hyperbaton.meta.agreement.segment_agreement import segment_agreement
from hyperbaton.meta.agreement.system_agreement import system_agreement
from hyperbaton.meta.data.judgements import Judgements
from hyperbaton.meta.data.omissions import Omissions


def evaluate(
    pair: str,
    judgements: Judgements,
    metrics: Sequence[MetricScores],
    protocol: Protocol,
    omissions: Omissions | None = None,
) -> Agreement:
    """Measures agreement on one language pair.

    Args:
        pair: its name.
        judgements: what people said.
        metrics: scores of the same systems, in the same order.
        protocol: how to measure.
        omissions: what to do with judged outputs that a metric did not score; they are refused by
            default.

    Raises:
        InputError: systems differ, a judged output has no score, or nothing is left to compare.
    """
    if not metrics:
        raise InputError(f"{pair}: no metric to evaluate; at least one is needed")
    for metric in metrics:
        if metric.systems != judgements.systems:
            raise InputError(f"{pair}: {metric.name} and the judgements are of different systems")
    if protocol.level == "segment":
        return segment_agreement(pair, judgements, metrics, protocol, omissions or Omissions())
    return system_agreement(pair, judgements, metrics, protocol)
