"""What there is to know about a metric, an aligner or a parser, in words."""

from __future__ import annotations

from hyperbaton.metrics.base import Metric
from hyperbaton.metrics.text_metric import TextMetric
from hyperbaton.values import REQUIRED, Parametric, accepted_values, format_value, parameters


def facts(metric: Metric) -> list[tuple[str, str]]:
    """Pairs of a name and a text: formula, range, symmetry, needs, parameters, citations."""
    low, high = metric.range
    better = "higher" if metric.higher_is_better else "lower"
    exchange = "does not change" if metric.symmetric else "can change"
    text = (
        [("text", metric.preparation.signature.replace("|", ", ") + " unless you choose")]
        if isinstance(metric, TextMetric)
        else []
    )
    return [
        ("formula", metric.formula),
        ("range", f"{low:g} to {high:g}, {better} is better"),
        ("symmetry", f"exchanging hypothesis and reference {exchange} the score"),
        ("needs", ", ".join(sorted(need.value for need in metric.needs))),
        *text,
        *parameter_facts(type(metric)),
        *(("cite", citation) for citation in metric.citations),
        ("signature", metric.signature),
    ]


def parameter_facts(kind: type[Parametric]) -> list[tuple[str, str]]:
    """Every parameter with what it does, what it accepts and its default."""
    found = []
    for spec in parameters(kind):
        text = f"{spec.metadata['description']}; {accepted_values(spec)}"
        if spec.default is REQUIRED:
            text += ", must be given"
        elif spec.default is not None:
            text += f", default {format_value(spec.default)}"
        found.append((spec.name, text))
    return found
