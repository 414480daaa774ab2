"""`hyperbaton permutation`: scores permutations, one per line."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING, Any

from hyperbaton.cli.options.numbers import add_threads

if TYPE_CHECKING:
    from hyperbaton.permutation import PermutationBatch
    from hyperbaton.scoring.permutations import PermutationReport

DEFAULT_METRICS = ("kendall", "spearman", "hamming", "ulam", "fuzzy", "pef", "pet-size")

NAME = "permutation"
HELP = "score permutations, one per line"
DESCRIPTION = """\
Scores permutations. Each line of the input is one permutation: integers separated by spaces or
commas, counted from 0 or from 1 (hyperbaton tells which). A blank line is a sentence without any
aligned word and scores 0. All input is read and checked before anything is printed.
"""
EPILOG = """\
examples:
  hyperbaton permutation demo/en/calque.perm -m kendall 'pef(beta=0.6)'
  echo 2 4 1 3 | hyperbaton permutation -m kendall 'kendall(sqrt=true)' --format json
  hyperbaton permutation demo/*/loom.perm --average
'hyperbaton metrics' lists the metrics.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    parser.add_argument(
        "files", nargs="*", metavar="FILE", help="files of permutations (default: stdin)"
    )
    parser.add_argument(
        "-m",
        "--metrics",
        nargs="+",
        action="extend",
        metavar="METRIC",
        help=f"metrics to compute (default: {' '.join(DEFAULT_METRICS)})",
    )
    parser.add_argument("--average", action="store_true", help="print only the mean of each metric")
    parser.add_argument(
        "--format", choices=("tsv", "json"), default="tsv", help="how to print (default: tsv)"
    )
    add_threads(parser)
    parser.add_argument("-q", "--quiet", action="store_true", help="print no notices on stderr")


def run(arguments: argparse.Namespace) -> None:
    """Scores and prints."""
    from hyperbaton.metrics import parse
    from hyperbaton.permutation.reading import read_permutations
    from hyperbaton.resources import resolve_threads
    from hyperbaton.scoring.permutations import score_permutations

    threads = resolve_threads(arguments.threads)
    metrics = [parse(text) for text in arguments.metrics or DEFAULT_METRICS]
    batch = read_permutations(arguments.files)
    if not arguments.quiet:
        _notify(batch, defaulted=not arguments.metrics)
    report = score_permutations(batch, metrics, threads=threads)
    if arguments.format == "json":
        json.dump(_document(batch, report, average=arguments.average), sys.stdout, indent=1)
        print()
    else:
        _print_table(report, average=arguments.average)


def _notify(batch: PermutationBatch, *, defaulted: bool) -> None:
    if defaulted:
        print(f"hyperbaton: no -m given, using {' '.join(DEFAULT_METRICS)}", file=sys.stderr)
    print(f"hyperbaton: {len(batch)} permutations, {_bases(batch)}", file=sys.stderr)


def _bases(batch: PermutationBatch) -> str:
    bases = sorted(set(batch.bases[batch.lengths > 0].tolist()))
    if len(bases) == 2:
        return "some counted from 0 and some from 1"
    return f"counted from {bases[0]}" if bases else "all empty"


def _print_table(report: PermutationReport, *, average: bool) -> None:
    print(*report.metrics, sep="\t")
    for row in [report.averages] if average else report.scores.tolist():
        print(*map(repr, row), sep="\t")


def _document(
    batch: PermutationBatch, report: PermutationReport, *, average: bool
) -> dict[str, Any]:
    from hyperbaton import __version__

    names = [str(metric) for metric in report.metrics]
    document: dict[str, Any] = {
        "hyperbaton": __version__,
        "metrics": [{"metric": str(m), "signature": m.signature} for m in report.metrics],
        "average": {
            name: None if score != score else score
            for name, score in zip(names, report.averages, strict=True)
        },
    }
    if not average:
        document["permutations"] = [
            {"length": length, "base": base, "scores": dict(zip(names, row, strict=True))}
            for length, base, row in zip(
                batch.lengths.tolist(), batch.bases.tolist(), report.scores.tolist(), strict=True
            )
        ]
    return document
