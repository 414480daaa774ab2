"""The papers' tables beside ours: `hyperbaton reproduce`.

One module per paper says what is measured and how; `published.json` holds the figures that the
papers print, `setup` reads the data, `paper` measures and compares, and `result` is what comes out.
"""

from __future__ import annotations

from hyperbaton.errors import OptionError
from hyperbaton_papers import (
    birch_osborne_2010,
    leusch_et_al_2003,
    mccaffery_nederhof_2016,
    stanojevic_simaan_2014,
    stanojevic_simaan_2016,
)
from hyperbaton_papers.paper import Paper
from hyperbaton_papers.result import FORMATS, Cell, ComparedTable, Figure, Reproduction
from hyperbaton_papers.setup import Setup

__all__ = [
    "FORMATS",
    "PAPERS",
    "Cell",
    "ComparedTable",
    "Figure",
    "Paper",
    "Reproduction",
    "Setup",
    "find_paper",
]

PAPERS: dict[str, Paper] = {
    module.PAPER.name: module.PAPER
    for module in (
        leusch_et_al_2003,
        birch_osborne_2010,
        stanojevic_simaan_2014,
        mccaffery_nederhof_2016,
        stanojevic_simaan_2016,
    )
}


def find_paper(name: str) -> Paper:
    """The paper of that name.

    Raises:
        OptionError: there is none; lists those there are.
    """
    if name not in PAPERS:
        raise OptionError(f"there is no paper {name!r} to reproduce; there are {', '.join(PAPERS)}")
    return PAPERS[name]
