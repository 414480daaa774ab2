"""The papers' tables beside ours: `hyperbaton reproduce`.

One module a paper; `setup` says what it runs on, `result` what comes out.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from hyperbaton.errors import OptionError
from hyperbaton.reproduction import paper_000, paper_001, paper_002, paper_003, paper_004
from hyperbaton.reproduction.paper import Paper
from hyperbaton.reproduction.result import Cell, ComparedTable, Curve, Reproduction
from hyperbaton.reproduction.setup import Setup

__all__ = [
    "PAPERS",
    "Cell",
    "ComparedTable",
    "Curve",
    "Paper",
    "Reproduction",
    "Setup",
    "find_paper",
]

PAPERS: Mapping[str, Paper] = MappingProxyType(
    {
        module.PAPER.name: module.PAPER
        for module in (paper_000, paper_001, paper_002, paper_003, paper_004)
    }
)


def find_paper(name: str) -> Paper:
    """The paper of that name.

    Raises:
        OptionError: there is none; lists those there are.
    """
    if name not in PAPERS:
        known = "; ".join(f"{paper.name} ({paper.authors})" for paper in PAPERS.values())
        raise OptionError(f"there is no {name!r} to reproduce; there are {known}")
    return PAPERS[name]
