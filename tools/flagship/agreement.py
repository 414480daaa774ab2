"""Agreement of metrics with people on scored sets, and tests of one metric against the others."""

from __future__ import annotations

from collections.abc import Sequence

from scored import ScoredSet, Weights

from hyperbaton.meta import Agreement, MetricScores, Omissions, Protocol, evaluate
from hyperbaton.meta.significance import SIGNIFICANT
from hyperbaton_papers.stanojevic_simaan_2016 import record

TAU = "tau-wmt14"
BEATEN, BEATS = "†", "‡"
NOTE = (
    "± is half of the 95 % bootstrap interval over segments. By permutation tests (PERM-BOTH, "
    f"p < {SIGNIFICANT}), {BEATEN} is significantly worse than the first row and {BEATS} better; "
    "the last column counts language pairs on which the first row wins, loses and draws."
)


def measured(
    data: ScoredSet,
    metrics: Sequence[MetricScores],
    statistic: str = TAU,
    *,
    level: str = "segment",
    samples: int = Protocol.samples,
) -> Agreement:
    """The agreement of metrics on a set; without samples there are no intervals and tests."""
    protocol = Protocol(level, statistic, samples=samples)
    omissions = Omissions(skip=True)
    return evaluate(data.pair, data.judged.judgements, metrics, protocol, omissions)


def tau_of(data: ScoredSet, weights: Weights) -> float:
    """tau-wmt14 of a mixture of sub-parts."""
    return float(measured(data, [data.mixed("mixture", weights)], samples=0).values[0])


def compared_mixtures(data: ScoredSet, one: Weights, other: Weights) -> Agreement:
    """The agreement of two mixtures of sub-parts, tested against each other."""
    return measured(data, [data.mixed("one", one), data.mixed("other", other)])


def mark(agreement: Agreement, metric: int) -> str:
    """Whether a metric is significantly worse or better than the first."""
    p_values = agreement.p_values
    if metric == 0 or p_values is None:
        return ""
    if p_values[0, metric] < SIGNIFICANT:
        return BEATEN
    return BEATS if p_values[metric, 0] < SIGNIFICANT else ""


def wins(agreements: Sequence[Agreement], metric: int) -> str:
    """On how many sets the first metric wins, loses and draws against another."""
    tables = [a.p_values for a in agreements if a.p_values is not None]
    return str(record([p[0, metric] for p in tables], [p[metric, 0] for p in tables]))
