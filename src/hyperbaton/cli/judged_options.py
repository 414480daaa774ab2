"""Options of all commands that read human judgements and score the systems they are about."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hyperbaton.meta import DataOptions, Omissions, StatisticsCache


def add_data_options(parser: argparse.ArgumentParser) -> None:
    """Adds the options that choose judgements, systems and references."""
    parser.add_argument(
        "--lp", nargs="+", required=True, metavar="LP", help="language pairs, such as de-en"
    )
    parser.add_argument(
        "--human",
        metavar="FILE",
        help="judgements: a file, {lp} standing for the language pair, or NAME of "
        "human-scores/LP.NAME.seg.score (default: what DATA has)",
    )
    parser.add_argument(
        "--normalize-judges", action="store_true", help="z-scores of each judge's ratings"
    )
    parser.add_argument("--references", nargs="+", metavar="NAME", help="default: all of DATA")
    parser.add_argument(
        "--exclude",
        nargs="+",
        default=[],
        metavar="SYSTEM",
        help="leave out; * is any text",
    )
    parser.add_argument(
        "--blank",
        choices=("missing", "empty"),
        default="missing",
        help="what a blank line among outputs is (default: missing)",
    )
    parser.add_argument(
        "--skip-missing",
        action="store_true",
        help="leave out judgements of missing outputs and unknown systems, and say how many",
    )


def add_run_options(parser: argparse.ArgumentParser) -> None:
    """Adds the options of how to run."""
    parser.add_argument("--seed", type=int, default=12345, metavar="N", help="default: 12345")
    parser.add_argument("--cache", metavar="DIR", help="where statistics of segments are kept")
    parser.add_argument("--no-cache", action="store_true", help="keep none, use none")
    parser.add_argument("--threads", type=int, metavar="N", help="default: all cores")
    parser.add_argument("-o", "--output", metavar="FILE", help="write to FILE instead of stdout")
    parser.add_argument("-q", "--quiet", action="store_true", help="no notices on stderr")


def data_options(arguments: argparse.Namespace) -> DataOptions:
    """What to read, from the command line."""
    from hyperbaton.meta import DataOptions

    return DataOptions(
        arguments.human,
        arguments.normalize_judges,
        tuple(arguments.references) if arguments.references else None,
        tuple(arguments.exclude),
        arguments.blank,
    )


def cache_of(arguments: argparse.Namespace) -> StatisticsCache | None:
    """The cache to use, from the command line."""
    from pathlib import Path

    from hyperbaton.meta import StatisticsCache

    if arguments.no_cache:
        return None
    return StatisticsCache(Path(arguments.cache) if arguments.cache else None)


def report_omissions(omissions: Omissions, *, quiet: bool) -> None:
    """Says on standard error what was left out."""
    if omissions.counts and not quiet:
        print(f"hyperbaton: left out {omissions}", file=sys.stderr)
