"""`hyperbaton score`: text in, scores out."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from copy import copy
from typing import TypeAlias

import numpy as np

from hyperbaton import checks
from hyperbaton.cli.options import (
    add_alignment_options,
    add_given_options,
    add_text_options,
    add_tree_options,
    option,
    read_files,
    shared,
    write_output,
)
from hyperbaton.errors import OptionError
from hyperbaton.evidence import Output, TestSet
from hyperbaton.evidence.texts import give_source_links
from hyperbaton.metrics import as_metric, text_metrics
from hyperbaton.scoring.results import ScoreReport
from hyperbaton.scoring.score import DEFAULT_METRICS, Resampling, score_outputs
from hyperbaton.tables.layout import aligned, terminal_width

Spread: TypeAlias = dict[str, dict[str, list[float]]]  # scores by system and metric

DESCRIPTION = """\
Scores one output file per system against one or more reference files, for the whole test set and,
with --segments, segment by segment. Files are plain text with one segment per line, or .tsv, .csv,
.jsonl or .parquet with the column after a colon (data.tsv:mt), or WMT's .sgm and .xml; all but
Parquet may be compressed with gzip (.gz). A blank line in a second or later reference file means
that the segment has no such reference.

Every metric prepares text as its community does (BLEU splits it with 13a, TER ignores case, …), so
that bleu, chrf and ter print what sacreBLEU prints; --tokenize, --lowercase and --keep-case choose
one preparation for all.
"""
EPILOG = """\
examples:
  hyperbaton score demo/en/reference.txt -i demo/en/loom.txt
  hyperbaton score demo/en/reference.txt demo/en/reference2.txt \\
      -i demo/en/loom.txt demo/en/calque.txt -m bleu invwer 'invwer(accuracy=true)'
  hyperbaton score demo/en/reference.txt -i demo/en/calque.txt -m pef kendall meteor \\
      'full(order=ulam,lexical=chrf)' --lowercase
  hyperbaton score ref.txt -i a.txt b.txt -m ter --paired bootstrap --confidence
  hyperbaton score ref.txt -i a.txt -m wer --segments --format tsv > segments.tsv
'hyperbaton metrics' lists the metrics.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    shared(parser, "references", "input")
    shared(parser, "metrics", otherwise=" ".join(DEFAULT_METRICS))
    add_text_options(parser)
    option(parser, "--confidence", "add 95%% bootstrap confidence intervals")
    option(
        parser,
        "--paired",
        "test each system against the first one",
        choices=("bootstrap", "randomization"),
        otherwise="no test",
    )
    # Scripts pass these from when parsing was slow; they change nothing now.
    for name in ("--cache", "--processes"):
        parser.add_argument(name, help=argparse.SUPPRESS)
    parser.add_argument("--no-cache", action="store_true", help=argparse.SUPPRESS)
    otherwise = "1000 for bootstrap, 10000 for randomization"
    shared(parser, "samples", default=None, otherwise=otherwise)
    shared(parser, "seed")
    add_alignment_options(parser)
    add_given_options(parser)
    text = "draws of the links with the source, which show how much hangs on doubtful ones"
    option(parser, "--alignment-samples N", text, range=checks.DRAWS)
    parser.set_defaults(learned_links=None)
    add_tree_options(parser, "for dted; see 'hyperbaton docs parsing'")
    option(
        parser, "--sort METRIC", "sort systems by this metric, the best first", otherwise="as given"
    )
    option(parser, "--segments", "also print every segment's scores")
    option(parser, "--signatures", "print every metric's full signature")
    formats = ("text", "json", "tsv", "latex")
    option(parser, "--format", "how to print", choices=formats, default="text")
    shared(parser, "output", "threads", "quiet")


def run(arguments: argparse.Namespace) -> None:
    """Reads, scores and prints."""
    metrics = text_metrics(arguments.metrics or DEFAULT_METRICS)
    sort = as_metric(arguments.sort) if arguments.sort else None
    if sort is not None and sort not in metrics:
        raise OptionError(f"--sort: {sort} is not among the metrics; add it with -m")
    if arguments.paired and len(arguments.input) < 2:
        raise OptionError("--paired tests systems against the first one: give at least two with -i")
    if arguments.samples is not None and not (arguments.paired or arguments.confidence):
        raise OptionError("--samples: nothing is resampled; add --confidence or --paired")
    resampling = Resampling(
        arguments.confidence, arguments.paired, arguments.samples, arguments.seed
    )
    test_set, outputs, preparation = read_files(arguments, DEFAULT_METRICS)
    samples, learned = arguments.alignment_samples, arguments.learned_links
    if samples and (learned is None or arguments.format not in ("text", "json")):
        raise OptionError(
            "--alignment-samples requires --source without --alignment, and --format text or json"
        )

    def scored(test_set: TestSet, outputs: Mapping[str, Output]) -> ScoreReport:
        return score_outputs(outputs, test_set, metrics, preparation, resampling, arguments.threads)

    report = scored(test_set, outputs)
    spread: Spread = {}
    random = np.random.default_rng(arguments.seed)
    for _ in range(samples or 0):
        drawn = copy(test_set), {name: copy(output) for name, output in outputs.items()}
        give_source_links(*drawn, learned.drawn(random))
        for system, result in scored(*drawn).results:
            of_system = spread.setdefault(system, {})
            of_system.setdefault(str(result.metric), []).append(result.score)
    if sort is not None:
        report = report.sorted_by(sort)
    write_output(_written(report, spread, arguments), arguments.output)


def _written(report: ScoreReport, spread: Spread, arguments: argparse.Namespace) -> str:
    segments = arguments.segments
    deviations = {
        system: {metric: float(np.std(scores, ddof=1)) for metric, scores in of_system.items()}
        for system, of_system in spread.items()
    }
    if arguments.format == "json":
        document = report.to_dict(segments=segments)
        if deviations:
            document["alignment_spread"] = deviations
        return json.dumps(document, indent=1, ensure_ascii=False)
    if arguments.format == "tsv":
        return report.to_tsv(segments=segments)
    if arguments.format == "latex":
        return report.to_latex()
    width = None if arguments.output else terminal_width()
    text = report.to_text(segments=segments, signatures=arguments.signatures, width=width)
    if not deviations:
        return text
    metrics = list(next(iter(deviations.values())))
    rows = [["system", *metrics]]
    for system in report:
        values = deviations[system.name].values()
        rows.append([system.name, *(f"{value:.4f}" for value in values)])
    draws = f"standard deviation over {arguments.alignment_samples} draws of links with the source:"
    return f"{text}\n\n{draws}\n{aligned(rows)}"
