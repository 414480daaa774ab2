"""All parsers, by name."""

from __future__ import annotations

from hyperbaton.checks import shown
from hyperbaton.errors import ArgumentTypeError, OptionError
from hyperbaton.parsing.english_parser import English
from hyperbaton.parsing.parser import GivenTrees, Parser
from hyperbaton.parsing.spacy_parser import Spacy
from hyperbaton.parsing.stanza_parser import Stanza
from hyperbaton.parsing.udpipe_parser import UDPipe
from hyperbaton.values import NamedValues, format_value, parameters

PARSERS: NamedValues[Parser] = NamedValues(
    "parser",
    {kind.name: kind for kind in (English, Spacy, Stanza, UDPipe, GivenTrees)},
    listing="hyperbaton metrics --parsers",
)


def as_parser(value: object) -> Parser:
    """A parser, from a string such as `spacy(model=fr_core_news_sm)` or as it is.

    Raises:
        OptionError: it is neither.
        NotationError: the string is wrong.
    """
    if isinstance(value, str):
        kind, colon, argument = value.partition(":")
        if colon and kind in PARSERS:
            written = "".join(
                f"({spec.name}={format_value(argument)})" for spec in parameters(PARSERS[kind])
            )
            raise OptionError(f"parser {value!r} is written {kind}{written}")
        return PARSERS.parse(value)
    if not isinstance(value, Parser):
        accepted = "a Parser such as English() or a string such as 'spacy(model=NAME)'"
        raise ArgumentTypeError("parser", accepted, shown(value))
    return value
