"""What a parser is: a value that names a model, and the model once it is loaded."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, NamedTuple, TypeAlias

from hyperbaton.text.segments import Indices, Sentences
from hyperbaton.trees import DependencyTree, TreeBatch
from hyperbaton.values import Parametric

LONGEST = 1000  # words parsed as one piece; memory grows with it, and no sentence is as long

Trees: TypeAlias = tuple[DependencyTree, ...]  # the sentences of one segment


class Parses(NamedTuple):
    """The trees of segments.

    Attributes:
        sentences: a tree for every sentence, segment by segment.
        segments: where the sentences of each segment begin, and the end.
    """

    sentences: TreeBatch
    segments: Indices

    @property
    def joined(self) -> TreeBatch:
        """A tree for every segment, with the roots of all its sentences."""
        return self.sentences.joined(self.segments)


@dataclass(frozen=True)
class ParserModel:
    """A loaded model.

    Attributes:
        version: what determines the trees besides the words: the model and the programs that run
            it. With the parser's name it is a part of signatures.
        parse: returns the trees of segments of at most `LONGEST` words, computed by so many threads
            where the model can. The words of a segment's trees, one after the other, are the words
            given.
    """

    version: str
    parse: Callable[[Sentences, int], Parses]


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
