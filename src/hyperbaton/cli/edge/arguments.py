"""Arguments of the command line, with errors of one line and no exit behind the caller's back."""

from __future__ import annotations

import argparse
import sys
from typing import Any, NoReturn

from hyperbaton.errors import OptionError


class UsageError(OptionError):
    """Arguments that do not fit the command.

    Attributes:
        program: the command that they were given to, such as `hyperbaton score`.
    """

    def __init__(self, program: str, reason: str) -> None:
        super().__init__(reason)
        self.program = program


class ArgumentParser(argparse.ArgumentParser):
    """A parser that raises errors, and help that says where it cannot be written."""

    def error(self, message: str) -> NoReturn:
        """Raises it.

        Raises:
            UsageError: always.
        """
        raise UsageError(self.prog, message)

    def _print_message(self, message: str, file: Any = None) -> None:
        (file or sys.stderr).write(message)
