"""Options of all commands that read human judgements and score the systems they are about."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from hyperbaton import limits
from hyperbaton.cli.options.context import (
    add_alignment_options,
    add_cache_options,
    add_parser_options,
    add_text_options,
    context_of,
)
from hyperbaton.cli.options.numbers import add_number, add_seed, add_threads
from hyperbaton.cli.options.output import add_output_option

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hyperbaton.meta import DataOptions, GivenFiles, JudgedSet, Omissions, StatisticsCache

LAYOUT = """\
  references/LP.NAME.txt           references, one segment per line
  system-outputs/LP/SYSTEM.txt     one output file per system
  rankings/LP.pairs.tsv            judgements: pairwise preferences,
  rankings/LP.judgments.csv        WMT's rankings,
  human-scores/LP.NAME.seg.score   scores,
  human-scores/LP.NAME.tsv         or ratings by judges
"""
GIVEN = ("links", "source_alignments", "trees")


def add_data_options(parser: argparse.ArgumentParser) -> None:
    """Adds the options that choose judgements, systems and references."""
    group = parser.add_argument_group("data", "what to read from the folder of the test set")
    group.add_argument(
        "--lp", nargs="+", required=True, metavar="LP", help="language pairs, such as de-en"
    )
    group.add_argument(
        "--human",
        metavar="FILE",
        help="judgements: a file, with {lp} for the language pair, or NAME of "
        "human-scores/LP.NAME.seg.score or .tsv (default: what the folder has)",
    )
    group.add_argument(
        "--score-columns",
        nargs="+",
        default=[],
        metavar="NAME",
        help="columns of scores in a table of ratings; several are summed (default: score)",
    )
    group.add_argument(
        "--normalize-judges",
        action="store_true",
        help="give each judge's scores mean 0 and variance 1, in each column",
    )
    group.add_argument(
        "--repeated-ratings",
        action="store_true",
        help="count equal ratings of an output by the same judge (default: refuse them)",
    )
    group.add_argument(
        "--references", nargs="+", metavar="NAME", help="references to use (default: all)"
    )
    group.add_argument(
        "--exclude",
        nargs="+",
        default=[],
        metavar="SYSTEM",
        help="systems to leave out; * stands for any text",
    )
    group.add_argument(
        "--blank",
        choices=("missing", "empty"),
        default="missing",
        help="what a blank line in an output file is (default: missing)",
    )
    add_length_option(group, "no limit")
    add_skip_option(group)


def add_length_option(parser: argparse._ActionsContainer, default: str) -> None:
    """Adds the option that leaves out long segments."""
    add_number(
        parser,
        "--max-words",
        range=limits.MAX_WORDS,
        what="leave out segments with an output or a reference of more than N words",
        otherwise=default,
    )


def add_skip_option(parser: argparse._ActionsContainer) -> None:
    """Adds the option that leaves out what cannot be used."""
    parser.add_argument(
        "--skip-missing",
        action="store_true",
        help="leave out judgements of missing outputs and unknown systems, and say how many",
    )


def add_scoring_options(
    parser: argparse.ArgumentParser, preparation: str = "each metric's own"
) -> None:
    """Adds the options that say how text becomes scores; `preparation` is that of text without."""
    add_text_options(parser, preparation)
    add_alignment_options(parser, "the target side of each language pair")
    add_given_options(parser)
    add_parser_options(parser.add_argument_group("parsing", "for dted; see docs/parsing.md"))


def add_given_options(parser: argparse.ArgumentParser) -> None:
    """Adds the options for files beside the outputs."""
    group = parser.add_argument_group(
        "given links and trees", "files beside the outputs, in place of aligner and parser"
    )
    group.add_argument(
        "--links",
        nargs="?",
        const="",
        metavar="DIR",
        help="use DIR/links/LP/SYSTEM.REF.align, or .out as METEOR's -writeAlignments writes it "
        "(DIR: the folder of the test set)",
    )
    group.add_argument(
        "--source-alignments",
        nargs="?",
        const="",
        metavar="DIR",
        help="use DIR/source-alignments/LP/systems/SYSTEM.align and references/REF.align, with "
        "sources/LP.txt of the test set: word order is then that of the source words",
    )
    group.add_argument(
        "--trees",
        nargs="?",
        const="",
        metavar="DIR",
        help="use DIR/trees/LP/systems/SYSTEM.conllu and references/REF.conllu",
    )


def add_run_options(parser: argparse.ArgumentParser) -> None:
    """Adds the options that say how to run."""
    add_seed(parser)
    add_cache_options(parser, "statistics of segments, and parses,")
    add_threads(parser)
    add_output_option(parser)
    parser.add_argument("-q", "--quiet", action="store_true", help="print no notices on stderr")


def data_options(arguments: argparse.Namespace, folder: str) -> DataOptions:
    """What to read from the folder of a test set, from the command line."""
    from hyperbaton.meta import DataOptions

    return DataOptions(
        arguments.human,
        arguments.normalize_judges,
        tuple(arguments.references) if arguments.references else None,
        tuple(arguments.exclude),
        arguments.blank,
        given_files(arguments, folder),
        tuple(arguments.score_columns),
        arguments.repeated_ratings,
        arguments.max_words,
        context_of(arguments).preprocessing,
    )


def given_files(arguments: argparse.Namespace, beside: str) -> GivenFiles:
    """Which files beside the outputs to use, if no other folder is named.

    Raises:
        OptionError: an option says how to make what another one gives.
    """
    from hyperbaton.errors import OptionError
    from hyperbaton.meta import GivenFiles

    folders = {name: getattr(arguments, name) for name in GIVEN}
    for name, made_by in (("links", ("aligner", "search", "matchers")), ("trees", ("parser",))):
        for option in made_by:
            if folders[name] is not None and getattr(arguments, option) is not None:
                raise OptionError(f"--{name} are given, so leave out --{option}, which makes them")
    return GivenFiles(
        **{name: folder or beside for name, folder in folders.items() if folder is not None}
    )


def cache_of(arguments: argparse.Namespace) -> StatisticsCache | None:
    """The cache to use, from the command line."""
    from pathlib import Path

    from hyperbaton.meta import StatisticsCache

    if arguments.no_cache:
        return None
    return StatisticsCache(Path(arguments.cache) if arguments.cache else None)


def report_data(sets: Sequence[JudgedSet], arguments: argparse.Namespace) -> None:
    """Says on standard error which judgements were taken, and how many segments were left out."""
    from hyperbaton.meta.data.judgement_files import human_scores

    if arguments.quiet:
        return
    for judged in sets:
        data, notices = judged.data, []
        scores = human_scores(data)
        if arguments.human is None and judged.judgements.scores is None and scores:
            notices.append(f"using rankings; choose scores with --human {' or '.join(scores)}")
        if arguments.max_words:
            left = int(data.available.any(axis=0).sum())
            notices.append(
                f"kept {left} of {len(data)} segments, in which no output or reference has more "
                f"than {arguments.max_words} words"
            )
        for notice in notices:
            print(f"hyperbaton: {data.pair}: {notice}", file=sys.stderr)


def report_omissions(omissions: Omissions, *, quiet: bool) -> None:
    """Says on standard error what was left out."""
    if omissions.counts and not quiet:
        print(f"hyperbaton: left out {omissions}", file=sys.stderr)
