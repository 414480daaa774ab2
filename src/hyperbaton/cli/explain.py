"""`hyperbaton explain`: what moved in single segments, and what each move costs."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from hyperbaton import limits
from hyperbaton.cli.options.context import (
    add_alignment_options,
    add_files_and_metrics,
    add_text_options,
    resources_of,
)
from hyperbaton.cli.options.given import (
    add_given_options,
    add_tree_options,
    read_files,
)
from hyperbaton.cli.options.numbers import add_number, add_threads
from hyperbaton.cli.options.output import add_output_option, write_output

if TYPE_CHECKING:
    from hyperbaton.explanation.explainer import Explainer
    from hyperbaton.explanation.segment import Explanation
    from hyperbaton.explanation.terminal import Palette

NAME = "explain"
HELP = "show what moved in a segment, and what it cost"
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
    from hyperbaton.explanation.explain import DEFAULT_METRICS

    purpose = "metrics to price moves by, the first decides which is the dearest"
    add_files_and_metrics(parser, DEFAULT_METRICS, purpose)
    chosen = parser.add_mutually_exclusive_group()
    add_number(
        chosen,
        "--segment",
        nargs="+",
        range=limits.SEGMENT,
        what="these segments",
        otherwise="the worst",
    )
    add_number(
        chosen,
        "--worst",
        range=limits.WORST,
        metavar="K",
        what="the K segments that score worst",
        otherwise=str(DEFAULT_WORST),
    )
    parser.add_argument("--trees", action="store_true", help="add dependency trees to JSON")
    add_text_options(parser)
    add_alignment_options(parser)
    add_given_options(parser)
    add_tree_options(parser, "for dted and --trees; see docs/parsing.md")
    parser.add_argument(
        "--color",
        choices=("auto", "always", "never"),
        default="auto",
        help="colours (default: auto, which heeds NO_COLOR and pipes)",
    )
    add_number(
        parser,
        "--width",
        range=limits.WIDTH,
        what="columns to use",
        otherwise="those of the terminal",
    )
    parser.add_argument(
        "--format", choices=("text", "json"), default="text", help="how to print (default: text)"
    )
    add_output_option(parser)
    add_threads(parser)
    parser.add_argument("-q", "--quiet", action="store_true", help="print no notices on stderr")


def run(arguments: argparse.Namespace) -> None:
    """Reads, explains and prints."""
    from hyperbaton.explanation.explain import DEFAULT_METRICS
    from hyperbaton.explanation.explainer import Explainer
    from hyperbaton.metrics.registry import text_metrics

    metrics = text_metrics(arguments.metrics or DEFAULT_METRICS)
    test_set, outputs, context = read_files(arguments, DEFAULT_METRICS)
    explained: list[Explanation] = []
    for name, output in outputs.items():
        explainer = Explainer(
            name,
            output,
            test_set,
            metrics,
            context,
            resources_of(arguments),
            trees=arguments.trees,
        )
        explained += explainer.explain_all(_segments(explainer, arguments))
    write_output(_written(explained, arguments), arguments.output)


def _segments(explainer: Explainer, arguments: argparse.Namespace) -> Sequence[int]:
    if arguments.segment:
        chosen: Sequence[int] = arguments.segment
        return chosen
    return explainer.worst(arguments.worst or DEFAULT_WORST)


def _written(explained: Sequence[Explanation], arguments: argparse.Namespace) -> str:
    if arguments.format == "json":
        from hyperbaton import __version__

        document = {
            "schema": SCHEMA,
            "hyperbaton": __version__,
            "explanations": [each.to_dict() for each in explained],
        }
        return json.dumps(document, ensure_ascii=False)
    from hyperbaton.explanation.terminal import to_text

    width = arguments.width or _terminal_width()
    palette = _palette(arguments)
    return "\n\n\n".join(to_text(each, width=width, palette=palette) for each in explained)


def _terminal_width() -> int:
    """The columns of the terminal, as the environment has them, within what is accepted."""
    columns = shutil.get_terminal_size().columns
    return min(max(columns, limits.WIDTH.low), limits.WIDTH.high)


def _palette(arguments: argparse.Namespace) -> Palette:
    """As many colours as the terminal has, if they are wanted."""
    from hyperbaton.explanation.terminal import Palette

    terminal = os.environ.get("TERM", "")
    wanted = sys.stdout.isatty() and "NO_COLOR" not in os.environ and terminal != "dumb"
    if arguments.color == "never" or arguments.output or (arguments.color == "auto" and not wanted):
        return Palette()
    rich = "256" in terminal or os.environ.get("COLORTERM", "") != ""
    return Palette(256 if rich else 16)
