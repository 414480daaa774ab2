"""`hyperbaton batch`: tables of any size in, the same tables with scores out."""

from __future__ import annotations

import argparse
import os
import sys

from hyperbaton import checks
from hyperbaton.batch.description import BatchDescription
from hyperbaton.batch.inputs import input_files, output_format
from hyperbaton.batch.run import BatchPlan, Engine, on_threads, run_batch
from hyperbaton.cli.options import (
    STANDARD_OUTPUT,
    add_alignment_options,
    add_text_options,
    option,
    output_file,
    output_folder,
    preparation_of,
    shared,
)
from hyperbaton.errors import OptionError
from hyperbaton.text.reading import PARQUET

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
  hyperbaton batch crawl/ --hyp mt --ref a b -m pef --lowercase -o scored/ --resume
  hyperbaton batch crawl/ --hyp mt --ref human -m pef --engine ray --address auto -o out.parquet
  zcat pairs.tsv.gz | hyperbaton batch - --hyp mt --ref human -m per > scored.tsv
See docs/batch.md.
"""
FORMATS = ("parquet", "arrow", "jsonl", "tsv")
THREADS, RAY = "threads", "ray"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    option(parser, "inputs INPUT+", "files, patterns, folders or -")
    option(parser, "--hyp COLUMN", "column of hypotheses", required=True)
    option(
        parser,
        "--ref COLUMN+",
        "one or more columns of references; all but the first may have nulls",
        required=True,
    )
    option(parser, "--src COLUMN", "column of sources", otherwise="none")
    text = "metrics to compute; 'hyperbaton metrics' lists them"
    shared(parser, "metrics", text=text, required=True)
    add_text_options(parser)
    add_alignment_options(parser)
    option(parser, "--parser PARSER", "parser for dted", otherwise="english")
    _add_files(parser.add_argument_group("files"))
    _add_running(parser.add_argument_group("running"))


def _add_files(group: argparse._ArgumentGroup) -> None:
    text = "write to FILE instead of stdout; with a / at its end, to a folder of parts"
    option(group, "-o --output FILE", text, type=_output)
    option(
        group,
        "--format",
        "format of the output",
        choices=FORMATS,
        otherwise="by its extension; parquet for folders; or else tsv for TSV and jsonl",
    )
    option(
        group,
        "--input-format",
        "format of the inputs",
        choices=FORMATS,
        otherwise="by their extensions, or the first bytes of stdin",
    )
    text = "begin the names of new columns with TEXT"
    option(group, "--prefix TEXT", text, default="", otherwise="nothing")
    text = "also add the statistics behind scores, from which corpus scores are computed"
    option(group, "--statistics", text)
    option(
        group,
        "--compression",
        "compression of Parquet",
        choices=("zstd", "snappy", "none"),
        default="zstd",
    )
    option(
        group,
        "--summary FILE",
        "write the scores of all rows together to FILE as JSON",
        type=output_file,
        otherwise="do not",
    )
    option(
        group,
        "--errors FILE",
        "write rows that cannot be scored to FILE as JSONL",
        type=output_file,
        otherwise="stop at the first",
    )


def _add_running(group: argparse._ArgumentGroup) -> None:
    option(group, "--resume", "go on where a run was stopped")
    text = "for --resume, know inputs by their contents"
    option(group, "--digest", text, otherwise="by size and time")
    text = "score on threads of this machine or on workers of Ray"
    option(group, "--engine", text, choices=(THREADS, RAY), default=THREADS)
    option(
        group,
        "--address ADDRESS",
        "address of a Ray cluster, such as auto",
        otherwise="start Ray on this machine",
    )
    shared(group, "threads")
    text = "rows scored at a time on each thread"
    option(group, "--batch-rows N", text, range=checks.BATCH_ROWS, default=1 << 14)
    shared(group, "quiet")


def _output(name: str) -> str:
    return output_folder(name) if name.endswith("/") else output_file(name)


def run(arguments: argparse.Namespace) -> None:
    """Reads, scores and writes."""
    engine: Engine = on_threads
    if arguments.engine == RAY:
        from hyperbaton.distributed.ray import ray_engine

        engine = ray_engine(arguments.address)
    elif arguments.address is not None:
        raise OptionError("--address requires --engine ray")
    summary = run_batch(_plan(arguments), engine)
    if not arguments.quiet:
        print(f"hyperbaton: {summary}", file=sys.stderr)


def _plan(arguments: argparse.Namespace) -> BatchPlan:
    description = BatchDescription(
        arguments.metrics,
        arguments.hyp,
        arguments.ref,
        arguments.src,
        arguments.prefix,
        arguments.statistics or arguments.summary is not None,
        preparation_of(arguments),
    )
    inputs = input_files(arguments.inputs, arguments.input_format)
    output = arguments.output or STANDARD_OUTPUT
    targets = [name for name in (output, arguments.errors, arguments.summary) if name]
    if len(set(map(os.path.realpath, targets))) < len(targets):
        raise OptionError("-o, --errors and --summary: two name the same file")
    is_folder = output.endswith("/")
    written_as = PARQUET if is_folder else output_format(output, inputs[0].format)
    return BatchPlan(
        inputs,
        description,
        output,
        arguments.format or written_as,
        arguments.errors,
        arguments.resume,
        arguments.digest,
        arguments.threads,
        arguments.batch_rows,
        arguments.quiet,
        arguments.compression,
        arguments.summary,
        arguments.statistics,
    )
