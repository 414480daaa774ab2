"""`hyperbaton metrics`: lists metrics, presets, aligners or parsers, or explains one of them."""

from __future__ import annotations

import argparse
import textwrap
from typing import Any

from hyperbaton.alignment import ALIGNERS
from hyperbaton.cli.options import option
from hyperbaton.metrics import METRICS
from hyperbaton.parsing import PARSERS
from hyperbaton.values import NamedValues, Parametric, parameter_facts

DESCRIPTION = """\
Lists all metrics and presets with one line each, or explains one: formula, parameters, range,
direction, citation. A metric is written as its name, or with parameters as name(key=value, …);
aligners and parsers are written in the same way.
"""
EPILOG = """\
examples:
  hyperbaton metrics
  hyperbaton metrics pef
  hyperbaton metrics stanojevic-simaan-2014
  hyperbaton metrics --aligners
  hyperbaton metrics --aligners meteor
  hyperbaton metrics --parsers
"""
WIDTH = 100


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    option(parser, "name NAME?", "what to explain, with or without parameters")
    kinds = parser.add_mutually_exclusive_group()
    option(kinds, "--aligners", "list aligners instead")
    option(kinds, "--parsers", "list parsers instead")


def run(arguments: argparse.Namespace) -> None:
    """Prints the list or the explanation."""
    table = _table(arguments)
    if arguments.name is None:
        print(listing(table))
    elif arguments.aligners or arguments.parsers:
        kind = arguments.name if arguments.name in table else table.parse(arguments.name).name
        print(explain_value(table[kind]))
    else:
        print(explain(table.parse(arguments.name)))


def _table(arguments: argparse.Namespace) -> NamedValues[Any]:
    if arguments.aligners:
        return ALIGNERS
    return PARSERS if arguments.parsers else METRICS


def listing(table: NamedValues[Any]) -> str:
    """All values with one line each, presets after them."""
    width = max(map(len, [*table, *table.presets]))
    lines = [f"{name:{width}}  {kind.summary}" for name, kind in table.items()]
    if table.presets:
        lines += ["", "presets, other names for metrics with certain parameters:"]
        lines += [f"{name:{width}}  {meant}" for name, meant in table.presets.items()]
    return "\n".join(lines)


def explain(metric: Any) -> str:
    """Everything there is to know about a metric, as text."""
    entries = (_entry(name, text) for name, text in metric.facts())
    return "\n".join([f"{metric.name}: {metric.summary}", "", *entries])


def explain_value(kind: type[Parametric]) -> str:
    """What an aligner or a parser does, and its parameters."""
    entries = [_entry(name, text) for name, text in parameter_facts(kind)]
    return "\n".join([f"{kind.name}: {kind.summary}", *([""] if entries else []), *entries])


def _entry(name: str, text: str) -> str:
    return textwrap.fill(
        text, width=WIDTH, initial_indent=f"  {name:<11} ", subsequent_indent=" " * 14
    )
