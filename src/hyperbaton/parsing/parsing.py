"""How the trees of text are made: the setting of a run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from hyperbaton.parsing.cache import ParseCache
from hyperbaton.parsing.parser import DEFAULT, Parser, Trees, load_parser
from hyperbaton.parsing.parses import parse_segments


@dataclass(frozen=True)
class Parsing:
    """Which parser makes the trees; it is named in signatures.

    Attributes:
        parser: a parser or its name.
        cache: a folder in which parses are kept; without it they are not kept.
        processes: how many processes parse.
    """

    parser: str | Parser = DEFAULT
    cache: str | None = None
    processes: int = 1

    @cached_property
    def loaded(self) -> Parser:
        """The parser itself."""
        return load_parser(self.parser) if isinstance(self.parser, str) else self.parser

    @property
    def signature(self) -> str:
        """The parser and its version, such as `parser:english:1.0`."""
        return f"parser:{self.loaded.name}:{self.loaded.version}"

    def trees(self, segments: Sequence[Sequence[str]]) -> list[Trees]:
        """The trees of segments, each given as words; see `parse_segments`."""
        if self.cache is None:
            return parse_segments(segments, self.loaded, processes=self.processes)
        with ParseCache(self.cache) as cache:
            return parse_segments(segments, self.loaded, cache=cache, processes=self.processes)


@dataclass(frozen=True)
class GivenTrees:
    """Trees that were read from a file, a tuple of sentences for each text."""

    texts: tuple[Trees, ...]
