"""`hyperbaton reproduce`: the tables of a paper beside ours."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import TYPE_CHECKING

from hyperbaton.cli.alignment_options import OPTIONS, add_alignment_options
from hyperbaton.cli.judged_options import add_run_options, cache_of, report_omissions
from hyperbaton.cli.text_options import add_text_options
from hyperbaton.cli.tree_options import add_parser_choice, parsing_of

if TYPE_CHECKING:
    from hyperbaton.alignment import Aligner
    from hyperbaton.reproduction import Curve, Paper, Setup
    from hyperbaton.text.segments import Preprocessing

DESCRIPTION = """\
Repeats the evaluation of a paper on the language pairs whose data is present, and prints the
paper's figures beside ours, the difference, and what differs in method.

  paper-000  Stanojević & Sima'an 2014   wmt13   tau of segments, tables 1-5, figures 7 and 8
  paper-001  McCaffery & Nederhof 2016   wmt15   Pearson of systems, tables 3 and 4
  paper-002  Leusch, Ueffing & Ney 2003  wmt13   sentences and systems, tables 1-4, on other data
  paper-003  Stanojević & Sima'an 2016   wmt13   Spearman of systems, tables 1-3
  paper-004  Birch & Osborne 2010        either  consistency, table 2, on other data
"""
EPILOG = """\
examples:
  hyperbaton reproduce paper-000 --data DIR --lp de-en --figures out
  hyperbaton reproduce paper-000 --data DIR --paraphrases paraphrase-en.gz
  hyperbaton reproduce paper-001 --data DIR --format markdown
"""


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command to the command line."""
    parser = commands.add_parser(
        "reproduce",
        help="print a paper's tables beside ours",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("paper", metavar="PAPER", help="paper-000 to paper-004")
    parser.add_argument(
        "--data",
        required=True,
        metavar="DIR",
        help="a test set, or a folder of wmt13/ and wmt15/",
    )
    parser.add_argument(
        "--lp", nargs="+", metavar="LP", help="language pairs (default: the paper's that DIR has)"
    )
    parser.add_argument(
        "--skip-missing",
        action="store_true",
        help="leave out judgements of missing outputs and unknown systems, and say how many",
    )
    parser.add_argument(
        "--human-ranking",
        metavar="NAME",
        help="people's scores of systems, instead of the paper's: win-ratio, expected-wins or "
        "rank-score (paper-001, paper-003)",
    )
    parser.add_argument(
        "--samples", type=int, default=1000, metavar="N", help="of the bootstrap; 0: none"
    )
    parser.add_argument(
        "--format",
        choices=("text", "markdown", "json", "tsv"),
        default="text",
        help="default: text",
    )
    parser.add_argument(
        "--figures", metavar="DIR", help="write the figures there, as .svg and .tsv (paper-000)"
    )
    add_text_options(parser)
    parser.add_argument(
        "--keep-case", dest="lowercase", action="store_false", help="do not ignore case"
    )
    parser.set_defaults(tokenize=None, lowercase=None)
    add_alignment_options(parser)
    add_parser_choice(parser)
    add_run_options(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> None:
    """Repeats the evaluation and prints."""
    from hyperbaton.cli.output import write_output
    from hyperbaton.cli.reproduce_formats import FORMATS
    from hyperbaton.reproduction import find_paper

    paper = find_paper(arguments.paper)
    setup = _setup(paper, arguments)
    result = paper.reproduce(setup)
    if arguments.figures:
        _write_figures(arguments.figures, result.curves)
    write_output(FORMATS[arguments.format](paper, result), arguments.output)
    report_omissions(setup.omissions, quiet=arguments.quiet)


def _setup(paper: Paper, arguments: argparse.Namespace) -> Setup:
    from hyperbaton.errors import OptionError
    from hyperbaton.meta import Omissions
    from hyperbaton.meta.agreement.protocol import FEWEST_SAMPLES
    from hyperbaton.reproduction import Setup

    if arguments.human_ranking and not paper.ranks_systems:
        raise OptionError(f"--human-ranking: {paper.name} has no scores of systems by people")
    if arguments.samples != 0 and arguments.samples < FEWEST_SAMPLES:
        raise OptionError(
            f"--samples: 0 or at least {FEWEST_SAMPLES} are accepted, got {arguments.samples}"
        )
    return Setup(
        arguments.data,
        tuple(arguments.lp) if arguments.lp else None,
        _preprocessing(paper, arguments),
        _aligner(paper, arguments),
        parsing_of(arguments),
        cache_of(arguments),
        arguments.threads,
        arguments.samples,
        arguments.seed,
        arguments.human_ranking,
        Omissions(skip=arguments.skip_missing),
    )


def _preprocessing(paper: Paper, arguments: argparse.Namespace) -> Preprocessing:
    """The paper's, with what the options say."""
    given = {name: getattr(arguments, name) for name in ("tokenize", "lowercase", "join_subwords")}
    return replace(
        paper.preprocessing, **{name: value for name, value in given.items() if value is not None}
    )


def _aligner(paper: Paper, arguments: argparse.Namespace) -> Aligner:
    """The paper's, with what the options say; a table of paraphrases is used where it is given."""
    given = {name: getattr(arguments, name) for name in OPTIONS}
    aligner = replace(
        paper.aligner, **{name: value for name, value in given.items() if value is not None}
    )
    if aligner.paraphrases and aligner.matchers is None:
        return replace(aligner, matchers=",".join([*aligner.weights, "paraphrase"]))
    return aligner


def _write_figures(folder: str, curves: tuple[Curve, ...]) -> None:
    from pathlib import Path

    from hyperbaton.cli.tune_formats import TuningCurve, write_curve
    from hyperbaton.errors import InputError, OptionError

    if not curves:
        raise OptionError("--figures: this paper has no figures that are curves; paper-000 has")
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{folder}: cannot be written ({error.strerror})") from None
    for curve in curves:
        lines = {name: list(line) for name, line in curve.lines.items()}
        drawn = TuningCurve(curve.statistic, curve.parameter, curve.values, lines)
        for suffix in (".svg", ".tsv"):
            write_curve(str(Path(folder) / f"{curve.id}{suffix}"), drawn)
