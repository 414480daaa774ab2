"""`hyperbaton report`: scores with everything that moved, as one HTML file."""

from __future__ import annotations

import argparse

from hyperbaton.cli.options import (
    add_alignment_options,
    add_given_options,
    add_text_options,
    add_tree_options,
    notify,
    option,
    output_folder,
    read_files,
    shared,
    write_lines,
)
from hyperbaton.errors import OptionError
from hyperbaton.metrics import text_metrics
from hyperbaton.report.report import DEFAULT_METRICS, TITLE, report_of
from hyperbaton.scoring.score import Resampling, score_outputs
from hyperbaton.tables.plots import check_installed

DESCRIPTION = """\
Scores one output file per system, explains every segment, and writes one HTML file that needs
nothing else: no server, no network, no other file. It begins with the systems side by side: scores
with intervals, how much of a difference is word choice and how much is word order, what moved, how
far, and what that costs. Then come the segments, each with its words, its moves and their prices.

Every metric prices moves except nist, which weighs words by the whole test set, and dted, which
would have to parse every changed text.
"""
EPILOG = """\
examples:
  hyperbaton report demo/en/reference.txt -i demo/en/loom.txt demo/en/calque.txt -o report.html
  hyperbaton report demo/en/reference.txt demo/en/reference2.txt -i demo/en/*e.txt \\
      --source demo/en/source.txt --title 'Demo' -m hyperbaton kendall -o report.html
  hyperbaton report demo/en/reference.txt -i demo/en/tangle.txt --plots figures --pdf
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    shared(parser, "references", "input")
    shared(parser, "metrics", otherwise=" ".join(DEFAULT_METRICS))
    page = "report.html"
    shared(parser, "output", text="the page to write", default=page, otherwise=page)
    option(parser, "--title TEXT", "title of the page", default=TITLE, otherwise=TITLE)
    figures = parser.add_argument_group(
        "figures", "pictures for papers, as SVG; they need hyperbaton[plots]"
    )
    option(figures, "--plots DIR", "also write figures to DIR", type=output_folder)
    option(figures, "--pdf", "write figures as PDF, too")
    add_text_options(parser)
    add_alignment_options(parser)
    add_given_options(parser, shown=True)
    trees = add_tree_options(parser, "to name the words that move; see 'hyperbaton docs parsing'")
    text = "parse all texts and show their trees"
    option(trees, "--trees", text, otherwise="only trees that are given")
    shared(parser, "samples", "seed", "threads", "quiet")


def run(arguments: argparse.Namespace) -> None:
    """Reads, scores, explains and writes."""
    if arguments.pdf and not arguments.plots:
        raise OptionError("--pdf requires --plots")
    if arguments.plots:
        check_installed()
    metrics = text_metrics(arguments.metrics or DEFAULT_METRICS)
    resampling = Resampling(samples=arguments.samples, seed=arguments.seed)
    test_set, outputs, preparation = read_files(arguments, DEFAULT_METRICS)
    scores = score_outputs(outputs, test_set, metrics, preparation, resampling, arguments.threads)
    report = report_of(
        scores,
        title=arguments.title,
        trees=arguments.trees,
        samples=arguments.samples,
        seed=arguments.seed,
    )
    write_lines(report.html(), arguments.output)
    notify(arguments, report.sentence, f"{arguments.output} written")
    if arguments.plots:
        plots = report.write_plots(arguments.plots, pdf=arguments.pdf)
        notify(arguments, f"{', '.join(map(str, plots))} written")
