"""What a parser is: a value that names a model, and the model once it is loaded."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, TypeAlias

from hyperbaton.trees import DependencyTree
from hyperbaton.values import Parametric

Trees: TypeAlias = tuple[DependencyTree, ...]  # the sentences of one segment


@dataclass(frozen=True)
class ParserModel:
    """A loaded model.

    Attributes:
        version: what determines the trees besides the words: the model and the programs that run
            it. Signatures name it.
        parse: returns the trees of segments, each given as one or more words, computed by so many
            threads where the model can. The words of a segment's trees, one after the other, are
            the words given.
    """

    version: str
    parse: Callable[[Sequence[Sequence[str]], int], list[Trees]]


@dataclass(frozen=True)
class Parser(Parametric):
    """Gives the words of segments their heads.

    Class attributes:
        for_language: the only language that it parses; None where that depends on its parameters.
    """

    kind: ClassVar[str] = "parser"
    for_language: ClassVar[str | None] = None

    @abstractmethod
    def load(self) -> ParserModel:
        """Loads the model again; `loaded` does it once.

        Raises:
            MissingDependencyError: it needs a package that is not installed.
            InputError: its model cannot be found or read.
        """

    @property
    def loaded(self) -> ParserModel:
        """The model, loaded when it is first asked for."""
        return _loaded(self)

    @property
    def signature(self) -> str:
        """The parser and its version, such as `parser:english:1.0`."""
        return f"parser:{self}:{self.loaded.version}"


@cache
def _loaded(parser: Parser) -> ParserModel:
    return parser.load()
