"""`hyperbaton mbr`: the best of several candidates, by minimum Bayes risk."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator

from hyperbaton import checks
from hyperbaton.cli.options import (
    STANDARD_INPUT,
    add_alignment_options,
    add_text_options,
    in_language_of_text,
    notify,
    option,
    shared,
    write_lines,
)
from hyperbaton.errors import OptionError
from hyperbaton.evidence import TestSet
from hyperbaton.metrics import as_metric
from hyperbaton.pairing import list_files
from hyperbaton.pairing.choosing import CandidateList, MbrChoice, choices

DESCRIPTION = """\
Chooses the candidate of each segment that scores best on average against all the others: minimum
Bayes risk with any metric of text. Prints the chosen texts, one per line. Candidates come from one
of these (- is standard input, and files may end in .gz):

  LISTS.jsonl             one object per segment: {"candidates": ["…", "…"]}, optionally with
                          "references" to compare with and their "weights"
  LISTS --per-segment N   plain text, N lines for every segment
  -i FILE FILE …          several outputs, with one candidate per line each
"""
EPILOG = """\
examples:
  hyperbaton mbr -i demo/en/loom.txt demo/en/reference.txt demo/en/reference2.txt demo/en/calque.txt
  hyperbaton mbr samples.txt --per-segment 64 -m hyperbaton -o best.txt
  hyperbaton mbr lists.jsonl -m invwer --format json
'hyperbaton metrics' lists the metrics.
"""
DEFAULT_METRIC = "chrf"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    option(parser, "lists LISTS?", "a file of candidate lists")
    option(parser, "-i --input --hyp FILE+", "files with one candidate per line each")
    option(
        parser,
        "--per-segment N",
        "lines of LISTS for each segment",
        range=checks.PER_SEGMENT,
        otherwise="LISTS is JSON Lines",
    )
    option(parser, "-m --metric METRIC", "metric to compare by", otherwise=DEFAULT_METRIC)
    add_text_options(parser, "the metric's own")
    add_alignment_options(parser)
    trees = parser.add_argument_group("dependency trees", "for dted; see 'hyperbaton docs parsing'")
    shared(trees, "parser")
    text = "print texts only, or also utilities and numbers of scored pairs"
    option(parser, "--format", text, choices=("text", "json"), default="text")
    shared(parser, "output", "threads", "quiet")


def run(arguments: argparse.Namespace) -> None:
    """Reads, chooses and prints."""
    metric = as_metric(arguments.metric or DEFAULT_METRIC)
    segments = _read(arguments)
    texts = TestSet([[segment.candidates[0] for segment in segments]])
    found = choices(
        segments,
        metric,
        in_language_of_text(arguments, texts),
        arguments.threads,
    )
    if not arguments.metric:
        notify(arguments, f"no -m given, using {DEFAULT_METRIC}")
    write_lines(_written(found, arguments.format), arguments.output)


def _read(arguments: argparse.Namespace) -> list[CandidateList]:
    path, files = arguments.lists, arguments.input
    if (path is None) == (files is None):
        raise OptionError("give candidates either as LISTS or with -i")
    if files is not None:
        if arguments.per_segment:
            raise OptionError("-i takes one candidate from each file; leave out --per-segment")
        return list_files.read_parallel_lists(files)
    if arguments.per_segment:
        return list_files.read_line_lists(path, arguments.per_segment)
    if path != STANDARD_INPUT and not path.lower().endswith(list_files.JSONL_ENDINGS):
        raise OptionError(
            f"{path}: how many lines has each segment? Give --per-segment N; a file of JSON Lines "
            "ends in .jsonl"
        )
    return list_files.read_json_lists(path)


def _written(choices: Iterable[MbrChoice], kind: str) -> Iterator[str]:
    for segment, choice in enumerate(choices, start=1):
        record = {"segment": segment, **choice.to_dict()}
        yield choice.text if kind == "text" else json.dumps(record, ensure_ascii=False)
