"""Leusch, Ueffing & Ney 2003: error rates and BLEU against people's scores, on other data.

`measures` names the measures, `experiment` holds what one experiment gives on a language pair,
`data` reads and scores language pairs, `tables`, `rankings` and `figures` show what comes out, and
`paper` brings it together.
"""

from __future__ import annotations

from hyperbaton_papers.leusch_et_al_2003.paper import PAPER

__all__ = ["PAPER"]
