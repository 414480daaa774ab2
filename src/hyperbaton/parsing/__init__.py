"""Parsing: words to dependency trees, by one of several parsers.

Read in this order: `parser` (what a parser is), `network` and `english` (those of the C++ core),
`external` (those of others), `parses` (all by name; many segments parsed, each distinct one once).

A parser gets words and gives each of them a head: it never splits text its own way. A segment is
one parse, whose trees are the sentences the parser finds in it; no words give no tree.
"""

from hyperbaton.parsing.english import English, Trained
from hyperbaton.parsing.parser import Parser, ParserModel, Parses, Trees
from hyperbaton.parsing.parses import PARSERS, as_parser, parse, parse_segments

__all__ = [
    "PARSERS",
    "English",
    "Parser",
    "ParserModel",
    "Parses",
    "Trained",
    "Trees",
    "as_parser",
    "parse",
    "parse_segments",
]
