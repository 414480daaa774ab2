"""Parsers without a model, which make a head of the word before, a smaller or a larger one."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from hyperbaton.parsing import Parser, ParserModel, Parses
from hyperbaton.trees import DependencyTree, TreeBatch


@dataclass(frozen=True)
class FakeParser(Parser):
    """Makes a tree of every segment with words, and remembers the segments."""

    summary: ClassVar[str] = "for tests"

    def load(self):
        return ParserModel("1", self._parse)

    @property
    def loaded(self):
        return self.load()

    @property
    def parsed(self):
        """The segments that this parser was given."""
        return self.__dict__.setdefault("_parsed", [])

    def _parse(self, segments, _threads):
        words = segments.tokens
        self.parsed.extend(map(tuple, words))
        trees = TreeBatch.of(self.tree(tuple(each)) for each in words if each)
        return Parses(trees, np.cumsum([0, *(len(each) > 0 for each in words)]))

    def tree(self, words):
        """The tree of some words."""
        raise NotImplementedError


@dataclass(frozen=True)
class ChainParser(FakeParser):
    """Every word depends on the word before it."""

    name: ClassVar[str] = "chain"

    def tree(self, words):
        return DependencyTree(words, tuple(range(len(words))))


@dataclass(frozen=True)
class GreedyParser(FakeParser):
    """A word depends on the nearest word before it that is smaller."""

    name: ClassVar[str] = "greedy"

    def tree(self, words):
        heads = [
            max((j + 1 for j in range(k) if words[j] < word), default=0)
            for k, word in enumerate(words)
        ]
        return DependencyTree(words, tuple(heads), words)


@dataclass(frozen=True)
class LazyParser(FakeParser):
    """The other way round: a word depends on the nearest word after it that is larger."""

    name: ClassVar[str] = "lazy"

    def tree(self, words):
        heads = [
            min((j + 1 for j in range(k + 1, len(words)) if words[j] > word), default=0)
            for k, word in enumerate(words)
        ]
        return DependencyTree(words, tuple(heads), words[::-1])
