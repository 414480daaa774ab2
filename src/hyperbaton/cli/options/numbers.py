"""TEMPORARY: what context.py and given.py still call by its old name."""

from __future__ import annotations

import argparse
from typing import Any

from hyperbaton.cli.options import Ranged, option, shared

__all__ = ["Ranged", "add_base", "add_number"]


def add_number(
    parser: argparse._ActionsContainer, *names: str, what: str, metavar: str = "N", **options: Any
) -> None:
    """Adds an option that is a number."""
    option(parser, f"{' '.join(names)} {metavar}", what, **options)


def add_base(parser: argparse._ActionsContainer, what: str, otherwise: str) -> None:
    """Adds the option for where positions count from."""
    shared(parser, "base", text=what, otherwise=otherwise)
