"""`hyperbaton explain`: what moved in single segments, and what each move costs."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
from collections.abc import Sequence

from hyperbaton import __version__, checks
from hyperbaton.cli.options import (
    add_alignment_options,
    add_files_and_metrics,
    add_given_options,
    add_text_options,
    add_tree_options,
    option,
    read_files,
    resources_of,
    shared,
    write_output,
)
from hyperbaton.explanation.explainer import DEFAULT_METRICS, Explainer
from hyperbaton.explanation.segment import Explanation
from hyperbaton.explanation.terminal import Palette, to_text
from hyperbaton.metrics.registry import text_metrics
from hyperbaton.resources import progress

DESCRIPTION = """\
Shows which words of a segment are out of place, how far, and what each move costs: by how much a
score would change if this move alone were undone, measured by scoring again. Moves come from the
permutation tree, so that a phrase that stayed together moves as one.

Without --segment and --worst you see the three segments that score worst by the first metric.
"""
EPILOG = """\
examples:
  hyperbaton explain demo/en/reference.txt -i demo/en/calque.txt --segment 17
  hyperbaton explain demo/en/reference.txt -i demo/en/calque.txt --worst 5 -m pef ter
  hyperbaton explain demo/ja/reference.txt -i demo/ja/tangle.txt --language ja
  hyperbaton explain REF -i HYP --segment 4 --format json | jq '.explanations[0].moves'
See docs/explain.md for how to read it.
"""
DEFAULT_WORST = 3
SCHEMA = "hyperbaton-explanations/1"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    purpose = "metrics to price moves by; moves are ranked by the first"
    add_files_and_metrics(parser, DEFAULT_METRICS, purpose)
    chosen = parser.add_mutually_exclusive_group()
    segment, worst = "these segments", "the K segments that score worst"
    option(chosen, "--segment N+", segment, range=checks.SEGMENT, otherwise="the worst")
    option(chosen, "--worst K", worst, range=checks.WORST, otherwise=str(DEFAULT_WORST))
    option(parser, "--trees", "add dependency trees to JSON")
    add_text_options(parser)
    add_alignment_options(parser)
    add_given_options(parser)
    add_tree_options(parser, "for dted and --trees; see docs/parsing.md")
    option(
        parser,
        "--color",
        "colours",
        choices=("auto", "always", "never"),
        default="auto",
        otherwise="auto, which heeds NO_COLOR and pipes",
    )
    width = "columns to use"
    option(parser, "--width N", width, range=checks.WIDTH, otherwise="those of the terminal")
    option(parser, "--format", "how to print", choices=("text", "json"), default="text")
    shared(parser, "output", "threads", "quiet")


def run(arguments: argparse.Namespace) -> None:
    """Reads, explains and prints."""
    metrics = text_metrics(arguments.metrics or DEFAULT_METRICS)
    test_set, outputs, preparation = read_files(arguments, DEFAULT_METRICS)
    explained: list[Explanation] = []
    for name, output in outputs.items():
        explainer = Explainer(
            name,
            output,
            test_set,
            metrics,
            preparation,
            resources_of(arguments),
            trees=arguments.trees,
        )
        segments = _segments(explainer, arguments)
        found = explainer.explained(segments)
        explained += progress(found, f"explaining {name}", "segments", len(segments))
    write_output(_written(explained, arguments), arguments.output)


def _segments(explainer: Explainer, arguments: argparse.Namespace) -> Sequence[int]:
    if arguments.segment:
        chosen: Sequence[int] = arguments.segment
        return chosen
    return explainer.worst(arguments.worst or DEFAULT_WORST)


def _written(explained: Sequence[Explanation], arguments: argparse.Namespace) -> str:
    if arguments.format == "json":
        document = {
            "schema": SCHEMA,
            "hyperbaton": __version__,
            "explanations": [each.to_dict() for each in explained],
        }
        return json.dumps(document, ensure_ascii=False)
    width = arguments.width or _terminal_width()
    palette = _palette(arguments)
    return "\n\n\n".join(to_text(each, width=width, palette=palette) for each in explained)


def _terminal_width() -> int:
    """The columns of the terminal, as the environment has them, within what is accepted."""
    columns = shutil.get_terminal_size().columns
    return min(max(columns, checks.WIDTH.low), checks.WIDTH.high)


def _palette(arguments: argparse.Namespace) -> Palette:
    """As many colours as the terminal has, if they are wanted."""
    terminal = os.environ.get("TERM", "")
    wanted = sys.stdout.isatty() and "NO_COLOR" not in os.environ and terminal != "dumb"
    if arguments.color == "never" or arguments.output or (arguments.color == "auto" and not wanted):
        return Palette()
    rich = "256" in terminal or os.environ.get("COLORTERM", "") != ""
    return Palette(256 if rich else 16)
