"""`hyperbaton score`: text in, scores out."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from hyperbaton.cli.alignment_options import add_alignment_options, aligner_of
from hyperbaton.cli.source_options import add_source_options, read_source_alignments
from hyperbaton.cli.text_options import add_text_options, preprocessing_of
from hyperbaton.cli.tree_options import add_tree_options, parsing_of, read_given_trees

if TYPE_CHECKING:
    from hyperbaton.text.segments import References

DESCRIPTION = """\
Scores the outputs of one or more systems against one or more references, segment by segment and
for the whole test set. Files are plain text (one segment a line), .tsv, .csv, .jsonl or .parquet
with the column behind a colon (data.tsv:mt), or WMT's .sgm and .xml; all but Parquet may be .gz.
Where a second or further reference is blank, the segment has no such reference.
"""
EPILOG = """\
examples:
  hyperbaton score demo/en/reference.txt -i demo/en/loom.txt
  hyperbaton score demo/en/reference.txt demo/en/reference2.txt \\
      -i demo/en/loom.txt demo/en/calque.txt -m bleu invwer 'invwer(accuracy=true)'
  hyperbaton score demo/en/reference.txt -i demo/en/calque.txt -m pef kendall meteor \
      'full(order=ulam,lexical=chrf)' --lowercase
  hyperbaton score ref.txt -i a.txt b.txt -m ter --paired bootstrap --confidence
  hyperbaton score ref.txt -i a.txt -m wer --segments --format tsv > segments.tsv
'hyperbaton metrics' lists the metrics.
"""


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command to the command line."""
    parser = commands.add_parser(
        "score",
        help="score text against references",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("references", nargs="+", metavar="REF", help="reference files")
    parser.add_argument(
        "-i", "--input", nargs="+", required=True, metavar="HYP", help="outputs, a file a system"
    )
    parser.add_argument(
        "-m", "--metrics", nargs="+", action="extend", metavar="METRIC", help="metrics to compute"
    )
    add_text_options(parser)
    _add_resampling_options(parser)
    add_alignment_options(parser)
    add_source_options(parser)
    add_tree_options(parser)
    parser.add_argument("--segments", action="store_true", help="scores of single segments too")
    parser.add_argument(
        "--format", choices=("text", "json", "tsv", "latex"), default="text", help="default: text"
    )
    parser.add_argument("-o", "--output", metavar="FILE", help="write to FILE instead of stdout")
    parser.add_argument("--threads", type=int, metavar="N", help="default: all cores")
    parser.add_argument("-q", "--quiet", action="store_true", help="no notices on stderr")
    parser.set_defaults(run=run)


def _add_resampling_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--confidence", action="store_true", help="95%% bootstrap confidence intervals"
    )
    parser.add_argument(
        "--paired",
        choices=("bootstrap", "randomization"),
        help="test each system against the first one",
    )
    parser.add_argument(
        "--samples",
        type=int,
        metavar="N",
        help="resamples (default: 1000 for bootstrap, 10000 for randomization)",
    )
    parser.add_argument("--seed", type=int, default=12345, metavar="N", help="default: 12345")


def run(arguments: argparse.Namespace) -> None:
    """Reads, scores and prints."""
    from hyperbaton.cli.output import write_output
    from hyperbaton.cli.score_formats import FORMATS
    from hyperbaton.scoring import DEFAULT_METRICS, Resampling, score_systems, text_metrics
    from hyperbaton.text.systems import read_systems, read_test_set

    metrics = text_metrics(arguments.metrics or DEFAULT_METRICS)
    resampling = Resampling(
        arguments.confidence, arguments.paired, arguments.samples, arguments.seed
    )
    references = read_test_set(arguments.references, preprocessing_of(arguments))
    references.add_setting(aligner_of(arguments))
    references.add_setting(parsing_of(arguments))
    systems = read_systems(arguments.input, len(references), arguments.references[0])
    given = (
        read_source_alignments(arguments, references, systems),
        read_given_trees(arguments, references, list(systems)),
    )
    if not arguments.quiet:
        _notify(references, defaulted=not arguments.metrics)
    report = score_systems(
        systems,
        references,
        metrics,
        resampling,
        arguments.threads,
        {name: [by_name[name] for by_name in given if by_name] for name in systems},
    )
    text = FORMATS[arguments.format](report, segments=arguments.segments)
    write_output(text, arguments.output)


def _notify(references: References, *, defaulted: bool) -> None:
    from hyperbaton.scoring import DEFAULT_METRICS
    from hyperbaton.text.tokenizers import has_unspaced_script

    if defaulted:
        print(f"hyperbaton: no -m given, using {' '.join(DEFAULT_METRICS)}", file=sys.stderr)
    unicode = references.preprocessing.tokenize == "unicode"
    if unicode and any(map(has_unspaced_script, references.flat_texts)):
        print(
            "hyperbaton: text without spaces (Chinese, Japanese, Thai …) is split into characters; "
            "--tokenize ja-mecab or zh chooses another way",
            file=sys.stderr,
        )
