"""How the program ends: an exit code, and one message where something went wrong.

| exit code | meaning |
| --- | --- |
| 0 | success, also where the reader of the output has gone |
| 1 | a mistake in hyperbaton; HYPERBATON_TRACEBACK=1 shows where |
| 2 | input, options or surroundings (disk, memory) that do not do |
| 130, 143, 129 | interrupted, terminated, hung up |
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path

from hyperbaton.cli.edge.arguments import UsageError
from hyperbaton.errors import HyperbatonError, NotationSyntaxError
from hyperbaton.tables.printable import printable, shortened

SUCCESS, INTERNAL_ERROR, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130
PROGRAM = "hyperbaton"
TRACEBACK = "HYPERBATON_TRACEBACK"
LONGEST_LINE = 600
OUT_OF_MEMORY = ("cannot allocate memory", "failed to map segment", "can't start new thread")
REMEDY = "close other programs, raise the limit, or give it less at a time"


def exit_code_of(work: Callable[[], None]) -> int:
    """Runs a command; returns the exit code and says on standard error what went wrong."""
    try:
        code = _code_of(work)
        sys.stdout.flush()
        return code
    except BrokenPipeError:  # whoever read the output has seen enough
        return SUCCESS
    except KeyboardInterrupt:
        return INTERRUPTED
    except UsageError as error:
        return _failed([str(error), f"see '{error.program} --help'"], error.program)
    except NotationSyntaxError as error:  # has lines of its own, with a mark below a character
        return _failed(str(error).split("\n"))
    except HyperbatonError as error:
        return _failed([str(error)])
    except Exception as error:
        if os.environ.get(TRACEBACK, "0") not in ("", "0"):
            traceback.print_exc()
        return _unforeseen(error)


def _code_of(work: Callable[[], None]) -> int:
    try:
        work()
    except SystemExit as request:  # argparse, after --help
        if request.code is None or isinstance(request.code, int):
            return request.code or SUCCESS
        return _failed([str(request.code)])
    return SUCCESS


def _unforeseen(error: Exception) -> int:
    """Surroundings that fail are no mistake of the program; everything else is."""
    reason = str(error)
    if isinstance(error, MemoryError) or any(each in reason.lower() for each in OUT_OF_MEMORY):
        error.__traceback__ = None  # and what its frames hold
        detail = f" ({reason})" if isinstance(error, MemoryError) and reason else ""
        return _failed([f"not enough memory{detail}; {REMEDY}"])
    if isinstance(error, OSError):
        names = [os.fsdecode(error.filename)] if isinstance(error.filename, str | bytes) else []
        return _failed([": ".join([*names, error.strerror or reason])])
    _failed(
        [
            f"a mistake in hyperbaton, please report it: {type(error).__name__}: {reason}",
            f"({_place(error)}; {TRACEBACK}=1 shows more)",
        ]
    )
    return INTERNAL_ERROR


def _place(error: Exception) -> str:
    """The line of the package that an error comes from."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if f"{os.sep}{PROGRAM}{os.sep}" in frame.filename]
    frame = (own or frames)[-1]
    return f"{Path(frame.filename).name}:{frame.lineno}"


def _failed(lines: Sequence[str], program: str = PROGRAM) -> int:
    """Prints a message that takes as many lines as it has, and each at most so long."""
    first, *others = [shortened(printable(line), LONGEST_LINE) for line in lines]
    print("\n".join([f"{program}: {first}", *others]), file=sys.stderr)
    return BAD_INPUT
