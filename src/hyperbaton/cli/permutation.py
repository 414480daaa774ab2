"""`hyperbaton permutation`: scores permutations, one per line."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from hyperbaton import __version__
from hyperbaton.cli.options import notify, option, shared
from hyperbaton.metrics import as_metrics
from hyperbaton.permutation import PermutationBatch
from hyperbaton.permutation.reading import read_permutations
from hyperbaton.resources import resolve_threads
from hyperbaton.scoring.permutations import PermutationReport, score_permutations

DEFAULT_METRICS = ("kendall", "spearman", "hamming", "ulam", "fuzzy", "pef", "pet-size")

DESCRIPTION = """\
Scores permutations. Each line of the input is one permutation: integers separated by spaces or
commas, counted from 0 or from 1, which is detected for each line. A blank line is a sentence
without aligned words and scores 0. All input is read and checked before anything is printed.
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
    option(parser, "files FILE*", "files of permutations", otherwise="stdin")
    shared(parser, "metrics", otherwise=" ".join(DEFAULT_METRICS))
    option(parser, "--average", "print only the mean of each metric")
    option(parser, "--format", "how to print", choices=("tsv", "json"), default="tsv")
    shared(parser, "threads", "quiet")


def run(arguments: argparse.Namespace) -> None:
    """Scores and prints."""
    threads = resolve_threads(arguments.threads)
    metrics = as_metrics(arguments.metrics or DEFAULT_METRICS)
    batch = read_permutations(arguments.files)
    if not arguments.metrics:
        notify(arguments, f"no -m given, using {' '.join(DEFAULT_METRICS)}")
    notify(arguments, f"{len(batch)} permutations, {_bases(batch)}")
    report = score_permutations(batch, metrics, threads=threads)
    if arguments.format == "json":
        json.dump(_document(batch, report, average=arguments.average), sys.stdout, indent=1)
        print()
    else:
        _print_table(report, average=arguments.average)


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
