"""Arguments of the command line, with errors of one line and no exit behind the caller's back."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
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

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Knows all arguments; in a command it is the command that complains of others.

        Raises:
            UsageError: there are others.
        """
        found, others = super().parse_known_args(args, namespace)
        if others:
            self.error(f"unrecognized arguments: {' '.join(others)}")
        return found, []

    def _print_message(self, message: str, file: Any = None) -> None:
        (file or sys.stderr).write(message)
