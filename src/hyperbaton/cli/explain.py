"""`hyperbaton explain`: what moved in single segments, and what each move costs."""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hyperbaton import __version__, checks
from hyperbaton.cli.options import (
    ReadFiles,
    add_alignment_options,
    add_given_options,
    add_text_options,
    add_tree_options,
    as_option,
    option,
    preparation_of,
    read_files,
    shared,
    write_output,
)
from hyperbaton.errors import HyperbatonError, OptionError
from hyperbaton.evidence import Output, TestSet
from hyperbaton.evidence.preparation import preparation_of_given
from hyperbaton.explanation.explainer import DEFAULT_METRICS, Explainer
from hyperbaton.explanation.ranking import OrderScores, worst_segments
from hyperbaton.explanation.segment import MINUS, Explanation
from hyperbaton.explanation.terminal import Palette, to_text, wrapped
from hyperbaton.metrics import text_metrics
from hyperbaton.resources import progress
from hyperbaton.tables.layout import aligned, printable

DESCRIPTION = """\
Shows which words of a segment are out of place, how far, and what each move costs: by how much a
score would change if this move alone were undone, measured by scoring again. Moves come from the
permutation tree, so that a phrase that stayed together moves as one.

Without --segment you see the segments whose moves cost most; with several systems, those where the
others lose most to the first. Without -i, the arguments are texts: a reference and its outputs.
"""
EPILOG = """\
examples:
  hyperbaton explain "we met at noon in the lobby" "in the lobby we met at noon"
  hyperbaton explain demo/en/reference.txt -i demo/en/loom.txt demo/en/calque.txt --worst 2
  hyperbaton explain demo/en/reference.txt -i demo/en/calque.txt --segment 3-5,9 -m pef ter
  hyperbaton explain REF -i HYP --segment 4 --format json | jq '.explanations[0].moves'
See 'hyperbaton docs explain' for how to read it.
"""
DEFAULT_WORST = 3
SCHEMA = "hyperbaton-explanations/1"
NUMBERS = re.compile(r"([0-9]{1,9})(?:-([0-9]{1,9}))?")
ONLY_OF_FILES = ("links", "source", "alignment", "ref_alignment", "ref_trees", "hyp_trees")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    text = "one or more reference files, or without -i a reference and its outputs as text"
    shared(parser, "references", text=text)
    shared(parser, "input", required=False)
    purpose = "metrics to price moves by; moves are ranked by the first"
    shared(parser, "metrics", text=purpose, otherwise=" ".join(DEFAULT_METRICS))
    chosen = parser.add_mutually_exclusive_group()
    text = "segments to explain, like 3-5,9"
    option(chosen, "--segment LIST+", text, type=_numbers, otherwise="the worst")
    worst = "the K segments whose moves cost most"
    option(chosen, "--worst K", worst, range=checks.WORST, otherwise=str(DEFAULT_WORST))
    option(parser, "--trees", "parse both sides: moves say what moved, JSON has the trees")
    add_text_options(parser)
    add_alignment_options(parser)
    add_given_options(parser, shown=True)
    add_tree_options(
        parser,
        "to name what moved, and for dted; see 'hyperbaton docs parsing'",
    )
    width = "columns to fill"
    option(parser, "--width N", width, range=checks.WIDTH, otherwise="the terminal's")
    option(parser, "--format", "how to print", choices=("text", "json"), default="text")
    shared(parser, "output", "threads", "quiet")


def _numbers(text: str) -> list[int]:
    """The numbers of segments in a list such as 3-5,9."""
    found: list[int] = []
    for part in text.split(","):
        match = NUMBERS.fullmatch(part)
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
        if not 1 <= first <= last <= first + checks.WORST.high:
            raise HyperbatonError(
                f"--segment: expected numbers from 1 or ranges like 3-5,9; got {checks.shown(part)}"
            )
        found += range(first, last + 1)
    return found


def run(arguments: argparse.Namespace) -> None:
    """Reads, explains and prints."""
    metrics = text_metrics(arguments.metrics or DEFAULT_METRICS)
    given = arguments.input is not None
    test_set, outputs, preparation = (
        read_files(arguments, DEFAULT_METRICS) if given else _read_texts(arguments)
    )
    explainers = [
        Explainer(
            name,
            output,
            test_set,
            metrics,
            preparation,
            arguments.threads,
            trees=bool(arguments.trees or arguments.parser or arguments.hyp_trees),
        )
        for name, output in outputs.items()
    ]
    ranked: list[OrderScores] = []
    if arguments.segment:
        segments = list(dict.fromkeys(number for part in arguments.segment for number in part))
    elif not given:
        segments = [1]
    else:
        ranked = [explainer.order_scores() for explainer in explainers]
        segments = worst_segments(ranked, arguments.worst or DEFAULT_WORST)
    found = zip(*(explainer.explained(segments) for explainer in explainers), strict=True)
    explained = [
        each
        for of_segment in progress(found, "explaining", "segments", len(segments))
        for each in of_segment
    ]
    if arguments.format == "json":
        text = _document(explained, ranked)
    else:
        text = _text(explained, ranked, str(explainers[0].order), arguments)
    write_output(text, arguments.output)


