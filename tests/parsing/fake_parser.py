"""A parser without a model: every word depends on the word before it."""

from dataclasses import dataclass
from typing import ClassVar

from hyperbaton.parsing import Parser
from hyperbaton.trees import DependencyTree
from hyperbaton.values import parameter


@dataclass(frozen=True)
class ChainParser(Parser):
    """Counts what it parses."""

    name: ClassVar[str] = "chain"
    summary: ClassVar[str] = "every word on the one before it"

    version: str = parameter("1", "of the model", text="any text")

    def load(self):
        return ChainModel(self.version)

    @property
    def loaded(self):
        """A model of its own, so that tests do not count each other's batches."""
        if "model" not in self.__dict__:
            self.__dict__["model"] = self.load()
        return self.__dict__["model"]

    @property
    def batches(self):
        return self.loaded.batches

    @property
    def parsed(self):
        return [words for batch in self.batches for words in batch]


class ChainModel:
    def __init__(self, version):
        self.version = version
        self.batches = []

    def parse(self, segments, threads):
        self.batches.append(list(segments))
        return [(chain(words),) for words in segments]


def chain(words):
    return DependencyTree(tuple(words), tuple(range(len(words))))
