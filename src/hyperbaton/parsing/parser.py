"""What a parser is, and which there are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from importlib import import_module
from types import MappingProxyType
from typing import Protocol, TypeAlias

from hyperbaton.errors import OptionError
from hyperbaton.trees import DependencyTree

Trees: TypeAlias = tuple[DependencyTree, ...]  # the sentences of one segment

DEFAULT = "english"

PARSERS: Mapping[str, str] = MappingProxyType(
    {
        "english": "the bundled English parser, trained on UD English EWT",
        "spacy:MODEL": "a spaCy pipeline with a parser, installed or in a folder",
        "stanza:LANG": "Stanza's pipeline of a language, such as stanza:de",
        "udpipe:FILE": "a model file of UDPipe 1",
    }
)


class Parser(Protocol):
    """Gives the words of segments their heads.

    Attributes:
        name: what `load_parser` was given.
        version: what determines the trees besides the words: the model and the programs that run
            it. With the name it is the key of the cache and a part of signatures.
    """

    @property
    def name(self) -> str:
        """See above."""
        ...

    @property
    def version(self) -> str:
        """See above."""
        ...

    def parse(self, segments: Sequence[Sequence[str]]) -> list[Trees]:
        """The trees of segments, each given as one or more words.

        The words of a segment's trees, one after the other, are the words given.
        """
        ...


def load_parser(name: str = DEFAULT) -> Parser:
    """The parser of that name, which is one of `PARSERS` with its part in capitals filled in.

    Raises:
        OptionError: there is none of that name.
        MissingDependencyError: it needs a package that is not installed.
        InputError: its model cannot be found or read.
    """
    kind, colon, argument = name.partition(":")
    known = {pattern.partition(":")[0]: pattern for pattern in PARSERS}
    if kind not in known:
        close = get_close_matches(kind, known, n=1)
        hint = f"did you mean {known[close[0]]}? " if close else ""
        raise OptionError(f"there is no parser {name!r}; {hint}there are {', '.join(PARSERS)}")
    if (":" in known[kind]) != bool(argument) or (colon and not argument):
        raise OptionError(f"parser {name!r} is incomplete or too long; write {known[kind]}")
    module = import_module(f"hyperbaton.parsing.{kind}_parser")
    loaded: Parser = module.load(argument) if argument else module.load()
    return loaded
