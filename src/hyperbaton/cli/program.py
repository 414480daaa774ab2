"""How the program begins and ends: its arguments, its streams, one message, an exit code.

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
from collections.abc import Callable
from io import TextIOWrapper
from typing import Any, NoReturn

from hyperbaton.cache import CacheNotice
from hyperbaton.errors import HyperbatonError, OptionError
from hyperbaton.tables.layout import printable, shortened

SUCCESS, INTERNAL_ERROR, BAD_INPUT, INTERRUPTED, TERMINATED = 0, 1, 2, 130, 143
TRACEBACK = "HYPERBATON_TRACEBACK"
LONGEST_LINE = 600


class UsageError(OptionError):
    """Arguments that do not fit the command.

    Attributes:
        program: the command that they were given to, such as `hyperbaton score`.
    """

    def __init__(self, program: str, reason: str) -> None:
        super().__init__(reason)
        self.program = program


class ArgumentParser(argparse.ArgumentParser):
    """A parser that raises a `UsageError` and leaves exiting to its caller."""

    def error(self, message: str) -> NoReturn:
        """Raises a `UsageError`."""
        raise UsageError(self.prog, message)


def exit_code_of(work: Callable[[], None]) -> int:
    """Runs a command, says on standard error what went wrong and returns the exit code."""
    try:
        try:
            work()
        except SystemExit as request:  # of argparse after --help, or SIGTERM
            if isinstance(request.code, str):
                return _fail(request.code)
            return request.code or SUCCESS
        finally:
            sys.stdout.flush()
    except BrokenPipeError:  # the reader of the output has seen enough
        _abandon_output()
        return SUCCESS
    except KeyboardInterrupt:
        return INTERRUPTED
    except UsageError as error:
        return _fail(f"{error}\nsee '{error.program} --help'", error.program)
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


def _fail(message: str, program: str = "hyperbaton") -> int:
    lines = (shortened(printable(line), LONGEST_LINE) for line in message.split("\n"))
    print(f"{program}: " + "\n".join(lines), file=sys.stderr)
    return BAD_INPUT


def _abandon_output() -> None:
    """Sends the rest of the output nowhere, so that Python does not try again as it ends."""
    if sys.stdout is sys.__stdout__:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def prepare_streams() -> None:
    """Makes standard streams write UTF-8, whatever the locale; closed ones are empty."""
    for name in ("stdin", "stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            mode = "r" if name == "stdin" else "w"
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115
        elif isinstance(stream, TextIOWrapper) and name != "stdin":
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def print_notices(*, quiet: bool) -> None:
    """Prints the first notice of a cache as one line, and drops the warnings of libraries."""
    show_other = warnings.showwarning
    shown: list[str] = []

    def show(message: Warning | str, category: type[Warning], *place: Any) -> None:
        if not issubclass(category, CacheNotice):
            show_other(message, category, *place)
        elif not quiet and not shown:
            shown.append(str(message))
            print(f"hyperbaton: {message}", file=sys.stderr)

    warnings.showwarning = show  # type: ignore[assignment]
    if not sys.warnoptions:
        warnings.simplefilter("ignore")
    warnings.simplefilter("always", CacheNotice)
