"""The command line: `hyperbaton COMMAND …`, one module per command.

Exit codes: 0 success, 2 bad input (one message on standard error), 1 an internal error.
Modules here import only what `--help` needs; each command imports the rest when it runs.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence

from hyperbaton import __version__
from hyperbaton.cli import (
    align,
    meta,
    metrics,
    parse,
    permutation,
    reproduce,
    score,
    source,
    tree,
    tune,
)
from hyperbaton.errors import HyperbatonError

SUCCESS, INTERNAL_ERROR, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130

DESCRIPTION = "Measures word order in machine translation and text generation."
EPILOG = """\
examples:
  hyperbaton score demo/en/reference.txt -i demo/en/loom.txt demo/en/calque.txt
  hyperbaton align demo/en/reference.txt -i demo/en/calque.txt --names
  hyperbaton permutation demo/en/calque.perm -m kendall pef
  hyperbaton tree "5 7 4 6 3 1 2"
  hyperbaton parse demo/en/reference.txt > reference.conllu
  hyperbaton metrics pef
'hyperbaton COMMAND --help' explains a command.
"""


def build_parser() -> argparse.ArgumentParser:
    """The parser of all commands."""
    parser = argparse.ArgumentParser(
        prog="hyperbaton",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"hyperbaton {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in (score, align, source, permutation, tree, parse, meta, tune, reproduce, metrics):
        command.add_parser(commands)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8")
    arguments = build_parser().parse_args(argv)
    try:
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
