"""What there is to know about a metric, for the command line and the documentation alike."""

from __future__ import annotations

from hyperbaton.metrics.base import Metric, accepted_values, format_value, parameters


def facts(metric: Metric) -> list[tuple[str, str]]:
    """Pairs of a name and a text: formula, range, symmetry, needs, parameters, citations."""
    low, high = metric.range
    better = "higher" if metric.higher_is_better else "lower"
    exchange = "does not change" if metric.symmetric else "can change"
    return [
        ("formula", metric.formula),
        ("range", f"{low:g} to {high:g}, {better} is better"),
        ("symmetry", f"exchanging hypothesis and reference {exchange} the score"),
        ("needs", ", ".join(sorted(need.value for need in metric.needs))),
        *(
            (
                spec.name,
                f"{spec.metadata['description']}; {accepted_values(spec)}, "
                f"default {format_value(spec.default)}",
            )
            for spec in parameters(metric)
        ),
        *(("cite", citation) for citation in metric.citations),
        ("signature", metric.signature),
    ]
