"""`hyperbaton metrics`: lists the metrics, or explains one."""

from __future__ import annotations

import argparse
import textwrap
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hyperbaton.metrics import Metric

DESCRIPTION = """\
Lists all metrics with one line each, or explains one: formula, parameters, range, direction,
citation. A metric is written as its name, or with parameters as name(key=value, …).
"""


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command to the command line."""
    parser = commands.add_parser(
        "metrics",
        help="list the metrics, or explain one",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "name", nargs="?", metavar="NAME", help="a metric, with or without parameters"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> None:
    """Prints the list or the explanation."""
    from hyperbaton.metrics import METRICS, parse

    if arguments.name is not None:
        print(explain(parse(arguments.name)))
        return
    width = max(map(len, METRICS))
    for name, metric in METRICS.items():
        print(f"{name:{width}}  {metric.summary}")


def explain(metric: Metric) -> str:
    """Everything there is to know about a metric, as text."""
    from hyperbaton.metrics.description import facts

    entries = (_entry(name, text) for name, text in facts(metric))
    return "\n".join([f"{metric.name}: {metric.summary}", "", *entries])


def _entry(name: str, text: str) -> str:
    return textwrap.fill(
        text, width=100, initial_indent=f"  {name:<10}", subsequent_indent=" " * 12
    )
