"""The command line: `hyperbaton COMMAND …`, one module per command.

A module has a `DESCRIPTION`, an `EPILOG` of examples, and the functions `add_arguments` and `run`.
Only the module of the command that runs is imported.

| exit code | meaning |
| --- | --- |
| 0 | success, also when the reader of the output has gone |
| 1 | a bug in hyperbaton; HYPERBATON_TRACEBACK=1 shows where |
| 2 | unusable input or options, a full disk, not enough memory |
| 130, 143 | interrupted, terminated |
"""

from __future__ import annotations

import argparse
import os
import sys
import traceback
import warnings
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from importlib import import_module
from importlib.util import find_spec
from io import TextIOWrapper
from pathlib import Path
from typing import Any, NoReturn

from hyperbaton import __version__
from hyperbaton.errors import HyperbatonError, MissingDependencyError, OptionError
from hyperbaton.tables.layout import printable, shortened
from hyperbaton.text.languages import LanguageNotice

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
    "reproduce": "repeat a paper's evaluation and compare the figures",
    "metrics": "list metrics, aligners and parsers, or explain one",
    "docs": "read the documentation, or copy the corpus of its examples",
}
SUCCESS, INTERNAL_ERROR, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130
TRACEBACK = "HYPERBATON_TRACEBACK"
LONGEST_LINE = 600
PAPERS = "hyperbaton_papers.command"
PAPERS_IN_A_CLONE = Path(__file__).parents[3] / "papers"
DESCRIPTION = "Measures word order in machine translation and text generation."
EPILOG = """\
examples:
  hyperbaton score demo/en/reference.txt -i demo/en/loom.txt demo/en/calque.txt
  hyperbaton explain demo/en/reference.txt -i demo/en/calque.txt --worst 2
  hyperbaton report demo/en/reference.txt -i demo/en/loom.txt demo/en/calque.txt -o report.html
'hyperbaton COMMAND --help' explains a command, 'hyperbaton docs' has the documentation, and
'hyperbaton docs --demo' copies the folder demo/ of these examples here.
"""
DEMO_HINT = "'hyperbaton docs --demo' copies the folder demo/ of these examples here.\n"


class ArgumentParser(argparse.ArgumentParser):
    """A parser that raises an `OptionError` and leaves exiting to its caller."""

    def error(self, message: str) -> NoReturn:
        """Raises an `OptionError`."""
        _, _, names = message.partition(" arguments are required: ")
        if names:
            message = f"missing {names}"
            if not names.startswith("-") and names != "COMMAND":
                message += "; write it before the options"
        _, _, unknown = message.partition("unrecognized arguments: --")
        shown = [
            name.lstrip("-")
            for name, action in self._option_string_actions.items()
            if action.help != argparse.SUPPRESS
        ]
        close = get_close_matches(unknown.partition(" ")[0], shown, n=1)
        message += "".join(f"; did you mean --{name}?" for name in close)
        raise OptionError(message, f"see '{self.prog} --help'")


class HelpFormatter(argparse.RawDescriptionHelpFormatter):
    """Names what follows an option once: `-m, --metrics METRIC [METRIC ...]`."""

    def _format_action_invocation(self, action: argparse.Action) -> str:
        if not action.option_strings or action.nargs == 0:
            return super()._format_action_invocation(action)
        values = self._format_args(action, self._get_default_metavar_for_optional(action))
        return f"{', '.join(action.option_strings)} {values}"


