"""Parsing: words to dependency trees, by one of several parsers.

Read in this order: `parser` (what a parser is, and the visible list of them), one file per parser
(`english` is the bundled one), `cache` (what was parsed once, on disk), `parses` (many segments,
each distinct one once), `parsing` (the choices of a run).

A parser gets words and gives each of them a head: it never splits text its own way. A segment is
one parse, whose trees are the sentences the parser finds in it; no words give no tree.
"""

from hyperbaton.parsing.cache import ParseCache
from hyperbaton.parsing.parser import DEFAULT, PARSERS, Parser, Trees, load_parser
from hyperbaton.parsing.parses import parse_segments
from hyperbaton.parsing.parsing import GivenTrees, Parsing

__all__ = [
    "DEFAULT",
    "PARSERS",
    "GivenTrees",
    "ParseCache",
    "Parser",
    "Parsing",
    "Trees",
    "load_parser",
    "parse_segments",
]
