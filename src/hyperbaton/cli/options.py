"""Options: how one is declared, and those that several commands share.

    option(parser, "-o --output FILE", "write to FILE instead of stdout")
    shared(parser, "threads", "quiet")

An option is declared by what a command line with it looks like; what several commands share is in
one table.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hyperbaton import checks
from hyperbaton.checks import Range, shown
from hyperbaton.errors import HyperbatonError, InputError
from hyperbaton.files import check_target, check_target_folder
from hyperbaton.files import write_lines as write_to_file

STANDARD_INPUT = STANDARD_OUTPUT = "-"
SAMPLES = 1000
SEED = 12345


@dataclass(frozen=True)
class Ranged:
    """Makes an option's text into a number in a range.

    Attributes:
        name: the option.
        range: which numbers are accepted.
    """

    name: str
    range: Range[Any]

    def __call__(self, text: str) -> Any:
        """The number.

        Raises:
            HyperbatonError: the text is not a number, or out of range. (In place of a ValueError
                argparse would print words of its own.)
        """
        number = self.range.read(text)
        if number is None:
            raise HyperbatonError(f"{self.name}: expected {self.range}, got {shown(text)}")
        return number


def output_file(name: str) -> str:
    """The name of a file that can be written, checked before any work is done; `-` is stdout."""
    return name if name == STANDARD_OUTPUT else _writable(name, check_target)


def output_folder(name: str) -> str:
    """The name of a folder that can be written to, and made if need be."""
    return _writable(name, check_target_folder)


def _writable(name: str, check: Callable[[str], object]) -> str:
    try:
        check(name)
    except InputError as error:
        raise HyperbatonError(str(error)) from None
    return name


def option(
    parser: argparse._ActionsContainer,
    written: str,
    text: str,
    *,
    range: Range[Any] | None = None,
    choices: Sequence[str] = (),
    default: Any = None,
    otherwise: str = "",
    **settings: Any,
) -> None:
    """Adds an option or an argument.

    Args:
        parser: where to.
        written: its names and what follows them: `-i --input HYP+`. Nothing follows a switch. What
            has no dashes is an argument without a name: `references REF+`.
        text: what it does; the help adds the range and the default.
        range: the numbers accepted, if it is a number.
        choices: the words accepted, if there are few.
        default: its value without the option.
        otherwise: what happens without the option, if that is not a value.
        settings: more of what `add_argument` takes.
    """
    names = [word for word in written.split() if word.startswith("-") or word.islower()]
    values = written.split()[len(names) :]
    if range is not None:
        settings["type"] = Ranged(names[-1], range)
        text += f", {range.span}"
    if choices:
        settings["choices"] = choices
    elif not values:
        settings.setdefault("action", "store_true")
    elif len(values) > 1:
        settings |= {"nargs": len(values), "metavar": tuple(values)}
    else:
        settings["metavar"] = values[0].rstrip("+*?")
        if values[0] != settings["metavar"]:
            settings["nargs"] = values[0][-1]
    if range is not None or choices:
        otherwise = otherwise or (f"{default:g}" if isinstance(default, float) else str(default))
    if otherwise:
        text += f" (default: {otherwise})"
    if default is not None:
        settings["default"] = default
    parser.add_argument(*names, help=text, **settings)


SHARED: dict[str, tuple[str, str, dict[str, Any]]] = {
    "references": ("references REF+", "one or more reference files", {}),
    "input": ("-i --input HYP+", "one output file per system", {"required": True}),
    "metrics": ("-m --metrics METRIC+", "metrics to compute", {"action": "extend"}),
    "data": ("data DATA", "folder of the test set", {}),
    "lp": ("--lp LP+", "language pairs, such as de-en", {"required": True}),
    "tokenizer": (
        "--tokenize NAME",
        "tokenizer: unicode, none (words between spaces), 13a, intl, …",
        {"default": "unicode", "otherwise": "unicode"},
    ),
    "symmetrize": (
        "--symmetrize METHOD",
        "how to combine two directions: intersection, union, grow-diag, grow-diag-final or "
        "grow-diag-final-and",
        {"otherwise": "grow-diag-final-and"},
    ),
    "samples": ("--samples N", "resamples", {"range": checks.RESAMPLES, "default": SAMPLES}),
    "skip-missing": (
        "--skip-missing",
        "leave out judgements of missing outputs and unknown systems, and say how many",
        {},
    ),
    "base": ("--base N", "where positions count from", {"range": checks.BASE}),
    "seed": ("--seed N", "random seed", {"range": checks.SEED, "default": SEED}),
    "threads": ("--threads N", "threads", {"range": checks.THREADS, "otherwise": "all cores"}),
    "output": ("-o --output FILE", "write to FILE instead of stdout", {"type": output_file}),
    "quiet": ("-q --quiet", "print no notices on stderr", {}),
}


def shared(parser: argparse._ActionsContainer, *names: str, **settings: Any) -> None:
    """Adds options that several commands have; `settings` replace those of the table."""
    for name in names:
        written, text, known = SHARED[name]
        option(parser, written, **{"text": text, **known, **settings})


def write_output(text: str, path: str | None) -> None:
    """Prints text, or writes it to a file that appears only when it is complete."""
    write_lines([text], path)


def write_lines(lines: Iterable[str], path: str | None) -> None:
    """Prints lines, or writes them to a file that appears only when it is complete."""
    if path is not None and path != STANDARD_OUTPUT:
        write_to_file(lines, path)
        return
    for line in lines:
        print(line)


def written(path: str) -> str:
    """What to say about a file that was written: its name and, of a real one, its size."""
    if Path(path).is_file():
        return f"{path} written, {Path(path).stat().st_size / 1e6:.1f} MB"
    return f"{path} written"
