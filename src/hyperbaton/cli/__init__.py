"""The command line: `hyperbaton COMMAND …`, one module per command.

Exit codes: 0 success, 2 bad input (one message on standard error), 1 an internal error, 130
interrupted. A module has a `NAME`, one line of `HELP`, a `DESCRIPTION`, an `EPILOG` of examples,
and the functions `add_arguments` and `run`; only the command that runs adds its arguments, so
`hyperbaton --help` is quick.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence
from types import ModuleType

from hyperbaton import __version__
from hyperbaton.cli import (
    align,
    align_source,
    explain,
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
from hyperbaton.errors import HyperbatonError
from hyperbaton.runtime.notices import printed_notices

SUCCESS, INTERNAL_ERROR, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130
COMMANDS = (
    score,
    explain,
    report,
    serve,
    align,
    source,
    align_source,
    permutation,
    tree,
    parse,
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
  hyperbaton align demo/en/reference.txt -i demo/en/calque.txt --names
  hyperbaton permutation demo/en/calque.perm -m kendall pef
  hyperbaton tree "5 7 4 6 3 1 2"
  hyperbaton parse demo/en/reference.txt > reference.conllu
  hyperbaton metrics pef
'hyperbaton COMMAND --help' explains a command.
"""


def build_parser(argv: Sequence[str]) -> argparse.ArgumentParser:
    """The parser of all commands, with the arguments of the one that `argv` names."""
    parser = argparse.ArgumentParser(
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
    commands: argparse._SubParsersAction[argparse.ArgumentParser],
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
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8")
    given = sys.argv[1:] if argv is None else list(argv)
    try:
        arguments = build_parser(given).parse_args(given)
        with printed_notices(quiet=getattr(arguments, "quiet", False)):
            arguments.run(arguments)
        sys.stdout.flush()
    except HyperbatonError as error:
        print(f"hyperbaton: {error}", file=sys.stderr)
        return BAD_INPUT
    except BrokenPipeError:
        # The reader has gone; keep Python from complaining when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except MemoryError:
        print("hyperbaton: not enough memory for this input", file=sys.stderr)
        return INTERNAL_ERROR
    except KeyboardInterrupt:
        return INTERRUPTED
    return SUCCESS
