"""The command line: `hyperbaton COMMAND …`, one module per command.

See `hyperbaton.cli.program` for exit codes. A module has a `NAME`, one line of `HELP`, a
`DESCRIPTION`, an `EPILOG` of examples, and the functions `add_arguments` and `run`; only the
command that runs adds its arguments, so `hyperbaton --help` is quick.
"""

from __future__ import annotations

import argparse
import sys
import warnings
from collections.abc import Sequence
from types import ModuleType

from hyperbaton import __version__
from hyperbaton.cli import (
    align,
    align_source,
    batch,
    explain,
    mbr,
    meta,
    metrics,
    parse,
    permutation,
    report,
    reproduce,
    score,
    serve,
    source,
    tree,
    tune,
)
from hyperbaton.cli.program import ArgumentParser, exit_code_of, prepare_streams, print_notices

COMMANDS = (
    score,
    batch,
    explain,
    report,
    serve,
    align,
    source,
    align_source,
    permutation,
    tree,
    parse,
    mbr,
    meta,
    tune,
    reproduce,
    metrics,
)

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


def build_parser(argv: Sequence[str]) -> ArgumentParser:
    """The parser of all commands, with the arguments of the one that `argv` names."""
    parser = ArgumentParser(
        prog="hyperbaton",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"hyperbaton {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in COMMANDS:
        _add_command(commands, command, complete=command.NAME in argv[:1])
    return parser


def _add_command(
    commands: argparse._SubParsersAction[ArgumentParser],
    command: ModuleType,
    *,
    complete: bool,
) -> None:
    parser = commands.add_parser(
        command.NAME,
        help=command.HELP,
        description=command.DESCRIPTION,
        epilog=command.EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    if complete:
        command.add_arguments(parser)
        parser.set_defaults(run=command.run)


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code."""
    given = sys.argv[1:] if argv is None else list(argv)

    def work() -> None:
        arguments = build_parser(given).parse_args(given)
        with warnings.catch_warnings():
            print_notices(quiet=getattr(arguments, "quiet", False))
            arguments.run(arguments)

    prepare_streams()
    return exit_code_of(work)
