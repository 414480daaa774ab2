"""`hyperbaton meta`: how well metrics agree with people."""

from __future__ import annotations

import argparse

from hyperbaton import checks
from hyperbaton.checks import each_once
from hyperbaton.cli.judged import (
    LAYOUT,
    add_data_options,
    add_scoring_options,
    data_options,
    report_data,
    scoring_of,
    write_result,
)
from hyperbaton.cli.options import option, shared
from hyperbaton.errors import OptionError
from hyperbaton.meta import STATISTICS, Omissions, Protocol, read_judged_sets, run_study
from hyperbaton.meta.annotators import annotator_agreement
from hyperbaton.meta.evaluation import AVERAGES, DEFAULTS, DIFFERENCE, TESTS
from hyperbaton.meta.scores import SYSTEM_RANKINGS

DESCRIPTION = f"""\
Measures how well metrics agree with human judgements of machine translation. DATA is a folder in
the layout of mt-metrics-eval; every file may be compressed (.gz), and LP is a language pair:

{LAYOUT}
Each language pair is scored in its own language: de-en with English stems and synonyms, en-de with
German stems.

Statistics of segments:
  {", ".join(STATISTICS["segment"])}
Statistics of systems:
  {", ".join(STATISTICS["system"])}

"""
EPILOG = """\
examples:
  hyperbaton meta demo/judged --lp de-en -m bleu chrf pef
  hyperbaton meta wmt13 --lp de-en fr-en -m bleu chrf --level both --statistic tau pearson
  hyperbaton meta wmt22 --lp en-de --human mqm --scores COMET-22-refA --statistic accuracy-eq
  hyperbaton meta wmt07-nc --lp de-en -m bleu wer --statistic pearson \\
      --human nist --score-columns scoreA scoreB --normalize-judges
See 'hyperbaton docs meta'.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    shared(parser, "data")
    shared(parser, "metrics", default=[])
    option(
        parser,
        "--scores FILE+",
        "scores by others: a .seg.score, .sys.score, .csv or .tsv file, with {lp} for the "
        "language pair, or NAME of DATA/metric-scores/LP/NAME.seg.score",
        default=[],
    )
    option(parser, "--errors FILE+", "like --scores, but lower is better", default=[])
    add_data_options(parser)
    _add_statistic_options(
        parser.add_argument_group(
            "agreement", "how agreement is measured; see 'hyperbaton docs meta'"
        )
    )
    add_scoring_options(parser)
    option(parser, "--format", "how to print", choices=("text", "json", "tsv"), default="text")
    shared(parser, "seed", "threads", "output", "quiet")


def _add_statistic_options(group: argparse._ArgumentGroup) -> None:
    levels = (*STATISTICS, "both")
    option(group, "--level", "what is compared", choices=levels, default="segment")
    usual = f"{DEFAULTS['segment']} for segments, {DEFAULTS['system']} for systems"
    option(group, "--statistic NAME+", "statistics", otherwise=usual)
    text = f"people's scores of systems: {', '.join(SYSTEM_RANKINGS)}"
    otherwise = "mean where there are scores, else win-ratio"
    option(group, "--human-ranking NAME", text, otherwise=otherwise)
    option(group, "--judged-only", "score systems on judged outputs only")
    text = "print how far people agree with each other, and the ceiling of tau; needs no metrics"
    option(group, "--agreement", text)
    text = "average over: item (outputs of a segment), sys (of a system), none (all at once)"
    otherwise = "pool the pairs of all segments"
    option(group, "--average", text, choices=AVERAGES, otherwise=otherwise)
    text = "tie outputs that differ by at most X for the metric"
    option(group, "--epsilon X", text, range=DIFFERENCE, otherwise="0; the best for accuracy-eq")
    text = "tie outputs that differ by less than X for people; 25 for daRR"
    option(group, "--threshold X", text, range=DIFFERENCE, default=0.0)
    text = "test between metrics; systems exchanges scores of whole systems"
    option(group, "--test", text, choices=TESTS, default="permutation")
    text = "resamples, 0 for no intervals and tests"
    shared(group, "samples", text=text, range=checks.RESAMPLES_OR_NONE)


def run(arguments: argparse.Namespace) -> None:
    """Reads, scores, compares and prints."""
    each_once(arguments.statistic or (), "--statistic")
    protocols = _protocols(arguments)
    given = arguments.metrics or arguments.scores or arguments.errors
    if bool(given) == arguments.agreement:
        raise OptionError(
            "--agreement is of people alone; leave out -m, --scores and --errors"
            if given
            else "nothing to evaluate: give metrics with -m, or files with --scores"
        )
    scoring = scoring_of(arguments, tuple(arguments.scores), tuple(arguments.errors))
    omissions = Omissions(skip=arguments.skip_missing)
    sets = read_judged_sets(arguments.data, arguments.lp, data_options(arguments), omissions)
    report_data(sets, arguments)
    if arguments.agreement:
        report = annotator_agreement(sets)
        text = report.to_json() if arguments.format == "json" else report.to_text()
    else:
        result = run_study(sets, scoring, protocols, omissions)
        text = getattr(result, f"to_{arguments.format}")()
    write_result(text, omissions, arguments)


def _protocols(arguments: argparse.Namespace) -> list[Protocol]:
    """One protocol for every statistic, at each level that has it."""
    levels = tuple(STATISTICS) if arguments.level == "both" else (arguments.level,)
    for name in arguments.statistic or ():
        if not any(name in STATISTICS[level] for level in levels):
            known = "; ".join(f"of {level}s: {', '.join(STATISTICS[level])}" for level in levels)
            raise OptionError(f"there is no statistic {name!r}; there are {known}")
    names = ("judged_only", "test", "samples", "seed", "average", "epsilon", "threshold")
    settings = {name: getattr(arguments, name) for name in names}
    return [
        Protocol(level, name, arguments.human_ranking, **settings)
        for level in levels
        for name in arguments.statistic or (DEFAULTS[level],)
        if name in STATISTICS[level]
    ]
