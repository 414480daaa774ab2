"""Writes figures as SVG, and as PDF where a library can draw it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from importlib import import_module
from os import PathLike
from pathlib import Path
from typing import Any

from hyperbaton.errors import MissingDependencyError, OptionError
from hyperbaton.report.overview import Overview
from hyperbaton.report.plots import systems
from hyperbaton.report.plots.slope import slope
from hyperbaton.report.plots.tree import tree
from hyperbaton.runtime.files import check_target_folder, make_folder, replacement, write_lines

LONGEST_NAME = 50  # of a system, in characters; a file system takes 255 bytes


def write_plots(
    overview: Overview,
    folder: str | PathLike[str],
    segments: Sequence[int] = (),
    *,
    pdf: bool = False,
) -> list[Path]:
    """Writes the figures of a report to a folder, which is made if need be.

    Args:
        overview: what the report says about whole systems.
        folder: where to write them.
        segments: the numbers of segments to draw, each for every system.
        pdf: whether to write PDF beside SVG.

    Returns:
        The files.

    Raises:
        InputError: a file cannot be written, or there is no such segment.
        MissingDependencyError: PDF is asked for, and nothing is installed that draws it.
    """
    convert = pdf_writer() if pdf else None
    check_target_folder(folder)
    figures = dict(_figures(overview, segments))
    target = make_folder(folder)
    written = []
    for name, drawn in figures.items():
        path = target / f"{name}.svg"
        write_lines([drawn], path)
        written.append(path)
        if convert is not None:
            printed = path.with_suffix(".pdf")
            with replacement(printed) as file:
                convert(bytestring=drawn.encode(), write_to=file)
            written.append(printed)
    return written


def _figures(overview: Overview, segments: Sequence[int]) -> Iterator[tuple[str, str]]:
    yield "losses", systems.losses(overview)
    yield "balance", systems.balance(overview)
    yield "patterns", systems.patterns(overview)
    names = _file_names([system.name for system in overview.scores])
    for segment in segments:
        for system, written in names.items():
            explanation = overview.scores.explain(system, segment)
            name = f"segment-{segment}-{written}"
            yield f"{name}-slope", slope(explanation)
            yield f"{name}-tree", tree(explanation)


def _file_names(systems: Sequence[str]) -> dict[str, str]:
    """The names of systems without what file systems do not like, no two of them the same."""
    found: dict[str, str] = {}
    for number, system in enumerate(systems, start=1):
        name = re.sub(r"[^\w.+-]+", "_", system)[:LONGEST_NAME] or "system"
        found[system] = f"{name}-{number}" if name in found.values() else name
    return found


def pdf_writer() -> Any:
    """What turns SVG into PDF.

    Raises:
        MissingDependencyError: nothing is installed that does.
        OptionError: its library cannot be loaded.
    """
    try:
        return import_module("cairosvg").svg2pdf
    except ImportError:
        raise MissingDependencyError("--pdf", "pip install 'hyperbaton[plots]'") from None
    except OSError as error:  # the package is there, the library that it calls is not
        raise OptionError(f"--pdf: Cairo cannot be loaded ({error}); install libcairo") from None
