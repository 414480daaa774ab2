"""A parser without a model: every word depends on the word before it."""

from dataclasses import dataclass
from typing import ClassVar

from hyperbaton.parsing import ParseCache, Parser
from hyperbaton.trees import DependencyTree
from hyperbaton.values import parameter


@dataclass(frozen=True)
class ChainParser(Parser):
    """Counts what it parses; interrupts itself, as a user would, before a given batch."""

    name: ClassVar[str] = "chain"
    summary: ClassVar[str] = "every word on the one before it"

    version: str = parameter("1", "of the model", text="any text")
    interrupt_before: int = parameter(-1, "the batch that is not parsed")

    def load(self):
        return ChainModel(self.version, self.interrupt_before)

    @property
    def loaded(self):
        """A model of its own, so that tests do not count each other's batches."""
        if "model" not in self.__dict__:
            self.__dict__["model"] = self.load()
        return self.__dict__["model"]

    @property
    def identity(self):
        return f"{self.name} {self.version}"

    @property
    def batches(self):
        return self.loaded.batches

    @property
    def parsed(self):
        return [words for batch in self.batches for words in batch]


class ChainModel:
    def __init__(self, version, interrupt_before):
        self.version = version
        self.batches = []
        self.interrupt_before = interrupt_before

    def parse(self, segments, threads):
        if len(self.batches) == self.interrupt_before:
            raise KeyboardInterrupt
        self.batches.append(list(segments))
        return [(chain(words),) for words in segments]


@dataclass(frozen=True)
class OtherChainParser(ChainParser):
    """The same under another name."""

    name: ClassVar[str] = "other"


def chain(words):
    return DependencyTree(tuple(words), tuple(range(len(words))))


def add_numbers(folder, first):
    """Writes a hundred parses, one at a time; for a process of its own."""
    with ParseCache(folder) as cache:
        for k in range(first, first + 100):
            cache.keep(ChainParser(), [([str(k)], (chain([str(k)]),))])