def _parser(program: str, description: str, epilog: str) -> ArgumentParser:
    return ArgumentParser(
        program, description=description, epilog=epilog, formatter_class=HelpFormatter
    )


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
        OptionError: there is no such command.
        MissingDependencyError: the package that has the command is not installed.
    """
    if name not in COMMANDS:
        close = get_close_matches(name, COMMANDS, n=1)
        hint = f"; did you mean {close[0]}?" if close else ""
        raise OptionError(f"there is no command {name!r}{hint}", "see 'hyperbaton --help'")
    if name == "reproduce" and find_spec("hyperbaton_papers") is None:
        place = PAPERS_IN_A_CLONE if PAPERS_IN_A_CLONE.is_dir() else "hyperbaton-papers"
        raise MissingDependencyError("hyperbaton reproduce", f"pip install {place}")
    command = import_module(PAPERS if name == "reproduce" else f"hyperbaton.cli.{name}")
    epilog = command.EPILOG + (DEMO_HINT if "demo/" in command.EPILOG else "")
    parser = _parser(f"hyperbaton {name}", command.DESCRIPTION, epilog)
    command.add_arguments(parser)
    parser.set_defaults(run=command.run)
    parser.usage = _usage(parser)
    return parser


def references_first(given: Sequence[str], parser: argparse.ArgumentParser) -> list[str]:
    """Puts arguments without a name first, so that no option takes them.

    These are values of --ref, where references have no name otherwise, and paths after -m and --lp,
    which take several values.
    """
    is_named = any("--ref" in action.option_strings for action in parser._actions)
    first: list[str] = []
    rest: list[str] = []
    option, values = "", 0  # the option that a text belongs to, none where it goes to the front
    for text in given:
        if text == "--ref" and not is_named:
            option = ""
        elif text.startswith("-") and text != "-":
            option, values = text, 0
            rest.append(text)
        elif not option or (values and option in ("-m", "--metrics", "--lp") and _is_path(text)):
            first.append(text)
        else:
            rest.append(text)
            values += 1
    return [*first, *rest]


def _is_path(text: str) -> bool:
    from hyperbaton.metrics import METRICS

    is_metric = "(" in text or text.lower() in METRICS
    return not is_metric and ("/" in text or "." in text or Path(text).exists())


def _usage(parser: argparse.ArgumentParser) -> str:
    """One line with the required arguments; the list below it has all options."""
    groups = [group for group in parser._mutually_exclusive_groups if group.required]
    either = [action for group in groups for action in group._group_actions]
    plain = [action for action in parser._actions if not action.option_strings]
    needed = [each for each in parser._actions if each not in plain and each.required]
    words = [parser.prog]
    for actions in (plain, [*needed, *either]):
        formatter = argparse.HelpFormatter("", width=1000)
        formatter.add_usage(None, actions, groups, "")
        words.append(formatter.format_help().strip())
    return " ".join([*filter(None, words), "[options]"])


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code."""
    given = sys.argv[1:] if argv is None else list(argv)

    def work() -> None:
        if not given or given[0].startswith("-"):
            program_parser().parse_args(given)  # which prints the help, or refuses
            return
        parser = command_parser(given[0])
        arguments = parser.parse_args(references_first(given[1:], parser))
        with warnings.catch_warnings():
            print_notices()
            arguments.run(arguments)

    prepare_streams()
    return exit_code_of(work)


def exit_code_of(work: Callable[[], None]) -> int:
    """Runs a command, says on standard error what went wrong and returns the exit code."""
    try:
        try:
            work()
        except SystemExit as request:  # of argparse after --help, or SIGTERM
            return int(request.code or SUCCESS)
        finally:
            sys.stdout.flush()
    except BrokenPipeError:  # the reader of the output has seen enough
        _abandon_output()
        return SUCCESS
    except KeyboardInterrupt:
        return INTERRUPTED
    except HyperbatonError as error:
        return _fail(str(error))
    except MemoryError as error:
        detail = f" ({error})" if str(error) else ""
        return _fail(f"not enough memory{detail}; close other programs, or give it less at a time")
    except OSError as error:
        _abandon_output()
        name = os.fsdecode(error.filename) if isinstance(error.filename, str | bytes) else ""
        return _fail(f"{f'{printable(name)}: ' if name else ''}{error.strerror or error}")
    except Exception as error:
        if os.environ.get(TRACEBACK, "0") not in ("", "0"):
            traceback.print_exc()
        _fail(
            f"internal error, please report it: {type(error).__name__}: {error}\n"
            f"({TRACEBACK}=1 shows where)"
        )
        return INTERNAL_ERROR
    return SUCCESS


def _fail(message: str) -> int:
    lines = (shortened(printable(line), LONGEST_LINE) for line in message.split("\n"))
    print("hyperbaton: " + "\n".join(lines), file=sys.stderr)
    return BAD_INPUT


def _abandon_output() -> None:
    """Sends the rest of the output nowhere, so that Python does not try again as it ends."""
    if sys.stdout is sys.__stdout__:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def prepare_streams() -> None:
    """Makes standard streams write UTF-8 in any locale; closed ones are empty."""
    for name in ("stdin", "stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            mode = "r" if name == "stdin" else "w"
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115
        elif isinstance(stream, TextIOWrapper) and name != "stdin":
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def print_notices() -> None:
    """Prints the first `LanguageNotice` as one line, and drops the warnings of libraries."""
    show_other = warnings.showwarning
    shown: list[str] = []

    def show(message: Warning | str, category: type[Warning], *place: Any) -> None:
        if category is not LanguageNotice:
            show_other(message, category, *place)
        elif not shown:
            shown.append(str(message))
            print(f"hyperbaton: {message}", file=sys.stderr)

    warnings.showwarning = show  # type: ignore[assignment]
    if not sys.warnoptions:
        warnings.simplefilter("ignore")
    warnings.simplefilter("always", LanguageNotice)