def _read_texts(arguments: argparse.Namespace) -> ReadFiles:
    """A reference and its outputs from the command line."""
    reference, *outputs = arguments.references
    for text in arguments.references:
        if len(text) < 1000 and Path(text).is_file():
            raise OptionError(f"{printable(text)} is a file; name the output files with -i")
    if not outputs:
        raise OptionError(
            'give output files with -i, or a reference and an output as text: "a b" "b a"'
        )
    for name in ONLY_OF_FILES:
        if getattr(arguments, name):
            raise OptionError(f"{as_option(name)} requires -i")
    names = ["output"] if len(outputs) == 1 else [f"output {k + 1}" for k in range(len(outputs))]
    systems = {name: Output([text]) for name, text in zip(names, outputs, strict=True)}
    test_set = TestSet([[reference]])
    preparation = preparation_of_given(preparation_of(arguments), test_set, systems)
    return ReadFiles(test_set, systems, preparation)


def _document(explained: Sequence[Explanation], ranked: Sequence[OrderScores]) -> str:
    document: dict[str, Any] = {"schema": SCHEMA, "hyperbaton": __version__}
    if ranked:
        names = ("name", "order", "coverage", "score")
        document["systems"] = [{name: getattr(each, name) for name in names} for each in ranked]
    document["explanations"] = [each.to_dict() for each in explained]
    return json.dumps(document, ensure_ascii=False)


def _text(
    explained: Sequence[Explanation],
    ranked: Sequence[OrderScores],
    metric: str,
    arguments: argparse.Namespace,
) -> str:
    columns = shutil.get_terminal_size().columns
    width = arguments.width or min(max(columns, checks.WIDTH.low), checks.WIDTH.high)
    terminal = os.environ.get("TERM", "")
    coloured = sys.stdout.isatty() and "NO_COLOR" not in os.environ and terminal != "dumb"
    palette = Palette(coloured=coloured and not arguments.output)
    parts = [to_text(each, width=width, palette=palette) for each in explained]
    if ranked:
        parts.insert(0, _summary(ranked, metric, len(explained) // len(ranked), width))
    return "\n\n\n".join(parts)


def _summary(systems: Sequence[OrderScores], metric: str, shown: int, width: int) -> str:
    """What order and coverage make of the scores, and of the differences to the first system."""
    header = (metric, "order", "× coverage", "= score")
    numbers = [(f"{s.order:.3f}", f"{s.coverage:.3f}", f"{s.score:.3f}") for s in systems]
    rows = [header, *((s.name, *row) for s, row in zip(systems, numbers, strict=True))]
    lines = [aligned(rows)]
    first, *others = systems
    total = first.segments
    for system in others:
        order, coverage = system.behind(first)
        more = int((system.losses > first.losses).sum())
        less = int((system.losses < first.losses).sum())
        names = printable(system.name), printable(first.name)
        difference, *parts = map(_signed, (system.score - first.score, order, coverage))
        lines.append(
            f"{names[0]} against {names[1]}: {difference}, of which word order makes {parts[0]} "
            f"and coverage {parts[1]}. Its moves cost more in {more:,} of {total:,} segments, less "
            f"in {less:,}."
        )
    lines.append(_choice(systems, shown))
    return "\n".join([lines[0], *(wrapped([line], "", width) for line in lines[1:])])


def _signed(number: float) -> str:
    return f"{number:+.3f}".replace("-", MINUS)


def _choice(systems: Sequence[OrderScores], shown: int) -> str:
    """Which segments follow."""
    first, *others = systems
    total = first.segments
    if not others:
        moving = int((first.losses > 0).sum())
        return f"Words moved in {moving:,} of {total:,} segments{'. The costliest:' * bool(shown)}"
    who = printable(others[0].name) if len(others) == 1 else "another system"
    if not shown:
        return f"In no segment {who} loses to {printable(first.name)} by word order."
    return f"Where {who} loses most to {printable(first.name)} by word order:"
