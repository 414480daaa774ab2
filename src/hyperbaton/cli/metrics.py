"""`hyperbaton metrics`: lists metrics, presets, aligners or parsers, or explains one of them."""

from __future__ import annotations

import argparse
import textwrap
from typing import Any

from hyperbaton.alignment import ALIGNERS
from hyperbaton.cli.options import option
from hyperbaton.metrics import METRICS
from hyperbaton.parsing import PARSERS
from hyperbaton.values import NamedValues, parameter_facts

DESCRIPTION = """\
Lists all metrics and presets with one line each, or explains one: formula, parameters, range,
direction, citation. A metric is written as its name, or with parameters as name(key=value, …);
aligners and parsers are written in the same way.
"""
EPILOG = """\
examples:
  hyperbaton metrics
  hyperbaton metrics pef
  hyperbaton metrics --aligners meteor
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
    table: NamedValues[Any] = METRICS
    if arguments.aligners or arguments.parsers:
        table = ALIGNERS if arguments.aligners else PARSERS
    if arguments.name is None:
        print(_listing(table))
        return
    if table is METRICS:
        explained = table.parse(arguments.name)
        facts = explained.facts()
    else:
        name = arguments.name if arguments.name in table else table.parse(arguments.name).name
        explained = table[name]
        facts = parameter_facts(explained)
    print(f"{explained.name}: {explained.summary}", *([""] if facts else []), sep="\n")
    for name, text in facts:
        begin, indent = f"  {name:<11} ", " " * 14
        print(textwrap.fill(text, WIDTH, initial_indent=begin, subsequent_indent=indent))


def _listing(table: NamedValues[Any]) -> str:
    """All values with one line each, presets after them."""
    width = max(map(len, [*table, *table.presets]))
    lines = [f"{name:{width}}  {kind.summary}" for name, kind in table.items()]
    if table.presets:
        lines += ["", "presets, other names for metrics with certain parameters:"]
        lines += [f"{name:{width}}  {meant}" for name, meant in table.presets.items()]
    return "\n".join(lines)
