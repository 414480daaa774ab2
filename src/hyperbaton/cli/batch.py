"""`hyperbaton batch`: tables of any size in, the same tables with scores out."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING

from hyperbaton import limits
from hyperbaton.cli.options.context import add_alignment_options, add_text_options, context_of
from hyperbaton.cli.options.numbers import add_number, add_threads
from hyperbaton.cli.options.output import STANDARD_OUTPUT, output_file

if TYPE_CHECKING:
    from hyperbaton.batch.running.plan import BatchPlan
    from hyperbaton.batch.running.run import BatchSummary

NAME = "batch"
HELP = "add scores to tables of any size"
DESCRIPTION = """\
Scores every row of tables that may be larger than the memory, on all cores: a hypothesis in one
column, a reference in another. All columns are kept, in order, and every metric adds one. Tables
are Parquet, Arrow, JSONL or TSV with a header (the last two also as .gz); INPUT may be a file, a
pattern in quotes, a folder, or - for standard input. Scores of rows are those of
'hyperbaton score --segments'.

The output appears when it is complete. A run that was stopped goes on with --resume.
"""
EPILOG = """\
examples:
  hyperbaton batch demo/en/pairs.tsv --hyp calque --ref reference -m kendall pef
  hyperbaton batch 'crawl/part-*.parquet' --hyp mt --ref human -m hyperbaton chrf -o out.parquet
  hyperbaton batch crawl.jsonl.gz --hyp mt --ref human -m wer --errors bad.jsonl -o out.jsonl
  hyperbaton batch crawl/ --hyp mt --ref a b -m pef --lowercase -o out.parquet --resume
  hyperbaton batch crawl/ --hyp mt --ref human -m pef --engine ray --address auto -o out.parquet
  zcat pairs.tsv.gz | hyperbaton batch - --hyp mt --ref human -m per > scored.tsv
See docs/batch.md.
"""
FORMATS = ("parquet", "arrow", "jsonl", "tsv")
THREADS, RAY = "threads", "ray"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    parser.add_argument("inputs", nargs="+", metavar="INPUT", help="files, patterns, folders or -")
    parser.add_argument("--hyp", required=True, metavar="COLUMN", help="column of hypotheses")
    parser.add_argument(
        "--ref",
        required=True,
        nargs="+",
        metavar="COLUMN",
        help="one or more columns of references; all but the first may have nulls",
    )
    parser.add_argument("--src", metavar="COLUMN", help="column of sources (default: none)")
    parser.add_argument(
        "-m",
        "--metrics",
        nargs="+",
        action="extend",
        required=True,
        metavar="METRIC",
        help="metrics to compute; 'hyperbaton metrics' lists them",
    )
    add_text_options(parser)
    add_alignment_options(parser)
    parser.add_argument("--parser", metavar="PARSER", help="parser for dted (default: english)")
    _add_files(parser)
    _add_running(parser)


def _add_files(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("files")
    group.add_argument(
        "-o", "--output", type=output_file, metavar="FILE", help="write to FILE instead of stdout"
    )
    group.add_argument(
        "--format",
        choices=FORMATS,
        help="format of the output (default: by its ending, or else tsv for TSV and jsonl)",
    )
    group.add_argument(
        "--input-format",
        choices=FORMATS,
        help="format of the inputs (default: by their endings, or the first bytes of stdin)",
    )
    group.add_argument(
        "--prefix",
        metavar="TEXT",
        default="",
        help="begin the names of new columns with TEXT (default: nothing)",
    )
    group.add_argument(
        "--statistics",
        action="store_true",
        help="also add the statistics behind scores, from which corpus scores are computed",
    )
    group.add_argument(
        "--compression",
        choices=("zstd", "snappy", "none"),
        default="zstd",
        help="compression of Parquet (default: zstd)",
    )
    group.add_argument(
        "--summary",
        type=output_file,
        metavar="FILE",
        help="write the scores of all rows together to FILE as JSON (default: do not)",
    )
    group.add_argument(
        "--errors",
        type=output_file,
        metavar="FILE",
        help="write rows that cannot be scored to FILE as JSONL (default: stop at the first)",
    )


def _add_running(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("running")
    group.add_argument("--resume", action="store_true", help="go on where a run was stopped")
    group.add_argument(
        "--engine",
        choices=(THREADS, RAY),
        default=THREADS,
        help="score on threads of this machine or on workers of Ray (default: threads)",
    )
    group.add_argument(
        "--address",
        metavar="ADDRESS",
        help="address of a Ray cluster, such as auto (default: start Ray on this machine)",
    )
    add_threads(group)
    add_number(
        group,
        "--batch-rows",
        range=limits.BATCH_ROWS,
        what="rows scored at a time on each thread",
        default=1 << 14,
    )
    add_number(
        group,
        "--checkpoint",
        range=limits.CHECKPOINT_SECONDS,
        what="seconds of work that a killed run may lose",
        default=1.0,
    )
    group.add_argument("-q", "--quiet", action="store_true", help="print no notices on stderr")


def run(arguments: argparse.Namespace) -> None:
    """Reads, scores and writes."""
    from hyperbaton.batch.arrow import load_pyarrow

    load_pyarrow()
    summary = _run(_plan(arguments), arguments)
    if not arguments.quiet:
        print(f"hyperbaton: {summary}", file=sys.stderr)


def _run(plan: BatchPlan, arguments: argparse.Namespace) -> BatchSummary:
    from hyperbaton.batch.running.run import run_batch
    from hyperbaton.errors import OptionError

    if arguments.engine == RAY:
        if arguments.resume:
            raise OptionError("--resume: does not go with --engine ray, which keeps no journal")
        from hyperbaton.distributed.ray_engine import ray_engine

        return run_batch(plan, ray_engine(arguments.address))
    if arguments.address is not None:
        raise OptionError("--address: is that of a cluster; add --engine ray")
    return run_batch(plan)


def _plan(arguments: argparse.Namespace) -> BatchPlan:
    from hyperbaton.batch.description import BatchDescription
    from hyperbaton.batch.reading.formats import output_format
    from hyperbaton.batch.reading.locations import input_files
    from hyperbaton.batch.reading.piece import Limits
    from hyperbaton.batch.running.plan import BatchPlan

    description = BatchDescription(
        arguments.metrics,
        arguments.hyp,
        arguments.ref,
        arguments.src,
        arguments.prefix,
        arguments.statistics or arguments.summary is not None,
        context_of(arguments),
    )
    inputs = input_files(arguments.inputs, arguments.input_format)
    output = arguments.output or STANDARD_OUTPUT
    _refuse_one_file_for_all(
        {"-o": output, "--errors": arguments.errors, "--summary": arguments.summary}
    )
    return BatchPlan(
        inputs,
        description,
        output,
        arguments.format or output_format(output, inputs[0].format),
        arguments.errors,
        arguments.resume,
        arguments.threads,
        Limits(arguments.batch_rows),
        arguments.checkpoint,
        arguments.quiet,
        arguments.compression,
        arguments.summary,
        arguments.statistics,
    )


def _refuse_one_file_for_all(targets: Mapping[str, str | None]) -> None:
    """Refuses to write different things to the same file."""
    from hyperbaton.errors import OptionError

    seen: dict[str, str] = {}
    for option, name in targets.items():
        if name is not None:
            other = seen.setdefault(os.path.realpath(name), option)
            if other != option:
                raise OptionError(f"{option}: is the same file as {other}; name another one")
