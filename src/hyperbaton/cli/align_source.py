"""`hyperbaton align-source`: links of the source with all translations of a test set."""

from __future__ import annotations

import argparse
import sys

from hyperbaton.cli.options.numbers import add_threads
from hyperbaton.cli.options.output import output_folder, write_lines

NAME = "align-source"
HELP = "align the translations of a test set with their source"
DESCRIPTION = """\
Aligns the source of a test set with the outputs of all systems and with all references, and writes
the links where --source-alignments of meta, tune and reproduce looks for them:

  DIR/source-alignments/LP/systems/SYSTEM.align
  DIR/source-alignments/LP/references/REF.align

All translations of a language pair are aligned together, because the aligner learns from the
sentence pairs it is given. DATA is a folder in the layout of mt-metrics-eval, with the source in
sources/LP.txt; every file may be compressed (.gz).
"""
EPILOG = """\
examples:
  hyperbaton align-source demo/judged --lp de-en -o links
  hyperbaton align-source wmt09 --lp de-en en-es -o links
  hyperbaton meta wmt09 --lp de-en en-es -m lrscore --source-alignments links
Choose the tokenizer with which you will score; 'hyperbaton reproduce birch-osborne-2010' needs
--tokenize intl --lowercase. See docs/source_alignments.md.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    parser.add_argument("data", metavar="DATA", help="folder of the test set")
    parser.add_argument(
        "--lp", nargs="+", required=True, metavar="LP", help="language pairs, such as de-en"
    )
    parser.add_argument(
        "--align-with",
        choices=("eflomal",),
        default="eflomal",
        help="program that makes the links (default: eflomal)",
    )
    parser.add_argument(
        "--symmetrize",
        default="grow-diag-final-and",
        metavar="METHOD",
        help="how two directions become one: intersection, union, grow-diag, grow-diag-final or "
        "grow-diag-final-and (default)",
    )
    parser.add_argument(
        "--tokenize",
        default="unicode",
        metavar="NAME",
        help="tokenizer: unicode, none (words between spaces), 13a, intl, … (default: unicode)",
    )
    parser.add_argument("--lowercase", action="store_true", help="ignore case")
    parser.add_argument(
        "-o",
        "--output",
        type=output_folder,
        metavar="DIR",
        help="folder for source-alignments/ (default: DATA)",
    )
    add_threads(parser)
    parser.add_argument("-q", "--quiet", action="store_true", help="print no notices on stderr")


def run(arguments: argparse.Namespace) -> None:
    """Reads, aligns and writes, one language pair after the other."""
    from hyperbaton.checks import each_once
    from hyperbaton.files import check_target_folder, make_folder
    from hyperbaton.meta import read_evaluation_set
    from hyperbaton.meta.data.given_files import REFERENCES, SYSTEMS, source_alignment_file
    from hyperbaton.meta.source_aligning import align_source
    from hyperbaton.resources import resolve_threads
    from hyperbaton.text.preprocessing import Preprocessing

    each_once(arguments.lp, "--lp")
    preprocessing = Preprocessing(arguments.tokenize, arguments.lowercase)
    threads = resolve_threads(arguments.threads)
    root = arguments.output or arguments.data
    for pair in arguments.lp:
        for side in (SYSTEMS, REFERENCES):
            check_target_folder(source_alignment_file(root, pair, side, "any").parent)
    for pair in arguments.lp:
        data = read_evaluation_set(arguments.data, pair)
        links = align_source(data, preprocessing, arguments.symmetrize, threads=threads)
        for (side, name), lines in links.items():
            file = source_alignment_file(root, pair, side, name)
            make_folder(file.parent)
            write_lines(lines, str(file))
        if not arguments.quiet:
            print(f"hyperbaton: {pair}: aligned {len(links)} translations", file=sys.stderr)
