"""The command line: `hyperbaton COMMAND …`, one module per command.

A module has a `DESCRIPTION`, an `EPILOG` of examples, and the functions `add_arguments` and `run`.
Only the module of the command that runs is imported. See `hyperbaton.cli.program` for exit codes.
"""

from __future__ import annotations

import argparse
import sys
import warnings
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec

from hyperbaton import __version__
from hyperbaton.cli.program import ArgumentParser, exit_code_of, prepare_streams, print_notices
from hyperbaton.errors import MissingDependencyError

COMMANDS = {
    "score": "score text against references",
    "batch": "add scores to tables of any size",
    "explain": "show what moved in a segment, and what it cost",
    "report": "write a page that shows what moved in every segment",
    "serve": "explain sentences on a live page",
    "align": "align text with references or its source",
    "source": "measure reordering from alignments with the source",
    "permutation": "score permutations, one per line",
    "tree": "draw permutation trees",
    "parse": "parse text into dependency trees",
    "mbr": "choose the best of several candidates",
    "meta": "measure how well metrics agree with people",
    "tune": "fit parameters or mixtures of metrics to human judgements",
    "reproduce": "print a paper's tables beside ours",
    "metrics": "list metrics, aligners and parsers, or explain one",
}
PAPERS = "hyperbaton_papers.command"
INSTALL_PAPERS = "pip install hyperbaton-papers (in a clone: pip install ./papers)"
DESCRIPTION = "Measures word order in machine translation and text generation."
EPILOG = """\
examples:
  hyperbaton score demo/en/reference.txt -i demo/en/loom.txt demo/en/calque.txt
  hyperbaton explain demo/en/reference.txt -i demo/en/calque.txt --worst 2
  hyperbaton report demo/en/reference.txt -i demo/en/loom.txt demo/en/calque.txt -o report.html
  hyperbaton batch demo/en/pairs.tsv --hyp loom --ref reference -m kendall pef -o scores.parquet
  hyperbaton align demo/en/reference.txt -i demo/en/calque.txt --names
  hyperbaton permutation demo/en/calque.perm -m kendall pef
  hyperbaton tree "5 7 4 6 3 1 2"
  hyperbaton parse demo/en/reference.txt > reference.conllu
  hyperbaton mbr -i demo/en/loom.txt demo/en/calque.txt demo/en/tangle.txt -m pef
  hyperbaton metrics pef
'hyperbaton COMMAND --help' explains a command.
"""


def program_parser() -> ArgumentParser:
    """The parser of `hyperbaton` itself: it lists the commands."""
    parser = _parser("hyperbaton", DESCRIPTION, EPILOG)
    parser.add_argument("--version", action="version", version=f"hyperbaton {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name, text in COMMANDS.items():
        commands.add_parser(name, help=text)
    return parser


def command_parser(name: str) -> ArgumentParser:
    """The parser of a command.

    Raises:
        MissingDependencyError: the package that has the command is not installed.
    """
    if name == "reproduce" and find_spec("hyperbaton_papers") is None:
        raise MissingDependencyError("hyperbaton reproduce", INSTALL_PAPERS)
    command = import_module(PAPERS if name == "reproduce" else f"hyperbaton.cli.{name}")
    parser = _parser(f"hyperbaton {name}", command.DESCRIPTION, command.EPILOG)
    command.add_arguments(parser)
    parser.set_defaults(run=command.run)
    return parser


def _parser(program: str, description: str, epilog: str) -> ArgumentParser:
    return ArgumentParser(
        program,
        description=description,
        epilog=epilog,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code."""
    given = sys.argv[1:] if argv is None else list(argv)

    def work() -> None:
        if not given or given[0] not in COMMANDS:
            program_parser().parse_args(given)  # which prints the help, or refuses
            return
        arguments = command_parser(given[0]).parse_args(given[1:])
        with warnings.catch_warnings():
            print_notices(quiet=getattr(arguments, "quiet", False))
            arguments.run(arguments)

    prepare_streams()
    return exit_code_of(work)
