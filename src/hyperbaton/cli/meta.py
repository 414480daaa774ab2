"""`hyperbaton meta`: how well metrics agree with people."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from hyperbaton.cli.alignment_options import add_alignment_options, aligner_of
from hyperbaton.cli.judged_options import (
    add_data_options,
    add_run_options,
    cache_of,
    data_options,
    report_omissions,
)
from hyperbaton.cli.text_options import add_text_options, preprocessing_of
from hyperbaton.cli.tree_options import add_parser_choice, parsing_of

if TYPE_CHECKING:
    from hyperbaton.meta import Protocol, Scoring

SEGMENT_STATISTICS = (
    "tau, tau-wmt12, tau-wmt13, tau-wmt14, tau-b, consistency, accuracy, accuracy-eq, pearson"
)
SYSTEM_STATISTICS = "pearson, spearman, kendall, accuracy, soft-accuracy"
DEFAULT_STATISTICS = {"segment": "tau", "system": "spearman"}

DESCRIPTION = f"""\
Measures how well metrics agree with human judgements. DATA is a folder in the layout of
mt-metrics-eval: references/LP.NAME.txt, system-outputs/LP/SYSTEM.txt, and judgements in
rankings/LP.pairs.tsv, rankings/LP.judgments.csv or human-scores/LP.NAME.seg.score; all may be .gz.

statistics of segments: {SEGMENT_STATISTICS}
statistics of systems:  {SYSTEM_STATISTICS}

Statistics of segments are kept in a cache, so that a second run is fast and an interrupted one
continues where it stopped.
"""
EPILOG = """\
examples:
  hyperbaton meta wmt13 --lp de-en fr-en -m bleu chrf ter
  hyperbaton meta wmt13 --lp de-en -m bleu chrf --level both --statistic tau pearson
  hyperbaton meta wmt15 --lp cs-en -m bleu --exclude 'tuning-task-*' --level system
  hyperbaton meta wmt22 --lp en-de --human mqm --scores COMET-22-refA --statistic accuracy-eq
"""


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command to the command line."""
    parser = commands.add_parser(
        "meta",
        help="measure how well metrics agree with people",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("data", metavar="DATA", help="folder of the test set")
    parser.add_argument(
        "-m", "--metrics", nargs="+", default=[], metavar="METRIC", help="metrics to compute"
    )
    parser.add_argument(
        "--scores",
        nargs="+",
        default=[],
        metavar="FILE",
        help="scores by others: .seg.score, .sys.score or .tsv, {lp} standing for the language "
        "pair, or NAME of DATA/metric-scores/LP/NAME.seg.score",
    )
    parser.add_argument(
        "--errors", nargs="+", default=[], metavar="FILE", help="the same where lower is better"
    )
    add_data_options(parser)
    _add_statistic_options(parser)
    add_text_options(parser)
    add_alignment_options(parser)
    add_parser_choice(parser)
    parser.add_argument(
        "--format", choices=("text", "json", "tsv", "latex"), default="text", help="default: text"
    )
    parser.add_argument(
        "--write-scores", metavar="DIR", help="also write DIR/metric-scores/LP/NAME-REF.*.score"
    )
    add_run_options(parser)
    parser.set_defaults(run=run)


def _add_statistic_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--level", choices=("segment", "system", "both"), default="segment", help="default: segment"
    )
    parser.add_argument(
        "--statistic",
        nargs="+",
        metavar="NAME",
        help="default: tau; of systems spearman",
    )
    parser.add_argument(
        "--human-ranking",
        metavar="NAME",
        help="people's scores of systems: win-ratio, expected-wins, rank-score or mean",
    )
    parser.add_argument(
        "--judged-only", action="store_true", help="score systems on judged outputs only"
    )
    parser.add_argument(
        "--test",
        choices=("permutation", "bootstrap", "none"),
        default="permutation",
        help="between metrics (default: permutation)",
    )
    parser.add_argument(
        "--resample",
        choices=("segment", "judgement"),
        default="segment",
        help="what the bootstrap of systems draws (default: segment)",
    )
    parser.add_argument(
        "--samples", type=int, default=1000, metavar="N", help="default: 1000; 0: no tests"
    )
    parser.add_argument(
        "--baseline",
        nargs="+",
        default=[],
        metavar="METRIC",
        help="on how many language pairs the others win, lose and draw against these",
    )


def run(arguments: argparse.Namespace) -> None:
    """Reads, scores, compares and prints."""
    from hyperbaton.cli.meta_formats import FORMATS
    from hyperbaton.cli.output import write_output
    from hyperbaton.meta import Omissions, read_judged_sets, run_study
    from hyperbaton.meta.data.score_files import write_metric_scores

    protocols = _protocols(arguments)
    scoring = _scoring(arguments)
    omissions = Omissions(skip=arguments.skip_missing)
    sets = read_judged_sets(arguments.data, arguments.lp, data_options(arguments), omissions)
    result = run_study(sets, scoring, protocols, omissions)
    text = FORMATS[arguments.format](result, tuple(arguments.baseline))
    if arguments.write_scores:
        for judged in sets:
            write_metric_scores(arguments.write_scores, judged.data, result.scores[judged.pair])
    write_output(text, arguments.output)
    report_omissions(omissions, quiet=arguments.quiet)


def _scoring(arguments: argparse.Namespace) -> Scoring:
    from hyperbaton.errors import OptionError
    from hyperbaton.meta import Scoring
    from hyperbaton.scoring import text_metric

    if not arguments.metrics and not arguments.scores and not arguments.errors:
        raise OptionError("nothing to evaluate: give metrics with -m, or files with --scores")
    return Scoring(
        tuple(text_metric(text) for text in arguments.metrics),
        tuple(arguments.scores),
        tuple(arguments.errors),
        preprocessing_of(arguments),
        cache_of(arguments),
        arguments.threads,
        (aligner_of(arguments), parsing_of(arguments)),
    )


def _protocols(arguments: argparse.Namespace) -> list[Protocol]:
    """One protocol for every statistic, at each level that has it."""
    from hyperbaton.errors import OptionError
    from hyperbaton.meta import STATISTICS, Protocol

    levels = ("segment", "system") if arguments.level == "both" else (arguments.level,)
    for name in arguments.statistic or ():
        if not any(name in STATISTICS[level] for level in levels):
            known = "; ".join(f"of {level}s: {', '.join(STATISTICS[level])}" for level in levels)
            raise OptionError(f"there is no statistic {name!r}; there are {known}")
    return [
        Protocol(
            level,
            name,
            arguments.human_ranking,
            arguments.judged_only,
            arguments.test,
            arguments.resample,
            arguments.samples,
            arguments.seed,
        )
        for level in levels
        for name in arguments.statistic or (DEFAULT_STATISTICS[level],)
        if name in STATISTICS[level]
    ]
