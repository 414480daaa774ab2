"""Options that are numbers: each has a range, which its help names, and is declared once."""

from __future__ import annotations

import argparse
from typing import Any

from hyperbaton import limits
from hyperbaton.checks import Range, shown
from hyperbaton.errors import HyperbatonError

SEED = 12345
SAMPLES = 1000


class Ranged:
    """What argparse makes an option's text into: a number in a range.

    Attributes:
        name: the option.
        range: which numbers are accepted.
    """

    def __init__(self, name: str, range: Range[Any]) -> None:
        self.name = name
        self.range = range

    def __call__(self, text: str) -> Any:
        """The number.

        Raises:
            HyperbatonError: the text is none, or out of range; says what is accepted. It is no
                ValueError, in place of which argparse would print its own words.
        """
        number = self.range.read(text)
        if number is None:
            raise HyperbatonError(f"{self.name}: expected {self.range}, got {shown(text)}")
        return number


def add_number(
    parser: argparse._ActionsContainer,
    *names: str,
    range: Range[Any],
    what: str,
    default: Any = None,
    otherwise: str = "",
    metavar: Any = "N",
    **options: Any,
) -> None:
    """Adds an option.

    Args:
        parser: where to.
        names: of the option.
        range: which numbers are accepted.
        what: what the number says; the help adds the range and the default.
        default: its value without the option.
        otherwise: what happens without the option, where that is no value.
        metavar: what the help writes for the number.
        options: what else `add_argument` takes.
    """
    without = otherwise or (f"{default:g}" if isinstance(default, float) else default)
    parser.add_argument(
        *names,
        type=Ranged(names[-1], range),
        default=default,
        metavar=metavar,
        help=f"{what}, {range.span} (default: {without})",
        **options,
    )


def add_threads(parser: argparse._ActionsContainer) -> None:
    """Adds the option for the number of threads."""
    add_number(parser, "--threads", range=limits.THREADS, what="threads", otherwise="all cores")


def add_seed(parser: argparse._ActionsContainer) -> None:
    """Adds the option for where random numbers start."""
    add_number(parser, "--seed", range=limits.SEED, what="random seed", default=SEED)


def add_samples_or_none(parser: argparse._ActionsContainer, what: str) -> None:
    """Adds the option for the number of resamples, of which there may be none."""
    add_number(parser, "--samples", range=limits.RESAMPLES_OR_NONE, what=what, default=SAMPLES)


def add_base(parser: argparse._ActionsContainer, what: str, otherwise: str) -> None:
    """Adds the option for where positions count from."""
    add_number(parser, "--base", range=limits.BASE, what=what, otherwise=otherwise)
