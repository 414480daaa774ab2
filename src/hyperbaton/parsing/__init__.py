"""Parsing: words to dependency trees, by one of several parsers.

Read in this order: `parser` (what a parser is), one file per parser (`english` is the bundled one),
`registry` (the list of them), `cache` (what was parsed once, on disk), `parses` (many segments,
each distinct one once).

A parser gets words and gives each of them a head: it never splits text its own way. A segment is
one parse, whose trees are the sentences the parser finds in it; no words give no tree.
"""

from hyperbaton.parsing.cache import ParseCache
from hyperbaton.parsing.parser import GivenTrees, Parser, ParserModel, Trees
from hyperbaton.parsing.parses import parse_segments
from hyperbaton.parsing.registry import PARSERS, as_parser

__all__ = [
    "PARSERS",
    "GivenTrees",
    "ParseCache",
    "Parser",
    "ParserModel",
    "Trees",
    "as_parser",
    "parse_segments",
]
