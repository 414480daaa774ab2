"""`hyperbaton batch`: tables of any size in, the same tables with scores out."""

from __future__ import annotations

import argparse
import os

from hyperbaton import checks
from hyperbaton.batch.inputs import TABLES, input_files
from hyperbaton.batch.row_scorer import RowScorer
from hyperbaton.batch.run import BatchRun, on_threads
from hyperbaton.batch.writing import output_format
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
Scores every row of tables that may be larger than memory, on all cores: an output in one column, a
reference in another. All rows and columns are kept, in order, and every metric adds a column.
With --src it also measures how far outputs keep the order of the source, which needs no reference.
Tables are Parquet, Arrow, JSONL, TSV or CSV with a header (text also as .gz); INPUT may be a file,
a pattern in quotes, a folder, or - for standard input. Rows score as in
'hyperbaton score --segments'.

The output appears when it is complete. Use --resume to continue a run that was stopped.
"""
EPILOG = """\
examples:
  hyperbaton batch demo/en/pairs.tsv --hyp calque --ref reference -m kendall pef
  hyperbaton batch 'crawl/part-*.parquet' --hyp mt --ref human -m hyperbaton chrf -o out.parquet
  hyperbaton batch crawl/ --hyp mt --ref a b -m pef --lowercase -o scored/ --resume
  hyperbaton batch crawl.parquet --src de --hyp en --model de-en.npz -o ordered.parquet
  zcat pairs.tsv.gz | hyperbaton batch - --hyp mt --ref human -m per > scored.tsv
See 'hyperbaton docs batch'.
"""
THREADS, RAY = "threads", "ray"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    option(parser, "inputs INPUT+", "files, patterns, folders or -")
    option(parser, "--hyp COLUMN", "column of outputs", required=True)
    option(
        parser,
        "--ref COLUMN+",
        "one or more columns of references; all but the first may have nulls",
    )
    text = "metrics to compute; 'hyperbaton metrics' lists them"
    shared(parser, "metrics", text=text)
    text = "column of sources: adds how far outputs keep the order of its words"
    option(parser, "--src COLUMN", text)
    option(parser, "--model FILE", "links with the source, from align --save-model")
    add_text_options(parser)
    add_alignment_options(parser, "en")
    shared(parser, "parser")
    _add_files(parser.add_argument_group("files"))
    _add_running(parser.add_argument_group("running"))


def _add_files(group: argparse._ArgumentGroup) -> None:
    text = "write to FILE instead of stdout; if it ends in /, to a folder of parts"
    option(group, "-o --output FILE", text, type=_output)
    option(group, "--overwrite", "replace files that exist")
    option(
        group,
        "--format",
        "format of the output",
        choices=TABLES,
        otherwise="by its extension; parquet for folders; without either, text as in the input",
    )
    option(
        group,
        "--input-format",
        "format of the inputs",
        choices=TABLES,
        otherwise="by their extensions, or the first bytes of stdin",
    )
    text = "start the names of new columns with TEXT"
    option(group, "--prefix TEXT", text, default="")
    text = "also add the statistics behind scores, whose sums give corpus scores"
    option(group, "--statistics", text)
    option(
        group,
        "--summary FILE",
        "write the scores of all rows together to FILE as JSON",
        type=output_file,
    )
    option(
        group,
        "--errors FILE",
        "continue after bad rows, and list rows without scores in FILE as JSONL",
        type=output_file,
        otherwise="stop at the first bad row",
    )


def _add_running(group: argparse._ArgumentGroup) -> None:
    option(group, "--resume", "continue a run that was stopped")
    text = "score on threads of this machine or on workers of Ray"
    option(group, "--engine", text, choices=(THREADS, RAY), default=THREADS)
    option(
        group,
        "--address ADDRESS",
        "address of a Ray cluster, or auto",
        otherwise="start Ray on this machine",
    )
    shared(group, "threads")
    text = "rows to score at a time on each thread"
    option(group, "--batch-rows N", text, range=checks.BATCH_ROWS, default=1 << 14)
    shared(group, "quiet")


def _output(name: str) -> str:
    return output_folder(name) if name.endswith("/") else output_file(name)


def run(arguments: argparse.Namespace) -> None:
    """Reads, scores and writes."""
    inputs = input_files(arguments.inputs, arguments.input_format)
    output = arguments.output or STANDARD_OUTPUT
    targets = [name for name in (output, arguments.errors, arguments.summary) if name]
    if len(set(map(os.path.realpath, targets))) < len(targets):
        raise OptionError("-o, --errors and --summary: two name the same file")
    if not arguments.metrics and not arguments.src:
        raise OptionError("nothing to compute; choose metrics with -m, or --src and --model")
    if bool(arguments.metrics) != bool(arguments.ref):
        raise OptionError("-m and --ref: neither works without the other")
    if bool(arguments.src) != bool(arguments.model):
        raise OptionError("--src and --model go together; make a model with align --save-model")
    if arguments.summary is not None and not arguments.metrics:
        raise OptionError("--summary requires -m")
    if arguments.engine == RAY:
        from hyperbaton.distributed.ray import ray_engine

        engine = ray_engine(arguments.address)
    elif arguments.address is not None:
        raise OptionError("--address requires --engine ray")
    else:
        engine = on_threads
    otherwise = PARQUET if output.endswith("/") else None
    scorer = RowScorer(
        arguments.metrics or (),
        arguments.hyp,
        arguments.ref or (),
        src=arguments.src,
        model=arguments.model,
        prefix=arguments.prefix,
        statistics=arguments.statistics or arguments.summary is not None,
        preparation=preparation_of(arguments),
    )
    BatchRun(
        inputs,
        scorer,
        output,
        arguments.format or otherwise or output_format(output, inputs[0].format),
        arguments.errors,
        arguments.summary,
        keep_statistics=arguments.statistics,
        resume=arguments.resume,
        overwrite=arguments.overwrite,
        threads=arguments.threads,
        batch_rows=arguments.batch_rows,
        quiet=arguments.quiet,
        engine=engine,
    )()
